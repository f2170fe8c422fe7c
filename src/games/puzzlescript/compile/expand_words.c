/* Rule expansion, second half: ambiguous movement words and properties of the left side
 * are made concrete, one copy of the rule per meaning, and the right side follows where
 * the left decides it. Copies share the cells they do not change. */
#include <string.h>

#include "compile/compile_internal.h"

static uint32_t directions_of(uint8_t word, uint8_t out[5]) {
    static const uint8_t all[] = {PS_MOD_UP, PS_MOD_DOWN, PS_MOD_LEFT, PS_MOD_RIGHT,
                                  PS_MOD_ACTION};
    uint32_t from = 0;
    uint32_t n = 0;
    switch (word) {
    case PS_MOD_HORIZONTAL:
    case PS_MOD_HORIZONTAL_PAR:
    case PS_MOD_HORIZONTAL_PERP:
        from = 2;
        n = 2;
        break;
    case PS_MOD_VERTICAL:
    case PS_MOD_VERTICAL_PAR:
    case PS_MOD_VERTICAL_PERP:
        n = 2;
        break;
    case PS_MOD_ORTHOGONAL:
        n = 4;
        break;
    case PS_MOD_MOVING:
        n = 5;
        break;
    default:
        break;
    }
    memcpy(out, all + from, n);
    return n;
}

static bool is_ambiguous(uint8_t word) {
    uint8_t dirs[5];
    return directions_of(word, dirs) > 0;
}

static const char *word_text(uint8_t word) {
    switch (word) {
    case PS_MOD_HORIZONTAL:
        return "horizontal";
    case PS_MOD_VERTICAL:
        return "vertical";
    case PS_MOD_ORTHOGONAL:
        return "orthogonal";
    case PS_MOD_MOVING:
        return "moving";
    case PS_MOD_HORIZONTAL_PAR:
    case PS_MOD_VERTICAL_PAR:
        return "parallel";
    default:
        return "perpendicular";
    }
}

/* A copy with cell arrays of its own; terms are shared. */
static bool clone(struct ps_compile *c, const struct ps_rule *rule, struct ps_rule *out) {
    *out = *rule;
    c->n_clones += 1 + rule->n_cells / 8;
    if (c->n_clones > PS_MAX_CLONES) {
        lw_ps_error(c, rule->line, 0, "the rules expand to more than %d copies",
                    (int)PS_MAX_CLONES);
        c->stop = true;
        return false;
    }
    size_t n = rule->n_cells;
    struct ps_cell *cells = lw_arena_get(&c->scratch, 2 * n * sizeof *cells);
    if (cells == NULL) {
        c->failed = true;
        return false;
    }
    memcpy(cells, rule->left, n * sizeof *cells);
    out->left = cells;
    if (rule->has_right) {
        memcpy(cells + n, rule->right, n * sizeof *cells);
        out->right = cells + n;
    }
    return true;
}

/* Gives the cell its own terms. */
static bool unshare(struct ps_compile *c, struct ps_cell *cell) {
    struct ps_term *terms = lw_arena_get(&c->scratch, (cell->n + 1) * sizeof *terms);
    if (terms == NULL) {
        c->failed = true;
        return false;
    }
    memcpy(terms, cell->terms, cell->n * sizeof *terms);
    cell->terms = terms;
    return true;
}

/* Replaces (word, name) by (concrete, name); name PS_NO_NAME stands for any. */
static void set_movement(struct ps_compile *c, struct ps_cell *cell, uint8_t word,
                         uint32_t name, uint8_t concrete) {
    bool own = false;
    for (uint32_t t = 0; t < cell->n; t++) {
        bool hit = cell->terms[t].mod == word &&
                   (name == PS_NO_NAME || cell->terms[t].name == name);
        if (!hit) {
            continue;
        }
        if (!own && !unshare(c, cell)) {
            return;
        }
        own = true;
        cell->terms[t].mod = concrete;
    }
}

