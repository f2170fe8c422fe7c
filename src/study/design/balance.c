/* Counts what the cells are claimed to balance. A claim is proved by counting all cells;
 * where the counts differ the fault says which, and where no cells at all could make them
 * equal it says why. */
#include "design/balance.h"

#include <stdio.h>
#include <string.h>

#include "define/check.h"

#define MAX_COMBINATIONS 5040

struct counts {
    uint32_t n[MAX_COMBINATIONS];
    size_t n_kinds;
};

static bool all_equal(const struct counts *counts, size_t *least, size_t *most) {
    *least = *most = 0;
    for (size_t i = 1; i < counts->n_kinds; i++) {
        *least = counts->n[i] < counts->n[*least] ? i : *least;
        *most = counts->n[i] > counts->n[*most] ? i : *most;
    }
    return counts->n[*least] == counts->n[*most];
}

static void name_combination(const struct lw_study_cells *cells, const size_t *factors,
                             size_t n, size_t which, char *out, size_t room) {
    out[0] = '\0';
    for (size_t i = n; i-- > 0;) {
        const struct lw_study_values *values = &cells->values[factors[i]];
        char rest[300];
        (void)snprintf(rest, sizeof rest, "%s%s", i + 1 == n ? "" : ".", out);
        (void)snprintf(out, room, "%.60s%.200s", values->names[which % values->n], rest);
        which /= values->n;
    }
}

static void check_crossed(const struct lw_study_cells *cells,
                          const struct lw_study_balance *claim, const size_t *factors,
                          const struct reporter *report) {
    struct counts counts = {.n_kinds = 1};
    size_t least, most;
    for (size_t i = 0; i < claim->n_factors; i++) {
        counts.n_kinds *= cells->values[factors[i]].n;
        if (counts.n_kinds > MAX_COMBINATIONS) {
            study_wrong(report, claim->at, "claim fewer factors at once",
                        "there are more than %d combinations", MAX_COMBINATIONS);
            return;
        }
    }
    for (size_t c = 0; c < cells->n; c++) {
        size_t which = 0;
        for (size_t i = 0; i < claim->n_factors; i++) {
            which =
                which * cells->values[factors[i]].n + cells->cells[c].values[factors[i]];
        }
        counts.n[which]++;
    }
    if (all_equal(&counts, &least, &most)) {
        return;
    }
    if (cells->n % counts.n_kinds != 0) {
        study_wrong(report, claim->at,
                    "list as many cells as there are combinations, or a "
                    "multiple",
                    "%zu cells cannot hold %zu combinations equally often", cells->n,
                    counts.n_kinds);
        return;
    }
    char few[300], many[300];
    name_combination(cells, factors, claim->n_factors, least, few, sizeof few);
    name_combination(cells, factors, claim->n_factors, most, many, sizeof many);
    study_wrong(report, claim->at, "change the list of cells so that all are as frequent",
                "'%.100s' is in %u cells, '%.100s' in %u", few, counts.n[least], many,
                counts.n[most]);
}

static void check_positions(const struct lw_study *study,
                            const struct lw_study_cells *cells,
                            const struct lw_study_balance *claim, size_t f,
                            const struct reporter *report) {
    const struct lw_study_values *values = &cells->values[f];
    size_t k = values->n_things, least, most;
    struct counts counts = {.n_kinds = k * k};
    for (size_t c = 0; c < cells->n; c++) {
        const uint8_t *order = values->orders + cells->cells[c].values[f] * k;
        for (size_t i = 0; i < k; i++) {
            counts.n[order[i] * k + i]++;
        }
    }
    if (all_equal(&counts, &least, &most)) {
        return;
    }
    if (cells->n % k != 0) {
        study_wrong(
            report, claim->at, "use scheme rotated, balanced or all",
            "%zu cells cannot put each of %zu things into each place equally often",
            cells->n, k);
        return;
    }
    study_wrong(report, claim->at,
                "use scheme rotated, balanced or all, or change the list",
                "'%s' comes in place %zu in %u cells, '%s' in place %zu in %u",
                study->factors[f].orders->of[least / k], least % k + 1, counts.n[least],
                study->factors[f].orders->of[most / k], most % k + 1, counts.n[most]);
}

