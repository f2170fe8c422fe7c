/* Sessions: the whole line of play, with undo, redo, restart, replay, save.
 *
 * A history of packed states with the text of the move that led to each. Position `at` is
 * where play stands; what lies after it can be redone. Restart appends the start state
 * with an empty move, so it is undone like any move. */
#include "lw/session.h"

#include <string.h>

struct step {
    size_t text_at;  /* into the text buffer */
    size_t text_len; /* 0: a restart (or the very start) */
};

struct lw_session {
    const struct lw_alloc *alloc;
    const struct lw_play_ops *ops;
    struct lw_play *play;
    uint8_t *states; /* n_steps * state_bytes */
    size_t states_cap;
    struct step *steps;
    size_t n_steps, steps_cap;
    size_t at;
    struct lw_buffer text;
    uint8_t *next; /* scratch for one state */
};

static const uint8_t *state_at(const struct lw_session *s, size_t index) {
    return s->states + index * s->play->state_bytes;
}

/* Appends after `at`, dropping what could be redone. */
static bool push(struct lw_session *s, const void *state, const char *text, size_t len) {
    size_t bytes = s->play->state_bytes;
    s->n_steps = s->at + 1;
    s->text.len = s->steps[s->at].text_at + s->steps[s->at].text_len;
    if (!lw_grow(s->alloc, &s->states, &s->states_cap, (s->n_steps + 1) * bytes, 1) ||
        !lw_grow(s->alloc, &s->steps, &s->steps_cap, s->n_steps + 1, sizeof *s->steps)) {
        return false;
    }
    size_t text_at = s->text.len;
    lw_buffer_add(&s->text, text, len);
    if (!lw_buffer_ok(&s->text)) {
        return false;
    }
    memcpy(s->states + s->n_steps * bytes, state, bytes);
    s->steps[s->n_steps] = (struct step){.text_at = text_at, .text_len = len};
    s->at = s->n_steps++;
    return true;
}

lw_status lw_session_create(const struct lw_level *level, const struct lw_alloc *alloc,
                            struct lw_session **out, struct lw_error *err) {
    const struct lw_game_kind *kind = level->game->kind;
    if (kind->play == NULL) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0, "%s cannot be played", kind->title);
    }
    struct lw_session *s = lw_alloc_zero(alloc, 1, sizeof *s);
    if (s == NULL) {
        return lw_fail_memory(err);
    }
    s->alloc = alloc;
    s->ops = kind->play;
    lw_buffer_init(&s->text, alloc);
    lw_status status = kind->play->open(level, alloc, &s->play, err);
    if (status == LW_OK) {
        s->next = lw_alloc_get(alloc, s->play->state_bytes);
        if (s->next == NULL ||
            !lw_grow(alloc, &s->states, &s->states_cap, s->play->state_bytes, 1) ||
            !lw_grow(alloc, &s->steps, &s->steps_cap, 1, sizeof *s->steps)) {
            status = lw_fail_memory(err);
        }
    }
    if (status != LW_OK) {
        lw_session_destroy(s);
        return status;
    }
    s->ops->start(s->play, s->states);
    s->steps[0] = (struct step){0, 0};
    s->n_steps = 1;
    *out = s;
    return LW_OK;
}

void lw_session_destroy(struct lw_session *s) {
    if (s == NULL) {
        return;
    }
    lw_alloc_free(s->alloc, s->states, s->states_cap);
    lw_alloc_free(s->alloc, s->steps, s->steps_cap * sizeof *s->steps);
    if (s->play != NULL) {
        lw_alloc_free(s->alloc, s->next, s->play->state_bytes);
        s->ops->close(s->play);
    }
    lw_buffer_free(&s->text);
    lw_alloc_free(s->alloc, s, sizeof *s);
}

