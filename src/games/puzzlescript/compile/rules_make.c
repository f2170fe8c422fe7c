/* Compiled rules: masks per cell, impossible rules dropped. */
#include <string.h>

#include "compile/compile_internal.h"

/* What one rule's making needs at hand. */
struct maker {
    struct ps_compile *c;
    struct lw_ps_game *game;
    const struct ps_rule *rule;
    uint32_t *used_left;   /* [n_layers] name + 1 */
    uint32_t *used_right;  /* likewise */
    uint32_t *used_random; /* likewise, what random may put there */
    uint16_t *layers_left; /* those that used_left has */
    uint32_t n_left;
    bool impossible; /* drop this copy */
    bool broken;     /* an error was reported */
};

/* Per source line: was anything left of it, and if not, why? */
struct line_fate {
    uint32_t line;
    bool survived;
    bool overlap;
    uint32_t first, second; /* names that cannot overlap */
};

static void join(uint64_t *to, const uint64_t *from, uint32_t words) {
    for (uint32_t w = 0; w < words; w++) {
        to[w] |= from[w];
    }
}

static bool contains(const uint64_t *set, const uint64_t *part, uint32_t words) {
    for (uint32_t w = 0; w < words; w++) {
        if ((part[w] & ~set[w]) != 0) {
            return false;
        }
    }
    return true;
}

static const uint64_t *layer_mask(const struct maker *m, uint32_t layer) {
    return m->game->layer_masks + (size_t)layer * m->game->obj_words;
}

static const char *name_text(const struct maker *m, uint32_t name) {
    return lw_ps_shout(m->c, m->c->names[name].text);
}

/* The layer of an object or kept property; reports names that have none. */
static bool find_layer(struct maker *m, uint32_t name, uint16_t *layer) {
    *layer = m->c->names[name].layer;
    if (*layer != PS_NO_ID && m->c->names[name].n_ids > 0) {
        return true;
    }
    /* Objects without a layer are reported once, where they are defined. */
    if (m->c->names[name].kind != PS_OBJECT) {
        lw_ps_error(m->c, m->rule->line, 0, "%s is in no collision layer",
                    name_text(m, name));
    }
    m->impossible = true;
    return false;
}

/* Left side. */

struct left_masks {
    uint64_t *required, *forbidden, *any, *moving, *still;
};

static void left_movement(struct maker *m, struct left_masks *masks, uint8_t mod,
                          uint16_t layer) {
    if (mod >= PS_MOD_UP && mod <= PS_MOD_ACTION) {
        ps_set_bit(masks->moving, 5U * layer + mod - PS_MOD_UP);
    } else if (mod == PS_MOD_STATIONARY) {
        lw_ps_set_layer(masks->still, layer);
    } else if (mod == PS_MOD_RANDOM || mod == PS_MOD_RANDOMDIR) {
        lw_ps_error(m->c, m->rule->line, 0,
                    "random and randomdir may stand only on the right side");
        m->impossible = true;
    }
}

static void left_term(struct maker *m, struct left_masks *masks,
                      struct lw_ps_pattern *pattern, const struct ps_term *term,
                      struct line_fate *fate) {
    uint16_t layer = 0;
    const struct ps_name *name = &m->c->names[term->name];
    if (!find_layer(m, term->name, &layer)) {
        return;
    }
    if (term->mod == PS_MOD_NO) {
        ps_set_bit(masks->forbidden, name->ids[0]);
        return;
    }
    if (m->used_left[layer] != 0) {
        fate->overlap = true;
        fate->first = term->name;
        fate->second = m->used_left[layer] - 1;
        m->impossible = true;
        return;
    }
    m->used_left[layer] = term->name + 1;
    m->layers_left[m->n_left++] = layer;
    uint32_t words = m->game->obj_words;
    if (m->c->names[ps_name_target(m->c, term->name)].kind == PS_PROPERTY) {
        join(masks->any + (size_t)pattern->n_any++ * words,
             lw_ps_name_mask(m->c, term->name), words);
    } else {
        ps_set_bit(masks->required, name->ids[0]);
    }
    left_movement(m, masks, term->mod, layer);
}

