/* Rules one by one: those of one plain row, those of several rows or with ellipses, and
 * groups of which one match is drawn. */
#ifndef CORE_RULES_H
#define CORE_RULES_H

#include <math.h>
#include <string.h>

#include "engine/core_effect.h"
#include "engine/core_match.h"

/* Rules of one plain row. */

static inline uint32_t scan_key(const struct lw_ps_engine *e, uint32_t cell) {
    return e->scan[cell];
}

/* Row-major order, as rows along x are scanned. */
static void sort_starts(const struct lw_ps_engine *e, const uint64_t *hits, uint32_t n) {
    uint32_t *starts = e->starts;
    if (n > 24) {
        n = 0;
        for (uint32_t y = 0; y < e->height; y++) {
            for (uint32_t cell = y; cell < e->n_cells; cell += e->height) {
                if ((hits[cell >> 6] >> (cell & 63) & 1) != 0) {
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
                            const struct lw_ps_row *row, bool exact, int64_t step) {
    uint32_t n = 0;
    for (uint32_t w = 0; w < PS_BW(e); w++) {
        for (uint64_t bits = e->hits[w]; bits != 0; bits &= bits - 1) {
            uint32_t cell = 64 * w + lw_bits_first(bits);
            if (exact && !run_matches(e, row->left, row->n_cells, cell, step)) {
                e->hits[w] &= ~(bits & (~bits + 1));
                continue;
            }
            e->starts[n++] = cell;
        }
    }
    bool along_x = rule->dir == LW_PS_LEFT || rule->dir == LW_PS_RIGHT;
    if (n > 1 && along_x) {
        sort_starts(e, e->hits, n);
    }
    return n;
}

/* Leaves in hits the starts that really match; returns their number. */
static uint32_t count_hits(const struct lw_ps_engine *e, const struct lw_ps_row *row,
                           bool exact, int64_t step, uint64_t *hits) {
    uint32_t n = 0;
    for (uint32_t w = 0; w < PS_BW(e); w++) {
        for (uint64_t bits = exact ? hits[w] : 0; bits != 0; bits &= bits - 1) {
            uint32_t cell = 64 * w + lw_bits_first(bits);
            if (!run_matches(e, row->left, row->n_cells, cell, step)) {
                hits[w] &= ~(bits & (~bits + 1));
            }
        }
        n += lw_bits_count(hits[w]);
    }
    return n;
}

/* The board of starts moved onto the cells at step k of the row, into e->later. */
static const uint64_t *moved_hits(struct lw_ps_engine *e, int64_t shift) {
    if (shift == 0) {
        return e->hits;
    }
    /* As word w comes from two neighbours: the words off below, and one further. */
    int64_t off = shift >> 6;
    unsigned bits = (unsigned)(shift & 63);
    for (int64_t w = 0; w < PS_BW(e); w++) {
        int64_t from = w - off;
        uint64_t near = from >= 0 && from < PS_BW(e) ? e->hits[from] << bits : 0;
        uint64_t far = bits != 0 && from >= 1 && from - 1 < PS_BW(e)
                           ? e->hits[from - 1] >> (64 - bits)
                           : 0;
        e->later[w] = near | far;
    }
    return e->later;
}

/* Matches that do not touch each other can be taken in any order: all at once when there
 * are many. */
static enum ps_applied apply_by_board(struct lw_ps_engine *e,
                                      const struct ps_rule_code *code,
                                      const struct ps_segment *segment, int64_t step) {
    const struct lw_ps_row *row = &code->rule->rows[code->row];
    uint32_t n = count_hits(e, row, segment->exact, step, e->hits);
    if (n == 0) {
        return PS_NO_MATCH;
    }
    queue_commands(e, code->rule);
    e->work += n;
    bool changed = false;
    bool bulk = n > 2 && n * 6 > PS_BW(e);
    for (uint32_t k = 0; k < row->n_cells && bulk && code->has_right; k++) {
        if (row->right[k].acts) {
            const uint64_t *board = moved_hits(e, step * k);
            changed = ps_apply_board(e, &row->right[k], board) || changed;
        }
    }
    for (uint32_t w = 0; w < PS_BW(e) && !bulk && code->has_right; w++) {
        for (uint64_t bits = e->hits[w]; bits != 0; bits &= bits - 1) {
            uint32_t cell = 64 * w + lw_bits_first(bits);
            changed =
                apply_run(e, code->rule, row->right, row->n_cells, cell, step) || changed;
        }
    }
    return changed ? PS_CHANGED : PS_NO_EFFECT;
}

/* For one start, applying the rule is as quick as finding out that it need not be. */
static inline bool more_than_one(const struct lw_ps_engine *e, const uint64_t *hits) {
    (void)e;
    return PS_BW(e) > 1 || (hits[0] & (hits[0] - 1)) != 0;
}

/* Applies the row of a rule that changes something; its starts are in e->hits. */
static enum ps_applied apply_hits(struct lw_ps_engine *e,
                                  const struct ps_rule_code *code) {
    const struct lw_ps_rule *rule = code->rule;
    const struct lw_ps_row *row = &rule->rows[code->row];
    const struct ps_segment *segment = &e->program->segments[code->segment];
    int64_t step = step_of(e, code->dir);
    if (segment->settles && !segment->exact && more_than_one(e, e->hits)) {
        bool all = code->steady && !code->by_board;
        if (!find_unsettled(e, segment, step, e->hits, all, e->later)) {
            queue_commands(e, rule);
            return PS_NO_EFFECT;
        }
        if (all) {
            memcpy(e->hits, e->later, PS_BW(e) * sizeof *e->hits);
        }
    }
    if (code->by_board) {
        return apply_by_board(e, code, segment, step);
    }
    uint32_t n = list_starts(e, rule, row, segment->exact, step);
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

/* Rules of several rows, or with ellipses. */

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

static inline void match_start(struct lw_ps_engine *e, const struct lw_ps_rule *rule,
                               const struct lw_ps_row *row,
                               const struct ps_row_code *code, uint32_t cell,
                               struct ps_matches *out) {
    const struct ps_segment *first = e->program->segments + code->first_segment;
    if (first->exact && !segment_at(e, row, first, cell, step_of(e, rule->dir))) {
        return;
    }
    if (code->n_segments == 1) {
        (void)add_match(e, out, (struct ps_match){.start = cell});
    } else {
        match_gaps(e, rule, row, code, cell, out);
    }
}

/* All matches of a row with the starts of hits, in scanning order. */
static bool list_row(struct lw_ps_engine *e, const struct lw_ps_rule *rule,
                     const struct lw_ps_row *row, const struct ps_row_code *code,
                     const uint64_t *hits, struct ps_matches *out) {
    uint32_t n = 0;
    out->n = 0;
    for (uint32_t w = 0; w < PS_BW(e); w++) {
        for (uint64_t bits = hits[w]; bits != 0; bits &= bits - 1) {
            e->starts[n++] = 64 * w + lw_bits_first(bits);
        }
    }
    if (n > 1 && rule->dir != LW_PS_UP && rule->dir != LW_PS_DOWN) {
        sort_starts(e, hits, n);
    }
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

/* The starts of every row; false when a row has none. */
static bool find_rows(struct lw_ps_engine *e, const struct ps_rule_code *code) {
    int64_t step = step_of(e, code->dir);
    uint64_t *hits = e->row_hits;
    for (uint32_t r = 0; r < code->rule->n_rows; r++, hits += PS_BW(e)) {
        const struct ps_row_code *row = &e->program->rows[code->first_row + r];
        if (!match_segment(e, e->program->segments + row->first_segment, step, hits)) {
            return false;
        }
    }
    return true;
}

static bool rows_settled(struct lw_ps_engine *e, const struct ps_rule_code *code) {
    int64_t step = step_of(e, code->dir);
    const uint64_t *hits = e->row_hits;
    for (uint32_t r = 0; r < code->rule->n_rows; r++, hits += PS_BW(e)) {
        const struct ps_row_code *row = &e->program->rows[code->first_row + r];
        if (find_unsettled(e, e->program->segments + row->first_segment, step, hits,
                           false, e->later)) {
            return false;
        }
    }
    return true;
}

/* The fewest matches that a row has of those that only look; alone: all have one. */
static uint32_t count_onlookers(struct lw_ps_engine *e, const struct ps_rule_code *code,
                                bool *alone) {
    int64_t step = step_of(e, code->dir);
    uint64_t *hits = e->row_hits;
    uint32_t least = UINT32_MAX;
    *alone = true;
    for (uint32_t r = 0; r < code->rule->n_rows; r++, hits += PS_BW(e)) {
        const struct ps_row_code *row = &e->program->rows[code->first_row + r];
        const struct ps_segment *segment = e->program->segments + row->first_segment;
        if (r != code->row) {
            uint32_t n = count_hits(e, &code->rule->rows[r], segment->exact, step, hits);
            least = n < least ? n : least;
            *alone = *alone && n == 1;
        }
    }
    return least;
}

static bool list_rows(struct lw_ps_engine *e, const struct ps_rule_code *code) {
    const uint64_t *hits = e->row_hits;
    for (uint32_t r = 0; r < code->rule->n_rows; r++, hits += PS_BW(e)) {
        if (!list_row(e, code->rule, &code->rule->rows[r],
                      &e->program->rows[code->first_row + r], hits, &e->rows[r])) {
            return false;
        }
    }
    return true;
}

static bool match_rows(struct lw_ps_engine *e, const struct ps_rule_code *code) {
    return find_rows(e, code) && list_rows(e, code);
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

static LW_OUTLINE enum ps_applied apply_general(struct lw_ps_engine *e,
                                                const struct ps_rule_code *code) {
    size_t index[MAX_ROWS];
    uint32_t n_rows = code->rule->n_rows;
    if (n_rows > MAX_ROWS || !find_rows(e, code)) {
        return PS_NO_MATCH;
    }
    if (code->settles && rows_settled(e, code)) {
        queue_commands(e, code->rule);
        return PS_NO_EFFECT;
    }
    if (code->single) {
        bool alone;
        if (count_onlookers(e, code, &alone) == 0) {
            return PS_NO_MATCH;
        }
        /* Once for each of their matches would change nothing more. */
        if (alone || code->by_board) {
            memcpy(e->hits, e->row_hits + (size_t)code->row * PS_BW(e),
                   PS_BW(e) * sizeof *e->hits);
            return apply_hits(e, code);
        }
    }
    if (!list_rows(e, code)) {
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

static LW_OUTLINE uint32_t ps_missing_plane(const struct lw_ps_engine *e, uint32_t rule) {
    const uint64_t *needs = e->program->codes[rule].needs;
    uint32_t best = UINT32_MAX;
    for (uint32_t w = 0; w < PS_OW(e) + PS_MW(e); w++) {
        uint64_t bits = needs[w] & ~e->present[w];
        uint32_t first = w < PS_OW(e) ? 64 * w : e->game->n_objects + 64 * (w - PS_OW(e));
        for (; bits != 0; bits &= bits - 1) {
            uint32_t plane = first + lw_bits_first(bits);
            best = best == UINT32_MAX || e->rises[plane] < e->rises[best] ? plane : best;
        }
    }
    return best;
}

static inline bool could_match(const struct lw_ps_engine *e,
                               const struct ps_rule_code *code) {
    uint64_t missing = 0;
    for (uint32_t w = 0; w < PS_OW(e) + PS_MW(e); w++) {
        missing |= code->needs[w] & ~e->present[w];
    }
    return missing == 0;
}

/* Whether a rule is worth applying; for a simple one, e->hits has the starts. Otherwise
 * it is not looked at again until something happens. */
static inline bool ps_find_rule(struct lw_ps_engine *e, uint32_t rule) {
    const struct ps_rule_code *code = &e->program->codes[rule];
    if (!code->pure && lw_ps_has(e->idle, rule)) {
        return true;
    }
    e->work += 1 + PS_BW(e) / 8;
    if (!could_match(e, code)) {
        ps_park(e, rule, ps_missing_plane(e, rule));
    } else if (!code->simple || match_segment(e, &e->program->segments[code->segment],
                                              step_of(e, code->dir), e->hits)) {
        return true;
    }
    e->need[rule >> 6] &= ~(1ULL << (rule & 63));
    return false;
}

/* Applies a rule that was just found. */
static enum ps_applied ps_apply_rule(struct lw_ps_engine *e, uint32_t rule) {
    const struct ps_rule_code *code = &e->program->codes[rule];
    if (!code->pure && lw_ps_has(e->idle, rule)) {
        queue_commands(e, code->rule);
        return PS_NO_EFFECT;
    }
    enum ps_applied applied = code->simple ? apply_hits(e, code) : apply_general(e, code);
    if (applied == PS_CHANGED) {
        e->n_applied++;
    }
    return applied;
}

/* Random groups. */

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
    ps_set_bit(e->matched, rule);
    queue_commands(e, code->rule);
    e->n_applied += changed;
    return changed;
}

static LW_OUTLINE bool ps_apply_random(struct lw_ps_engine *e,
                                       const struct lw_ps_group *group) {
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
