/* The engine's tables of rules: tests of patterns over bit boards, tests that the right
 * side holds already, and what may be taken together. */
#include <string.h>

#include "engine/program_internal.h"

/* Longer lists are left to the exact test of the few cells that remain. */
#define MAX_LIST 16

static uint32_t count_bits(const uint64_t *set, uint32_t words) {
    uint32_t n = 0;
    for (uint32_t w = 0; w < words; w++) {
        n += lw_bits_count(set[w]);
    }
    return n;
}

static uint32_t list_bits(const uint64_t *set, uint32_t words, uint32_t offset,
                          uint16_t *out) {
    uint32_t n = 0;
    for (uint32_t w = 0; w < words; w++) {
        for (uint64_t bits = set[w]; bits != 0; bits &= bits - 1) {
            out[n++] = (uint16_t)(offset + 64 * w + lw_bits_first(bits));
        }
    }
    return n;
}
static void put_test(struct ps_builder *b, uint32_t at, enum ps_test_op op,
                     const uint64_t *set, uint32_t words, uint32_t offset) {
    uint16_t *planes = b->program->planes + b->n_planes;
    uint32_t n = list_bits(set, words, offset, planes);
    b->program->tests[b->n_tests++] =
        (struct ps_test){.at = (uint16_t)at,
                         .op = (uint8_t)op,
                         .n_planes = (uint16_t)n,
                         .plane = planes[0],
                         .first_plane = (uint32_t)b->n_planes};
    b->n_planes += n;
}

struct plane_set {
    const uint64_t *set;
    uint32_t words, offset;
};

static void add_test(struct ps_builder *b, struct ps_segment *segment, uint32_t at,
                     enum ps_test_op op, struct plane_set planes) {
    uint32_t n = count_bits(planes.set, planes.words);
    if (n > MAX_LIST && op != PS_TEST_ALL) {
        segment->exact = true;
    } else if (n > 0) {
        put_test(b, at, op, planes.set, planes.words, planes.offset);
        segment->n_tests++;
    }
}

/* The most telling tests first: movements, then required objects, then the rest. */
static void add_segment_tests(struct ps_builder *b, const struct lw_ps_row *row,
                              struct ps_segment *segment) {
    const struct lw_ps_game *game = b->game;
    uint32_t ow = game->obj_words;
    uint32_t mw = game->mov_words;
    uint32_t first_movement = game->n_objects;
    for (int pass = 0; pass < 4; pass++) {
        for (uint32_t k = 0; k < segment->n_cells; k++) {
            const struct lw_ps_pattern *cell = &row->left[segment->first_cell + k];
            if (pass == 0) {
                add_test(b, segment, k, PS_TEST_ALL,
                         (struct plane_set){cell->moving, mw, first_movement});
            } else if (pass == 1) {
                add_test(b, segment, k, PS_TEST_ALL,
                         (struct plane_set){cell->required, ow, 0});
            } else if (pass == 2) {
                for (uint32_t a = 0; a < cell->n_any; a++) {
                    add_test(b, segment, k, PS_TEST_ANY,
                             (struct plane_set){cell->any + (size_t)a * ow, ow, 0});
                }
            } else {
                add_test(b, segment, k, PS_TEST_NONE,
                         (struct plane_set){cell->forbidden, ow, 0});
                add_test(b, segment, k, PS_TEST_NONE,
                         (struct plane_set){cell->still, mw, first_movement});
            }
        }
    }
}
/* Tests that the right side of a cell holds already where the left matches; false when
 * there are too many. The set of what may change is split into what comes and goes. */
static bool add_settled(struct ps_builder *b, struct ps_segment *segment, uint32_t at,
                        const struct lw_ps_pattern *left,
                        const struct lw_ps_effect *right) {
    uint32_t ow = b->game->obj_words;
    uint32_t words = ow + b->game->mov_words;
    uint64_t *comes = b->scratch;
    uint64_t *goes = b->scratch + words;
    lw_ps_find_written(b, left, right, goes);
    for (uint32_t w = 0; w < words; w++) {
        comes[w] = goes[w] & (w < ow ? right->set[w] : right->mov_set[w - ow]);
        goes[w] &= ~comes[w];
    }
    for (int i = 0; i < 4; i++) {
        const uint64_t *set = (i % 2 == 0 ? comes : goes) + (i < 2 ? 0 : ow);
        uint32_t n_words = i < 2 ? ow : words - ow;
        uint32_t n = count_bits(set, n_words);
        if (n > MAX_LIST) {
            return false;
        }
        if (n > 0) {
            put_test(b, at, i % 2 == 0 ? PS_TEST_ALL : PS_TEST_NONE, set, n_words,
                     i < 2 ? 0 : b->game->n_objects);
            segment->n_settled++;
        }
    }
    return true;
}

