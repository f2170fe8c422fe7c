/* From compiled rules to the engine's tables: tests over bit boards, waiting lists of
 * rules per event, loops as jumps, and which objects can change at all. */
#include <string.h>

#include "engine_internal.h"

/* Longer lists are left to the exact test of the few cells that remain. */
#define MAX_LIST 6

static uint32_t count_bits(const uint64_t *set, uint32_t words) {
    uint32_t n = 0;
    for (uint32_t w = 0; w < words; w++) {
        for (uint64_t bits = set[w]; bits != 0; bits &= bits - 1) {
            n++;
        }
    }
    return n;
}

static uint32_t list_bits(const uint64_t *set, uint32_t words, uint32_t offset,
                          uint16_t *out) {
    uint32_t n = 0;
    for (uint32_t w = 0; w < words; w++) {
        for (uint64_t bits = set[w]; bits != 0; bits &= bits - 1) {
            out[n++] = (uint16_t)(offset + 64 * w + (uint32_t)__builtin_ctzll(bits));
        }
    }
    return n;
}

/* Static objects. */

static void without_layer(const struct lw_ps_game *game, uint64_t *present, uint32_t id,
                          const uint64_t *keep) {
    const uint64_t *layer =
        game->layer_masks + (size_t)game->objects[id].layer * game->obj_words;
    for (uint32_t w = 0; w < game->obj_words; w++) {
        present[w] &= ~layer[w] | keep[w];
    }
}

/* Objects that a cell matching the pattern may hold. */
static void may_be_present(const struct lw_ps_game *game,
                           const struct lw_ps_pattern *left, uint64_t *present) {
    uint32_t words = game->obj_words;
    for (uint32_t w = 0; w < words; w++) {
        present[w] = ~left->forbidden[w];
    }
    for (uint32_t w = 0; w < words; w++) {
        for (uint64_t bits = left->required[w]; bits != 0; bits &= bits - 1) {
            without_layer(game, present, 64 * w + (uint32_t)__builtin_ctzll(bits),
                          left->required);
        }
    }
    for (uint32_t a = 0; a < left->n_any; a++) {
        const uint64_t *any = left->any + (size_t)a * words;
        for (uint32_t w = 0; w < words; w++) {
            if (any[w] != 0) {
                without_layer(game, present, 64 * w + (uint32_t)__builtin_ctzll(any[w]),
                              any);
                break;
            }
        }
    }
}

static void mark_layers(const struct lw_ps_game *game, const uint64_t *movements,
                        const uint64_t *present, uint64_t *dynamic) {
    for (uint32_t w = 0; w < game->mov_words; w++) {
        for (uint64_t bits = movements[w]; bits != 0; bits &= bits - 1) {
            uint32_t layer = (64 * w + (uint32_t)__builtin_ctzll(bits)) / 5;
            const uint64_t *mask = game->layer_masks + (size_t)layer * game->obj_words;
            for (uint32_t o = 0; o < game->obj_words; o++) {
                dynamic[o] |= mask[o] & present[o];
            }
        }
    }
}

static void mark_cell(const struct lw_ps_game *game, const struct lw_ps_pattern *left,
                      const struct lw_ps_effect *right, uint64_t *present,
                      uint64_t *dynamic) {
    may_be_present(game, left, present);
    for (uint32_t w = 0; w < game->obj_words; w++) {
        dynamic[w] |= right->set[w] & ~left->required[w];
        dynamic[w] |= right->clear[w] & ~right->set[w] & present[w];
    }
    mark_layers(game, right->mov_set, present, dynamic);
    mark_layers(game, right->random_dir, present, dynamic);
    for (uint32_t i = 0; i < right->n_random; i++) {
        const uint64_t *mask =
            game->layer_masks +
            (size_t)game->objects[right->random[i]].layer * game->obj_words;
        for (uint32_t w = 0; w < game->obj_words; w++) {
            dynamic[w] |= mask[w];
        }
    }
}