enum lw_step lw_session_move(struct lw_session *s, const char *text, size_t len,
                             size_t *used, struct lw_error *err) {
    enum lw_step result =
        s->ops->step_text(s->play, state_at(s, s->at), (struct lw_step_text){text, len},
                          used, s->next, err);
    if (result == LW_STEP_CHANGED || result == LW_STEP_WON) {
        if (!push(s, s->next, text, *used)) {
            (void)lw_fail_memory(err);
            return LW_STEP_ILLEGAL;
        }
    }
    return result;
}

bool lw_session_undo(struct lw_session *s) {
    if (s->at == 0) {
        return false;
    }
    s->at--;
    return true;
}

bool lw_session_redo(struct lw_session *s) {
    if (s->at + 1 >= s->n_steps) {
        return false;
    }
    s->at++;
    return true;
}

bool lw_session_restart(struct lw_session *s) {
    if (memcmp(state_at(s, s->at), state_at(s, 0), s->play->state_bytes) == 0) {
        return false;
    }
    memcpy(s->next, state_at(s, 0), s->play->state_bytes);
    return push(s, s->next, "", 0);
}

static size_t skip_space(const char *text, size_t len, size_t at) {
    while (at < len && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' ||
                        text[at] == '\t')) {
        at++;
    }
    return at;
}

/* The present becomes the start. */
static void forget(struct lw_session *s) {
    memmove(s->states, state_at(s, s->at), s->play->state_bytes);
    s->steps[0] = (struct step){0, 0};
    s->text.len = 0;
    s->n_steps = 1;
    s->at = 0;
}

static lw_status cannot_be_made(size_t number, const char *text,
                                const struct lw_error *why, struct lw_error *err) {
    return lw_fail(err, why->status == LW_NO_MEMORY ? LW_NO_MEMORY : LW_BAD_INPUT, 0, 0,
                   "move %zu, at '%.12s', cannot be made: %s", number, text, why->text);
}

/* Where the move after one that ended there begins. */
static size_t next_move(const struct lw_play_ops *ops, const char *text, size_t len,
                        size_t at) {
    size_t separator = strlen(ops->move_separator);
    if (separator > 0 && len - at >= separator &&
        memcmp(text + at, ops->move_separator, separator) == 0) {
        at += separator;
    }
    return skip_space(text, len, at);
}

static lw_status play_line(struct lw_session *s, const char *text, size_t len, bool keep,
                           struct lw_meter *meter, struct lw_error *err) {
    size_t number = 1;
    for (size_t at = skip_space(text, len, 0); at < len; number++) {
        struct lw_error why = {.text = ""};
        size_t used = 0;
        if (lw_session_move(s, text + at, len - at, &used, &why) == LW_STEP_ILLEGAL) {
            return cannot_be_made(number, text + at, &why, err);
        }
        if (!keep) {
            forget(s);
        }
        at = next_move(s->ops, text, len, at + used);
        if (meter != NULL && at < len &&
            lw_meter_tick(meter, s->play->state_bytes) != LW_STOP_NONE) {
            return lw_fail(err, LW_LIMIT, 0, 0,
                           "there are more moves than can be made here; stopped after "
                           "%zu",
                           number);
        }
    }
    return LW_OK;
}

lw_status lw_session_replay(struct lw_session *s, const char *text, size_t len,
                            struct lw_error *err) {
    return play_line(s, text, len, true, NULL, err);
}

lw_status lw_session_advance(struct lw_session *s, const char *text, size_t len,
                             struct lw_meter *meter, struct lw_error *err) {
    return play_line(s, text, len, false, meter, err);
}

lw_status lw_session_judge(const struct lw_level *level, const char *text, size_t len,
                           struct lw_error *err) {
    const struct lw_play_ops *ops = level->game->kind->play;
    if (ops == NULL || ops->read_move == NULL) {
        return LW_OK;
    }
    size_t number = 1;
    for (size_t at = skip_space(text, len, 0); at < len; number++) {
        struct lw_error why = {.text = ""};
        size_t used = 0;
        if (ops->read_move(level->game, text + at, len - at, &used, &why) != LW_OK) {
            return cannot_be_made(number, text + at, &why, err);
        }
        at = next_move(ops, text, len, at + used);
    }
    return LW_OK;
}