/* Counts one more use of (name, word); the records are copied before they change. */
static void record(struct ps_compile *c, struct ps_replacement **list, uint32_t *n,
                   struct ps_replacement what) {
    struct ps_replacement *copy = lw_arena_get(&c->scratch, (*n + 1U) * sizeof *copy);
    if (copy == NULL) {
        c->failed = true;
        return;
    }
    if (*n > 0) {
        memcpy(copy, *list, *n * sizeof *copy);
    }
    *list = copy;
    for (uint32_t i = 0; i < *n; i++) {
        if (copy[i].name == what.name && copy[i].word == what.word) {
            copy[i].count++;
            return;
        }
    }
    what.count = 1;
    copy[(*n)++] = what;
}

static const struct ps_term *first_ambiguous(const struct ps_cell *cell) {
    for (uint32_t t = 0; t < cell->n; t++) {
        if (is_ambiguous(cell->terms[t].mod)) {
            return &cell->terms[t];
        }
    }
    return NULL;
}

static bool push(struct ps_compile *c, struct ps_rules *rules, struct ps_rule rule) {
    if (!lw_ps_grow(c, &rules->at, &rules->cap, rules->n + 1, sizeof *rules->at)) {
        return false;
    }
    rules->at[rules->n++] = rule;
    return true;
}

static bool split_movement(struct ps_compile *c, struct ps_rules *queue,
                           const struct ps_rule *rule, uint32_t at) {
    const struct ps_term *term = first_ambiguous(&rule->left[at]);
    uint8_t dirs[5];
    uint32_t n_dirs = directions_of(term->mod, dirs);
    for (uint32_t d = 0; d < n_dirs; d++) {
        struct ps_rule copy;
        if (!clone(c, rule, &copy)) {
            return false;
        }
        set_movement(c, &copy.left[at], term->mod, term->name, dirs[d]);
        if (copy.has_right) {
            set_movement(c, &copy.right[at], term->mod, term->name, dirs[d]);
        }
        record(c, &copy.moves, &copy.n_moves,
               (struct ps_replacement){
                   .name = term->name, .word = term->mod, .concrete = dirs[d]});
        record(c, &copy.moves, &copy.n_moves,
               (struct ps_replacement){
                   .name = PS_NO_NAME, .word = term->mod, .concrete = dirs[d]});
        if (c->failed || !push(c, queue, copy)) {
            return false;
        }
    }
    return true;
}

static void infer_movements(struct ps_compile *c, struct ps_rule *rule) {
    for (int any_object = 0; any_object < 2 && rule->has_right; any_object++) {
        for (uint32_t m = 0; m < rule->n_moves; m++) {
            const struct ps_replacement *move = &rule->moves[m];
            if (move->count != 1 || (move->name == PS_NO_NAME) != (any_object == 1)) {
                continue;
            }
            for (uint32_t i = 0; i < rule->n_cells; i++) {
                set_movement(c, &rule->right[i], move->word, move->name, move->concrete);
            }
        }
    }
}

static uint8_t leftover_movement(const struct ps_rule *rule) {
    for (uint32_t i = 0; i < rule->n_cells && rule->has_right; i++) {
        const struct ps_term *term = first_ambiguous(&rule->right[i]);
        if (term != NULL) {
            return term->mod;
        }
    }
    return PS_MOD_NONE;
}

/* Works through queue from the first entry on; finished rules go to out. split appends
 * copies to the queue and says whether it did. */
