/* The rule analyser: types, behaviours, minimum numbers and relations of objects.
 *
 * The compiler expands one source rule into many (a rule a direction, a rule a member of
 * a property). A person thinks of the source rule, so expansions of one line in one
 * direction are looked at together: counts are the largest of them. */
#include <string.h>

#include "analyse/analyse_internal.h"

struct analyser {
    struct lw_ps_analysis *a;
    const struct lw_ps_game *game;
    uint32_t words;
    uint32_t *left, *right;   /* of one rule: how often it names each object */
    uint32_t *named;          /* of one line: the largest of left + right */
    bool *shifted;            /* of one rule: is in other cells on the right */
    uint64_t *met;            /* of one rule: all objects it names */
    uint32_t *create_minimum; /* least left count of rules that create it */
};

/* Named as something to be there, by itself or as one of several. */
static bool on_left(const struct analyser *an, const struct lw_ps_pattern *cell,
                    uint32_t id) {
    if (lw_ps_has(cell->required, id)) {
        return true;
    }
    for (uint32_t i = 0; i < cell->n_any; i++) {
        if (lw_ps_has(cell->any + (size_t)i * an->words, id)) {
            return true;
        }
    }
    return false;
}

static bool on_right(const struct lw_ps_effect *effect, uint32_t id, bool was) {
    for (uint32_t i = 0; i < effect->n_random; i++) {
        if (effect->random[i] == id) {
            return true;
        }
    }
    return lw_ps_has(effect->set, id) || (was && !lw_ps_has(effect->clear, id));
}

static unsigned movement(const uint64_t *set, uint32_t layer) {
    unsigned bits = 0;
    for (uint32_t d = 0; d < LW_PS_N_MOVEMENTS; d++) {
        bits |= (unsigned)lw_ps_has(set, 5 * layer + d) << d;
    }
    return bits;
}

/* Does the cell's right side leave the object with another movement? */
static bool moved(const struct analyser *an, const struct lw_ps_pattern *cell,
                  const struct lw_ps_effect *effect, uint32_t id) {
    uint32_t layer = an->game->objects[id].layer;
    unsigned before = movement(cell->moving, layer);
    unsigned after =
        (before & ~movement(effect->mov_clear, layer)) | movement(effect->mov_set, layer);
    return before != after || movement(effect->random_dir, layer) != 0;
}

static void look_at_cell(struct analyser *an, const struct lw_ps_row *row, uint32_t k) {
    const struct lw_ps_pattern *cell = &row->left[k];
    for (uint32_t id = 0; !cell->is_ellipsis && id < an->game->n_objects; id++) {
        bool before = on_left(an, cell, id);
        bool after = row->right == NULL ? before : on_right(&row->right[k], id, before);
        an->left[id] += before;
        an->right[id] += after;
        an->shifted[id] = an->shifted[id] || before != after;
        uint64_t bit = 1ULL << (id & 63);
        an->met[id >> 6] |= before || after ? bit : 0;
        if (before && after && row->right != NULL &&
            moved(an, cell, &row->right[k], id)) {
            an->a->roles[id].behaviours |= LW_PS_MOVES;
        }
    }
}

static void add_pair(struct analyser *an, uint32_t x, uint32_t y) {
    struct lw_ps_analysis *a = an->a;
    for (size_t i = 0; i < a->n_pairs; i++) {
        if (a->pairs[i].a == x && a->pairs[i].b == y) {
            return;
        }
    }
    if (a->n_pairs < PS_MAX_PAIRS) {
        a->pairs[a->n_pairs++] = (struct lw_ps_pair){(uint16_t)x, (uint16_t)y};
    }
}

static void relate_all(struct analyser *an, const uint64_t *set) {
    for (uint32_t id = 0; id < an->game->n_objects; id++) {
        for (uint32_t w = 0; lw_ps_has(set, id) && w < an->words; w++) {
            an->a->related[(size_t)id * an->words + w] |= set[w];
        }
    }
}

