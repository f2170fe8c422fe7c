/* Which symmetries of the board the rules keep.
 *
 * A symmetry is kept when it turns the expansions of every rule group into the same
 * expansions. Sums of hashes stand for the sets, so the order within a group is free. */
#include "analyse_internal.h"
#include "lw/grid.h"

struct turner {
    const struct lw_ps_game *game;
    uint8_t dirs[LW_PS_N_MOVEMENTS]; /* where each movement goes */
};

static void set_turn(struct turner *t, int sym) {
    static const enum lw_dir of[4] = {LW_DIR_UP, LW_DIR_DOWN, LW_DIR_LEFT, LW_DIR_RIGHT};
    for (uint8_t d = 0; d < 4; d++) {
        enum lw_dir to = lw_sym_dir(sym, of[d]);
        for (uint8_t e = 0; e < 4; e++) {
            t->dirs[d] = of[e] == to ? e : t->dirs[d];
        }
    }
    t->dirs[LW_PS_ACTION] = LW_PS_ACTION;
}

static uint64_t hash_objects(const struct turner *t, const uint64_t *set, uint64_t hash) {
    return lw_hash64(set, t->game->obj_words * sizeof *set, hash);
}

static uint64_t hash_movements(const struct turner *t, const uint64_t *set,
                               uint64_t hash) {
    for (uint32_t layer = 0; layer < t->game->n_layers; layer++) {
        unsigned bits = 0;
        for (uint32_t d = 0; d < LW_PS_N_MOVEMENTS; d++) {
            bits |= (unsigned)lw_ps_has(set, 5 * layer + d) << t->dirs[d];
        }
        hash = lw_mix64(hash + bits + 1);
    }
    return hash;
}

static uint64_t hash_cell(const struct turner *t, const struct lw_ps_row *row, uint32_t k,
                          uint64_t hash) {
    const struct lw_ps_pattern *left = &row->left[k];
    hash = lw_mix64(hash + left->is_ellipsis + 2U * left->n_any);
    if (left->is_ellipsis) {
        return hash;
    }
    hash = hash_objects(t, left->required, hash);
    hash = hash_objects(t, left->forbidden, hash);
    for (uint32_t i = 0; i < left->n_any; i++) {
        hash = hash_objects(t, left->any + (size_t)i * t->game->obj_words, hash);
    }
    hash = hash_movements(t, left->moving, hash);
    hash = hash_movements(t, left->still, hash);
    if (row->right != NULL) {
        const struct lw_ps_effect *right = &row->right[k];
        hash = hash_objects(t, right->set, hash);
        hash = hash_objects(t, right->clear, hash);
        hash = hash_movements(t, right->mov_set, hash);
        hash = hash_movements(t, right->mov_clear, hash);
        hash = hash_movements(t, right->random_dir, hash);
        hash = lw_hash64(right->random, right->n_random * sizeof(uint16_t), hash);
    }
    return hash;
}

static uint64_t hash_rule(const struct turner *t, const struct lw_ps_rule *rule) {
    bool long_row = false;
    for (uint32_t r = 0; r < rule->n_rows; r++) {
        long_row = long_row || rule->rows[r].n_cells > 1;
    }
    /* Rows of one cell lie in every direction, whichever the compiler noted; a row read
     * upwards is the same row read downwards from its other end. */
    uint8_t dir = t->dirs[rule->dir];
    bool back = dir == LW_PS_UP || dir == LW_PS_LEFT;
    uint64_t axis = !long_row ? 0 : dir == LW_PS_UP || dir == LW_PS_DOWN ? 1 : 2;
    uint64_t hash = lw_mix64(axis + 8U * rule->rigid + 16U * rule->commands);
    for (uint32_t r = 0; r < rule->n_rows; r++) {
        uint32_t n = rule->rows[r].n_cells;
        hash = lw_mix64(hash + n);
        for (uint32_t k = 0; k < n; k++) {
            hash = hash_cell(t, &rule->rows[r], back ? n - 1 - k : k, hash);
        }
    }
    return hash;
}

static bool keeps(const struct lw_ps_game *game, const struct turner *turned,
                  const struct turner *same) {
    for (uint32_t r = 0; r < game->n_rules;) {
        uint32_t group = game->rules[r].group;
        bool late = game->rules[r].late;
        uint64_t balance = 0;
        for (; r < game->n_rules && game->rules[r].group == group &&
               game->rules[r].late == late;
             r++) {
            balance += hash_rule(same, &game->rules[r]);
            balance -= hash_rule(turned, &game->rules[r]);
        }
        if (balance != 0) {
            return false;
        }
    }
    return true;
}

unsigned lw_ps_symmetries(const struct lw_ps_game *game) {
    struct turner same = {.game = game};
    set_turn(&same, 0);
    unsigned kept = 1;
    for (int sym = 1; sym < LW_N_SYMMETRIES; sym++) {
        struct turner turned = {.game = game};
        set_turn(&turned, sym);
        kept |= keeps(game, &turned, &same) ? 1U << sym : 0U;
    }
    return kept;
}
