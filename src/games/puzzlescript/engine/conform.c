/* Recorded references: sessions played again, and compile messages counted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lw/base/json_value.h"
#include "lw/puzzlescript.h"

struct session {
    const struct lw_alloc *alloc;
    struct lw_ps_game *game;
    struct lw_ps_engine *engine;
    uint32_t entry; /* of the list that is shown, a message included */
    uint32_t width, height;
    const char **sounds;
    size_t n_sounds, sounds_cap;
    struct lw_error err;
};

/* The board as the reference prints it. */

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The cell's object names, sorted, joined by blanks. */
static void put_kind(const struct session *s, const uint64_t *cell, const char **names,
                     struct lw_buffer *out) {
    size_t n = 0;
    for (uint32_t id = 0; id < s->game->n_objects; id++) {
        if (lw_ps_has(cell, id)) {
            names[n++] = s->game->objects[id].name;
        }
    }
    qsort(names, n, sizeof *names, by_text);
    for (size_t i = 0; i < n; i++) {
        lw_buffer_puts(out, i > 0 ? " " : "");
        lw_buffer_puts(out, names[i]);
    }
}

static void put_board(const struct session *s, struct lw_arena *arena,
                      struct lw_buffer *out) {
    uint32_t n_cells = s->width * s->height;
    size_t bytes = s->game->obj_words * sizeof(uint64_t);
    const char **names = lw_arena_get(arena, (s->game->n_objects + 1) * sizeof *names);
    uint32_t *kinds = lw_arena_get(arena, n_cells * sizeof *kinds);
    uint32_t n_kinds = 0;
    if (names == NULL || kinds == NULL) {
        return;
    }
    for (uint32_t cell = 0; cell < n_cells; cell++) {
        const uint64_t *objects = lw_ps_cell(s->engine, cell);
        uint32_t k = 0;
        while (k < n_kinds &&
               memcmp(lw_ps_cell(s->engine, kinds[k]), objects, bytes) != 0) {
            k++;
        }
        if (k == n_kinds) {
            kinds[n_kinds++] = cell;
            put_kind(s, objects, names, out);
            lw_buffer_putc(out, ':');
        }
        lw_buffer_printf(out, "%u,", k);
        if ((cell + 1) % s->width == 0) {
            lw_buffer_putc(out, '\n');
        }
    }
}

/* Sessions. */

static void take_sounds(struct session *s) {
    const char *const *seeds = NULL;
    size_t n = lw_ps_sounds(s->engine, &seeds);
    for (size_t i = 0; i < n; i++) {
        if (lw_grow(s->alloc, &s->sounds, &s->sounds_cap, s->n_sounds + 1,
                    sizeof *s->sounds)) {
            s->sounds[s->n_sounds++] = seeds[i];
        }
    }
    lw_ps_sounds_clear(s->engine);
}

static bool load(struct session *s, uint32_t entry, const char *seed, size_t seed_len,
                 struct lw_ps_turn *turn) {
    const struct lw_ps_entry *level = &s->game->entries[entry];
    if (s->engine == NULL || level->width != s->width || level->height != s->height) {
        lw_ps_engine_destroy(s->engine);
        s->engine = NULL;
        s->width = level->width;
        s->height = level->height;
        if (lw_ps_engine_create(
                s->game,
                (struct lw_ps_engine_spec){s->width, s->height,
                                           LW_PS_KEEP_UNDO | LW_PS_KEEP_SOUNDS},
                s->alloc, &s->engine, &s->err) != LW_OK) {
            return false;
        }
    }
    s->entry = entry;
    *turn = lw_ps_load(s->engine, level->cells, seed, seed_len);
    return true;
}

/* What follows a won level; see section 9 of the semantics. */
static bool advance(struct session *s, struct lw_ps_turn *turn) {
    turn->again = false;
    if (s->entry + 1 >= s->game->n_entries ||
        s->game->entries[s->entry + 1].message != NULL) {
        s->entry += s->entry + 1 < s->game->n_entries;
        lw_ps_set_win_tests(s->engine, false);
        return true;
    }
    return load(s, s->entry + 1, "next", 4, turn);
}

