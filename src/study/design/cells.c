/* Cells: the values of factors, orders worked out, and their combinations. */
#include "lw/study/cells.h"

#include <stdio.h>
#include <string.h>

#include "define/check.h"
#include "design/balance.h"

struct maker {
    const struct lw_study *study;
    struct lw_arena *arena;
    struct reporter report;
    bool no_memory;
};

static void *get(struct maker *m, size_t count, size_t bytes_each) {
    void *block = lw_arena_zero(m->arena, count == 0 ? 1 : count, bytes_each);
    m->no_memory = m->no_memory || block == NULL;
    return block;
}

/* Permutations in the order of a dictionary. */
static bool next_permutation(uint8_t *p, size_t k) {
    size_t i = k - 1, j = k - 1;
    while (i > 0 && p[i - 1] >= p[i]) {
        i--;
    }
    if (i == 0) {
        return false;
    }
    while (p[j] <= p[i - 1]) {
        j--;
    }
    uint8_t held = p[i - 1];
    p[i - 1] = p[j];
    p[j] = held;
    for (size_t a = i, b = k - 1; a < b; a++, b--) {
        held = p[a];
        p[a] = p[b];
        p[b] = held;
    }
    return true;
}

/* Williams' rows: 0, 1, k-1, 2, k-2, ... turned on by one from row to row; an odd number
 * of things needs every row backwards as well. */
static void williams(uint8_t *rows, size_t n, size_t k) {
    for (size_t r = 0; r < n; r++) {
        for (size_t i = 0; i < k; i++) {
            size_t step = i == 0 ? 0 : i % 2 == 1 ? (i + 1) / 2 : k - i / 2;
            size_t at = r < k ? i : k - 1 - i;
            rows[r * k + at] = (uint8_t)((step + r) % k);
        }
    }
}

static size_t count_orders(const struct lw_study_orders *orders) {
    size_t k = orders->n_of, n = 1;
    switch (orders->scheme) {
    case LW_STUDY_ORDERS_ALL:
        for (size_t i = 2; i <= k && n <= LW_STUDY_MAX_CELLS; i++) {
            n *= i;
        }
        return n;
    case LW_STUDY_ORDERS_ROTATED:
        return k;
    case LW_STUDY_ORDERS_BALANCED:
        return k % 2 == 0 ? k : 2 * k;
    default:
        return orders->n_list;
    }
}

/* The listed orders as indices; what is no order of all things is a fault. */
static void read_listed(struct maker *m, const struct lw_study_factor *factor,
                        uint8_t *rows) {
    const struct lw_study_orders *orders = factor->orders;
    const struct lw_json *at = study_member_or(lw_json_get(factor->at, "orders"), "list");
    const struct lw_json *child = at->type == LW_JSON_ARRAY ? at->first : NULL;
    for (size_t r = 0; r < orders->n_list;
         r++, child = child == NULL ? NULL : child->next) {
        uint32_t seen = 0;
        for (size_t i = 0; i < orders->list[r].n; i++) {
            for (size_t j = 0; j < orders->n_of; j++) {
                if (strcmp(orders->list[r].names[i], orders->of[j]) == 0) {
                    seen |= 1u << j;
                    rows[r * orders->n_of + (i < orders->n_of ? i : 0)] = (uint8_t)j;
                }
            }
        }
        if (orders->list[r].n != orders->n_of || seen != (1u << orders->n_of) - 1) {
            study_wrong(&m->report, child == NULL ? at : child,
                        "name every thing of 'of' exactly once",
                        "order %zu of '%s' does not have each of its %zu things once",
                        r + 1, factor->id, orders->n_of);
        }
    }
}

static void make_orders(struct maker *m, const struct lw_study_factor *factor,
                        struct lw_study_values *out) {
    const struct lw_study_orders *orders = factor->orders;
    size_t k = orders->n_of, n = count_orders(orders);
    if (n == 0 || n > LW_STUDY_MAX_CELLS) {
        study_wrong(&m->report, factor->at,
                    n == 0 ? "list the orders" : "use scheme rotated or balanced",
                    "'%s' has %zu orders; from 1 to %d can be used", factor->id, n,
                    LW_STUDY_MAX_CELLS);
        return;
    }
    uint8_t *rows = get(m, n * k, 1);
    if (rows == NULL) {
        return;
    }
    for (size_t i = 0; i < n * k; i++) {
        rows[i] = (uint8_t)((i % k + i / k) % k); /* rotated */
    }
    if (orders->scheme == LW_STUDY_ORDERS_ALL) {
        for (size_t i = 0; i < k; i++) {
            rows[i] = (uint8_t)i;
        }
        for (size_t r = 1; r < n; r++) {
            memcpy(rows + r * k, rows + (r - 1) * k, k);
            (void)next_permutation(rows + r * k, k);
        }
    } else if (orders->scheme == LW_STUDY_ORDERS_BALANCED) {
        williams(rows, n, k);
    } else if (orders->scheme == LW_STUDY_ORDERS_LISTED) {
        read_listed(m, factor, rows);
    }
    out->orders = rows;
    out->n_things = k;
    out->n = n;
}

