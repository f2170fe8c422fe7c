/* Playing: handles, and the state that every play call answers with. */
#include <string.h>

#include "calls_internal.h"

/* A handle is the number of its slot and how many games the slot has had, so that a
 * handle that was closed is not taken for the next game's. */
#define SLOT_BITS 10u
#define MAX_SLOTS (1u << SLOT_BITS)
#define MAX_AGE 0x3fffffu

void lw_calls_play_destroy(struct calls_play *play) {
    if (play != NULL) {
        lw_session_destroy(play->session);
        lw_calls_subject_close(&play->subject);
        lw_alloc_free(play->alloc, play, sizeof *play);
    }
}

static lw_status free_slot(struct calls_request *rq, size_t *out) {
    struct lw_calls *calls = rq->calls;
    size_t most =
        calls->host.max_handles < MAX_SLOTS ? calls->host.max_handles : MAX_SLOTS;
    for (*out = 0; *out < calls->n_slots; (*out)++) {
        if (calls->slots[*out].play == NULL) {
            return LW_OK;
        }
    }
    if (calls->n_slots >= most) {
        return lw_fail(rq->err, LW_LIMIT, 0, 0,
                       "%zu games are open already; close one first", calls->n_slots);
    }
    return lw_grow(calls->alloc, &calls->slots, &calls->slots_cap, calls->n_slots + 1,
                   sizeof *calls->slots)
               ? LW_OK
               : lw_fail_memory(rq->err);
}

static uint32_t take_slot(struct lw_calls *calls, size_t slot, struct calls_play *play) {
    if (slot == calls->n_slots) {
        calls->slots[calls->n_slots++] = (struct calls_slot){.age = 0};
    }
    calls->slots[slot].play = play;
    return calls->slots[slot].age << SLOT_BITS | (uint32_t)(slot + 1);
}

static lw_status find_slot(struct calls_request *rq, struct calls_slot **out) {
    uint64_t handle;
    lw_status status = lw_calls_get_whole(rq, "handle", 0, 0, UINT32_MAX, &handle);
    if (status != LW_OK) {
        return status;
    }
    size_t slot = (size_t)(handle & (MAX_SLOTS - 1)) - 1;
    if (handle == 0 || slot >= rq->calls->n_slots ||
        rq->calls->slots[slot].play == NULL ||
        rq->calls->slots[slot].age != handle >> SLOT_BITS) {
        return lw_fail(rq->err, LW_USAGE, 0, 0,
                       "there is no game with the handle %llu; play.open gives one",
                       (unsigned long long)handle);
    }
    *out = &rq->calls->slots[slot];
    return LW_OK;
}

/* The game that a request's handle names, and its theme, which may change. */
lw_status lw_calls_get_play(struct calls_request *rq, struct calls_play **out) {
    struct calls_slot *slot = NULL;
    enum lw_theme theme = LW_THEME_LIGHT;
    lw_status status = find_slot(rq, &slot);
    if (status == LW_OK) {
        status = lw_calls_get_theme(rq, &theme);
    }
    if (status == LW_OK) {
        *out = slot->play;
        const struct lw_json *given = lw_json_get(rq->json, "theme");
        (*out)->theme = given != NULL ? theme : (*out)->theme;
    }
    return status;
}

/* The state. */

/* What can be counted before the level is won. */
static void put_counters(struct lw_json_writer *json, const struct lw_solve_ops *ops,
                         const struct lw_buffer *line, uint64_t n_moves) {
    double values[LW_MAX_MEASURES];
    lw_json_object(json, "measures");
    if (ops != NULL && ops->count != NULL) {
        ops->count(lw_buffer_text(line), line->len, n_moves, values);
        for (size_t i = 0; i < ops->n_measures; i++) {
            if ((ops->measures[i].flags & LW_MEASURE_COUNTER) != 0) {
                lw_json_real(json, ops->measures[i].name, values[i]);
            }
        }
    } else {
        lw_json_uint(json, "moves", n_moves);
    }
    lw_json_object_end(json);
}