static bool settle(struct session *s, struct lw_ps_turn turn) {
    for (int guard = 0; guard < 100000; guard++) {
        take_sounds(s);
        if (turn.won && !advance(s, &turn)) {
            return false;
        }
        if (!turn.again) {
            break;
        }
        turn = lw_ps_press(s->engine, LW_PS_PRESS_NONE);
    }
    take_sounds(s);
    return true;
}

static bool play_input(struct session *s, const struct lw_json *input) {
    struct lw_ps_turn turn = {0};
    if (input->type == LW_JSON_NUMBER) {
        turn = lw_ps_press(s->engine, (enum lw_ps_input)(int)input->number);
    } else if (strcmp(input->text, "undo") == 0) {
        (void)lw_ps_undo(s->engine);
    } else if (strcmp(input->text, "restart") == 0) {
        turn = lw_ps_restart(s->engine);
    } else {
        turn = lw_ps_press(s->engine, LW_PS_PRESS_NONE);
    }
    return settle(s, turn);
}

static bool same_sounds(const struct session *s, const struct lw_json *expected) {
    size_t n = 0;
    for (const struct lw_json *at = expected->first; at != NULL; at = at->next, n++) {
        if (n >= s->n_sounds || at->text == NULL || strcmp(at->text, s->sounds[n]) != 0) {
            return false;
        }
    }
    return n == s->n_sounds;
}

/* From the level that the session is about to its last input; NULL or what is wrong. */
static const char *play_inputs(struct session *s, const struct lw_json *test) {
    const struct lw_json *target = lw_json_get(test, "target_level_index");
    const struct lw_json *inputs = lw_json_get(test, "inputs");
    const char *seed = lw_json_text_or(test, "random_seed", NULL);
    uint32_t entry = target == NULL ? 0 : (uint32_t)target->number;
    struct lw_ps_turn turn = {0};
    if (!s->game->playable) {
        return "the game does not compile";
    }
    if (entry >= s->game->n_entries || s->game->entries[entry].message != NULL) {
        return "there is no such level";
    }
    if (!load(s, entry, seed, seed == NULL ? 0 : strlen(seed), &turn)) {
        return s->err.text;
    }
    lw_ps_sounds_clear(s->engine);
    if (!settle(s, turn)) {
        return s->err.text;
    }
    for (const struct lw_json *at = inputs == NULL ? NULL : inputs->first; at != NULL;
         at = at->next) {
        if (!play_input(s, at)) {
            return s->err.text;
        }
    }
    return NULL;
}

lw_status lw_ps_session_play(const struct lw_alloc *alloc, struct lw_ps_game *game,
                             const struct lw_json *session, struct lw_error *err) {
    struct session s = {.alloc = alloc, .game = game};
    const char *fault = play_inputs(&s, session);
    lw_ps_engine_destroy(s.engine);
    lw_alloc_free(alloc, s.sounds, s.sounds_cap * sizeof *s.sounds);
    return fault == NULL ? LW_OK : lw_fail(err, LW_BAD_INPUT, 0, 0, "%s", fault);
}

static const char *play_session(struct session *s, const struct lw_json *test,
                                struct lw_arena *arena) {
    const char *expected = lw_json_text_or(test, "expected_final_level_string", NULL);
    const char *fault = play_inputs(s, test);
    if (fault != NULL) {
        return fault;
    }
    struct lw_buffer board;
    lw_buffer_init(&board, s->alloc);
    put_board(s, arena, &board);
    bool same = expected != NULL && strcmp(lw_buffer_text(&board), expected) == 0;
    lw_buffer_free(&board);
    if (!same) {
        return "the final board differs";
    }
    const struct lw_json *sounds = lw_json_get(test, "expected_sounds");
    if (sounds != NULL && sounds->type == LW_JSON_ARRAY && !same_sounds(s, sounds)) {
        return "the sounds differ";
    }
    return NULL;
}