static void add_settled_tests(struct ps_builder *b, const struct lw_ps_row *row,
                              struct ps_segment *segment) {
    segment->settles = true;
    for (uint32_t k = 0; k < segment->n_cells && segment->settles; k++) {
        uint32_t at = segment->first_cell + k;
        segment->settles = !row->right[at].acts ||
                           add_settled(b, segment, k, &row->left[at], &row->right[at]);
    }
}

static uint32_t find_span(struct ps_builder *b, enum lw_ps_dir dir, uint32_t n_cells) {
    struct ps_span *spans = b->program->spans;
    for (uint32_t i = 0; i < b->n_spans; i++) {
        if (spans[i].dir == dir && spans[i].n_cells == n_cells) {
            return i;
        }
    }
    spans[b->n_spans] = (struct ps_span){dir, (uint16_t)n_cells};
    return (uint32_t)b->n_spans++;
}

static void add_row(struct ps_builder *b, const struct lw_ps_rule *rule,
                    const struct lw_ps_row *row, struct ps_rule_code *rule_code) {
    struct ps_row_code *code = &b->program->rows[b->n_rows++];
    code->first_segment = (uint32_t)b->n_segments;
    code->n_segments = (uint16_t)(row->n_ellipses + 1);
    code->n_cells = (uint16_t)(row->n_cells - row->n_ellipses);
    uint32_t first = 0;
    for (uint32_t s = 0; s <= row->n_ellipses; s++) {
        uint32_t end = s < row->n_ellipses ? row->ellipsis[s] : row->n_cells;
        struct ps_segment *segment = &b->program->segments[b->n_segments++];
        segment->first_cell = (uint16_t)first;
        segment->n_cells = (uint16_t)(end - first);
        segment->first_test = (uint32_t)b->n_tests;
        segment->valid = find_span(b, rule->dir, end - first);
        add_segment_tests(b, row, segment);
        if (rule_code->quiet && row->right != NULL) {
            add_settled_tests(b, row, segment);
        }
        rule_code->settles = rule_code->settles && segment->settles && !segment->exact &&
                             row->n_ellipses == 0;
        first = end + 1;
    }
}

/* Matching without a change has no effect but the commands. */
static bool is_quiet(const struct lw_ps_game *game, const struct lw_ps_rule *rule,
                     bool random_group) {
    if (rule->rigid || random_group) {
        return false;
    }
    for (uint32_t i = 0; i < rule->n_rows; i++) {
        const struct lw_ps_row *row = &rule->rows[i];
        for (uint32_t k = 0; k < row->n_cells && row->right != NULL; k++) {
            if (!row->left[k].is_ellipsis &&
                (row->right[k].n_random > 0 ||
                 count_bits(row->right[k].random_dir, game->mov_words) > 0)) {
                return false;
            }
        }
    }
    return true;
}
/* Can no match of a row disturb another, nor write what another writes? Matches meet only
 * with different cells of the pattern, so only those are compared. Less is asked of a
 * steady row: that no cell takes away what another gives. */