bool lw_ps_expand_movements(struct ps_compile *c, struct ps_rules *out,
                            struct ps_rule rule) {
    struct ps_rules queue = {0};
    bool told = false;
    bool good = push(c, &queue, rule);
    for (size_t q = 0; q < queue.n && good && !c->failed && !c->stop; q++) {
        struct ps_rule current = queue.at[q];
        bool split = false;
        for (uint32_t i = 0; i < current.n_cells && good; i++) {
            if (first_ambiguous(&current.left[i]) != NULL) {
                split = true;
                good = split_movement(c, &queue, &current, i);
            }
        }
        if (split || !good) {
            continue;
        }
        infer_movements(c, &current);
        uint8_t leftover = leftover_movement(&current);
        if (leftover != PS_MOD_NONE && !told) {
            told = true;
            c->invalid = true;
            lw_ps_error(
                c, rule.line, 0,
                "the movement '%s' on the right side does not follow from the left: "
                "use it once there on the same object, or say which one",
                word_text(leftover));
        }
        good = good && push(c, out, current);
    }
    lw_alloc_free(c->alloc, queue.at, queue.cap * sizeof *queue.at);
    return good;
}

/* Properties. */

static bool is_property(const struct ps_compile *c, const struct ps_term *term) {
    return term->name != PS_NO_NAME && term->mod != PS_MOD_RANDOM &&
           c->names[ps_name_target(c, term->name)].kind == PS_PROPERTY;
}

static void expand_no(struct ps_compile *c, struct ps_cell *cell) {
    uint32_t n = 0;
    bool any = false;
    for (uint32_t t = 0; t < cell->n; t++) {
        bool split = cell->terms[t].mod == PS_MOD_NO && is_property(c, &cell->terms[t]);
        any = any || split;
        n += split ? c->names[ps_name_target(c, cell->terms[t].name)].n_members : 1;
    }
    if (!any) {
        return;
    }
    struct ps_cell out = {lw_ps_get(c, n + 1, sizeof *out.terms), 0};
    for (uint32_t t = 0; t < cell->n && out.terms != NULL; t++) {
        const struct ps_term *term = &cell->terms[t];
        if (term->mod != PS_MOD_NO || !is_property(c, term)) {
            out.terms[out.n++] = *term;
            continue;
        }
        const struct ps_name *property = &c->names[ps_name_target(c, term->name)];
        for (uint32_t m = 0; m < property->n_members; m++) {
            out.terms[out.n++] = (struct ps_term){property->members[m], PS_MOD_NO};
        }
    }
    *cell = out;
}

static bool cell_has_property(const struct ps_compile *c, const struct ps_cell *cell,
                              uint32_t name) {
    for (uint32_t t = 0; t < cell->n; t++) {
        if (cell->terms[t].name == name && is_property(c, &cell->terms[t])) {
            return true;
        }
    }
    return false;
}

/* Properties some right cell has while its left partner does not. */
struct ambiguous {
    uint32_t *names;
    uint32_t n;
};

static bool is_in(const struct ambiguous *set, uint32_t name) {
    for (uint32_t i = 0; i < set->n; i++) {
        if (set->names[i] == name) {
            return true;
        }
    }
    return false;
}

static struct ambiguous find_ambiguous(struct ps_compile *c, const struct ps_rule *rule) {
    uint32_t room = 0;
    for (uint32_t i = 0; i < rule->n_cells && rule->has_right; i++) {
        room += rule->right[i].n;
    }
    struct ambiguous set = {lw_ps_get(c, room + 1, sizeof *set.names), 0};
    for (uint32_t i = 0; i < rule->n_cells && rule->has_right && !c->failed; i++) {
        for (uint32_t t = 0; t < rule->right[i].n; t++) {
            const struct ps_term *term = &rule->right[i].terms[t];
            if (is_property(c, term) && !is_in(&set, term->name) &&
                !cell_has_property(c, &rule->left[i], term->name)) {
                set.names[set.n++] = term->name;
            }
        }
    }
    return set;
}

static void set_property(struct ps_compile *c, struct ps_cell *cell, uint32_t property,
                         uint32_t member) {
    bool own = false;
    for (uint32_t t = 0; t < cell->n; t++) {
        if (cell->terms[t].name != property || cell->terms[t].mod == PS_MOD_RANDOM) {
            continue;
        }
        if (!own && !unshare(c, cell)) {
            return;
        }
        own = true;
        cell->terms[t].name = member;
    }
}