bool lw_session_won(const struct lw_session *s) {
    return s->ops->won(s->play, state_at(s, s->at));
}

const void *lw_session_state(const struct lw_session *s) {
    return state_at(s, s->at);
}

struct lw_play *lw_session_play(struct lw_session *s) {
    return s->play;
}

/* The step after which the present line of play begins. */
static size_t line_start(const struct lw_session *s) {
    size_t first = s->at;
    while (first > 0 && s->steps[first].text_len > 0) {
        first--;
    }
    return first;
}

size_t lw_session_n_moves(const struct lw_session *s) {
    return s->at - line_start(s);
}

static void put_moves(const struct lw_session *s, size_t first, size_t last,
                      struct lw_buffer *out) {
    for (size_t i = first; i < last; i++) {
        const struct step *step = &s->steps[i];
        if (i > first) {
            lw_buffer_puts(out, s->ops->move_separator);
        }
        lw_buffer_add(out, lw_buffer_text(&s->text) + step->text_at, step->text_len);
    }
}

void lw_session_text(const struct lw_session *s, struct lw_buffer *out) {
    put_moves(s, line_start(s) + 1, s->at + 1, out);
}

/* "lw1 AT" then one "|"-led part a line of play: "|moves|moves", a new part where the
 * player restarted. */
void lw_session_save(const struct lw_session *s, struct lw_buffer *out) {
    lw_buffer_printf(out, "lw1 %zu ", s->at);
    size_t first = 1;
    for (size_t i = 1; i <= s->n_steps; i++) {
        if (i == s->n_steps || s->steps[i].text_len == 0) {
            lw_buffer_putc(out, '|');
            put_moves(s, first, i, out);
            first = i + 1;
        }
    }
    lw_buffer_putc(out, '\n');
}

static lw_status load_refused(struct lw_error *err, const char *why) {
    return lw_fail(err, LW_BAD_INPUT, 1, 1, "this is not a saved game of this level: %s",
                   why);
}

/* Replays the "|"-led parts into a fresh session. */
static lw_status load_parts(struct lw_session *fresh, const char *text, size_t len,
                            struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t at = 0; status == LW_OK && at < len;) {
        const char *part = text + at + 1;
        const char *end = memchr(part, '|', len - at - 1);
        size_t part_len = end == NULL ? len - at - 1 : (size_t)(end - part);
        if (at > 0 && !lw_session_restart(fresh)) {
            return load_refused(err, "a restart where nothing was played");
        }
        status = lw_session_replay(fresh, part, part_len, err);
        at += 1 + part_len;
    }
    return status;
}

lw_status lw_session_load(struct lw_session *s, const char *text, size_t len,
                          struct lw_error *err) {
    size_t at = 4, want = 0;
    while (len > 0 && (text[len - 1] == '\n' || text[len - 1] == '\r')) {
        len--;
    }
    if (len < 7 || memcmp(text, "lw1 ", 4) != 0) {
        return load_refused(err, "it does not begin with 'lw1'");
    }
    for (; at < len && text[at] >= '0' && text[at] <= '9' && want < 100000000; at++) {
        want = want * 10 + (size_t)(text[at] - '0');
    }
    if (len - at < 2 || text[at] != ' ' || text[at + 1] != '|') {
        return load_refused(err, "the position is missing");
    }
    struct lw_session *fresh;
    lw_status status = lw_session_create(s->play->level, s->alloc, &fresh, err);
    if (status != LW_OK) {
        return status;
    }
    status = load_parts(fresh, text + at + 1, len - at - 1, err);
    if (status == LW_OK && want >= fresh->n_steps) {
        status = load_refused(err, "the position lies after its end");
    }
    if (status == LW_OK) {
        fresh->at = want;
        struct lw_session hold = *s;
        *s = *fresh;
        *fresh = hold;
    }
    lw_session_destroy(fresh);
    return status;
}