static void compare_cells(struct ps_builder *b, const struct lw_ps_row *row,
                          bool *independent, bool *steady) {
    uint32_t ow = b->game->obj_words;
    uint32_t words = ow + b->game->mov_words;
    uint32_t n = row->n_cells;
    *independent = n == 1 || row->right == NULL;
    *steady = *independent;
    if (*independent || n > 8) {
        return;
    }
    uint64_t *reads = b->scratch;
    uint64_t *writes = b->scratch + (size_t)n * words;
    for (uint32_t k = 0; k < n; k++) {
        lw_ps_find_read(b, &row->left[k], reads + (size_t)k * words);
        lw_ps_find_written(b, &row->left[k], &row->right[k], writes + (size_t)k * words);
    }
    uint64_t clash = 0;
    uint64_t taken = 0;
    for (uint32_t i = 0; i < n * n; i++) {
        const uint64_t *one = writes + (size_t)(i / n) * words;
        const uint64_t *other = writes + (size_t)(i % n) * words;
        const uint64_t *read = reads + (size_t)(i % n) * words;
        for (uint32_t w = 0; w < words && i / n != i % n; w++) {
            const struct lw_ps_effect *right = row->right;
            const struct lw_ps_effect *from = &right[i / n];
            const struct lw_ps_effect *to = &right[i % n];
            uint64_t gives = w < ow ? from->set[w] : from->mov_set[w - ow];
            uint64_t keeps = w < ow ? to->set[w] : to->mov_set[w - ow];
            clash |= one[w] & (read[w] | other[w]);
            taken |= gives & (w < ow ? to->clear[w] : to->mov_clear[w - ow]) & ~keeps;
        }
    }
    *independent = clash == 0;
    *steady = taken == 0;
}

/* Does what a row writes escape all other rows of the rule? */
static bool is_unseen(struct ps_builder *b, const struct lw_ps_rule *rule,
                      uint32_t acting) {
    uint32_t words = b->game->obj_words + b->game->mov_words;
    uint64_t *seen = b->scratch;
    uint64_t *written = b->scratch + words;
    uint64_t *one = written + words;
    memset(seen, 0, 2 * words * sizeof *seen);
    for (uint32_t r = 0; r < rule->n_rows; r++) {
        const struct lw_ps_row *row = &rule->rows[r];
        uint64_t *to = r == acting ? written : seen;
        for (uint32_t k = 0; k < row->n_cells; k++) {
            if (r == acting) {
                lw_ps_find_written(b, &row->left[k], &row->right[k], one);
            } else {
                lw_ps_find_read(b, &row->left[k], one);
            }
            for (uint32_t w = 0; w < words; w++) {
                to[w] |= one[w];
            }
        }
    }
    uint64_t clash = 0;
    for (uint32_t w = 0; w < words; w++) {
        clash |= seen[w] & written[w];
    }
    return clash == 0;
}

/* Rules of several rows of which only one changes anything. */
static bool is_single(struct ps_builder *b, const struct lw_ps_rule *rule,
                      const struct ps_rule_code *code, uint16_t *acting) {
    const struct ps_row_code *rows = b->program->rows + code->first_row;
    uint32_t n_acting = 0;
    if (!code->quiet || !code->has_right || code->simple) {
        return false;
    }
    for (uint32_t r = 0; r < rule->n_rows; r++) {
        const struct ps_segment *segment = b->program->segments + rows[r].first_segment;
        if (rule->rows[r].n_ellipses > 0) {
            return false;
        }
        if (!segment->settles || segment->n_settled > 0) {
            *acting = (uint16_t)r;
            n_acting++;
        }
    }
    return n_acting == 1 && is_unseen(b, rule, *acting);
}

static void judge_row(struct ps_builder *b, const struct lw_ps_rule *rule,
                      struct ps_rule_code *code) {
    bool independent = false;
    code->single = is_single(b, rule, code, &code->row);
    if (code->quiet && (code->simple || code->single)) {
        const struct ps_row_code *row = b->program->rows + code->first_row + code->row;
        code->segment = row->first_segment;
        compare_cells(b, &rule->rows[code->row], &independent, &code->steady);
        code->by_board = independent;
    }
}