/* Messages. */

/* "line N : …" gives N, anything else -1. */
static long line_of(const char *text) {
    return strncmp(text, "line ", 5) == 0 ? strtol(text + 5, NULL, 10) : -1;
}

static const char *check_messages(const struct lw_ps_game *game,
                                  const struct lw_json *test, char *why, size_t room) {
    const struct lw_json *count = lw_json_get(test, "expected_error_count");
    if (count == NULL || (double)game->n_errors != count->number) {
        (void)snprintf(why, room, "%zu errors, %g expected", game->n_errors,
                       count == NULL ? 0.0 : count->number);
        return why;
    }
    const struct lw_json *expected = lw_json_get(test, "expected_errors");
    size_t at = 0;
    for (const struct lw_json *e = expected == NULL ? NULL : expected->first; e != NULL;
         e = e->next) {
        long line = line_of(e->text);
        while (at < game->n_notes && game->notes[at].line != line) {
            at++;
        }
        if (at == game->n_notes) {
            (void)snprintf(why, room, "no message for '%.80s'", e->text);
            return why;
        }
        at++;
    }
    return NULL;
}

/* Files. */

static void note(struct lw_ps_conformance *out, const char *name, const char *fault) {
    out->passed += fault == NULL;
    out->failed += fault != NULL;
    if (out->report != NULL) {
        out->report(out->ctx, name, fault == NULL, fault);
    }
}

static lw_status run_line(const struct lw_alloc *alloc, const char *text, size_t len,
                          struct lw_ps_conformance *out, struct lw_error *err) {
    struct lw_arena arena;
    lw_arena_init(&arena, alloc);
    struct lw_json *test = NULL;
    struct session s = {.alloc = alloc};
    char why[160];
    lw_status status = lw_json_read(&arena, text, len, &test, err);
    const char *source = status == LW_OK ? lw_json_text_or(test, "source", NULL) : NULL;
    if (status == LW_OK && source == NULL) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0, "the reference has no key 'source'");
    }
    if (status == LW_OK) {
        status = lw_ps_compile(alloc, source, strlen(source), &s.game, err);
    }
    if (status == LW_OK) {
        bool messages = lw_json_get(test, "expected_error_count") != NULL;
        const char *fault = messages ? check_messages(s.game, test, why, sizeof why)
                                     : play_session(&s, test, &arena);
        note(out, lw_json_text_or(test, "name", ""), fault);
    }
    lw_ps_engine_destroy(s.engine);
    lw_ps_game_destroy(s.game);
    lw_alloc_free(alloc, s.sounds, s.sounds_cap * sizeof *s.sounds);
    lw_arena_free(&arena);
    return status;
}

/* A line that cannot be run is a failure like others: the lines after it still count. */
static void fail_line(uint32_t line, const struct lw_error *fault,
                      struct lw_ps_conformance *out) {
    char name[32];
    (void)snprintf(name, sizeof name, "line %u", line);
    note(out, name, fault->text);
}

lw_status lw_ps_conform(const struct lw_alloc *alloc, const char *text, size_t len,
                        struct lw_ps_conformance *out, struct lw_error *err) {
    out->passed = 0;
    out->failed = 0;
    uint32_t line = 1;
    struct lw_error fault;
    for (size_t at = 0; at < len; line++) {
        const char *newline = memchr(text + at, '\n', len - at);
        size_t end = newline == NULL ? len : (size_t)(newline - text);
        if (end > at) {
            lw_status status = run_line(alloc, text + at, end - at, out, &fault);
            if (status != LW_OK) {
                fail_line(line, &fault, out);
            }
        }
        at = end + 1;
    }
    return out->passed + out->failed > 0
               ? LW_OK
               : lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "there is no recorded session or message in this file; each is "
                         "one JSON object per line");
}
