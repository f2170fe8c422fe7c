/* Finding and applying rules. */
#ifndef CORE_MATCH_H
#define CORE_MATCH_H

#include <math.h>
#include <string.h>

#include "engine_internal.h"

/* --- boards ---------------------------------------------------------------------------
 */

/* Signed shift that brings the cell at step k of a row onto its start. */
static int64_t step_of(const struct lw_ps_engine *e, enum lw_ps_dir dir) {
    switch (dir) {
    case LW_PS_UP:
        return -1;
    case LW_PS_DOWN:
        return 1;
    case LW_PS_LEFT:
        return -(int64_t)e->height;
    default:
        return e->height;
    }
}

/* Word i of a plane moved by shift; the padding around the planes makes every read safe,
 * and starts whose row leaves the board are not valid anyway. */
static inline uint64_t shifted_word(const uint64_t *plane, int64_t i, int64_t words_off,
                                    unsigned bits_off) {
    const uint64_t *at = plane + i + words_off;
    return at[0] >> bits_off | (at[1] << 1) << (63 - bits_off);
}

/* Joins one test into hits[from, to); returns the union of what is left. */
static inline uint64_t join_test(const struct lw_ps_engine *e, const struct ps_test *test,
                                 int64_t step, uint64_t *hits, uint32_t from,
                                 uint32_t to) {
    int64_t shift = step * test->at;
    int64_t words_off = shift >> 6;
    unsigned bits_off = (unsigned)(shift & 63);
    const uint16_t *planes = e->program->planes + test->first_plane;
    uint64_t left = 0;
    if (test->op == PS_TEST_ALL) {
        for (uint32_t p = 0; p < test->n_planes; p++) {
            const uint64_t *plane = ps_plane(e, planes[p]);
            left = 0;
            for (uint32_t i = from; i < to; i++) {
                hits[i] &= shifted_word(plane, i, words_off, bits_off);
                left |= hits[i];
            }
        }
        return left;
    }
    uint64_t flip = test->op == PS_TEST_NONE ? ~0ULL : 0;
    for (uint32_t i = from; i < to; i++) {
        if (hits[i] == 0) {
            continue;
        }
        uint64_t any = 0;
        for (uint32_t p = 0; p < test->n_planes; p++) {
            any |= shifted_word(ps_plane(e, planes[p]), i, words_off, bits_off);
        }
        hits[i] &= any ^ flip;
        left |= hits[i];
    }
    return left;
}

/* All starts of the segment on the board; false when there is none. */
static inline bool match_words(const struct lw_ps_engine *e,
                               const struct ps_segment *segment, int64_t step,
                               uint64_t *hits, uint32_t words) {
    const uint64_t *valid = e->valid + (size_t)segment->valid * PS_BW(e);
    uint32_t from = 0;
    uint32_t to = words;
    memcpy(hits, valid, words * sizeof *hits);
    const struct ps_test *tests = e->program->tests + segment->first_test;
    for (uint32_t t = 0; t < segment->n_tests; t++) {
        if (join_test(e, &tests[t], step, hits, from, to) == 0) {
            return false;
        }
        if (words > 4) {
            while (hits[from] == 0) {
                from++;
            }
            while (hits[to - 1] == 0) {
                to--;
            }
        }
    }
    if (words > 4) {
        memset(hits, 0, from * sizeof *hits);
        memset(hits + to, 0, (words - to) * sizeof *hits);
    }
    return true;
}

static bool match_segment(const struct lw_ps_engine *e, const struct ps_segment *segment,
                          int64_t step, uint64_t *hits) {
    if (PS_BW(e) == 1) {
        return match_words(e, segment, step, hits, 1);
    }
    if (PS_BW(e) == 2) {
        return match_words(e, segment, step, hits, 2);
    }
    if (PS_BW(e) == 4) {
        return match_words(e, segment, step, hits, 4);
    }
    return match_words(e, segment, step, hits, PS_BW(e));
}

/* --- cells ----------------------------------------------------------------------------
 */