static void put_so_far(struct lw_json_writer *json, struct calls_play *play,
                       const struct lw_buffer *line) {
    const struct lw_game_kind *kind = play->subject.kind;
    const struct lw_level *level = play->subject.entry->level;
    double values[LW_MAX_MEASURES];
    if (kind->solve != NULL && lw_session_won(play->session) &&
        kind->solve->measure(level, lw_buffer_text(line), line->len, values, NULL) ==
            LW_OK) {
        lw_calls_put_measures(json, kind, values);
        return;
    }
    put_counters(json, kind->solve, line, lw_session_n_moves(play->session));
}

static void put_report(struct lw_json_writer *json, const struct lw_buffer *line,
                       const struct calls_step_report *report) {
    lw_json_bool(json, "changed", report->changed);
    size_t at = report->made_at < line->len ? report->made_at : line->len;
    const char *made = lw_buffer_text(line) + at;
    while (*made == ' ') {
        made++;
    }
    lw_json_text(json, "made", made);
    lw_json_array(json, "moved");
    for (size_t i = 0; i + 8 <= report->trace.moved.len; i += 8) {
        uint32_t pair[2];
        memcpy(pair, report->trace.moved.data + i, sizeof pair);
        lw_calls_put_cells(json, NULL, pair, 2);
    }
    lw_json_array_end(json);
    if (report->message != NULL) {
        lw_json_text(json, "message", report->message);
    }
    if (report->trace.sounds.len > 0) {
        lw_json_array(json, "sounds");
        for (size_t i = 0; i < report->trace.sounds.len;
             i += strlen(report->trace.sounds.data + i) + 1) {
            lw_json_text(json, NULL, report->trace.sounds.data + i);
        }
        lw_json_array_end(json);
    }
}

/* Once in a game, when it is first met. */
static void put_warning(struct lw_json_writer *json, struct calls_play *play) {
    const struct lw_play_ops *ops = play->subject.kind->play;
    if (ops->warning != NULL && !play->warned) {
        struct lw_warning warning = ops->warning(lw_session_play(play->session));
        play->warned = warning.text != NULL;
        lw_warning_json(json, &warning);
    }
}

/* The part of the board that the game shows; it stays where it was while the player is
 * gone. */
static void put_part(struct lw_json_writer *json, struct calls_play *play) {
    const struct lw_play_ops *ops = play->subject.kind->play;
    struct lw_part *part = &play->part;
    if (ops->part != NULL) {
        (void)ops->part(lw_session_play(play->session), lw_session_state(play->session),
                        part);
    }
    if (part->width > 0) {
        lw_json_object(json, "part");
        lw_json_uint(json, "x", part->x);
        lw_json_uint(json, "y", part->y);
        lw_json_uint(json, "width", part->width);
        lw_json_uint(json, "height", part->height);
        lw_json_object_end(json);
    }
}

static lw_status put_state(struct calls_request *rq, struct calls_play *play,
                           const struct calls_step_report *report) {
    struct lw_session *session = play->session;
    struct lw_json_writer *json = rq->out;
    struct lw_buffer line, save;
    lw_buffer_init(&line, rq->calls->alloc);
    lw_buffer_init(&save, rq->calls->alloc);
    lw_session_text(session, &line);
    lw_session_save(session, &save);
    lw_json_bool(json, "won", lw_session_won(session));
    lw_json_text(json, "moves", lw_buffer_text(&line));
    lw_json_uint(json, "n_moves", lw_session_n_moves(session));
    put_so_far(json, play, &line);
    lw_json_bool(json, "can_undo", lw_session_undo(session) && lw_session_redo(session));
    lw_json_bool(json, "can_redo", lw_session_redo(session) && lw_session_undo(session));
    put_report(json, &line, report);
    put_warning(json, play);
    put_part(json, play);
    lw_json_text_len(json, "save", lw_buffer_text(&save), save.len - (save.len > 0));
    bool good = lw_buffer_ok(&line) && lw_buffer_ok(&save);
    lw_buffer_free(&line);
    lw_buffer_free(&save);
    return good ? lw_calls_put_draw(rq->calls, json, lw_session_play(session),
                                    lw_session_state(session), play->theme, rq->err)
                : lw_fail_memory(rq->err);
}