static const char *why_no_carry_over(const struct lw_study_orders *orders,
                                     size_t n_cells) {
    size_t k = orders->n_of;
    if (orders->scheme == LW_STUDY_ORDERS_ROTATED && k > 2) {
        return "a cyclic square lets each thing follow one and the same other";
    }
    if (n_cells % k != 0) {
        return "the number of cells is no multiple of the number of things";
    }
    if ((k == 3 || k == 5 || k == 7) && n_cells == k) {
        return "no square of 3, 5 or 7 orders can; an odd number of things needs twice "
               "as "
               "many";
    }
    return "the orders do not";
}

static void check_carry_over(const struct lw_study *study,
                             const struct lw_study_cells *cells,
                             const struct lw_study_balance *claim, size_t f,
                             const struct reporter *report) {
    const struct lw_study_values *values = &cells->values[f];
    const struct lw_study_orders *orders = study->factors[f].orders;
    size_t k = values->n_things, least, most;
    struct counts counts = {.n_kinds = k * (k - 1)};
    for (size_t c = 0; c < cells->n; c++) {
        const uint8_t *order = values->orders + cells->cells[c].values[f] * k;
        for (size_t i = 1; i < k; i++) {
            size_t a = order[i - 1], b = order[i];
            counts.n[a * (k - 1) + (b > a ? b - 1 : b)]++;
        }
    }
    if (all_equal(&counts, &least, &most)) {
        return;
    }
    size_t a = least / (k - 1), b = least % (k - 1);
    b += b >= a;
    study_wrong(report, claim->at, "use scheme balanced (or all)",
                "'%s' follows '%s' in %u cells, another pair comes in %u: %s",
                orders->of[b], orders->of[a], counts.n[least], counts.n[most],
                why_no_carry_over(orders, cells->n));
}

static bool find_factors(const struct lw_study *study,
                         const struct lw_study_balance *claim,
                         const struct reporter *report, size_t *out) {
    for (size_t i = 0; i < claim->n_factors; i++) {
        out[i] = lw_study_factor_find(study, claim->factors[i]);
        bool doubled = study_has_name(claim->factors, i, claim->factors[i]);
        if (out[i] == study->n_factors || doubled) {
            study_wrong(report, study_member_or(claim->at, "factors"),
                        "name factors of this study, each once",
                        "'%.60s' is not a factor, or appears twice", claim->factors[i]);
            return false;
        }
    }
    bool order = claim->kind != LW_STUDY_BALANCE_CROSSED;
    if (order && (claim->n_factors != 1 || study->factors[out[0]].orders == NULL)) {
        study_wrong(report, study_member_or(claim->at, "factors"),
                    "name the one factor that has orders",
                    "positions and carry-over are claimed of one factor with orders");
        return false;
    }
    return true;
}

void study_check_balance(const struct lw_study *study, const struct lw_study_cells *cells,
                         const struct reporter *report) {
    size_t factors[LW_STUDY_MAX_FACTORS];
    for (size_t i = 0; i < study->cells.n_balance; i++) {
        const struct lw_study_balance *claim = &study->cells.balance[i];
        if (!find_factors(study, claim, report, factors)) {
            continue;
        }
        if (claim->kind == LW_STUDY_BALANCE_CROSSED) {
            check_crossed(cells, claim, factors, report);
        } else if (claim->kind == LW_STUDY_BALANCE_POSITIONS) {
            check_positions(study, cells, claim, factors[0], report);
        } else {
            check_carry_over(study, cells, claim, factors[0], report);
        }
    }
}