static inline bool cell_matches(const struct lw_ps_engine *e,
                                const struct lw_ps_pattern *pattern, uint32_t cell) {
    const uint64_t *objects = e->objects + (size_t)cell * PS_OW(e);
    const uint64_t *movements = e->movements + (size_t)cell * PS_MW(e);
    uint64_t bad = 0;
    for (uint32_t w = 0; w < PS_OW(e); w++) {
        bad |=
            (pattern->required[w] & ~objects[w]) | (pattern->forbidden[w] & objects[w]);
    }
    for (uint32_t w = 0; w < PS_MW(e); w++) {
        bad |= (pattern->moving[w] & ~movements[w]) | (pattern->still[w] & movements[w]);
    }
    for (uint32_t a = 0; a < pattern->n_any && bad == 0; a++) {
        const uint64_t *any = pattern->any + (size_t)a * PS_OW(e);
        uint64_t hit = 0;
        for (uint32_t w = 0; w < PS_OW(e); w++) {
            hit |= any[w] & objects[w];
        }
        bad |= hit == 0;
    }
    return bad == 0;
}

static bool run_matches(const struct lw_ps_engine *e, const struct lw_ps_pattern *left,
                        uint32_t n, int64_t start, int64_t step) {
    for (uint32_t k = 0; k < n; k++) {
        if (!cell_matches(e, &left[k], (uint32_t)(start + k * step))) {
            return false;
        }
    }
    return true;
}

/* --- effects --------------------------------------------------------------------------
 */

static double draw(struct lw_ps_engine *e) {
    e->drew = true;
    return ps_rc4_unit(&e->rng);
}

static void add_random_object(struct lw_ps_engine *e, const struct lw_ps_effect *effect,
                              uint64_t *objects, uint64_t *movements) {
    const struct lw_ps_game *game = e->game;
    uint16_t id = effect->random[(uint32_t)floor(draw(e) * effect->n_random)];
    uint32_t layer = game->objects[id].layer;
    const uint64_t *mask = game->layer_masks + (size_t)layer * PS_OW(e);
    for (uint32_t w = 0; w < PS_OW(e); w++) {
        objects[w] &= ~mask[w];
    }
    ps_set_bit(objects, id);
    for (uint32_t d = 0; d < LW_PS_N_MOVEMENTS; d++) {
        uint32_t bit = 5 * layer + d;
        movements[bit >> 6] &= ~(1ULL << (bit & 63));
    }
}

static void add_random_dirs(struct lw_ps_engine *e, const struct lw_ps_effect *effect,
                            uint64_t *movements) {
    for (uint32_t l = 0; l < e->game->n_layers; l++) {
        if (lw_ps_has(effect->random_dir, 5 * l)) {
            ps_set_bit(movements, 5 * l + (uint32_t)floor(draw(e) * 4));
        }
    }
}

/* Marks the layers of a rigid rule; see section 8.4 of the semantics. The group number is
 * kept in the five bits of each layer. */
static bool mark_rigid(struct lw_ps_engine *e, const struct lw_ps_rule *rule,
                       const struct lw_ps_effect *effect, uint32_t cell) {
    uint64_t number = e->game->early.groups[rule->group].rigid;
    uint64_t *groups = e->rigid_group + (size_t)cell * PS_MW(e);
    uint64_t *layers = e->rigid_layers + (size_t)cell * PS_MW(e);
    bool groups_set = true;
    bool layers_set = true;
    for (uint32_t b = 0; b < 5 * e->game->n_layers; b++) {
        if (!lw_ps_has(effect->rigid_layers, b)) {
            continue;
        }
        layers_set = layers_set && lw_ps_has(layers, b);
        groups_set = groups_set && ((number >> b % 5 & 1) == 0 || lw_ps_has(groups, b));
    }
    if (groups_set || layers_set) {
        return false;
    }
    for (uint32_t b = 0; b < 5 * e->game->n_layers; b++) {
        if (lw_ps_has(effect->rigid_layers, b)) {
            ps_set_bit(layers, b);
            if ((number >> b % 5 & 1) != 0) {
                ps_set_bit(groups, b);
            }
        }
    }
    return true;
}

static void note_sounds(struct lw_ps_engine *e, const uint64_t *old,
                        const uint64_t *now) {
    for (uint32_t w = 0; w < PS_OW(e); w++) {
        e->created[w] |= now[w] & ~old[w];
        e->destroyed[w] |= old[w] & ~now[w];
    }
}

