/* Which symmetries of the board the rules keep.
 *
 * A symmetry is kept when it turns the expansions of every rule group into the same
 * expansions. Sums of hashes stand for the sets, so the order within a group is free. All
 * symmetries are worked on together: only movements and the order of cells differ. */
#include "compile/compile_internal.h"
#include "lw/grid.h"

struct turner {
    const struct lw_ps_game *game;
    uint8_t dirs[LW_N_SYMMETRIES][LW_PS_N_MOVEMENTS]; /* where each movement goes */
    unsigned kept;
};

static void set_turns(struct turner *t) {
    static const enum lw_dir of[4] = {LW_DIR_UP, LW_DIR_DOWN, LW_DIR_LEFT, LW_DIR_RIGHT};
    for (int sym = 0; sym < LW_N_SYMMETRIES; sym++) {
        for (uint8_t d = 0; d < 4; d++) {
            enum lw_dir to = lw_sym_dir(sym, of[d]);
            for (uint8_t e = 0; e < 4; e++) {
                t->dirs[sym][d] = of[e] == to ? e : t->dirs[sym][d];
            }
        }
        t->dirs[sym][LW_PS_ACTION] = LW_PS_ACTION;
    }
}

static bool is_kept(const struct turner *t, int sym) {
    return (t->kept >> sym & 1) != 0;
}

static uint64_t hash_objects(const struct turner *t, const uint64_t *set, uint64_t hash) {
    return lw_hash64(set, t->game->obj_words * sizeof *set, hash);
}

/* Adds the bits of a set; which of a cell's sets it is tells `label`. */
static void add_movements(const struct turner *t, const uint64_t *set, uint64_t label,
                          uint64_t sums[LW_N_SYMMETRIES]) {
    for (uint32_t w = 0; w < t->game->mov_words; w++) {
        for (uint64_t bits = set[w]; bits != 0; bits &= bits - 1) {
            uint32_t bit = 64 * w + lw_bits_first(bits);
            for (int sym = 0; sym < LW_N_SYMMETRIES; sym++) {
                uint32_t to = bit - bit % 5 + t->dirs[sym][bit % 5];
                sums[sym] += is_kept(t, sym) ? lw_mix64(label << 32 | to) : 0;
            }
        }
    }
}

/* What a cell has for all symmetries alike; its movements are added to sums. */
static uint64_t hash_cell(const struct turner *t, const struct lw_ps_row *row, uint32_t k,
                          uint64_t sums[LW_N_SYMMETRIES]) {
    const struct lw_ps_pattern *left = &row->left[k];
    uint64_t hash = lw_mix64(left->is_ellipsis + 2U * left->n_any);
    if (left->is_ellipsis) {
        return hash;
    }
    hash = hash_objects(t, left->required, hash);
    hash = hash_objects(t, left->forbidden, hash);
    for (uint32_t i = 0; i < left->n_any; i++) {
        hash = hash_objects(t, left->any + (size_t)i * t->game->obj_words, hash);
    }
    add_movements(t, left->moving, 1, sums);
    add_movements(t, left->still, 2, sums);
    if (row->right != NULL) {
        const struct lw_ps_effect *right = &row->right[k];
        hash = hash_objects(t, right->set, hash);
        hash = hash_objects(t, right->clear, hash);
        hash = lw_hash64(right->random, right->n_random * sizeof(uint16_t), hash);
        add_movements(t, right->mov_set, 3, sums);
        add_movements(t, right->mov_clear, 4, sums);
        add_movements(t, right->random_dir, 5, sums);
    }
    return hash;
}

/* Rows of one cell lie in every direction, whichever the compiler noted; a row read
 * upwards is the same row read downwards from its other end. */
struct laid {
    uint64_t axis;
    bool back;
};

static struct laid lay(const struct turner *t, const struct lw_ps_rule *rule, int sym) {
    bool long_row = false;
    for (uint32_t r = 0; r < rule->n_rows; r++) {
        long_row = long_row || rule->rows[r].n_cells > 1;
    }
    uint8_t dir = t->dirs[sym][rule->dir];
    return (struct laid){!long_row                              ? 0
                         : dir == LW_PS_UP || dir == LW_PS_DOWN ? 1
                                                                : 2,
                         dir == LW_PS_UP || dir == LW_PS_LEFT};
}

/* Adds the rule, turned by each symmetry. */
static void add_rule(const struct turner *t, const struct lw_ps_rule *rule,
                     uint64_t totals[LW_N_SYMMETRIES]) {
    struct laid laid[LW_N_SYMMETRIES];
    uint64_t hashes[LW_N_SYMMETRIES];
    for (int sym = 0; sym < LW_N_SYMMETRIES; sym++) {
        laid[sym] = lay(t, rule, sym);
        hashes[sym] =
            lw_mix64(laid[sym].axis + 8U * rule->rigid + 16U * (uint64_t)rule->commands);
    }
    for (uint32_t r = 0; r < rule->n_rows; r++) {
        uint64_t n = rule->rows[r].n_cells;
        for (uint32_t k = 0; k < n; k++) {
            uint64_t sums[LW_N_SYMMETRIES] = {0};
            uint64_t cell = hash_cell(t, &rule->rows[r], k, sums);
            for (int sym = 0; sym < LW_N_SYMMETRIES; sym++) {
                uint64_t at = laid[sym].back ? n - 1 - k : k;
                hashes[sym] += lw_mix64(cell + sums[sym] +
                                        lw_mix64(n << 48 | (uint64_t)r << 24 | at));
            }
        }
    }
    for (int sym = 0; sym < LW_N_SYMMETRIES; sym++) {
        totals[sym] += lw_mix64(hashes[sym]);
    }
}

/* Keeps the symmetries that turn the rules of a group into the same rules. */
static void look_at_group(struct turner *t, const struct lw_ps_rule *from,
                          const struct lw_ps_rule *to) {
    uint64_t totals[LW_N_SYMMETRIES] = {0};
    for (const struct lw_ps_rule *rule = from; rule < to; rule++) {
        add_rule(t, rule, totals);
    }
    for (int sym = 1; sym < LW_N_SYMMETRIES; sym++) {
        t->kept &= totals[sym] == totals[0] ? ~0U : ~(1U << sym);
    }
}

unsigned lw_ps_symmetries(const struct lw_ps_game *game) {
    struct turner t = {.game = game, .kept = (1U << LW_N_SYMMETRIES) - 1};
    set_turns(&t);
    const struct lw_ps_rule *end = game->rules + game->n_rules;
    for (const struct lw_ps_rule *from = game->rules, *to = from;
         from < end && t.kept > 1; from = to) {
        while (to < end && to->group == from->group && to->late == from->late) {
            to++;
        }
        look_at_group(&t, from, to);
    }
    return t.kept;
}
