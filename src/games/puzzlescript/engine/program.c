/* From compiled rules to the engine's tables: waiting lists of rules per event, loops as
 * jumps, and which objects can change at all. */
#include <string.h>

#include "engine/program_internal.h"

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
            without_layer(game, present, 64 * w + lw_bits_first(bits), left->required);
        }
    }
    for (uint32_t a = 0; a < left->n_any; a++) {
        const uint64_t *any = left->any + (size_t)a * words;
        for (uint32_t w = 0; w < words; w++) {
            if (any[w] != 0) {
                without_layer(game, present, 64 * w + lw_bits_first(any[w]), any);
                break;
            }
        }
    }
}

static void mark_layers(const struct lw_ps_game *game, const uint64_t *movements,
                        const uint64_t *present, uint64_t *dynamic) {
    for (uint32_t w = 0; w < game->mov_words; w++) {
        for (uint64_t bits = movements[w]; bits != 0; bits &= bits - 1) {
            uint32_t layer = (64 * w + lw_bits_first(bits)) / 5;
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

void lw_ps_find_static(struct ps_compile *c) {
    struct lw_ps_game *game = c->game;
    uint64_t *dynamic = lw_ps_get(c, game->obj_words, sizeof *dynamic);
    uint64_t *present = lw_ps_get(c, game->obj_words, sizeof *present);
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
void lw_ps_find_written(const struct ps_builder *b, const struct lw_ps_pattern *left,
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
void lw_ps_find_read(const struct ps_builder *b, const struct lw_ps_pattern *left,
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
/* Waiting lists. */

static void join_set(struct ps_builder *b, struct ps_rule_set *set, uint32_t rule) {
    if (set->rules == NULL) {
        set->rules = lw_ps_new_mask(b->c, b->program->rule_words);
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

static void wait_for(struct ps_builder *b, enum wait_kind kind, uint32_t event,
                     uint32_t rule) {
    struct ps_waiting *waiting = &b->program->waiting[event];
    join_set(b, kind == WAIT_MATCH ? &waiting->match : &waiting->effect, rule);
}

struct event_set {
    const uint64_t *set, *except; /* except may be NULL */
    uint32_t words, first;
};

static void wait_for_set(struct ps_builder *b, enum wait_kind kind, uint32_t rule,
                         struct event_set events) {
    for (uint32_t w = 0; w < events.words; w++) {
        uint64_t bits =
            events.set[w] & (events.except == NULL ? ~0ULL : ~events.except[w]);
        for (; bits != 0 && !b->c->failed; bits &= bits - 1) {
            wait_for(b, kind, events.first + 64 * w + lw_bits_first(bits), rule);
        }
    }
}

static void wait_for_cell(struct ps_builder *b, const struct lw_ps_pattern *left,
                          const struct lw_ps_effect *right, uint32_t rule) {
    struct lw_ps_game *game = b->game;
    uint32_t ow = game->obj_words;
    uint32_t mw = game->mov_words;
    uint32_t gone = 64 * ow;
    uint32_t moves = 2 * gone;
    uint32_t stops = moves + 64 * mw;
    wait_for_set(b, WAIT_MATCH, rule, (struct event_set){left->required, NULL, ow, 0});
    for (uint32_t a = 0; a < left->n_any; a++) {
        wait_for_set(b, WAIT_MATCH, rule,
                     (struct event_set){left->any + (size_t)a * ow, NULL, ow, 0});
    }
    wait_for_set(b, WAIT_MATCH, rule,
                 (struct event_set){left->forbidden, NULL, ow, gone});
    wait_for_set(b, WAIT_MATCH, rule, (struct event_set){left->moving, NULL, mw, moves});
    wait_for_set(b, WAIT_MATCH, rule, (struct event_set){left->still, NULL, mw, stops});
    if (game->rules[rule].commands != 0) {
        /* Its commands end with its matches: it hears of those too. */
        wait_for_set(b, WAIT_EFFECT, rule,
                     (struct event_set){left->required, NULL, ow, gone});
        for (uint32_t a = 0; a < left->n_any; a++) {
            wait_for_set(b, WAIT_EFFECT, rule,
                         (struct event_set){left->any + (size_t)a * ow, NULL, ow, gone});
        }
        wait_for_set(b, WAIT_EFFECT, rule,
                     (struct event_set){left->forbidden, NULL, ow, 0});
        wait_for_set(b, WAIT_EFFECT, rule,
                     (struct event_set){left->moving, NULL, mw, stops});
        wait_for_set(b, WAIT_EFFECT, rule,
                     (struct event_set){left->still, NULL, mw, moves});
    }
    if (right != NULL && b->program->codes[rule].quiet) {
        /* Only what the effect can change at all where the pattern matches. */
        uint64_t *written = b->scratch;
        lw_ps_find_written(b, left, right, written);
        wait_for_set(b, WAIT_EFFECT, rule,
                     (struct event_set){written, right->set, ow, 0});
        wait_for_set(b, WAIT_EFFECT, rule,
                     (struct event_set){right->set, left->required, ow, gone});
        wait_for_set(b, WAIT_EFFECT, rule,
                     (struct event_set){written + ow, right->mov_set, mw, moves});
        wait_for_set(b, WAIT_EFFECT, rule,
                     (struct event_set){right->mov_set, left->moving, mw, stops});
    }
}

/* Which rules need which movement somewhere. */
static void list_movers(struct ps_builder *b) {
    struct lw_ps_game *game = b->game;
    struct lw_ps_program *program = b->program;
    size_t n = 64U * game->mov_words;
    program->movers = lw_arena_zero(&game->arena, n, sizeof *program->movers);
    b->c->failed = b->c->failed || program->movers == NULL;
    for (uint32_t r = 0; r < game->n_rules && !b->c->failed; r++) {
        const uint64_t *needs = program->codes[r].needs + game->obj_words;
        for (uint32_t w = 0; w < game->mov_words; w++) {
            for (uint64_t bits = needs[w]; bits != 0; bits &= bits - 1) {
                uint32_t bit = 64 * w + lw_bits_first(bits);
                join_set(b, &program->movers[bit], r);
            }
        }
    }
}

static void list_heard(struct ps_builder *b) {
    struct lw_ps_program *program = b->program;
    program->heard = lw_ps_new_mask(b->c, program->n_events / 64);
    for (uint32_t i = 0; i < program->n_events && program->heard != NULL; i++) {
        const struct ps_waiting *waiting = &program->waiting[i];
        if (waiting->match.rules != NULL || waiting->effect.rules != NULL) {
            ps_set_bit(program->heard, i);
        }
    }
}

static void make_waiting(struct ps_builder *b) {
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

static void make_jumps(struct ps_builder *b, const struct lw_ps_rule_list *list,
                       int which) {
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

static void list_dynamic(struct ps_builder *b) {
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

void lw_ps_make_program(struct ps_compile *c) {
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
    struct ps_builder b = {.c = c, .game = game, .program = program};
    b.scratch =
        lw_ps_get(c, 16U * (game->obj_words + game->mov_words), sizeof *b.scratch);
    if (c->failed) {
        return;
    }
    lw_ps_make_codes(&b);
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