static bool apply_large(struct lw_ps_engine *e, const struct lw_ps_rule *rule,
                        const struct lw_ps_effect *effect, uint32_t cell) {
    uint64_t now[PS_MAX_OBJECTS / 64 + 1];
    uint64_t moves[PS_MAX_OBJECTS * 5 / 64 + 1];
    const uint64_t *old = e->objects + (size_t)cell * PS_OW(e);
    const uint64_t *old_moves = e->movements + (size_t)cell * PS_MW(e);
    uint64_t changed = 0;
    for (uint32_t w = 0; w < PS_OW(e); w++) {
        now[w] = (old[w] & ~effect->clear[w]) | effect->set[w];
    }
    for (uint32_t w = 0; w < PS_MW(e); w++) {
        moves[w] = (old_moves[w] & ~effect->mov_clear[w]) | effect->mov_set[w];
    }
    if (!effect->plain) {
        if (effect->n_random > 0) {
            add_random_object(e, effect, now, moves);
        }
        add_random_dirs(e, effect, moves);
    }
    bool marked =
        rule->rigid && e->rigid_group != NULL && mark_rigid(e, rule, effect, cell);
    for (uint32_t w = 0; w < PS_OW(e); w++) {
        changed |= now[w] ^ old[w];
    }
    if (changed != 0) {
        if (e->program->has_cell_sounds) {
            note_sounds(e, old, now);
        }
        ps_set_objects(e, cell, now);
    }
    uint64_t moved = 0;
    for (uint32_t w = 0; w < PS_MW(e); w++) {
        moved |= moves[w] ^ old_moves[w];
    }
    if (moved != 0) {
        ps_set_movements(e, cell, moves);
    }
    return changed != 0 || moved != 0 || marked;
}

/* The common case: one word each, nothing random or rigid. */
static inline bool apply_cell(struct lw_ps_engine *e, const struct lw_ps_rule *rule,
                              const struct lw_ps_effect *effect, uint32_t cell) {
    if (!effect->acts) {
        return false;
    }
    if (PS_OW(e) != 1 || PS_MW(e) != 1 || !effect->plain || rule->rigid) {
        return apply_large(e, rule, effect, cell);
    }
    uint64_t old = e->objects[cell];
    uint64_t old_moves = e->movements[cell];
    uint64_t now = (old & ~effect->clear[0]) | effect->set[0];
    uint64_t moves = (old_moves & ~effect->mov_clear[0]) | effect->mov_set[0];
    if (now != old) {
        if (e->program->has_cell_sounds) {
            e->created[0] |= now & ~old;
            e->destroyed[0] |= old & ~now;
        }
        ps_set_objects(e, cell, &now);
    }
    if (moves != old_moves) {
        ps_set_movements(e, cell, &moves);
    }
    return now != old || moves != old_moves;
}

static bool apply_run(struct lw_ps_engine *e, const struct lw_ps_rule *rule,
                      const struct lw_ps_effect *right, uint32_t n, int64_t start,
                      int64_t step) {
    bool changed = false;
    for (uint32_t k = 0; k < n; k++) {
        changed = apply_cell(e, rule, &right[k], (uint32_t)(start + k * step)) || changed;
    }
    return changed;
}

static void queue_commands(struct lw_ps_engine *e, const struct lw_ps_rule *rule) {
    uint32_t commands = rule->commands;
    if (commands == 0 || (e->commands & LW_PS_CANCEL) != 0) {
        return;
    }
    if ((e->commands & LW_PS_RESTART) != 0 && (commands & LW_PS_CANCEL) == 0) {
        return;
    }
    if ((commands & (LW_PS_CANCEL | LW_PS_RESTART)) != 0) {
        e->commands = 0;
    }
    if ((commands & LW_PS_MESSAGE) != 0 && (e->commands & LW_PS_MESSAGE) == 0) {
        e->message = rule->message;
    }
    e->commands |= commands;
}

/* --- rules of one plain row -----------------------------------------------------------
 */

static inline uint32_t scan_key(const struct lw_ps_engine *e, uint32_t cell) {
    return e->scan[cell];
}

/* Row-major order, as rows along x are scanned. */
static void sort_starts(const struct lw_ps_engine *e, uint32_t n) {
    uint32_t *starts = e->starts;
    if (n > 24) {
        n = 0;
        for (uint32_t y = 0; y < e->height; y++) {
            for (uint32_t cell = y; cell < e->n_cells; cell += e->height) {
                if ((e->hits[cell >> 6] >> (cell & 63) & 1) != 0) {
                    starts[n++] = cell;
                }
            }
        }
        return;
    }
    for (uint32_t i = 1; i < n; i++) {
        uint32_t cell = starts[i];
        uint32_t key = scan_key(e, cell);
        uint32_t k = i;
        for (; k > 0 && scan_key(e, starts[k - 1]) > key; k--) {
            starts[k] = starts[k - 1];
        }
        starts[k] = cell;
    }
}