static void report_init(struct calls_step_report *report, struct calls_play *play) {
    struct lw_buffer line;
    *report = (struct calls_step_report){.changed = false};
    lw_buffer_init(&report->trace.moved, play->alloc);
    lw_buffer_init(&report->trace.sounds, play->alloc);
    lw_buffer_init(&line, play->alloc);
    lw_session_text(play->session, &line);
    report->made_at = line.len;
    lw_buffer_free(&line);
}

/* Answers with the state, whatever happened, unless that was a failure. */
static lw_status finish(struct calls_request *rq, struct calls_play *play,
                        struct calls_step_report *report, lw_status status) {
    if (status == LW_OK) {
        status = put_state(rq, play, report);
    }
    lw_buffer_free(&report->trace.moved);
    lw_buffer_free(&report->trace.sounds);
    return status;
}

/* Opening and closing. */

static lw_status begin_session(struct calls_request *rq, struct calls_play *play) {
    const char *moves, *save;
    size_t moves_len, save_len;
    lw_status status = lw_calls_subject_level(rq, &play->subject);
    if (status == LW_OK) {
        status = lw_calls_get_theme(rq, &play->theme);
    }
    if (status == LW_OK) {
        status = lw_calls_get_text(rq, "moves", &moves, &moves_len);
    }
    if (status == LW_OK) {
        status = lw_calls_get_text(rq, "save", &save, &save_len);
    }
    if (status == LW_OK) {
        status = lw_session_create(play->subject.entry->level, play->alloc,
                                   &play->session, rq->err);
    }
    if (status == LW_OK && save != NULL) {
        status = lw_session_load(play->session, save, save_len, rq->err);
    }
    if (status == LW_OK && moves != NULL) {
        struct calls_step_report report;
        report_init(&report, play);
        status = lw_calls_make_moves(rq, play, moves, moves_len, &report);
        lw_buffer_free(&report.trace.moved);
        lw_buffer_free(&report.trace.sounds);
    }
    return status;
}

lw_status lw_calls_play_open(struct calls_request *rq) {
    size_t slot = 0;
    lw_status status = free_slot(rq, &slot);
    if (status != LW_OK) {
        return status;
    }
    struct calls_play *play = lw_alloc_zero(rq->calls->alloc, 1, sizeof *play);
    if (play == NULL) {
        return lw_fail_memory(rq->err);
    }
    play->alloc = rq->calls->alloc;
    status = begin_session(rq, play);
    if (status == LW_OK) {
        struct calls_step_report report;
        report_init(&report, play);
        report.changed = true;
        report.made_at = 0;
        report.message = lw_note_find(play->subject.entry->notes, "Message");
        status = finish(rq, play, &report, LW_OK);
    }
    if (status != LW_OK) {
        lw_calls_play_destroy(play);
        return status;
    }
    lw_json_uint(rq->out, "handle", take_slot(rq->calls, slot, play));
    return LW_OK;
}

lw_status lw_calls_play_close(struct calls_request *rq) {
    struct calls_slot *slot = NULL;
    lw_status status = find_slot(rq, &slot);
    if (status == LW_OK) {
        lw_calls_play_destroy(slot->play);
        slot->play = NULL;
        slot->age = slot->age < MAX_AGE ? slot->age + 1 : 0;
        lw_json_bool(rq->out, "closed", true);
    }
    return status;
}

lw_status lw_calls_play_state(struct calls_request *rq) {
    struct calls_play *play = NULL;
    struct calls_step_report report;
    lw_status status = lw_calls_get_play(rq, &play);
    if (status != LW_OK) {
        return status;
    }
    report_init(&report, play);
    return finish(rq, play, &report, LW_OK);
}

/* Moves. */