static void check_contradiction(struct maker *m, const struct left_masks *masks) {
    for (uint32_t w = 0; w < m->game->obj_words; w++) {
        uint64_t both = masks->required[w] & masks->forbidden[w];
        if (both == 0) {
            continue;
        }
        const char *object = m->game->objects[64 * w + lw_bits_first(both)].name;
        struct ps_text text = {object, (uint32_t)strlen(object)};
        const char *name = lw_ps_shout(m->c, text);
        lw_ps_warn(m->c, m->rule->line, 0,
                   "%s and NO %s in one cell can never match: this form of the rule is "
                   "dropped",
                   name, name);
        m->impossible = true;
        return;
    }
}

static uint32_t count_properties(const struct ps_compile *c, const struct ps_cell *cell) {
    uint32_t n = 0;
    for (uint32_t t = 0; t < cell->n; t++) {
        n += cell->terms[t].name != PS_NO_NAME &&
             c->names[ps_name_target(c, cell->terms[t].name)].kind == PS_PROPERTY;
    }
    return n;
}

static void make_left(struct maker *m, const struct ps_cell *cell,
                      struct lw_ps_pattern *pattern, struct line_fate *fate) {
    uint32_t words = m->game->obj_words;
    uint32_t mov_words = m->game->mov_words;
    uint32_t n_any = count_properties(m->c, cell);
    uint64_t *block = lw_ps_new_mask(m->c, (2 + n_any) * words + 2 * mov_words);
    if (block == NULL) {
        return;
    }
    struct left_masks masks = {block, block + words, block + 2 * words,
                               block + (2 + n_any) * words,
                               block + (2 + n_any) * words + mov_words};
    memset(m->used_left, 0, m->game->n_layers * sizeof *m->used_left);
    m->n_left = 0;
    for (uint32_t t = 0; t < cell->n && !m->impossible; t++) {
        left_term(m, &masks, pattern, &cell->terms[t], fate);
    }
    if (!m->impossible) {
        check_contradiction(m, &masks);
    }
    pattern->required = masks.required;
    pattern->forbidden = masks.forbidden;
    pattern->any = masks.any;
    pattern->moving = masks.moving;
    pattern->still = masks.still;
}

/* Right side. */

struct right_masks {
    uint64_t *set, *clear, *mov_set, *mov_clear, *layers, *random_dir, *random;
};

static void right_movement(struct right_masks *masks, uint8_t mod, uint16_t layer) {
    if (mod == PS_MOD_NONE) {
        return;
    }
    lw_ps_set_layer(masks->layers, layer);
    if (mod == PS_MOD_RANDOMDIR) {
        lw_ps_set_layer(masks->random_dir, layer);
    } else if (mod >= PS_MOD_UP && mod <= PS_MOD_ACTION) {
        ps_set_bit(masks->mov_set, 5U * layer + mod - PS_MOD_UP);
    }
}

static void right_random(struct maker *m, struct right_masks *masks,
                         const struct ps_term *term) {
    const struct ps_name *name = &m->c->names[term->name];
    if (m->c->names[ps_name_target(m->c, term->name)].kind != PS_PROPERTY) {
        lw_ps_warn(m->c, m->rule->line, 0,
                   "random %s always gives the same object: use it with a property (or)",
                   name_text(m, term->name));
    }
    for (uint32_t i = 0; i < name->n_ids; i++) {
        uint16_t layer = m->game->objects[name->ids[i]].layer;
        uint32_t other = m->used_right[layer];
        if (other != 0 && m->c->names[other - 1].id != name->ids[i]) {
            lw_ps_warn(m->c, m->rule->line, 0,
                       "random may put a %s where the rule wants a %s, and they share a "
                       "layer",
                       m->game->objects[name->ids[i]].name,
                       name_text(m, m->used_right[layer] - 1));
        }
        m->used_random[layer] = term->name + 1;
        ps_set_bit(masks->random, name->ids[i]);
    }
}