/* Lists the starts in e->hits that really match, in scanning order. */
static uint32_t list_starts(struct lw_ps_engine *e, const struct lw_ps_rule *rule,
                            const struct ps_segment *segment, int64_t step) {
    const struct lw_ps_pattern *left = rule->rows[0].left;
    uint32_t n = 0;
    for (uint32_t w = 0; w < PS_BW(e); w++) {
        for (uint64_t bits = e->hits[w]; bits != 0; bits &= bits - 1) {
            uint32_t cell = 64 * w + (uint32_t)__builtin_ctzll(bits);
            if (segment->exact &&
                !run_matches(e, left, rule->rows[0].n_cells, cell, step)) {
                e->hits[w] &= ~(bits & (~bits + 1));
                continue;
            }
            e->starts[n++] = cell;
        }
    }
    bool along_x = rule->dir == LW_PS_LEFT || rule->dir == LW_PS_RIGHT;
    if (n > 1 && along_x) {
        sort_starts(e, n);
    }
    return n;
}

/* Leaves in e->hits the starts that really match; returns their number. */
static uint32_t count_hits(struct lw_ps_engine *e, const struct lw_ps_row *row,
                           bool exact, int64_t step) {
    uint32_t n = 0;
    for (uint32_t w = 0; w < PS_BW(e); w++) {
        uint64_t hits = e->hits[w];
        for (uint64_t bits = exact ? hits : 0; bits != 0; bits &= bits - 1) {
            uint32_t cell = 64 * w + (uint32_t)__builtin_ctzll(bits);
            if (!run_matches(e, row->left, row->n_cells, cell, step)) {
                hits &= ~(bits & (~bits + 1));
            }
        }
        e->hits[w] = hits;
        n += (uint32_t)__builtin_popcountll(hits);
    }
    return n;
}

/* The board of starts moved onto the cells at step k of the row, into e->later. Rows that
 * can be taken by board run down or right. */
static const uint64_t *moved_hits(struct lw_ps_engine *e, uint64_t shift) {
    if (shift == 0) {
        return e->hits;
    }
    uint32_t off = (uint32_t)(shift >> 6);
    uint32_t bits = (uint32_t)(shift & 63);
    for (uint32_t w = 0; w < PS_BW(e); w++) {
        uint64_t near = w >= off ? e->hits[w - off] << bits : 0;
        uint64_t far =
            bits != 0 && w >= off + 1 ? e->hits[w - off - 1] >> (64 - bits) : 0;
        e->later[w] = near | far;
    }
    return e->later;
}

/* Matches that do not touch each other can be taken in any order: all at once when there
 * are many. */
static enum ps_applied apply_by_board(struct lw_ps_engine *e,
                                      const struct ps_rule_code *code,
                                      const struct ps_segment *segment, int64_t step) {
    const struct lw_ps_row *row = &code->rule->rows[0];
    uint32_t n = count_hits(e, row, segment->exact, step);
    if (n == 0) {
        return PS_NO_MATCH;
    }
    queue_commands(e, code->rule);
    e->work += n;
    bool changed = false;
    bool bulk = n > 2 && n * 6 > PS_BW(e);
    for (uint32_t k = 0; k < row->n_cells && bulk && code->has_right; k++) {
        if (row->right[k].acts) {
            const uint64_t *board = moved_hits(e, (uint64_t)(step * k));
            changed = ps_apply_board(e, &row->right[k], board) || changed;
        }
    }
    for (uint32_t w = 0; w < PS_BW(e) && !bulk && code->has_right; w++) {
        for (uint64_t bits = e->hits[w]; bits != 0; bits &= bits - 1) {
            uint32_t cell = 64 * w + (uint32_t)__builtin_ctzll(bits);
            changed =
                apply_run(e, code->rule, row->right, row->n_cells, cell, step) || changed;
        }
    }
    return changed ? PS_CHANGED : PS_NO_EFFECT;
}