static void add_rule(struct ps_builder *b, uint32_t index) {
    struct lw_ps_game *game = b->game;
    const struct lw_ps_rule *rule = &game->rules[index];
    struct ps_rule_code *code = &b->program->codes[index];
    const struct lw_ps_rule_list *list = rule->late ? &game->late : &game->early;
    uint64_t *objects = lw_ps_new_mask(b->c, game->obj_words + game->mov_words);
    if (b->c->failed) {
        return;
    }
    uint64_t *movements = objects + game->obj_words;
    code->rule = rule;
    code->dir = rule->dir;
    code->first_row = (uint32_t)b->n_rows;
    code->segment = (uint32_t)b->n_segments;
    code->simple = rule->n_rows == 1 && rule->rows[0].n_ellipses == 0;
    code->has_right = rule->rows[0].right != NULL;
    code->quiet = is_quiet(game, rule, list->groups[rule->group].random);
    code->settles = code->quiet;
    code->pure = code->quiet && rule->commands == 0;
    for (uint32_t i = 0; i < rule->n_rows; i++) {
        const struct lw_ps_row *row = &rule->rows[i];
        for (uint32_t k = 0; k < row->n_cells; k++) {
            if (row->left[k].is_ellipsis) {
                continue;
            }
            for (uint32_t w = 0; w < game->obj_words; w++) {
                objects[w] |= row->left[k].required[w];
            }
            for (uint32_t w = 0; w < game->mov_words; w++) {
                movements[w] |= row->left[k].moving[w];
            }
        }
        add_row(b, rule, row, code);
    }
    code->needs = objects;
    judge_row(b, rule, code);
}

static uint32_t count_list(const uint64_t *set, uint32_t words) {
    uint32_t n = count_bits(set, words);
    return n < MAX_LIST ? n : MAX_LIST;
}

/* Upper bounds of the planes in the tests of a cell. */
static size_t count_planes(const struct lw_ps_game *game, const struct lw_ps_row *row,
                           uint32_t k) {
    const struct lw_ps_pattern *left = &row->left[k];
    uint32_t ow = game->obj_words;
    uint32_t mw = game->mov_words;
    size_t n = count_bits(left->required, ow) + count_bits(left->moving, mw) +
               count_list(left->forbidden, ow) + count_list(left->still, mw);
    for (uint32_t a = 0; a < left->n_any; a++) {
        n += count_list(left->any + (size_t)a * ow, ow);
    }
    if (row->right != NULL) {
        const struct lw_ps_effect *right = &row->right[k];
        n += count_list(right->set, ow) + count_list(right->clear, ow) +
             count_list(right->mov_set, mw) + count_list(right->mov_clear, mw);
    }
    return n;
}

/* Upper bounds for the tables, counted before they are allocated. */
static void count_tables(const struct lw_ps_game *game, size_t *rows, size_t *segments,
                         size_t *tests, size_t *planes) {
    for (uint32_t r = 0; r < game->n_rules; r++) {
        for (uint32_t i = 0; i < game->rules[r].n_rows; i++) {
            const struct lw_ps_row *row = &game->rules[r].rows[i];
            *rows += 1;
            *segments += row->n_ellipses + 1U;
            for (uint32_t k = 0; k < row->n_cells; k++) {
                if (!row->left[k].is_ellipsis) {
                    *tests += 8U + row->left[k].n_any;
                    *planes += count_planes(game, row, k);
                }
            }
        }
    }
}

void lw_ps_make_codes(struct ps_builder *b) {
    struct lw_ps_game *game = b->game;
    struct lw_ps_program *program = b->program;
    size_t rows = 0;
    size_t segments = 0;
    size_t tests = 0;
    size_t planes = 0;
    count_tables(game, &rows, &segments, &tests, &planes);
    struct lw_arena *arena = &game->arena;
    program->codes = lw_arena_zero(arena, game->n_rules + 1, sizeof *program->codes);
    program->rows = lw_arena_zero(arena, rows + 1, sizeof *program->rows);
    program->segments = lw_arena_zero(arena, segments + 1, sizeof *program->segments);
    program->tests = lw_arena_get(arena, (tests + 1) * sizeof *program->tests);
    program->planes = lw_arena_get(arena, (planes + 1) * sizeof *program->planes);
    program->spans = lw_arena_zero(arena, segments + 1, sizeof *program->spans);
    if (program->codes == NULL || program->rows == NULL || program->segments == NULL ||
        program->tests == NULL || program->planes == NULL || program->spans == NULL) {
        b->c->failed = true;
        return;
    }
    for (uint32_t r = 0; r < game->n_rules && !b->c->failed; r++) {
        add_rule(b, r);
    }
    program->n_spans = (uint32_t)b->n_spans;
}