static lw_status do_key(struct calls_request *rq, struct calls_play *play,
                        const char *key, struct calls_step_report *report) {
    const struct lw_key *at = play->subject.kind->play->keys;
    while (at != NULL && at->key != NULL && strcmp(at->key, key) != 0) {
        at++;
    }
    if (at == NULL || at->key == NULL) {
        return LW_OK;
    }
    lw_status status = lw_calls_make_moves(rq, play, at->move, strlen(at->move), report);
    /* A key against a wall is no mistake. */
    return status == LW_BAD_INPUT ? LW_OK : status;
}

static lw_status do_cells(struct calls_request *rq, struct calls_play *play,
                          const struct lw_json *cells, struct calls_step_report *report) {
    const struct lw_play_ops *ops = play->subject.kind->play;
    if (cells->type != LW_JSON_ARRAY) {
        return lw_fail(rq->err, LW_USAGE, cells->line, 0,
                       "'cells' must be an array of cells");
    }
    if (ops->pointer_text == NULL) {
        return lw_fail(rq->err, LW_UNSUPPORTED, 0, 0, "%s is not played by pointing",
                       play->subject.kind->title);
    }
    uint32_t *path = lw_arena_get(rq->arena, (cells->n_children + 1) * sizeof *path);
    size_t n = 0;
    for (const struct lw_json *at = cells->first; path != NULL && at != NULL;
         at = at->next) {
        if (at->type != LW_JSON_NUMBER || !(at->number >= 0) || !(at->number < 0x1p24)) {
            return lw_fail(rq->err, LW_USAGE, at->line, 0,
                           "'cells' must hold nothing but cells of the board");
        }
        path[n++] = (uint32_t)at->number;
    }
    struct lw_buffer text;
    lw_buffer_init(&text, play->alloc);
    lw_status status = path == NULL ? lw_fail_memory(rq->err) : LW_OK;
    if (status == LW_OK &&
        ops->pointer_text(lw_session_play(play->session), lw_session_state(play->session),
                          path, n, &text)) {
        status =
            lw_buffer_ok(&text)
                ? lw_calls_make_moves(rq, play, lw_buffer_text(&text), text.len, report)
                : lw_fail_memory(rq->err);
        status = status == LW_BAD_INPUT ? LW_OK : status;
    }
    lw_buffer_free(&text);
    return status;
}

lw_status lw_calls_play_do(struct calls_request *rq) {
    struct calls_play *play = NULL;
    struct calls_step_report report;
    const char *moves, *key;
    size_t len;
    const struct lw_json *cells = lw_json_get(rq->json, "cells");
    lw_status status = lw_calls_get_play(rq, &play);
    if (status == LW_OK) {
        status = lw_calls_get_text(rq, "moves", &moves, &len);
    }
    if (status == LW_OK) {
        status = lw_calls_get_name(rq, "key", &key);
    }
    if (status != LW_OK) {
        return status;
    }
    if ((moves != NULL) + (key != NULL) + (cells != NULL) != 1) {
        return lw_fail(rq->err, LW_USAGE, 0, 0,
                       "give exactly one of 'moves', 'key' and 'cells'");
    }
    report_init(&report, play);
    status = moves != NULL ? lw_calls_make_moves(rq, play, moves, len, &report)
             : key != NULL ? do_key(rq, play, key, &report)
                           : do_cells(rq, play, cells, &report);
    return finish(rq, play, &report, status);
}

static lw_status step_back_or_forth(struct calls_request *rq,
                                    bool (*step)(struct lw_session *)) {
    struct calls_play *play = NULL;
    struct calls_step_report report;
    uint64_t count;
    lw_status status = lw_calls_get_play(rq, &play);
    if (status == LW_OK) {
        status = lw_calls_get_whole(rq, "count", 1, 0, UINT32_MAX, &count);
    }
    if (status != LW_OK) {
        return status;
    }
    report_init(&report, play);
    while (count-- > 0 && step(play->session)) {
        report.changed = true;
    }
    return finish(rq, play, &report, LW_OK);
}

lw_status lw_calls_play_undo(struct calls_request *rq) {
    return step_back_or_forth(rq, lw_session_undo);
}

lw_status lw_calls_play_redo(struct calls_request *rq) {
    return step_back_or_forth(rq, lw_session_redo);
}