/* The first property of the first cell that has to be expanded. */
static bool find_property(const struct ps_compile *c, const struct ps_rule *rule,
                          const struct ambiguous *ambiguous, uint32_t *at,
                          uint32_t *property) {
    for (uint32_t i = 0; i < rule->n_cells; i++) {
        for (uint32_t t = 0; t < rule->left[i].n; t++) {
            const struct ps_term *term = &rule->left[i].terms[t];
            if (is_property(c, term) && (c->names[term->name].layer == PS_NO_ID ||
                                         is_in(ambiguous, term->name))) {
                *at = i;
                *property = term->name;
                return true;
            }
        }
    }
    return false;
}

static bool split_property(struct ps_compile *c, struct ps_rules *queue,
                           const struct ps_rule *rule, uint32_t at, uint32_t property) {
    const struct ps_name *target = &c->names[ps_name_target(c, property)];
    for (uint32_t m = 0; m < target->n_members; m++) {
        struct ps_rule copy;
        if (!clone(c, rule, &copy)) {
            return false;
        }
        set_property(c, &copy.left[at], property, target->members[m]);
        if (copy.has_right) {
            set_property(c, &copy.right[at], property, target->members[m]);
        }
        record(c, &copy.props, &copy.n_props,
               (struct ps_replacement){.name = property, .member = target->members[m]});
        if (c->failed || !push(c, queue, copy)) {
            return false;
        }
    }
    return true;
}

static void infer_properties(struct ps_compile *c, struct ps_rule *rule) {
    for (uint32_t p = 0; p < rule->n_props && rule->has_right; p++) {
        for (uint32_t i = 0; i < rule->n_cells && rule->props[p].count == 1; i++) {
            set_property(c, &rule->right[i], rule->props[p].name, rule->props[p].member);
        }
    }
}

static uint32_t leftover_property(const struct ps_compile *c, const struct ps_rule *rule,
                                  const struct ambiguous *ambiguous) {
    for (uint32_t i = 0; i < rule->n_cells && rule->has_right; i++) {
        for (uint32_t t = 0; t < rule->right[i].n; t++) {
            const struct ps_term *term = &rule->right[i].terms[t];
            if (is_property(c, term) && is_in(ambiguous, term->name)) {
                return term->name;
            }
        }
    }
    return PS_NO_NAME;
}

bool lw_ps_expand_properties(struct ps_compile *c, struct ps_rules *out,
                             struct ps_rule rule) {
    for (uint32_t i = 0; i < rule.n_cells; i++) {
        expand_no(c, &rule.left[i]);
        if (rule.has_right) {
            expand_no(c, &rule.right[i]);
        }
    }
    struct ambiguous ambiguous = find_ambiguous(c, &rule);
    struct ps_rules queue = {0};
    size_t begin = out->n;
    uint32_t leftover = PS_NO_NAME;
    bool good = push(c, &queue, rule);
    for (size_t q = 0; q < queue.n && good && !c->failed && !c->stop; q++) {
        struct ps_rule current = queue.at[q];
        uint32_t at = 0;
        uint32_t property = 0;
        if (find_property(c, &current, &ambiguous, &at, &property)) {
            good = split_property(c, &queue, &current, at, property);
            continue;
        }
        infer_properties(c, &current);
        if (leftover == PS_NO_NAME) {
            leftover = leftover_property(c, &current, &ambiguous);
        }
        good = push(c, out, current);
    }
    if (leftover != PS_NO_NAME) {
        lw_ps_error(
            c, rule.line, 0,
            "the property %s on the right side does not follow from the left: use it "
            "once there, or say which object is meant",
            lw_ps_shout(c, c->names[leftover].text));
        out->n = begin;
    }
    lw_alloc_free(c->alloc, queue.at, queue.cap * sizeof *queue.at);
    return good;
}
