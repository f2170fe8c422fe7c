/* Making moves: all or none, spelled as the game spells them, and what the last one did.
 */
#include <string.h>

#include "calls_internal.h"
#include "lw/move.h"
#include "lw/puzzlescript.h"
#include "lw/sokoban.h"

#define MAX_MOVES_BYTES ((size_t)1 << 20)

static bool is_space(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static size_t skip_space(const char *text, size_t len, size_t at) {
    while (at < len && is_space(text[at])) {
        at++;
    }
    return at;
}

/* The game's own spelling of a move: Sokoban's pushes have capital letters, whatever a
 * key says. Without one, the text as it came. */
static void put_spelling(const struct lw_play_ops *ops, struct lw_play *play,
                         const void *state, const char *text, size_t len,
                         struct lw_buffer *scratch, struct lw_buffer *out) {
    lw_move moves[LW_MAX_MOVES];
    size_t n = ops->keys == NULL ? 0 : ops->moves(play, state, moves);
    for (size_t i = 0; i < n; i++) {
        lw_buffer_clear(scratch);
        ops->move_text(play, state, moves[i], scratch);
        if (lw_text_equal_nocase(text, len, lw_buffer_text(scratch))) {
            text = lw_buffer_text(scratch);
            break;
        }
    }
    lw_buffer_add(out, text, len);
}

/* What a rehearsal works on. */
struct rehearsal {
    const struct lw_play_ops *ops;
    struct lw_play *play;
    uint8_t *state, *next, *before; /* before: the state before the last change */
    struct lw_buffer line;          /* the moves that change something, spelled */
    struct lw_buffer scratch;
    char last;        /* letter of the last move, also of one that changes nothing */
    bool last_same;   /* it changed nothing */
    const char *said; /* what the game told in it */
};

/* One move of the text; *at goes on behind it and its separator. */
static lw_status rehearse_one(struct rehearsal *r, const char *text, size_t len,
                              size_t *at, size_t number, struct lw_error *err) {
    struct lw_error why = {.text = ""};
    size_t used = 0, separator = strlen(r->ops->move_separator);
    enum lw_step step =
        r->ops->step_text(r->play, r->state, text + *at, len - *at, &used, r->next, &why);
    if (step == LW_STEP_ILLEGAL || used == 0) {
        return lw_fail(err, LW_BAD_INPUT, 1, (uint32_t)*at + 1,
                       "move %zu cannot be made: %.300s", number, why.text);
    }
    r->said = r->ops->said == NULL ? NULL : r->ops->said(r->play);
    r->last = text[*at];
    r->last_same = step == LW_STEP_SAME;
    if (step != LW_STEP_SAME) {
        if (r->line.len > 0) {
            lw_buffer_puts(&r->line, r->ops->move_separator);
        }
        put_spelling(r->ops, r->play, r->state, text + *at, used, &r->scratch, &r->line);
        uint8_t *oldest = r->before;
        r->before = r->state;
        r->state = r->next;
        r->next = oldest;
    }
    *at += used;
    if (separator > 0 && len - *at >= separator &&
        memcmp(text + *at, r->ops->move_separator, separator) == 0) {
        *at += separator;
    }
    return LW_OK;
}

static lw_status rehearse(struct rehearsal *r, const char *text, size_t len,
                          struct lw_error *err) {
    size_t number = 1;
    lw_status status = LW_OK;
    for (size_t at = skip_space(text, len, 0); at < len && status == LW_OK;
         at = skip_space(text, len, at)) {
        status = rehearse_one(r, text, len, &at, number++, err);
    }
    bool good = lw_buffer_ok(&r->line) && lw_buffer_ok(&r->scratch);
    return status == LW_OK && !good ? lw_fail_memory(err) : status;
}

/* What moved. */

static void add_pair(struct calls_step_report *report, uint32_t from, uint32_t to) {
    uint32_t pair[2] = {from, to};
    lw_buffer_add(&report->moved, (const char *)pair, sizeof pair);
}

/* The player, and the box that was where the player now is. */
static void watch_sokoban(struct calls_play *play, const void *before, const void *after,
                          struct calls_step_report *report) {
    struct lw_play *handle = lw_session_play(play->session);
    const struct lw_sokoban_level *level = lw_sokoban_level_of(handle->level);
    size_t n = (size_t)level->width * level->height;
    uint8_t *cells = lw_alloc_get(play->alloc, 2 * n);
    if (cells == NULL) {
        return;
    }
    uint32_t from = 0, to = 0;
    lw_sokoban_play_cells(handle, before, cells);
    lw_sokoban_play_cells(handle, after, cells + n);
    for (uint32_t i = 0; i < n; i++) {
        from = cells[i] & LW_SOKOBAN_PLAYER ? i : from;
        to = cells[n + i] & LW_SOKOBAN_PLAYER ? i : to;
    }
    add_pair(report, from, to);
    if (cells[to] & LW_SOKOBAN_BOX) {
        add_pair(report, to, to + (to - from));
    }
    lw_alloc_free(play->alloc, cells, 2 * n);
}

/* Balls of a row or column never pass each other, so the k-th of a line stays the k-th.
 */
static void watch_move(struct calls_play *play, const void *before, const void *after,
                       bool across, struct calls_step_report *report) {
    const struct lw_move_level *level = lw_move_level_of(play->subject.entry->level);
    struct lw_move_board board;
    if (lw_move_board_init(&board, level, play->alloc) != LW_OK) {
        return;
    }
    uint32_t n_lines = across ? level->height : level->width;
    for (uint32_t line = 0; line < n_lines; line++) {
        uint32_t from[LW_MOVE_MAX_SIDE], to[LW_MOVE_MAX_SIDE], n_from = 0, n_to = 0;
        uint8_t was[LW_MOVE_MAX_SIDE] = {0}, is[LW_MOVE_MAX_SIDE] = {0};
        for (uint32_t ball = 0; ball < board.n_balls; ball++) {
            uint32_t a = lw_move_board_square(&board, before, ball);
            uint32_t b = lw_move_board_square(&board, after, ball);
            uint32_t ax = a % level->width, ay = a / level->width;
            uint32_t bx = b % level->width, by = b / level->width;
            if ((across ? ay : ax) == line) {
                was[across ? ax : ay] = 1;
            }
            if ((across ? by : bx) == line) {
                is[across ? bx : by] = 1;
            }
        }
        for (uint32_t i = 0; i < (across ? level->width : level->height); i++) {
            uint32_t cell = across ? line * level->width + i : i * level->width + line;
            if (was[i]) {
                from[n_from++] = cell;
            }
            if (is[i]) {
                to[n_to++] = cell;
            }
        }
        for (uint32_t i = 0; i < n_from && i < n_to; i++) {
            if (from[i] != to[i]) {
                add_pair(report, from[i], to[i]);
            }
        }
    }
    lw_move_board_free(&board);
}

/* Sounds: plays the turn again on an engine that listens: the states hold everything a
 * turn depends on, so it is the same turn. */
static void listen_to_puzzlescript(struct calls_play *play, const void *before, char move,
                                   struct calls_step_report *report) {
    static const char letters[] = "uldrx";
    const struct lw_level *base = play->subject.entry->level;
    const struct lw_ps_game *game = lw_ps_game_of(base->game);
    const struct lw_ps_level *level = lw_ps_level_of(base);
    const char *found = move == '\0' ? NULL : strchr(letters, move);
    struct lw_ps_engine *engine = NULL;
    if (found == NULL ||
        lw_ps_engine_create(game, level->width, level->height, LW_PS_KEEP_SOUNDS,
                            play->alloc, &engine, NULL) != LW_OK) {
        return;
    }
    (void)lw_ps_load(engine, level->cells, NULL, 0);
    lw_ps_unpack(engine, before);
    lw_ps_sounds_clear(engine);
    (void)lw_ps_play(engine, (enum lw_ps_input)(int)(found - letters));
    const char *const *seeds;
    size_t n = lw_ps_sounds(engine, &seeds);
    for (size_t i = 0; i < n; i++) {
        lw_buffer_add(&report->sounds, seeds[i], strlen(seeds[i]) + 1);
    }
    lw_ps_engine_destroy(engine);
}

static void watch_step(struct calls_play *play, const void *before, const void *after,
                       char move, struct calls_step_report *report) {
    const struct lw_game_kind *kind = play->subject.kind;
    if (kind == &lw_sokoban_kind && before != after) {
        watch_sokoban(play, before, after, report);
    } else if (kind == &lw_move_kind && before != after) {
        watch_move(play, before, after, strchr("LRlr", move) != NULL, report);
    } else if (kind == &lw_puzzlescript_kind) {
        listen_to_puzzlescript(play, before, move, report);
    }
    if (!lw_buffer_ok(&report->moved)) {
        lw_buffer_clear(&report->moved);
    }
    if (!lw_buffer_ok(&report->sounds)) {
        lw_buffer_clear(&report->sounds);
    }
}

lw_status lw_calls_make_moves(struct calls_request *rq, struct calls_play *play,
                              const char *text, size_t len,
                              struct calls_step_report *report) {
    struct lw_play *handle = lw_session_play(play->session);
    size_t bytes = handle->state_bytes;
    uint8_t *states = lw_alloc_get(play->alloc, 3 * bytes);
    if (states == NULL) {
        return lw_fail_memory(rq->err);
    }
    struct rehearsal r = {.ops = play->subject.kind->play,
                          .play = handle,
                          .state = states,
                          .next = states + bytes,
                          .before = states + 2 * bytes};
    lw_buffer_init(&r.line, play->alloc);
    lw_buffer_init(&r.scratch, play->alloc);
    memcpy(r.state, lw_session_state(play->session), bytes);
    lw_status status =
        len <= MAX_MOVES_BYTES
            ? rehearse(&r, text, len, rq->err)
            : lw_fail(rq->err, LW_USAGE, 0, 0, "the moves have %zu bytes; at most %zu",
                      len, MAX_MOVES_BYTES);
    if (status == LW_OK && r.line.len > 0) {
        status = lw_session_replay(play->session, r.line.data, r.line.len, rq->err);
        report->changed = status == LW_OK;
    }
    if (status == LW_OK) {
        report->message = r.said;
    }
    if (status == LW_OK && r.last != '\0') {
        watch_step(play, r.last_same ? r.state : r.before, r.state, r.last, report);
    }
    lw_buffer_free(&r.line);
    lw_buffer_free(&r.scratch);
    lw_alloc_free(play->alloc, states, 3 * bytes);
    return status;
}
