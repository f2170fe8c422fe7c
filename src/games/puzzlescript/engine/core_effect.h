/* What a rule does to the cells it matched, and its commands. */
#ifndef CORE_EFFECT_H
#define CORE_EFFECT_H

#include <math.h>
#include <string.h>

#include "engine/core_board.h"

static double draw(struct lw_ps_engine *e) {
    e->drew = true;
    return lw_ps_rc4_unit(&e->rng);
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
        e->message = NULL;
    }
    if ((commands & LW_PS_MESSAGE) != 0 && (e->commands & LW_PS_MESSAGE) == 0) {
        e->message = rule->message;
    }
    if ((commands & LW_PS_AGAIN) != 0) {
        e->again_line = rule->line;
    }
    e->commands |= commands;
}

#endif