static void right_term(struct maker *m, struct right_masks *masks,
                       const struct ps_term *term) {
    uint16_t layer = 0;
    uint32_t words = m->game->obj_words;
    if (term->mod == PS_MOD_RANDOM) {
        right_random(m, masks, term);
        return;
    }
    if (!find_layer(m, term->name, &layer)) {
        return;
    }
    if (term->mod == PS_MOD_NO) {
        join(masks->clear, lw_ps_name_mask(m->c, term->name), words);
        return;
    }
    uint32_t other =
        m->used_right[layer] != 0 ? m->used_right[layer] : m->used_random[layer];
    if (other != 0) {
        lw_ps_error(m->c, m->rule->line, 0,
                    "%s and %s share a layer and cannot be put into one cell",
                    name_text(m, term->name), name_text(m, other - 1));
    }
    m->used_right[layer] = term->name + 1;
    if (m->c->names[ps_name_target(m->c, term->name)].kind != PS_PROPERTY) {
        ps_set_bit(masks->set, m->c->names[term->name].ids[0]);
        join(masks->clear, layer_mask(m, layer), words);
    }
    right_movement(masks, term->mod, layer);
}

/* What the left side had and the right side does not name goes away. */
static void finish_right(struct maker *m, const struct lw_ps_pattern *left,
                         struct right_masks *masks) {
    uint32_t words = m->game->obj_words;
    uint32_t mov_words = m->game->mov_words;
    if (!contains(masks->set, left->required, words)) {
        join(masks->clear, left->required, words);
    }
    if (!contains(masks->mov_set, left->moving, mov_words)) {
        join(masks->mov_clear, left->moving, mov_words);
    }
    for (uint32_t i = 0; i < m->n_left; i++) {
        uint16_t l = m->layers_left[i];
        if (m->used_right[l] == 0) {
            join(masks->clear, layer_mask(m, l), words);
            lw_ps_set_layer(masks->layers, l);
        }
    }
    join(masks->mov_clear, masks->layers, mov_words);
}

static void list_random(struct maker *m, const uint64_t *set,
                        struct lw_ps_effect *effect) {
    uint16_t *list =
        lw_arena_get(&m->game->arena, (m->game->n_objects + 1U) * sizeof *list);
    if (list == NULL) {
        m->c->failed = true;
        return;
    }
    for (uint32_t id = 0; id < m->game->n_objects; id++) {
        if (lw_ps_has(set, id)) {
            list[effect->n_random++] = (uint16_t)id;
        }
    }
    effect->random = list;
}

static bool any_bit(const uint64_t *set, uint32_t words) {
    uint64_t all = 0;
    for (uint32_t w = 0; w < words; w++) {
        all |= set[w];
    }
    return all != 0;
}

static void make_right(struct maker *m, const struct ps_cell *cell,
                       const struct lw_ps_pattern *left, struct lw_ps_effect *effect) {
    uint32_t words = m->game->obj_words;
    uint32_t mov_words = m->game->mov_words;
    uint64_t *block = lw_ps_new_mask(m->c, 3 * words + 4 * mov_words);
    if (block == NULL) {
        return;
    }
    uint64_t *movements = block + 3 * words;
    struct right_masks masks = {block,
                                block + words,
                                movements,
                                movements + mov_words,
                                movements + 2 * mov_words,
                                movements + 3 * mov_words,
                                block + 2 * words};
    memset(m->used_right, 0, m->game->n_layers * sizeof *m->used_right);
    memset(m->used_random, 0, m->game->n_layers * sizeof *m->used_random);
    bool any_random = false;
    for (uint32_t t = 0; t < cell->n && !m->impossible; t++) {
        any_random = any_random || cell->terms[t].mod == PS_MOD_RANDOM;
        right_term(m, &masks, &cell->terms[t]);
    }
    finish_right(m, left, &masks);
    if (any_random) {
        list_random(m, masks.random, effect);
    }
    effect->set = masks.set;
    effect->clear = masks.clear;
    effect->mov_set = masks.mov_set;
    effect->mov_clear = masks.mov_clear;
    effect->rigid_layers = masks.layers;
    effect->random_dir = masks.random_dir;
    effect->acts = effect->n_random > 0 || any_bit(block, 3 * words + 4 * mov_words);
    effect->plain = effect->n_random == 0 && !any_bit(masks.random_dir, mov_words);
    m->game->has_random = m->game->has_random || !effect->plain;
}

