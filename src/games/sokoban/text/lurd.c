/* Moves as text: run-length form, and the case of the letters.
 *
 * Readers in the field disagree on case, so letters are taken in either and spelled anew
 * by replay: small for a step, capital for a push. */
#include <string.h>

#include "text/text_internal.h"

#define MAX_DEPTH 32 /* of nested groups */

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool lw_sokoban_is_lurd(struct lw_sokoban_line line) {
    bool any = false;
    for (size_t i = 0; i < line.len; i++) {
        char c = line.text[i];
        bool letter = lw_sokoban_lurd_dir(c) != LW_N_DIRS;
        if (!letter && !is_space(c) && !is_digit(c) && c != '(' && c != ')' && c != '*') {
            return false;
        }
        any = any || letter;
    }
    return any;
}

struct group {
    size_t start; /* of its expansion in the output */
    size_t count;
};

/* Everything after start once more, count - 1 times. The output only ever grows, so that
 * the limit on it bounds the work too. */
static lw_status repeat(struct lw_buffer *out, size_t start, size_t count, size_t most,
                        struct lw_error *err) {
    size_t len = out->len - start;
    if (len == 0) {
        return LW_OK;
    }
    if (count == 0) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "a count of 0 in the moves; leave the moves out instead");
    }
    if (count > LW_SOKOBAN_MAX_MOVES || len * count > LW_SOKOBAN_MAX_MOVES - start) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the moves expand to more than %d; longer lines are not taken",
                       LW_SOKOBAN_MAX_MOVES);
    }
    if (start + len * count > most) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the solutions of this text expand to more than %d moves",
                       LW_MAX_EXPANDED_MOVES);
    }
    if (len == 1) {
        lw_buffer_repeat(out, out->data[start], count - 1);
        return LW_OK;
    }
    for (size_t i = 1; i < count && lw_buffer_ok(out); i++) {
        size_t before = out->len;
        lw_buffer_repeat(out, ' ', len);
        if (lw_buffer_ok(out)) {
            memcpy(out->data + before, out->data + start, len);
        }
    }
    return LW_OK;
}

static lw_status refuse(const char *text, size_t len, size_t at, const char *expected,
                        struct lw_error *err) {
    char found[16];
    return lw_fail(
        err, LW_BAD_INPUT, 0, lw_sokoban_column(text, at), "%s in the moves; expected %s",
        at < len ? lw_sokoban_describe(text, len, at, found) : "the end", expected);
}

/* The count at text[*at], 1 when there is none; *given says whether there is. */
static size_t take_count(const char *text, size_t len, size_t *at, bool *given) {
    size_t count = 0;
    *given = false;
    for (; *at < len && is_digit(text[*at]); (*at)++) {
        *given = true;
        count =
            count > LW_SOKOBAN_MAX_MOVES ? count : count * 10 + (size_t)(text[*at] - '0');
    }
    return *given ? count : 1;
}

/* Appends the moves in text, run-length form expanded, white space and * dropped; no more
 * than `most`. */
static lw_status expand(const char *text, size_t len, size_t most, struct lw_buffer *out,
                        struct lw_error *err) {
    struct group groups[MAX_DEPTH];
    size_t depth = 0;
    lw_status status = LW_OK;
    for (size_t i = 0; status == LW_OK && i < len; i++) {
        bool given;
        size_t count = take_count(text, len, &i, &given);
        char c = i < len ? text[i] : '\0';
        if (lw_sokoban_lurd_dir(c) != LW_N_DIRS) {
            lw_buffer_putc(out, c);
            status = repeat(out, out->len - 1, count, most, err);
        } else if (c == '(' && depth < MAX_DEPTH) {
            groups[depth++] = (struct group){.start = out->len, .count = count};
        } else if (c == ')' && depth > 0 && !given) {
            depth--;
            status = repeat(out, groups[depth].start, groups[depth].count, most, err);
        } else if (given || !(is_space(c) || c == '*')) {
            return refuse(text, len, i,
                          given ? "a move or ( after a count"
                                : "l u r d L U R D, a count or a group",
                          err);
        }
    }
    if (status == LW_OK && depth > 0) {
        return refuse(text, len, len, "the ) that closes a group", err);
    }
    if (status == LW_OK && !lw_buffer_ok(out)) {
        return lw_fail_memory(err);
    }
    return status;
}

