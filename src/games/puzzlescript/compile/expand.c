/* Rule expansion, first half: one copy per direction, relative words made absolute,
 * aggregates and synonyms replaced; and the driver of the whole. The order of the copies
 * is the order of execution inside a group, so it is part of the language. */
#include <string.h>

#include "compile/compile_internal.h"

static bool is_property(const struct ps_compile *c, uint32_t name) {
    return name != PS_NO_NAME && c->names[ps_name_target(c, name)].kind == PS_PROPERTY;
}

static bool is_relative(uint8_t mod) {
    return mod >= PS_MOD_FORWARD && mod <= PS_MOD_PERPENDICULAR;
}

static bool cells_have(const struct ps_cell *cells, uint32_t n, bool (*test)(uint8_t)) {
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t t = 0; t < cells[i].n; t++) {
            if (test(cells[i].terms[t].mod)) {
                return true;
            }
        }
    }
    return false;
}

static bool is_ellipsis(uint8_t mod) {
    return mod == PS_MOD_ELLIPSIS;
}

static bool is_directional(const struct ps_rule *rule) {
    for (uint32_t r = 0; r < rule->n_rows; r++) {
        if (rule->row_len[r] > 1) {
            return true;
        }
    }
    return cells_have(rule->left, rule->n_cells, is_relative) ||
           (rule->has_right && cells_have(rule->right, rule->n_cells, is_relative));
}

/* Step 2: what is superfluous or contradicts itself. */

static void drop_term(struct ps_cell *cell, uint32_t at) {
    memmove(cell->terms + at, cell->terms + at + 1,
            (cell->n - at - 1) * sizeof *cell->terms);
    cell->n--;
}

/* Does the cell require something of one layer: objects, aggregates, properties within
 * a layer? Adds its objects and layers; layers NULL: only what is there for sure. */
static void occupancy(struct ps_compile *c, const struct ps_cell *cell, uint64_t *objects,
                      uint64_t *layers) {
    for (uint32_t t = 0; t < cell->n; t++) {
        const struct ps_term *term = &cell->terms[t];
        if (term->mod == PS_MOD_NO || term->mod == PS_MOD_RANDOM ||
            term->name == PS_NO_NAME) {
            continue;
        }
        const struct ps_name *name = &c->names[term->name];
        if (is_property(c, term->name) && (name->layer == PS_NO_ID || layers == NULL)) {
            continue;
        }
        for (uint32_t i = 0; i < name->n_ids; i++) {
            ps_set_bit(objects, name->ids[i]);
            if (layers != NULL) {
                ps_set_bit(layers, c->game->objects[name->ids[i]].layer);
            }
        }
    }
}

static void check_left_no(struct ps_compile *c, const struct ps_rule *rule,
                          struct ps_cell *cell, const uint64_t *objects,
                          const uint64_t *layers) {
    for (uint32_t t = 0; t < cell->n;) {
        const struct ps_name *name =
            cell->terms[t].mod == PS_MOD_NO ? &c->names[cell->terms[t].name] : NULL;
        bool covered = name != NULL && name->n_ids > 0;
        for (uint32_t i = 0; covered && i < name->n_ids; i++) {
            covered = lw_ps_has(layers, c->game->objects[name->ids[i]].layer) &&
                      !lw_ps_has(objects, name->ids[i]);
        }
        if (!covered) {
            t++;
            continue;
        }
        lw_ps_warn(c, rule->line, 0,
                   "NO %s is not needed: what the cell requires already fills its layers",
                   lw_ps_shout(c, name->text));
        drop_term(cell, t);
    }
}

static bool left_says_no(const struct ps_cell *left, uint32_t name) {
    for (uint32_t t = 0; t < left->n; t++) {
        if (left->terms[t].mod == PS_MOD_NO && left->terms[t].name == name) {
            return true;
        }
    }
    return false;
}

