/* What tells games apart: a hash of objects, rules and win conditions, from which the ids
 * of their levels are made. Stored levels are known by it: it may not change. */
#include <string.h>

#include "compile/compile_internal.h"

static uint64_t hash_words(uint64_t hash, const uint64_t *words, size_t n) {
    return lw_hash64(words, n * sizeof *words, hash);
}

static uint64_t hash_rule(const struct lw_ps_game *game, const struct lw_ps_rule *rule,
                          uint64_t hash) {
    uint64_t head[] = {rule->dir,   rule->late,   rule->rigid,   rule->random,
                       rule->group, rule->n_rows, rule->commands};
    hash = hash_words(hash, head, sizeof head / sizeof *head);
    for (uint32_t r = 0; r < rule->n_rows; r++) {
        const struct lw_ps_row *row = &rule->rows[r];
        for (uint32_t k = 0; k < row->n_cells; k++) {
            const struct lw_ps_pattern *left = &row->left[k];
            hash = lw_mix64(hash + left->is_ellipsis + 2U * left->n_any);
            if (left->is_ellipsis) {
                continue;
            }
            hash = hash_words(hash, left->required, game->obj_words);
            hash = hash_words(hash, left->forbidden, game->obj_words);
            hash = hash_words(hash, left->any, (size_t)left->n_any * game->obj_words);
            hash = hash_words(hash, left->moving, game->mov_words);
            hash = hash_words(hash, left->still, game->mov_words);
            if (row->right != NULL) {
                const struct lw_ps_effect *right = &row->right[k];
                hash = hash_words(hash, right->set, game->obj_words);
                hash = hash_words(hash, right->clear, game->obj_words);
                hash = hash_words(hash, right->mov_set, game->mov_words);
                hash = hash_words(hash, right->mov_clear, game->mov_words);
                hash = hash_words(hash, right->random_dir, game->mov_words);
                hash = lw_hash64(right->random, right->n_random * sizeof(uint16_t), hash);
            }
        }
    }
    return hash;
}

/* What the game means, not how it is spelt: titles, colours and comments do not count. */
uint64_t lw_ps_identity(const struct lw_ps_game *game) {
    uint64_t hash = game->n_objects;
    for (uint32_t id = 0; id < game->n_objects; id++) {
        const char *name = game->objects[id].name;
        hash = lw_hash64(name, strlen(name), hash + game->objects[id].layer);
    }
    for (uint32_t r = 0; r < game->n_rules; r++) {
        hash = hash_rule(game, &game->rules[r], hash);
    }
    for (uint32_t w = 0; w < game->n_wins; w++) {
        const struct lw_ps_win *win = &game->wins[w];
        hash = hash_words(hash + win->quantifier, win->x, game->obj_words);
        hash = win->has_y ? hash_words(hash, win->y, game->obj_words) : hash;
    }
    return lw_mix64(hash + game->run_rules_on_level_start +
                    2U * game->require_player_movement);
}