/* Spells moves anew; *n_good is how many could be made. */
static lw_status recompute_case(const struct lw_sokoban_level *level, char *moves,
                                size_t len, size_t *n_good, bool *solved,
                                struct lw_error *err) {
    struct lw_sokoban_replay replay;
    lw_status status = lw_sokoban_replay_open(&replay, level, err);
    if (status != LW_OK) {
        return status;
    }
    for (*n_good = 0; *n_good < len; (*n_good)++) {
        enum lw_dir dir = lw_sokoban_lurd_dir(moves[*n_good]);
        enum lw_sokoban_act act = lw_sokoban_replay_step(&replay, dir);
        if (act == LW_SOKOBAN_BLOCKED) {
            break;
        }
        moves[*n_good] = act == LW_SOKOBAN_PUSH ? lw_sokoban_push_letters[dir]
                                                : lw_sokoban_walk_letters[dir];
    }
    *solved = lw_sokoban_replay_solved(&replay);
    lw_sokoban_replay_close(&replay);
    return LW_OK;
}

static lw_status check_solution(struct lw_collection *set, const struct lw_entry *entry,
                                struct lw_buffer *moves, uint32_t line,
                                struct lw_error *err) {
    const struct lw_sokoban_level *level = lw_sokoban_level_of(entry->level);
    size_t n_good;
    bool solved;
    if (level->n_players != 1) {
        return LW_OK;
    }
    lw_status status =
        recompute_case(level, moves->data, moves->len, &n_good, &solved, err);
    if (status == LW_OK && n_good < moves->len) {
        lw_collection_message(set, false, line, 0,
                              "the stored solution is kept, but its move %zu (%c) is not "
                              "possible",
                              n_good + 1, moves->data[n_good]);
    } else if (status == LW_OK && !solved) {
        lw_collection_message(
            set, false, line, 0,
            "the stored solution is kept, but does not solve the level");
    }
    return status;
}

static size_t count_solutions(const struct lw_entry *entry) {
    size_t n = 0;
    for (const struct lw_stored_solution *at = entry->solutions; at != NULL;
         at = at->next) {
        n++;
    }
    return n;
}

/* The moves in text, charged to what the collection may cost, also when they are refused:
 * the work was done. */
static lw_status read_moves(struct lw_collection *set, const struct lw_entry *entry,
                            const char *text, size_t len, struct lw_buffer *moves,
                            struct lw_error *why) {
    if (count_solutions(entry) >= LW_SOKOBAN_MAX_SOLUTIONS) {
        return lw_fail(why, LW_BAD_INPUT, 0, 0, "the level has %d already",
                       LW_SOKOBAN_MAX_SOLUTIONS);
    }
    size_t left = LW_MAX_EXPANDED_MOVES - (size_t)set->expanded_moves;
    lw_status status = expand(text, len, len + left, moves, why);
    set->expanded_moves += moves->len > len ? moves->len - len : 0;
    if (status != LW_OK) {
        return status;
    }
    if (moves->len == 0) {
        return lw_fail(why, LW_BAD_INPUT, 0, 0, "it has no moves");
    }
    const struct lw_sokoban_level *level = lw_sokoban_level_of(entry->level);
    set->replay_work += (uint64_t)level->width * level->height + moves->len;
    return set->replay_work <= LW_MAX_REPLAY_WORK
               ? LW_OK
               : lw_fail(why, LW_BAD_INPUT, 0, 0,
                         "the solutions of this text take too long to replay");
}

lw_status lw_sokoban_add_solution(struct lw_collection *set, struct lw_entry *entry,
                                  const struct sokoban_stored *stored,
                                  struct lw_error *err) {
    uint32_t line = stored->line;
    struct lw_buffer moves;
    struct lw_error why;
    lw_buffer_init(&moves, set->arena.alloc);
    lw_status status = read_moves(set, entry, stored->text, stored->len, &moves, &why);
    if (status == LW_BAD_INPUT) {
        lw_collection_message(set, true, line, 0, "a stored solution is left out: %s",
                              why.text);
        status = LW_OK;
    } else if (status == LW_OK) {
        status = check_solution(set, entry, &moves, line, err);
        if (status == LW_OK &&
            !lw_collection_solution(set, entry, stored->name, lw_buffer_text(&moves))) {
            status = lw_fail_memory(err);
        }
    } else {
        status = lw_fail_memory(err);
    }
    lw_buffer_free(&moves);
    return status;
}