lw_status lw_calls_play_restart(struct calls_request *rq) {
    struct calls_play *play = NULL;
    struct calls_step_report report;
    lw_status status = lw_calls_get_play(rq, &play);
    if (status != LW_OK) {
        return status;
    }
    report_init(&report, play);
    report.changed = lw_session_restart(play->session);
    return finish(rq, play, &report, LW_OK);
}

/* Ways. */

/* The play whose game finds ways of its own. */
static lw_status get_pointed(struct calls_request *rq, struct calls_play **play) {
    lw_status status = lw_calls_get_play(rq, play);
    if (status != LW_OK) {
        return status;
    }
    const struct lw_game_kind *kind = (*play)->subject.kind;
    return kind->pointing != NULL && kind->pointing->walk != NULL
               ? LW_OK
               : lw_fail(rq->err, LW_UNSUPPORTED, 0, 0,
                         "%s does not support walking and dragging", kind->title);
}

/* Makes the moves that were found, or only lists them. */
static lw_status go(struct calls_request *rq, struct calls_play *play,
                    const struct lw_buffer *moves) {
    struct calls_step_report report;
    bool peek;
    lw_status status = lw_calls_get_flag(rq, "peek", &peek);
    if (status != LW_OK) {
        return status;
    }
    if (peek) {
        lw_json_text(rq->out, "moves", lw_buffer_text(moves));
        return LW_OK;
    }
    report_init(&report, play);
    if (moves->len > 0) {
        status =
            lw_calls_make_moves(rq, play, lw_buffer_text(moves), moves->len, &report);
    }
    return finish(rq, play, &report, status);
}

static lw_status get_cell(struct calls_request *rq, const char *key, uint32_t *out) {
    uint64_t cell;
    lw_status status =
        lw_calls_get_whole(rq, key, CALLS_NO_CELL, 0, CALLS_NO_CELL - 1, &cell);
    *out = (uint32_t)cell;
    return status != LW_OK || cell != CALLS_NO_CELL
               ? status
               : lw_fail(rq->err, LW_USAGE, 0, 0, "'%s' is missing; it must be a cell",
                         key);
}

/* To a cell, or with what stands on another one. */
static lw_status point(struct calls_request *rq, bool is_drag) {
    struct calls_play *play = NULL;
    uint32_t from = 0, to = 0;
    struct lw_buffer moves;
    lw_buffer_init(&moves, rq->calls->alloc);
    lw_status status = get_pointed(rq, &play);
    if (status == LW_OK && is_drag) {
        status = get_cell(rq, "from", &from);
    }
    if (status == LW_OK) {
        status = get_cell(rq, is_drag ? "to" : "cell", &to);
    }
    if (status == LW_OK) {
        const struct lw_pointing_ops *ops = play->subject.kind->pointing;
        struct lw_play *at = lw_session_play(play->session);
        const void *state = lw_session_state(play->session);
        status = is_drag ? ops->drag(at, state, from, to, &moves, rq->err)
                         : ops->walk(at, state, to, &moves, rq->err);
    }
    if (status == LW_OK) {
        status = go(rq, play, &moves);
    }
    lw_buffer_free(&moves);
    return status;
}

lw_status lw_calls_play_walk(struct calls_request *rq) {
    return point(rq, false);
}

lw_status lw_calls_play_drag(struct calls_request *rq) {
    return point(rq, true);
}

lw_status lw_calls_play_targets(struct calls_request *rq) {
    struct calls_play *play = NULL;
    struct lw_cell_list targets = {NULL, 0};
    uint32_t from;
    lw_status status = get_pointed(rq, &play);
    if (status == LW_OK) {
        status = get_cell(rq, "from", &from);
    }
    if (status == LW_OK) {
        status = play->subject.kind->pointing->targets(
            lw_session_play(play->session), lw_session_state(play->session), from,
            rq->arena, &targets, rq->err);
    }
    if (status == LW_OK) {
        lw_calls_put_cells(rq->out, "cells", targets.cells, targets.n);
    }
    return status;
}