static void name_orders(struct maker *m, const struct lw_study_factor *factor,
                        struct lw_study_values *values) {
    const char **names = get(m, values->n, sizeof *names);
    struct lw_buffer name;
    lw_buffer_init(&name, m->arena->alloc);
    for (size_t r = 0; r < values->n && names != NULL; r++) {
        lw_buffer_clear(&name);
        for (size_t i = 0; i < values->n_things; i++) {
            lw_buffer_puts(&name, i == 0 ? "" : ">");
            lw_buffer_puts(&name,
                           factor->orders->of[values->orders[r * values->n_things + i]]);
        }
        names[r] = lw_buffer_ok(&name)
                       ? lw_arena_text(m->arena, lw_buffer_text(&name), name.len)
                       : NULL;
        m->no_memory = m->no_memory || names[r] == NULL;
    }
    lw_buffer_free(&name);
    values->names = names;
}

static void name_cell(struct maker *m, const struct lw_study_cells *cells,
                      size_t number) {
    struct lw_study_cell *cell = &cells->cells[number];
    struct lw_buffer text;
    lw_buffer_init(&text, m->arena->alloc);
    lw_buffer_printf(&text, "%zu", number + 1);
    cell->id = lw_arena_text(m->arena, lw_buffer_text(&text), text.len);
    lw_buffer_clear(&text);
    for (size_t f = 0; f < cells->n_factors; f++) {
        lw_buffer_puts(&text, f == 0 ? "" : ".");
        lw_buffer_puts(&text, cells->values[f].names[cell->values[f]]);
    }
    if (cells->n_factors == 0) {
        lw_buffer_puts(&text, "all");
    }
    cell->name = lw_arena_text(m->arena, lw_buffer_text(&text), text.len);
    m->no_memory =
        m->no_memory || cell->id == NULL || cell->name == NULL || !lw_buffer_ok(&text);
    lw_buffer_free(&text);
}

/* The first factor changes slowest. */
static void cross(struct maker *m, struct lw_study_cells *cells) {
    size_t n = 1;
    for (size_t f = 0; f < cells->n_factors && n <= LW_STUDY_MAX_CELLS; f++) {
        n *= cells->values[f].n;
    }
    if (n > LW_STUDY_MAX_CELLS) {
        study_wrong(&m->report, study_member_or(m->study->json, "factors"),
                    "use fewer values, or list the cells",
                    "the factors have more than %d combinations", LW_STUDY_MAX_CELLS);
        return;
    }
    cells->cells = get(m, n, sizeof *cells->cells);
    for (size_t i = 0; i < n && cells->cells != NULL; i++) {
        uint16_t *values = get(m, cells->n_factors, sizeof *values);
        size_t rest = i;
        for (size_t f = cells->n_factors; f-- > 0 && values != NULL;) {
            values[f] = (uint16_t)(rest % cells->values[f].n);
            rest /= cells->values[f].n;
        }
        cells->cells[i].values = values;
    }
    cells->n = cells->cells == NULL ? 0 : n;
}

static size_t find_value(const struct lw_study_values *values, const char *name) {
    size_t i = 0;
    while (i < values->n && strcmp(values->names[i], name) != 0) {
        i++;
    }
    return i;
}

static void list_cell(struct maker *m, struct lw_study_cells *cells, size_t number) {
    const struct lw_study_listed_cell *listed = &m->study->cells.list[number];
    uint16_t *values = get(m, cells->n_factors, sizeof *values);
    for (size_t f = 0; f < cells->n_factors && values != NULL; f++) {
        const struct lw_study_factor *factor = &m->study->factors[f];
        size_t which = cells->values[f].n;
        for (size_t i = 0; i < listed->n_values; i++) {
            if (strcmp(listed->values[i].name, factor->id) == 0) {
                which = find_value(&cells->values[f], listed->values[i].value);
            }
        }
        if (which == cells->values[f].n) {
            study_wrong(&m->report, listed->at, "give every factor one of its values",
                        "the cell has no known value of '%s'", factor->id);
            which = 0;
        }
        values[f] = (uint16_t)which;
    }
    if (listed->n_values > cells->n_factors) {
        study_wrong(&m->report, listed->at, "name factors of this study",
                    "the cell has %zu values, the study has %zu factors",
                    listed->n_values, cells->n_factors);
    }
    cells->cells[number].values = values;
}

static void list_cells(struct maker *m, struct lw_study_cells *cells) {
    size_t n = m->study->cells.n_list;
    cells->cells = get(m, n, sizeof *cells->cells);
    for (size_t i = 0; i < n && cells->cells != NULL; i++) {
        list_cell(m, cells, i);
    }
    cells->n = cells->cells == NULL ? 0 : n;
}