static enum ps_applied apply_simple(struct lw_ps_engine *e,
                                    const struct ps_rule_code *code) {
    const struct lw_ps_rule *rule = code->rule;
    const struct lw_ps_row *row = &rule->rows[0];
    const struct ps_segment *segment =
        &e->program->segments[e->program->rows[code->first_row].first_segment];
    int64_t step = step_of(e, rule->dir);
    if (!match_segment(e, segment, step, e->hits)) {
        return PS_NO_MATCH;
    }
    if (code->by_board) {
        return apply_by_board(e, code, segment, step);
    }
    uint32_t n = list_starts(e, rule, segment, step);
    if (n == 0) {
        return PS_NO_MATCH;
    }
    queue_commands(e, rule);
    bool changed = false;
    e->work += n;
    for (uint32_t i = 0; i < n && code->has_right; i++) {
        uint32_t start = e->starts[i];
        if (!changed || run_matches(e, row->left, row->n_cells, start, step)) {
            changed =
                apply_run(e, rule, row->right, row->n_cells, start, step) || changed;
        }
    }
    return changed ? PS_CHANGED : PS_NO_EFFECT;
}

/* --- rules of several rows, or with ellipses ------------------------------------------
 */

#define MAX_MATCHES 2000000

static bool add_match(struct lw_ps_engine *e, struct ps_matches *list,
                      struct ps_match match) {
    if (list->n == list->cap &&
        (list->n >= MAX_MATCHES ||
         !lw_grow(e->alloc, &list->at, &list->cap, list->n + 1, sizeof *list->at))) {
        return false;
    }
    list->at[list->n++] = match;
    return true;
}

/* Cells from start to the edge in the direction, start included. */
static uint32_t room_ahead(const struct lw_ps_engine *e, enum lw_ps_dir dir,
                           uint32_t cell) {
    uint32_t y = e->row[cell];
    uint32_t x = cell / e->height;
    switch (dir) {
    case LW_PS_UP:
        return y + 1;
    case LW_PS_DOWN:
        return e->height - y;
    case LW_PS_LEFT:
        return x + 1;
    default:
        return e->width - x;
    }
}

static bool segment_at(const struct lw_ps_engine *e, const struct lw_ps_row *row,
                       const struct ps_segment *segment, int64_t start, int64_t step) {
    return run_matches(e, row->left + segment->first_cell, segment->n_cells, start, step);
}

/* All gaps for one start, ascending, the first gap outermost. */
static void match_gaps(struct lw_ps_engine *e, const struct lw_ps_rule *rule,
                       const struct lw_ps_row *row, const struct ps_row_code *code,
                       uint32_t start, struct ps_matches *out) {
    const struct ps_segment *segments = e->program->segments + code->first_segment;
    int64_t step = step_of(e, rule->dir);
    uint32_t room = room_ahead(e, rule->dir, start);
    if (room < code->n_cells) {
        return;
    }
    uint32_t slack = room - code->n_cells;
    for (uint32_t gap = 0; gap <= slack && e->work < e->work_limit; gap++) {
        int64_t second = start + (int64_t)(segments[0].n_cells + gap) * step;
        e->work++;
        if (!segment_at(e, row, &segments[1], second, step)) {
            continue;
        }
        if (code->n_segments == 2) {
            (void)add_match(e, out, (struct ps_match){start, {(uint16_t)gap, 0}});
            continue;
        }
        for (uint32_t more = 0; more <= slack - gap; more++) {
            int64_t third = second + (int64_t)(segments[1].n_cells + more) * step;
            e->work++;
            if (segment_at(e, row, &segments[2], third, step)) {
                (void)add_match(
                    e, out, (struct ps_match){start, {(uint16_t)gap, (uint16_t)more}});
            }
        }
    }
}

static void match_start(struct lw_ps_engine *e, const struct lw_ps_rule *rule,
                        const struct lw_ps_row *row, const struct ps_row_code *code,
                        uint32_t cell, struct ps_matches *out) {
    const struct ps_segment *first = e->program->segments + code->first_segment;
    if ((e->hits[cell >> 6] >> (cell & 63) & 1) == 0 ||
        (first->exact && !segment_at(e, row, first, cell, step_of(e, rule->dir)))) {
        return;
    }
    if (code->n_segments == 1) {
        (void)add_match(e, out, (struct ps_match){.start = cell});
    } else {
        match_gaps(e, rule, row, code, cell, out);
    }
}