void ps_find_static(struct ps_compile *c) {
    struct lw_ps_game *game = c->game;
    uint64_t *dynamic = ps_get(c, game->obj_words, sizeof *dynamic);
    uint64_t *present = ps_get(c, game->obj_words, sizeof *present);
    if (c->failed) {
        return;
    }
    /* Players move, and an aggregate player moves whatever is on its layers. */
    memcpy(dynamic, game->player, game->obj_words * sizeof *dynamic);
    for (uint32_t r = 0; r < game->n_rules; r++) {
        const struct lw_ps_rule *rule = &game->rules[r];
        for (uint32_t i = 0; i < rule->n_rows; i++) {
            const struct lw_ps_row *row = &rule->rows[i];
            for (uint32_t k = 0; k < row->n_cells && row->right != NULL; k++) {
                if (!row->left[k].is_ellipsis) {
                    mark_cell(game, &row->left[k], &row->right[k], present, dynamic);
                }
            }
        }
    }
    /* Objects listed in two layers move with either: call their layers dynamic. */
    for (uint32_t l = 0; l < game->n_layers; l++) {
        const uint64_t *mask = game->layer_masks + (size_t)l * game->obj_words;
        for (uint32_t id = 0; id < game->n_objects; id++) {
            if (lw_ps_has(mask, id) && game->objects[id].layer != l) {
                for (uint32_t w = 0; w < game->obj_words; w++) {
                    dynamic[w] |= mask[w];
                }
                ps_set_bit(dynamic, id);
            }
        }
    }
    for (uint32_t id = 0; id < game->n_objects; id++) {
        game->objects[id].is_static = !lw_ps_has(dynamic, id);
    }
}

/* Tests. */

struct builder {
    struct ps_compile *c;
    struct lw_ps_game *game;
    struct lw_ps_program *program;
    size_t n_rows, n_segments, n_tests, n_planes, n_spans;
    uint64_t *scratch; /* 16 sets of objects and movements */
};

static void add_test(struct builder *b, struct ps_segment *segment, uint32_t at,
                     enum ps_test_op op, const uint64_t *set, uint32_t words,
                     uint32_t offset) {
    uint32_t n = count_bits(set, words);
    if (n == 0) {
        return;
    }
    if (n > MAX_LIST && op != PS_TEST_ALL) {
        segment->exact = true;
        return;
    }
    uint16_t *planes = b->program->planes + b->n_planes;
    (void)list_bits(set, words, offset, planes);
    b->program->tests[b->n_tests++] =
        (struct ps_test){.at = (uint16_t)at,
                         .op = (uint8_t)op,
                         .n_planes = (uint16_t)n,
                         .plane = planes[0],
                         .first_plane = (uint32_t)b->n_planes};
    b->n_planes += n;
    segment->n_tests++;
}

/* The most telling tests first: movements, then required objects, then the rest. */
static void add_segment_tests(struct builder *b, const struct lw_ps_row *row,
                              struct ps_segment *segment) {
    const struct lw_ps_game *game = b->game;
    uint32_t ow = game->obj_words;
    uint32_t mw = game->mov_words;
    uint32_t first_movement = game->n_objects;
    for (int pass = 0; pass < 4; pass++) {
        for (uint32_t k = 0; k < segment->n_cells; k++) {
            const struct lw_ps_pattern *cell = &row->left[segment->first_cell + k];
            if (pass == 0) {
                add_test(b, segment, k, PS_TEST_ALL, cell->moving, mw, first_movement);
            } else if (pass == 1) {
                add_test(b, segment, k, PS_TEST_ALL, cell->required, ow, 0);
            } else if (pass == 2) {
                for (uint32_t a = 0; a < cell->n_any; a++) {
                    add_test(b, segment, k, PS_TEST_ANY, cell->any + (size_t)a * ow, ow,
                             0);
                }
            } else {
                add_test(b, segment, k, PS_TEST_NONE, cell->forbidden, ow, 0);
                add_test(b, segment, k, PS_TEST_NONE, cell->still, mw, first_movement);
            }
        }
    }
}

static uint32_t find_span(struct builder *b, enum lw_ps_dir dir, uint32_t n_cells) {
    struct ps_span *spans = b->program->spans;
    for (uint32_t i = 0; i < b->n_spans; i++) {
        if (spans[i].dir == dir && spans[i].n_cells == n_cells) {
            return i;
        }
    }
    spans[b->n_spans] = (struct ps_span){dir, (uint16_t)n_cells};
    return (uint32_t)b->n_spans++;
}