lw_status lw_study_cells_make(const struct lw_study *study, struct lw_arena *arena,
                              struct lw_study_faults *faults, struct lw_study_cells *out,
                              struct lw_error *err) {
    struct maker m = {study, arena, {faults, study->json}, false};
    size_t before = faults->n_wrong;
    *out = (struct lw_study_cells){.n_factors = study->n_factors};
    out->values = get(&m, study->n_factors, sizeof *out->values);
    for (size_t f = 0; f < study->n_factors && out->values != NULL; f++) {
        const struct lw_study_factor *factor = &study->factors[f];
        if (factor->orders != NULL) {
            make_orders(&m, factor, &out->values[f]);
            name_orders(&m, factor, &out->values[f]);
        } else {
            out->values[f] =
                (struct lw_study_values){factor->values, factor->n_values, NULL, 0};
        }
    }
    if (faults->n_wrong == before && !m.no_memory) {
        if (study->cells.n_list > 0) {
            list_cells(&m, out);
        } else {
            cross(&m, out);
        }
    }
    if (faults->n_wrong == before && !m.no_memory) {
        for (size_t i = 0; i < out->n; i++) {
            name_cell(&m, out, i);
        }
        study_check_balance(study, out, &m.report);
    }
    if (m.no_memory) {
        return lw_fail_memory(err);
    }
    return faults->n_wrong == before
               ? LW_OK
               : lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "the cells cannot be made; see the faults");
}

size_t lw_study_cell_find(const struct lw_study_cells *cells, const char *id) {
    size_t i = 0;
    while (i < cells->n && strcmp(cells->cells[i].id, id) != 0 &&
           strcmp(cells->cells[i].name, id) != 0) {
        i++;
    }
    return i;
}

struct lw_study_names lw_study_by_cell(const struct lw_study *study,
                                       const struct lw_study_cells *cells, size_t cell,
                                       const struct lw_study_by *by,
                                       struct lw_arena *arena) {
    struct lw_study_names none = {NULL, 0};
    if (by->by == NULL) {
        return by->n_cases == 0
                   ? none
                   : (struct lw_study_names){by->cases[0].names, by->cases[0].n_names};
    }
    size_t f = lw_study_factor_find(study, by->by);
    const struct lw_study_values *values = &cells->values[f];
    size_t which = cells->cells[cell].values[f];
    if (values->orders != NULL) {
        const char **names = lw_arena_zero(arena, values->n_things, sizeof *names);
        for (size_t i = 0; i < values->n_things && names != NULL; i++) {
            names[i] = study->factors[f]
                           .orders->of[values->orders[which * values->n_things + i]];
        }
        return (struct lw_study_names){names, names == NULL ? 0 : values->n_things};
    }
    for (size_t i = 0; i < by->n_cases; i++) {
        if (strcmp(by->cases[i].value, values->names[which]) == 0) {
            return (struct lw_study_names){by->cases[i].names, by->cases[i].n_names};
        }
    }
    return none;
}

bool lw_study_phase_in_cell(const struct lw_study *study,
                            const struct lw_study_cells *cells, size_t cell,
                            const struct lw_study_phase *phase) {
    for (size_t i = 0; i < phase->n_when; i++) {
        size_t f = lw_study_factor_find(study, phase->when[i].name);
        const char *value = cells->values[f].names[cells->cells[cell].values[f]];
        if (strcmp(value, phase->when[i].value) != 0) {
            return false;
        }
    }
    return true;
}

bool lw_study_cells_same(const struct lw_study *before,
                         const struct lw_study_cells *before_cells,
                         const struct lw_study *after,
                         const struct lw_study_cells *after_cells,
                         char why[LW_STUDY_CELLS_WHY]) {
    why[0] = '\0';
    for (size_t i = 0; i < before->n_factors && i < after->n_factors; i++) {
        const char *was = before->factors[i].id, *is = after->factors[i].id;
        if (strcmp(was, is) != 0) {
            (void)snprintf(why, LW_STUDY_CELLS_WHY,
                           "factor %zu was '%.60s' and is now '%.60s'", i + 1, was, is);
            return false;
        }
    }
    if (before->n_factors != after->n_factors) {
        (void)snprintf(why, LW_STUDY_CELLS_WHY, "there were %zu factors and are now %zu",
                       before->n_factors, after->n_factors);
        return false;
    }
    if (before_cells->n != after_cells->n) {
        (void)snprintf(why, LW_STUDY_CELLS_WHY, "there were %zu cells and are now %zu",
                       before_cells->n, after_cells->n);
        return false;
    }
    for (size_t i = 0; i < after_cells->n; i++) {
        const char *was = before_cells->cells[i].name, *is = after_cells->cells[i].name;
        if (strcmp(was, is) != 0) {
            (void)snprintf(why, LW_STUDY_CELLS_WHY,
                           "cell %zu was '%.60s' and is now '%.60s'", i + 1, was, is);
            return false;
        }
    }
    return true;
}