static void check_right_no(struct ps_compile *c, const struct ps_rule *rule,
                           const struct ps_cell *left, struct ps_cell *cell,
                           const uint64_t *objects) {
    for (uint32_t t = 0; t < cell->n;) {
        if (cell->terms[t].mod != PS_MOD_NO) {
            t++;
            continue;
        }
        const struct ps_name *name = &c->names[cell->terms[t].name];
        bool clash = false;
        bool aggregate =
            c->names[ps_name_target(c, cell->terms[t].name)].kind == PS_AGGREGATE;
        for (uint32_t i = 0; i < name->n_ids && !aggregate; i++) {
            clash = clash || lw_ps_has(objects, name->ids[i]);
        }
        if (clash) {
            lw_ps_error(c, rule->line, 0,
                        "NO %s contradicts what the same cell puts there",
                        lw_ps_shout(c, name->text));
        }
        if (left_says_no(left, cell->terms[t].name)) {
            drop_term(cell, t);
        } else {
            t++;
        }
    }
}

/* Modifies the written rule's own terms, which nothing shares yet. */
static void check_rule(struct ps_compile *c, struct ps_rule *rule) {
    size_t words = c->game->obj_words;
    size_t layer_words = c->game->n_layers / 64 + 1;
    uint64_t *objects = lw_ps_get(c, words, sizeof *objects);
    uint64_t *layers = lw_ps_get(c, layer_words, sizeof *layers);
    for (uint32_t i = 0; i < rule->n_cells && !c->failed; i++) {
        memset(objects, 0, words * sizeof *objects);
        memset(layers, 0, layer_words * sizeof *layers);
        occupancy(c, &rule->left[i], objects, layers);
        check_left_no(c, rule, &rule->left[i], objects, layers);
        if (rule->has_right) {
            memset(objects, 0, words * sizeof *objects);
            occupancy(c, &rule->right[i], objects, NULL);
            check_right_no(c, rule, &rule->left[i], &rule->right[i], objects);
        }
    }
}

/* Steps 1, 3, 4, 5. */

static uint8_t absolute(uint8_t mod, uint8_t dir) {
    /* [^ v < >] per rule direction up, down, left, right */
    static const uint8_t turned[4][4] = {
        {PS_MOD_UP, PS_MOD_DOWN, PS_MOD_LEFT, PS_MOD_RIGHT},
        {PS_MOD_DOWN, PS_MOD_UP, PS_MOD_RIGHT, PS_MOD_LEFT},
        {PS_MOD_LEFT, PS_MOD_RIGHT, PS_MOD_DOWN, PS_MOD_UP},
        {PS_MOD_RIGHT, PS_MOD_LEFT, PS_MOD_UP, PS_MOD_DOWN}};
    bool vertical = dir == LW_PS_UP || dir == LW_PS_DOWN;
    if (mod >= PS_MOD_FORWARD && mod <= PS_MOD_CW) {
        return turned[dir][mod - PS_MOD_FORWARD];
    }
    if (mod == PS_MOD_PARALLEL) {
        return vertical ? PS_MOD_VERTICAL_PAR : PS_MOD_HORIZONTAL_PAR;
    }
    if (mod == PS_MOD_PERPENDICULAR) {
        return vertical ? PS_MOD_HORIZONTAL_PERP : PS_MOD_VERTICAL_PERP;
    }
    return mod;
}

static uint32_t flat_terms(const struct ps_compile *c, const struct ps_cell *cell) {
    uint32_t n = 0;
    for (uint32_t t = 0; t < cell->n; t++) {
        uint32_t name = cell->terms[t].name;
        uint32_t members =
            name == PS_NO_NAME ? 0 : c->names[ps_name_target(c, name)].n_members;
        n += members == 0 ? 1 : members;
    }
    return n;
}

/* Objects for synonyms of objects; synonyms of properties stay names of their own. */
static uint32_t plain_name(const struct ps_compile *c, uint32_t name) {
    uint32_t target = ps_name_target(c, name);
    return c->names[target].kind == PS_PROPERTY ? name : target;
}

static struct ps_cell concrete_cell(struct ps_compile *c, const struct ps_rule *rule,
                                    const struct ps_cell *cell) {
    struct ps_cell out = {lw_ps_get(c, flat_terms(c, cell), sizeof *out.terms), 0};
    if (c->failed) {
        return out;
    }
    for (uint32_t t = 0; t < cell->n; t++) {
        struct ps_term term = cell->terms[t];
        term.mod = absolute(term.mod, rule->dir);
        if (term.name != PS_NO_NAME) {
            const struct ps_name *target = &c->names[ps_name_target(c, term.name)];
            if (target->kind == PS_AGGREGATE) {
                if (term.mod == PS_MOD_NO) {
                    lw_ps_error(
                        c, rule->line, 0,
                        "NO cannot exclude the aggregate %s (and): name its parts",
                        lw_ps_shout(c, c->names[term.name].text));
                }
                term.name = target->members[0];
            }
            term.name = plain_name(c, term.name);
        }
        out.terms[out.n++] = term;
    }
    for (uint32_t t = 0; t < cell->n; t++) {
        struct ps_term term = cell->terms[t];
        if (term.name == PS_NO_NAME ||
            c->names[ps_name_target(c, term.name)].kind != PS_AGGREGATE) {
            continue;
        }
        const struct ps_name *target = &c->names[ps_name_target(c, term.name)];
        for (uint32_t m = 1; m < target->n_members; m++) {
            out.terms[out.n++] =
                (struct ps_term){target->members[m], absolute(term.mod, rule->dir)};
        }
    }
    return out;
}