/* All matches of a row, in scanning order. */
static bool match_row(struct lw_ps_engine *e, const struct lw_ps_rule *rule, uint32_t r,
                      const struct ps_row_code *code, struct ps_matches *out) {
    const struct lw_ps_row *row = &rule->rows[r];
    const struct ps_segment *first = e->program->segments + code->first_segment;
    out->n = 0;
    if (!match_segment(e, first, step_of(e, rule->dir), e->hits)) {
        return false;
    }
    if (rule->dir == LW_PS_UP || rule->dir == LW_PS_DOWN) {
        for (uint32_t w = 0; w < PS_BW(e); w++) {
            for (uint64_t bits = e->hits[w]; bits != 0; bits &= bits - 1) {
                match_start(e, rule, row, code, 64 * w + (uint32_t)__builtin_ctzll(bits),
                            out);
            }
        }
        return out->n > 0;
    }
    uint32_t n = 0;
    for (uint32_t w = 0; w < PS_BW(e); w++) {
        for (uint64_t bits = e->hits[w]; bits != 0; bits &= bits - 1) {
            e->starts[n++] = 64 * w + (uint32_t)__builtin_ctzll(bits);
        }
    }
    sort_starts(e, n);
    for (uint32_t i = 0; i < n; i++) {
        match_start(e, rule, row, code, e->starts[i], out);
    }
    return out->n > 0;
}

static int64_t segment_start(const struct ps_segment *segments, uint32_t s,
                             const struct ps_match *match, int64_t step) {
    int64_t cells = 0;
    for (uint32_t i = 0; i < s; i++) {
        cells += segments[i].n_cells + match->gap[i];
    }
    return match->start + cells * step;
}

static bool tuple_matches(const struct lw_ps_engine *e, const struct ps_rule_code *code,
                          const size_t *index) {
    const struct lw_ps_rule *rule = code->rule;
    int64_t step = step_of(e, rule->dir);
    for (uint32_t r = 0; r < rule->n_rows; r++) {
        const struct ps_row_code *row = &e->program->rows[code->first_row + r];
        const struct ps_segment *segments = e->program->segments + row->first_segment;
        const struct ps_match *match = &e->rows[r].at[index[r]];
        for (uint32_t s = 0; s < row->n_segments; s++) {
            int64_t start = segment_start(segments, s, match, step);
            if (!segment_at(e, &rule->rows[r], &segments[s], start, step)) {
                return false;
            }
        }
    }
    return true;
}

static bool apply_tuple(struct lw_ps_engine *e, const struct ps_rule_code *code,
                        const size_t *index) {
    const struct lw_ps_rule *rule = code->rule;
    int64_t step = step_of(e, rule->dir);
    bool changed = false;
    for (uint32_t r = 0; r < rule->n_rows; r++) {
        const struct ps_row_code *row = &e->program->rows[code->first_row + r];
        const struct ps_segment *segments = e->program->segments + row->first_segment;
        const struct ps_match *match = &e->rows[r].at[index[r]];
        for (uint32_t s = 0; s < row->n_segments; s++) {
            changed = apply_run(e, rule, rule->rows[r].right + segments[s].first_cell,
                                segments[s].n_cells,
                                segment_start(segments, s, match, step), step) ||
                      changed;
        }
    }
    return changed;
}

static bool match_rows(struct lw_ps_engine *e, const struct ps_rule_code *code) {
    for (uint32_t r = 0; r < code->rule->n_rows; r++) {
        if (!match_row(e, code->rule, r, &e->program->rows[code->first_row + r],
                       &e->rows[r])) {
            return false;
        }
    }
    return true;
}

/* Next tuple, the first row varying fastest; false after the last. */
static bool next_tuple(const struct lw_ps_engine *e, uint32_t n_rows, size_t *index) {
    for (uint32_t r = 0; r < n_rows; r++) {
        if (++index[r] < e->rows[r].n) {
            return true;
        }
        index[r] = 0;
    }
    return false;
}

#define MAX_ROWS 256