static void add_row(struct builder *b, const struct lw_ps_rule *rule,
                    const struct lw_ps_row *row) {
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

/* Bits that an effect may change in a cell that matches the pattern: objects, then
 * movements. */
static void find_written(const struct builder *b, const struct lw_ps_pattern *left,
                         const struct lw_ps_effect *right, uint64_t *out) {
    const struct lw_ps_game *game = b->game;
    may_be_present(game, left, out);
    for (uint32_t w = 0; w < game->obj_words; w++) {
        out[w] &= right->clear[w] & ~right->set[w];
        out[w] |= right->set[w] & ~left->required[w];
    }
    out += game->obj_words;
    for (uint32_t w = 0; w < game->mov_words; w++) {
        out[w] = (right->mov_set[w] & ~left->moving[w]) |
                 (right->mov_clear[w] & ~right->mov_set[w] & ~left->still[w]);
    }
}

static void find_read(const struct builder *b, const struct lw_ps_pattern *left,
                      uint64_t *out) {
    const struct lw_ps_game *game = b->game;
    for (uint32_t w = 0; w < game->obj_words; w++) {
        out[w] = left->required[w] | left->forbidden[w];
        for (uint32_t a = 0; a < left->n_any; a++) {
            out[w] |= left->any[(size_t)a * game->obj_words + w];
        }
    }
    out += game->obj_words;
    for (uint32_t w = 0; w < game->mov_words; w++) {
        out[w] = left->moving[w] | left->still[w];
    }
}

/* Can no match of a one-row rule disturb another, nor write what another writes? Matches
 * meet only with different cells of the pattern, so only those are compared. */
static bool is_independent(struct builder *b, const struct lw_ps_rule *rule) {
    const struct lw_ps_row *row = &rule->rows[0];
    uint32_t words = b->game->obj_words + b->game->mov_words;
    uint32_t n = row->n_cells;
    if (n == 1 || row->right == NULL) {
        return true;
    }
    if (n > 8) {
        return false;
    }
    uint64_t *reads = b->scratch;
    uint64_t *writes = b->scratch + (size_t)n * words;
    for (uint32_t k = 0; k < n; k++) {
        find_read(b, &row->left[k], reads + (size_t)k * words);
        find_written(b, &row->left[k], &row->right[k], writes + (size_t)k * words);
    }
    for (uint32_t i = 0; i < n * n; i++) {
        const uint64_t *write = writes + (size_t)(i / n) * words;
        uint64_t clash = 0;
        for (uint32_t w = 0; w < words && i / n != i % n; w++) {
            clash |= write[w] & (reads[(size_t)(i % n) * words + w] |
                                 writes[(size_t)(i % n) * words + w]);
        }
        if (clash != 0) {
            return false;
        }
    }
    return true;
}

static void add_rule(struct builder *b, uint32_t index) {
    struct lw_ps_game *game = b->game;
    const struct lw_ps_rule *rule = &game->rules[index];
    struct ps_rule_code *code = &b->program->codes[index];
    const struct lw_ps_rule_list *list = rule->late ? &game->late : &game->early;
    uint64_t *objects = ps_new_mask(b->c, game->obj_words + game->mov_words);
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
    code->pure = code->quiet && rule->commands == 0;
    code->by_board = code->simple && code->quiet && rule->dir != LW_PS_UP &&
                     rule->dir != LW_PS_LEFT && is_independent(b, rule);
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
        add_row(b, rule, row);
    }
    code->needs = objects;
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
                const struct lw_ps_pattern *cell = &row->left[k];
                if (cell->is_ellipsis) {
                    continue;
                }
                *tests += 4U + cell->n_any;
                *planes += count_bits(cell->required, game->obj_words) +
                           count_bits(cell->moving, game->mov_words) +
                           MAX_LIST * (2U + cell->n_any);
            }
        }
    }
}