static void concrete_side(struct ps_compile *c, struct ps_rule *rule,
                          const struct ps_cell *from, struct ps_cell *to, bool reverse) {
    uint32_t first = 0;
    for (uint32_t r = 0; r < rule->n_rows; r++) {
        uint32_t len = rule->row_len[r];
        for (uint32_t k = 0; k < len; k++) {
            uint32_t source = first + (reverse ? len - 1 - k : k);
            to[first + k] = concrete_cell(c, rule, &from[source]);
        }
        first += len;
    }
}

static bool push_rule(struct ps_compile *c, struct ps_rules *rules, struct ps_rule rule) {
    if (rules->n >= PS_MAX_CLONES) {
        lw_ps_error(c, rule.line, 0, "the rules expand to more than %d copies",
                    (int)PS_MAX_CLONES);
        c->stop = true;
        return false;
    }
    if (!lw_ps_grow(c, &rules->at, &rules->cap, rules->n + 1, sizeof *rules->at)) {
        return false;
    }
    rules->at[rules->n++] = rule;
    return true;
}

static void copy_directions(struct ps_compile *c, struct ps_rules *out) {
    for (size_t i = 0; i < c->n_written && !c->failed && !c->stop; i++) {
        struct ps_source_rule *source = &c->written[i];
        check_rule(c, &source->rule);
        uint32_t n_dirs = is_directional(&source->rule) ? source->n_dirs : 1;
        bool ellipsis = cells_have(source->rule.left, source->rule.n_cells, is_ellipsis);
        for (uint32_t d = 0; d < n_dirs && !c->failed; d++) {
            struct ps_rule rule = source->rule;
            rule.dir = source->dirs[d];
            rule.left = lw_ps_get(c, rule.n_cells, sizeof *rule.left);
            rule.right = lw_ps_get(c, rule.n_cells, sizeof *rule.right);
            if (c->failed) {
                return;
            }
            bool reverse = !ellipsis && (rule.dir == LW_PS_UP || rule.dir == LW_PS_LEFT);
            concrete_side(c, &rule, source->rule.left, rule.left, reverse);
            if (rule.has_right) {
                concrete_side(c, &rule, source->rule.right, rule.right, reverse);
            }
            if (reverse) {
                rule.dir = rule.dir == LW_PS_UP ? LW_PS_DOWN : LW_PS_RIGHT;
            }
            (void)push_rule(c, out, rule);
        }
    }
}

/* Step 8. */

static bool mentioned(const struct ps_compile *c, const struct ps_cell *left,
                      uint32_t name, uint16_t layer) {
    for (uint32_t t = 0; t < left->n; t++) {
        if (left->terms[t].name == PS_NO_NAME) {
            continue;
        }
        if (left->terms[t].name == name) {
            return true;
        }
        const struct ps_name *other = &c->names[left->terms[t].name];
        for (uint32_t i = 0; i < other->n_ids; i++) {
            if (c->game->objects[other->ids[i]].layer == layer) {
                return true;
            }
        }
    }
    return false;
}

static void spawn_stationary(struct ps_compile *c, struct ps_rule *rule) {
    if (rule->late || !rule->has_right) {
        return;
    }
    for (uint32_t i = 0; i < rule->n_cells; i++) {
        struct ps_cell *cell = &rule->right[i];
        for (uint32_t t = 0; t < cell->n; t++) {
            const struct ps_term *term = &cell->terms[t];
            if (term->mod != PS_MOD_NONE || is_property(c, term->name) ||
                mentioned(c, &rule->left[i], term->name, c->names[term->name].layer)) {
                continue;
            }
            struct ps_term *terms = lw_ps_get(c, cell->n, sizeof *terms);
            if (terms == NULL) {
                return;
            }
            memcpy(terms, cell->terms, cell->n * sizeof *terms);
            terms[t].mod = PS_MOD_STATIONARY;
            cell->terms = terms;
        }
    }
}