static enum ps_applied apply_general(struct lw_ps_engine *e,
                                     const struct ps_rule_code *code) {
    size_t index[MAX_ROWS];
    uint32_t n_rows = code->rule->n_rows;
    if (n_rows > MAX_ROWS || !match_rows(e, code)) {
        return PS_NO_MATCH;
    }
    memset(index, 0, n_rows * sizeof *index);
    queue_commands(e, code->rule);
    if (!code->has_right) {
        return PS_NO_EFFECT;
    }
    bool changed = false;
    do {
        e->work++;
        if (!changed || tuple_matches(e, code, index)) {
            changed = apply_tuple(e, code, index) || changed;
        }
    } while (next_tuple(e, n_rows, index) && e->work < e->work_limit);
    return changed ? PS_CHANGED : PS_NO_EFFECT;
}

static uint32_t ps_missing_plane(const struct lw_ps_engine *e, uint32_t rule) {
    const struct ps_rule_code *code = &e->program->codes[rule];
    uint32_t best = UINT32_MAX;
    for (uint32_t w = 0; w < PS_OW(e) + PS_MW(e); w++) {
        bool object = w < PS_OW(e);
        uint32_t word = object ? w : w - PS_OW(e);
        uint64_t bits = object ? code->objects[word] & ~e->present[word]
                               : code->movements[word] & ~e->present_movements[word];
        uint32_t first = (object ? 0 : e->game->n_objects) + 64 * word;
        for (; bits != 0; bits &= bits - 1) {
            uint32_t plane = first + (uint32_t)__builtin_ctzll(bits);
            best = best == UINT32_MAX || e->rises[plane] < e->rises[best] ? plane : best;
        }
    }
    return best;
}

static bool could_match(const struct lw_ps_engine *e, const struct ps_rule_code *code) {
    uint64_t missing = 0;
    for (uint32_t w = 0; w < PS_OW(e); w++) {
        missing |= code->objects[w] & ~e->present[w];
    }
    for (uint32_t w = 0; w < PS_MW(e); w++) {
        missing |= code->movements[w] & ~e->present_movements[w];
    }
    return missing == 0;
}

static void ps_queue_again(struct lw_ps_engine *e, uint32_t rule) {
    queue_commands(e, &e->game->rules[rule]);
}

static enum ps_applied ps_apply_rule(struct lw_ps_engine *e, uint32_t rule) {
    const struct ps_rule_code *code = &e->program->codes[rule];
    e->work += 1 + PS_BW(e) / 8;
    if (!could_match(e, code)) {
        return PS_CANNOT;
    }
    enum ps_applied applied =
        code->simple ? apply_simple(e, code) : apply_general(e, code);
    if (applied == PS_CHANGED) {
        e->n_applied++;
        if (e->rule_counts != NULL) {
            e->rule_counts[rule]++;
        }
    }
    return applied;
}

/* --- random groups --------------------------------------------------------------------
 */

static double count_tuples(struct lw_ps_engine *e, const struct ps_rule_code *code) {
    double n = 1;
    if (!could_match(e, code) || code->rule->n_rows > MAX_ROWS || !match_rows(e, code)) {
        return 0;
    }
    for (uint32_t r = 0; r < code->rule->n_rows; r++) {
        n *= (double)e->rows[r].n;
    }
    return n;
}

static bool apply_numbered(struct lw_ps_engine *e, uint32_t rule, double number) {
    const struct ps_rule_code *code = &e->program->codes[rule];
    size_t index[MAX_ROWS];
    (void)match_rows(e, code);
    for (uint32_t r = 0; r < code->rule->n_rows; r++) {
        double n = (double)e->rows[r].n;
        index[r] = (size_t)fmod(number, n);
        number = floor(number / n);
    }
    bool changed = code->has_right && apply_tuple(e, code, index);
    queue_commands(e, code->rule);
    e->n_applied += changed;
    if (changed && e->rule_counts != NULL) {
        e->rule_counts[rule]++;
    }
    return changed;
}

static bool ps_apply_random(struct lw_ps_engine *e, const struct lw_ps_group *group) {
    double total = 0;
    for (uint32_t i = 0; i < group->n_rules; i++) {
        total += count_tuples(e, &e->program->codes[group->first + i]);
    }
    if (total < 1) {
        return false;
    }
    double number = floor(draw(e) * total);
    for (uint32_t i = 0; i < group->n_rules; i++) {
        double n = count_tuples(e, &e->program->codes[group->first + i]);
        if (number < n) {
            return apply_numbered(e, group->first + i, number);
        }
        number -= n;
    }
    return false;
}

#endif