/* Ellipses. */

static bool has_ellipsis(const struct ps_cell *cell) {
    for (uint32_t t = 0; t < cell->n; t++) {
        if (cell->terms[t].mod == PS_MOD_ELLIPSIS) {
            return true;
        }
    }
    return false;
}

static void ellipsis_error(struct maker *m, const char *text) {
    lw_ps_error(m->c, m->rule->line, 0, "%s", text);
    m->impossible = true;
    m->broken = true;
}

static void check_ellipsis(struct maker *m, const struct ps_cell *left,
                           const struct ps_cell *right, uint32_t at, uint32_t len) {
    bool on_left = has_ellipsis(left);
    bool on_right = right != NULL && has_ellipsis(right);
    if ((on_left && left->n > 1) || (on_right && right->n > 1)) {
        ellipsis_error(m, "an ellipsis needs a cell of its own");
        return;
    }
    if (on_left && (at == 0 || at + 1 == len)) {
        ellipsis_error(m, "an ellipsis at the start or end of a pattern has no use");
    }
    if (on_left && right != NULL && !on_right) {
        ellipsis_error(m, "the ellipsis on the left needs one in the same place on the "
                          "right");
    }
    if (on_right && !on_left) {
        ellipsis_error(m, "the ellipsis on the right needs one in the same place on the "
                          "left");
    }
}

/* Marks ellipses; two in a row count as one and only warn, three or more are an error. */
static void place_ellipsis(struct maker *m, struct lw_ps_row *row, uint32_t at) {
    if (row->n_ellipses > 0 && row->ellipsis[row->n_ellipses - 1] + 1U == at) {
        lw_ps_warn(m->c, m->rule->line, 0, "two ellipses in a row do what one does");
    }
    if (row->n_ellipses == 2) {
        ellipsis_error(m, "a pattern can have two ellipses at most");
        return;
    }
    row->ellipsis[row->n_ellipses++] = (uint16_t)at;
}

/* Whole rules. */

static void make_row(struct maker *m, struct lw_ps_row *row, uint32_t first, uint32_t len,
                     struct line_fate *fate) {
    const struct ps_rule *rule = m->rule;
    struct lw_ps_pattern *left = lw_arena_zero(&m->game->arena, len, sizeof *left);
    struct lw_ps_effect *right = lw_arena_zero(&m->game->arena, len, sizeof *right);
    if (left == NULL || right == NULL) {
        m->c->failed = true;
        return;
    }
    row->n_cells = (uint16_t)len;
    row->left = left;
    row->right = rule->has_right ? right : NULL;
    for (uint32_t k = 0; k < len && !m->c->failed; k++) {
        const struct ps_cell *cell_left = &rule->left[first + k];
        const struct ps_cell *cell_right =
            rule->has_right ? &rule->right[first + k] : NULL;
        check_ellipsis(m, cell_left, cell_right, k, len);
        left[k].is_ellipsis = has_ellipsis(cell_left);
        if (left[k].is_ellipsis) {
            place_ellipsis(m, row, k);
        }
        if (m->broken || left[k].is_ellipsis) {
            continue;
        }
        make_left(m, cell_left, &left[k], fate);
        if (cell_right != NULL && !m->impossible && !m->c->failed) {
            make_right(m, cell_right, &left[k], &right[k]);
        }
    }
}