/* Step 9. */

static uint64_t hash_cells(uint64_t hash, const struct ps_cell *cells, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        hash = lw_mix64(hash + cells[i].n + 1);
        for (uint32_t t = 0; t < cells[i].n; t++) {
            hash = lw_mix64(
                hash ^ ((uint64_t)cells[i].terms[t].name << 8 | cells[i].terms[t].mod));
        }
    }
    return hash;
}

static bool shows_direction(const struct ps_rule *rule) {
    for (uint32_t r = 0; r < rule->n_rows; r++) {
        if (rule->row_len[r] > 1) {
            return true;
        }
    }
    return false;
}

static uint64_t hash_rule(const struct ps_rule *rule) {
    uint64_t hash = lw_mix64(rule->line + (shows_direction(rule) ? rule->dir + 1U : 0U) *
                                              0x100000000ULL);
    hash = hash_cells(hash, rule->left, rule->n_cells);
    return rule->has_right ? hash_cells(hash + 1, rule->right, rule->n_cells) : hash;
}

static bool same_cells(const struct ps_cell *a, const struct ps_cell *b, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (a[i].n != b[i].n) {
            return false;
        }
        for (uint32_t t = 0; t < a[i].n; t++) {
            if (a[i].terms[t].name != b[i].terms[t].name ||
                a[i].terms[t].mod != b[i].terms[t].mod) {
                return false;
            }
        }
    }
    return true;
}

/* Two copies of one source line: the flags and commands are the same. */
static bool same_rule(const struct ps_rule *a, const struct ps_rule *b) {
    return a->line == b->line && (a->dir == b->dir || !shows_direction(a)) &&
           same_cells(a->left, b->left, a->n_cells) &&
           (!a->has_right || same_cells(a->right, b->right, a->n_cells));
}

/* Keeps the last of equal rules, in place. Equal rules come from one line, and groups are
 * runs of lines, so one table over all is enough. */
static void drop_duplicates(struct ps_compile *c, struct ps_rules *rules) {
    size_t n_slots = 64;
    while (n_slots < rules->n * 2) {
        n_slots *= 2;
    }
    uint32_t *slots = lw_ps_get(c, n_slots, sizeof *slots);
    if (slots == NULL) {
        return;
    }
    for (size_t i = rules->n; i-- > 0;) {
        size_t slot = hash_rule(&rules->at[i]) & (n_slots - 1);
        while (slots[slot] != 0 &&
               !same_rule(&rules->at[slots[slot] - 1], &rules->at[i])) {
            slot = (slot + 1) & (n_slots - 1);
        }
        if (slots[slot] != 0) {
            rules->at[i].dropped = true;
        } else {
            slots[slot] = (uint32_t)i + 1;
        }
    }
    size_t n = 0;
    for (size_t i = 0; i < rules->n; i++) {
        if (!rules->at[i].dropped) {
            rules->at[n++] = rules->at[i];
        }
    }
    rules->n = n;
}

static void free_rules(struct ps_compile *c, struct ps_rules *rules) {
    lw_alloc_free(c->alloc, rules->at, rules->cap * sizeof *rules->at);
    *rules = (struct ps_rules){0};
}

void lw_ps_expand_rules(struct ps_compile *c) {
    struct ps_rules copies = {0};
    struct ps_rules moved = {0};
    copy_directions(c, &copies);
    for (size_t i = 0; i < copies.n && !c->failed && !c->stop; i++) {
        (void)lw_ps_expand_movements(c, &moved, copies.at[i]);
    }
    for (size_t i = 0; i < moved.n && !c->failed && !c->stop; i++) {
        (void)lw_ps_expand_properties(c, &c->rules, moved.at[i]);
    }
    free_rules(c, &copies);
    free_rules(c, &moved);
    if (c->failed || c->stop || c->invalid) {
        return;
    }
    for (size_t i = 0; i < c->rules.n && !c->failed; i++) {
        spawn_stationary(c, &c->rules.at[i]);
    }
    drop_duplicates(c, &c->rules);
}