static void sum_up_rule(struct analyser *an) {
    for (uint32_t id = 0; id < an->game->n_objects; id++) {
        struct lw_ps_role *role = &an->a->roles[id];
        uint32_t before = an->left[id], after = an->right[id];
        if (before == 0 && after == 0) {
            continue;
        }
        role->types |= LW_PS_RULE_OBJECT;
        role->minimum = before > role->minimum ? before : role->minimum;
        an->named[id] = before + after > an->named[id] ? before + after : an->named[id];
        if (before < after) {
            role->behaviours |= LW_PS_CREATED;
            an->create_minimum[id] =
                before < an->create_minimum[id] ? before : an->create_minimum[id];
        } else if (before > after) {
            role->behaviours |= LW_PS_DESTROYED;
        } else if (an->shifted[id]) {
            role->behaviours |= LW_PS_TELEPORTS;
        }
        for (uint32_t other = id; before > 0 && other < an->game->n_objects; other++) {
            if (other == id ? before > 1 : an->left[other] > 0) {
                add_pair(an, id, other);
            }
        }
    }
    relate_all(an, an->met);
}

static void look_at_rule(struct analyser *an, const struct lw_ps_rule *rule) {
    uint32_t n = an->game->n_objects;
    memset(an->left, 0, n * sizeof *an->left);
    memset(an->right, 0, n * sizeof *an->right);
    memset(an->shifted, 0, n * sizeof *an->shifted);
    memset(an->met, 0, an->words * sizeof *an->met);
    for (uint32_t r = 0; r < rule->n_rows; r++) {
        for (uint32_t k = 0; k < rule->rows[r].n_cells; k++) {
            look_at_cell(an, &rule->rows[r], k);
        }
    }
    sum_up_rule(an);
}

/* Expansions of one line stand together; only those in the first direction are seen. */
static void look_at_rules(struct analyser *an) {
    const struct lw_ps_game *game = an->game;
    for (uint32_t r = 0; r < game->n_rules;) {
        uint32_t line = game->rules[r].line;
        enum lw_ps_dir dir = game->rules[r].dir;
        memset(an->named, 0, game->n_objects * sizeof *an->named);
        for (; r < game->n_rules && game->rules[r].line == line; r++) {
            if (game->rules[r].dir == dir) {
                look_at_rule(an, &game->rules[r]);
            }
        }
        for (uint32_t id = 0; id < game->n_objects; id++) {
            an->a->roles[id].priority += an->named[id];
        }
    }
    for (uint32_t id = 0; id < game->n_objects; id++) {
        if ((an->a->roles[id].behaviours & LW_PS_CREATED) != 0) {
            an->a->roles[id].minimum = an->create_minimum[id];
        }
    }
}

static void look_at_wins(struct analyser *an) {
    const struct lw_ps_game *game = an->game;
    for (uint32_t w = 0; w < game->n_wins; w++) {
        const struct lw_ps_win *win = &game->wins[w];
        memcpy(an->met, win->x, an->words * sizeof *an->met);
        for (uint32_t i = 0; win->has_y && i < an->words; i++) {
            an->met[i] |= win->y[i];
        }
        for (uint32_t id = 0; id < game->n_objects; id++) {
            /* "some X" alone names every object as Y: the background says nothing. */
            bool named = lw_ps_has(an->met, id) && id != game->background;
            an->a->roles[id].types |= named ? LW_PS_WINNING_OBJECT : 0U;
        }
        relate_all(an, an->met);
    }
}

static void find_solids(struct analyser *an) {
    const struct lw_ps_game *game = an->game;
    for (uint32_t id = 0; id < game->n_objects; id++) {
        struct lw_ps_role *role = &an->a->roles[id];
        role->types |= lw_ps_has(game->player, id) ? LW_PS_PLAYER_OBJECT : 0U;
    }
    for (uint32_t id = 0; id < game->n_objects; id++) {
        bool solid = false;
        for (uint32_t other = 0; other < game->n_objects; other++) {
            const unsigned movers = LW_PS_RULE_OBJECT | LW_PS_PLAYER_OBJECT;
            solid = solid || (game->objects[other].layer == game->objects[id].layer &&
                              (an->a->roles[other].types & movers) != 0);
        }
        if (solid && an->a->roles[id].types == 0 && id != game->background) {
            an->a->roles[id].types = LW_PS_SOLID_OBJECT;
        }
    }
}

/* The background, and objects that share their layer with none that matters. */
static void find_ground(struct analyser *an) {
    const struct lw_ps_game *game = an->game;
    for (uint32_t id = 0; id < game->n_objects; id++) {
        bool matters = false;
        for (uint32_t other = 0; other < game->n_objects; other++) {
            matters =
                matters || (game->objects[other].layer == game->objects[id].layer &&
                            other != game->background && an->a->roles[other].types != 0);
        }
        if (!matters || id == game->background) {
            an->a->ground[id >> 6] |= 1ULL << (id & 63);
        }
    }
}