static void make_rule(struct maker *m, struct lw_ps_rule *out, struct line_fate *fate) {
    const struct ps_rule *rule = m->rule;
    m->impossible = m->broken = false;
    struct lw_ps_row *rows = lw_arena_zero(&m->game->arena, rule->n_rows, sizeof *rows);
    if (rows == NULL) {
        m->c->failed = true;
        return;
    }
    uint32_t first = 0;
    for (uint32_t r = 0; r < rule->n_rows && !m->c->failed; r++) {
        make_row(m, &rows[r], first, rule->row_len[r], fate);
        first += rule->row_len[r];
        if (m->impossible && !m->broken) {
            break;
        }
    }
    *out = (struct lw_ps_rule){.line = rule->line,
                               .group = rule->group,
                               .dir = (enum lw_ps_dir)rule->dir,
                               .late = rule->late,
                               .rigid = rule->rigid,
                               .random = rule->random,
                               .n_rows = (uint16_t)rule->n_rows,
                               .rows = rows,
                               .commands = rule->commands,
                               .message = rule->message};
}

static bool has_movement(const struct ps_cell *cells, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t t = 0; t < cells[i].n; t++) {
            uint8_t mod = cells[i].terms[t].mod;
            if (mod >= PS_MOD_UP && mod <= PS_MOD_STATIONARY) {
                return true;
            }
        }
    }
    return false;
}

/* Being still is a movement too. */
static bool is_late_mover(const struct ps_rule *rule) {
    return rule->late && (has_movement(rule->left, rule->n_cells) ||
                          (rule->has_right && has_movement(rule->right, rule->n_cells)));
}

static void tell_fate(struct ps_compile *c, const struct line_fate *fate) {
    if (fate->line != 0 && !fate->survived && fate->overlap) {
        lw_ps_error(
            c, fate->line, 0,
            "%s and %s share a layer and are never in one cell: this rule can never "
            "match",
            lw_ps_shout(c, c->names[fate->first].text),
            lw_ps_shout(c, c->names[fate->second].text));
    }
}

/* Makes all rules in order; returns how many there are. */
static size_t make_all(struct ps_compile *c, struct lw_ps_rule *out) {
    struct maker m = {.c = c, .game = c->game};
    m.used_left = lw_ps_get(c, c->game->n_layers, sizeof *m.used_left);
    m.used_right = lw_ps_get(c, c->game->n_layers, sizeof *m.used_right);
    m.used_random = lw_ps_get(c, c->game->n_layers, sizeof *m.used_random);
    m.layers_left = lw_ps_get(c, c->game->n_layers, sizeof *m.layers_left);
    struct line_fate fate = {0};
    uint32_t late_mover = 0; /* only the first is reported */
    size_t n = 0;
    for (size_t i = 0; i < c->rules.n && !c->failed && !c->stop; i++) {
        m.rule = &c->rules.at[i];
        if (m.rule->line != fate.line) {
            tell_fate(c, &fate);
            fate = (struct line_fate){.line = m.rule->line};
        }
        make_rule(&m, &out[n], &fate);
        if (late_mover == 0 && !m.impossible && is_late_mover(m.rule)) {
            late_mover = m.rule->line;
        }
        fate.survived = fate.survived || !m.impossible;
        n += !m.impossible;
    }
    tell_fate(c, &fate);
    if (late_mover != 0) {
        lw_ps_error(c, late_mover, 0, "a late rule cannot have movements");
    }
    return n;
}

void lw_ps_make_rules(struct ps_compile *c) {
    struct lw_ps_game *game = c->game;
    if (c->rules.n > PS_MAX_RULES) {
        lw_ps_error_global(c, "the rules expand to %zu, more than %d", c->rules.n,
                           (int)PS_MAX_RULES);
        c->stop = true;
        return;
    }
    struct lw_ps_rule *compiled = lw_ps_get(c, c->rules.n, sizeof *compiled);
    game->rules = lw_arena_zero(&game->arena, c->rules.n + 1, sizeof *game->rules);
    if (compiled == NULL || game->rules == NULL) {
        c->failed = true;
        return;
    }
    size_t n = make_all(c, compiled);
    for (int late = 0; late < 2 && !c->failed; late++) {
        uint32_t from = game->n_rules;
        for (size_t i = 0; i < n; i++) {
            if (compiled[i].late == (late == 1)) {
                game->rules[game->n_rules++] = compiled[i];
            }
        }
        struct lw_ps_rule_list *list = late ? &game->late : &game->early;
        lw_ps_group_rules(c, list, from, game->n_rules);
    }
}