static void make_codes(struct builder *b) {
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
    program->tests = lw_arena_zero(arena, tests + 1, sizeof *program->tests);
    program->planes = lw_arena_zero(arena, planes + 1, sizeof *program->planes);
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

/* Waiting lists. */

static void join_set(struct builder *b, struct ps_rule_set *set, uint32_t rule) {
    if (set->rules == NULL) {
        set->rules = ps_new_mask(b->c, b->program->rule_words);
        set->from = rule / 64;
        if (set->rules == NULL) {
            return;
        }
    }
    ps_set_bit(set->rules, rule);
    set->to = rule / 64 + 1;
    set->only = set->rules[set->from];
}

/* What a rule waits for an event for. */
enum wait_kind { WAIT_MATCH, WAIT_EFFECT };

static void wait_for(struct builder *b, enum wait_kind kind, uint32_t event,
                     uint32_t rule) {
    struct ps_waiting *waiting = &b->program->waiting[event];
    join_set(b, kind == WAIT_MATCH ? &waiting->match : &waiting->effect, rule);
}

static void wait_for_set(struct builder *b, enum wait_kind kind, const uint64_t *set,
                         const uint64_t *except, uint32_t words, uint32_t first_event,
                         uint32_t rule) {
    for (uint32_t w = 0; w < words; w++) {
        uint64_t bits = set[w] & (except == NULL ? ~0ULL : ~except[w]);
        for (; bits != 0 && !b->c->failed; bits &= bits - 1) {
            wait_for(b, kind, first_event + 64 * w + (uint32_t)__builtin_ctzll(bits),
                     rule);
        }
    }
}

static void wait_for_cell(struct builder *b, const struct lw_ps_pattern *left,
                          const struct lw_ps_effect *right, uint32_t rule) {
    struct lw_ps_game *game = b->game;
    uint32_t ow = game->obj_words;
    uint32_t mw = game->mov_words;
    uint32_t gone = 64 * ow;
    uint32_t moves = 2 * gone;
    uint32_t stops = moves + 64 * mw;
    wait_for_set(b, WAIT_MATCH, left->required, NULL, ow, 0, rule);
    for (uint32_t a = 0; a < left->n_any; a++) {
        wait_for_set(b, WAIT_MATCH, left->any + (size_t)a * ow, NULL, ow, 0, rule);
    }
    wait_for_set(b, WAIT_MATCH, left->forbidden, NULL, ow, gone, rule);
    wait_for_set(b, WAIT_MATCH, left->moving, NULL, mw, moves, rule);
    wait_for_set(b, WAIT_MATCH, left->still, NULL, mw, stops, rule);
    if (game->rules[rule].commands != 0) {
        /* Its commands end with its matches: it hears of those too. */
        wait_for_set(b, WAIT_EFFECT, left->required, NULL, ow, gone, rule);
        for (uint32_t a = 0; a < left->n_any; a++) {
            wait_for_set(b, WAIT_EFFECT, left->any + (size_t)a * ow, NULL, ow, gone,
                         rule);
        }
        wait_for_set(b, WAIT_EFFECT, left->forbidden, NULL, ow, 0, rule);
        wait_for_set(b, WAIT_EFFECT, left->moving, NULL, mw, stops, rule);
        wait_for_set(b, WAIT_EFFECT, left->still, NULL, mw, moves, rule);
    }
    if (right != NULL && b->program->codes[rule].quiet) {
        /* Only what the effect can change at all where the pattern matches. */
        uint64_t *written = b->scratch;
        find_written(b, left, right, written);
        wait_for_set(b, WAIT_EFFECT, written, right->set, ow, 0, rule);
        wait_for_set(b, WAIT_EFFECT, right->set, left->required, ow, gone, rule);
        wait_for_set(b, WAIT_EFFECT, written + ow, right->mov_set, mw, moves, rule);
        wait_for_set(b, WAIT_EFFECT, right->mov_set, left->moving, mw, stops, rule);
    }
}

/* Which rules need which movement somewhere. */
static void list_movers(struct builder *b) {
    struct lw_ps_game *game = b->game;
    struct lw_ps_program *program = b->program;
    size_t n = 64U * game->mov_words;
    program->movers = lw_arena_zero(&game->arena, n, sizeof *program->movers);
    b->c->failed = b->c->failed || program->movers == NULL;
    for (uint32_t r = 0; r < game->n_rules && !b->c->failed; r++) {
        const uint64_t *needs = program->codes[r].needs + game->obj_words;
        for (uint32_t w = 0; w < game->mov_words; w++) {
            for (uint64_t bits = needs[w]; bits != 0; bits &= bits - 1) {
                uint32_t bit = 64 * w + (uint32_t)__builtin_ctzll(bits);
                join_set(b, &program->movers[bit], r);
            }
        }
    }
}

static void list_heard(struct builder *b) {
    struct lw_ps_program *program = b->program;
    program->heard = ps_new_mask(b->c, program->n_events / 64);
    for (uint32_t i = 0; i < program->n_events && program->heard != NULL; i++) {
        const struct ps_waiting *waiting = &program->waiting[i];
        if (waiting->match.rules != NULL || waiting->effect.rules != NULL) {
            ps_set_bit(program->heard, i);
        }
    }
}

static void make_waiting(struct builder *b) {
    struct lw_ps_game *game = b->game;
    struct lw_ps_program *program = b->program;
    program->n_events = 128 * (game->obj_words + game->mov_words);
    program->waiting =
        lw_arena_zero(&game->arena, program->n_events, sizeof *program->waiting);
    if (program->waiting == NULL) {
        b->c->failed = true;
        return;
    }
    for (uint32_t r = 0; r < game->n_rules && !b->c->failed; r++) {
        for (uint32_t i = 0; i < game->rules[r].n_rows; i++) {
            const struct lw_ps_row *row = &game->rules[r].rows[i];
            for (uint32_t k = 0; k < row->n_cells; k++) {
                if (!row->left[k].is_ellipsis) {
                    wait_for_cell(b, &row->left[k],
                                  row->right == NULL ? NULL : &row->right[k], r);
                }
            }
        }
    }
}

/* Loops, dynamic objects. */

static void make_jumps(struct builder *b, const struct lw_ps_rule_list *list, int which) {
    struct lw_arena *arena = &b->game->arena;
    size_t n = list->n_groups + 2U;
    int32_t *jump = lw_arena_get(arena, n * sizeof *jump);
    uint32_t *next = lw_arena_get(arena, n * sizeof *next);
    if (jump == NULL || next == NULL) {
        b->c->failed = true;
        return;
    }
    memset(jump, 0xff, n * sizeof *jump);
    for (uint32_t i = 0; i < list->n_loops; i++) {
        jump[list->loops[i].last] = (int32_t)list->loops[i].first;
    }
    uint32_t at = UINT32_MAX;
    for (uint32_t g = list->n_groups + 1; g-- > 0;) {
        at = jump[g] >= 0 ? g : at;
        next[g] = at;
    }
    if (list->n_groups > 0) {
        const struct lw_ps_group *last = &list->groups[list->n_groups - 1];
        b->program->first[which] = list->groups[0].first;
        b->program->end[which] = last->first + last->n_rules;
    }
    b->program->jump[which] = jump;
    b->program->next_loop[which] = next;
}

static void list_dynamic(struct builder *b) {
    struct lw_ps_game *game = b->game;
    uint16_t *list = lw_arena_get(&game->arena, (game->n_objects + 1U) * sizeof *list);
    if (list == NULL) {
        b->c->failed = true;
        return;
    }
    for (uint32_t id = 0; id < game->n_objects; id++) {
        if (!game->objects[id].is_static) {
            list[b->program->n_dynamic++] = (uint16_t)id;
        }
    }
    b->program->dynamic = list;
}

void ps_make_program(struct ps_compile *c) {
    struct lw_ps_game *game = c->game;
    struct lw_ps_program *program = lw_arena_zero(&game->arena, 1, sizeof *program);
    if (program == NULL) {
        c->failed = true;
        return;
    }
    game->program = program;
    program->rule_words = game->n_rules / 64 + 1;
    program->rules = game->n_rules < 64 ? (1ULL << game->n_rules) - 1 : ~0ULL;
    program->n_movements = 5 * game->n_layers;
    struct builder b = {.c = c, .game = game, .program = program};
    b.scratch = ps_get(c, 16U * (game->obj_words + game->mov_words), sizeof *b.scratch);
    if (c->failed) {
        return;
    }
    make_codes(&b);
    if (!c->failed) {
        make_waiting(&b);
        list_heard(&b);
        list_movers(&b);
        make_jumps(&b, &game->early, 0);
        make_jumps(&b, &game->late, 1);
        list_dynamic(&b);
    }
    for (uint32_t i = 0; i < game->n_sounds; i++) {
        bool moves = game->sounds[i].event <= LW_PS_SOUND_CANTMOVE;
        program->has_move_sounds = program->has_move_sounds || moves;
        program->has_cell_sounds = program->has_cell_sounds || !moves;
    }
}