/* Which of player (1) and winning objects other than the player (2) the relations lead
 * to; the way does not go on through either. */
static unsigned reach(const struct analyser *an, uint32_t from, uint64_t *seen,
                      uint16_t *queue) {
    const struct lw_ps_game *game = an->game;
    unsigned reached = 0;
    size_t n = 0;
    memset(seen, 0, an->words * sizeof *seen);
    seen[from >> 6] |= 1ULL << (from & 63);
    queue[n++] = (uint16_t)from;
    for (size_t at = 0; at < n; at++) {
        for (uint32_t id = 0; id < game->n_objects; id++) {
            if (lw_ps_has(seen, id) ||
                !lw_ps_has(an->a->related + (size_t)queue[at] * an->words, id)) {
                continue;
            }
            unsigned types = an->a->roles[id].types;
            seen[id >> 6] |= 1ULL << (id & 63);
            if ((types & LW_PS_PLAYER_OBJECT) != 0) {
                reached |= 1;
            } else if ((types & LW_PS_WINNING_OBJECT) != 0) {
                reached |= 2;
            } else {
                queue[n++] = (uint16_t)id;
            }
        }
    }
    return reached;
}

static bool find_subtypes(struct analyser *an) {
    uint64_t *seen = lw_arena_zero(&an->a->arena, an->words, sizeof *seen);
    uint16_t *queue = lw_arena_zero(&an->a->arena, an->game->n_objects, sizeof *queue);
    if (seen == NULL || queue == NULL) {
        return false;
    }
    for (uint32_t id = 0; id < an->game->n_objects; id++) {
        struct lw_ps_role *role = &an->a->roles[id];
        if ((role->types & LW_PS_RULE_OBJECT) != 0) {
            unsigned reached = reach(an, id, seen, queue);
            role->subtype = reached == 3   ? LW_PS_CRITICAL
                            : reached != 0 ? LW_PS_NORMAL
                                           : LW_PS_USELESS;
        }
    }
    return true;
}

static bool prepare(struct analyser *an) {
    struct lw_arena *arena = &an->a->arena;
    size_t n = an->game->n_objects;
    an->a->roles = lw_arena_zero(arena, n, sizeof *an->a->roles);
    an->a->related = lw_arena_zero(arena, n * an->words, sizeof *an->a->related);
    an->a->ground = lw_arena_zero(arena, an->words, sizeof *an->a->ground);
    an->a->pairs = lw_arena_zero(arena, PS_MAX_PAIRS, sizeof *an->a->pairs);
    an->left = lw_arena_zero(arena, n, sizeof *an->left);
    an->right = lw_arena_zero(arena, n, sizeof *an->right);
    an->named = lw_arena_zero(arena, n, sizeof *an->named);
    an->create_minimum = lw_arena_zero(arena, n, sizeof *an->create_minimum);
    an->shifted = lw_arena_zero(arena, n, sizeof *an->shifted);
    an->met = lw_arena_zero(arena, an->words, sizeof *an->met);
    if (an->a->roles == NULL || an->a->related == NULL || an->a->ground == NULL ||
        an->a->pairs == NULL || an->left == NULL || an->right == NULL ||
        an->named == NULL || an->create_minimum == NULL || an->shifted == NULL ||
        an->met == NULL) {
        return false;
    }
    memset(an->create_minimum, 0xff, n * sizeof *an->create_minimum);
    return true;
}

lw_status lw_ps_analyse(const struct lw_ps_game *game, const struct lw_alloc *alloc,
                        struct lw_ps_analysis *out, struct lw_error *err) {
    *out = (struct lw_ps_analysis){.game = game};
    lw_arena_init(&out->arena, alloc);
    struct analyser an = {.a = out, .game = game, .words = game->obj_words};
    if (!prepare(&an)) {
        lw_ps_analysis_free(out);
        return lw_fail_memory(err);
    }
    look_at_rules(&an);
    look_at_wins(&an);
    find_solids(&an);
    find_ground(&an);
    if (!find_subtypes(&an)) {
        lw_ps_analysis_free(out);
        return lw_fail_memory(err);
    }
    out->symmetries = game->symmetries;
    return LW_OK;
}

void lw_ps_analysis_free(struct lw_ps_analysis *analysis) {
    lw_arena_free(&analysis->arena);
}
