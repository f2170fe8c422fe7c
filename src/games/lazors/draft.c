/* What is proved of a board in the making, and what makes a proof possible.
 *
 * An opaque block only takes light away, so it could stand in any dark cell: a level with
 * one has a single solution only where all other cells are taken or crossed by light that
 * is needed. So cells that a second solution uses and the intended one leaves empty are
 * closed, one after another; that takes nothing from the intended solution. */
#include "draft.h"

#include <string.h>

/* A check that takes longer says nothing; the candidate is dropped. */
#define CHECK_NODES 30000
#define MAX_REPAIRS 60

struct lw_lazors_level *lw_lazors_draft_level(struct draft *draft) {
    struct lw_lazors_parts parts = {.width = draft->width,
                                    .height = draft->height,
                                    .cells = draft->cells,
                                    .lasers = draft->lasers,
                                    .n_lasers = draft->n_lasers,
                                    .targets = draft->points,
                                    .n_targets = draft->n_points};
    memcpy(parts.stock, draft->stock, sizeof parts.stock);
    struct lw_lazors_level *level;
    lw_status status = lw_lazors_level_create(draft->request->game, &parts, &level, NULL);
    draft->failed |= status == LW_NO_MEMORY;
    return status == LW_OK ? level : NULL;
}

uint32_t lw_lazors_draft_partner(const struct draft *draft, uint32_t cell) {
    uint32_t x = cell % draft->width, y = cell / draft->width;
    if (draft->symmetry == LAZORS_ACROSS || draft->symmetry == LAZORS_TURNED) {
        x = draft->width - 1 - x;
    }
    if (draft->symmetry == LAZORS_DOWN || draft->symmetry == LAZORS_TURNED) {
        y = draft->height - 1 - y;
    }
    return y * draft->width + x;
}

/* The proof. */

struct verdict {
    uint64_t stop_after;
    uint64_t n;
    bool loose; /* some block may stand on several untouched cells */
};

/* May the untouched cells be filled in several ways? */
static bool is_loose(const struct lazors_solution *solution) {
    const uint32_t *left = solution->left;
    uint32_t n_left = left[1] + left[2] + left[3];
    bool one_kind = left[1] == n_left || left[2] == n_left || left[3] == n_left;
    return n_left > 0 && !(one_kind && n_left == solution->n_undecided);
}

static bool count_class(void *ctx, const struct lazors_solution *solution) {
    struct verdict *verdict = ctx;
    verdict->n++;
    verdict->loose |= is_loose(solution);
    return verdict->n < verdict->stop_after;
}

/* Enumerates classes of solutions; false when that did not end. */
static bool enumerate(struct draft *draft, const uint32_t *stock, bool place_all,
                      lazors_found_fn found, void *ctx) {
    struct lw_lazors_level *level = lw_lazors_draft_level(draft);
    struct lw_budget budget = {.nodes = CHECK_NODES,
                               .cancel = draft->request->budget.cancel};
    struct lw_meter meter;
    if (level == NULL) {
        return false;
    }
    struct lazors_search search = {
        .level = level, .place_all = place_all, .found = found, .ctx = ctx};
    memcpy(search.stock, stock, sizeof search.stock);
    lw_meter_start(&meter, draft->runtime, &budget);
    lw_status status = lw_lazors_enumerate(&search, &meter, draft->runtime->alloc);
    lw_level_destroy(&level->level);
    draft->failed |= status != LW_OK;
    return status == LW_OK && search.stop == LW_STOP_NONE;
}

static bool count_classes(struct draft *draft, const uint32_t *stock, bool place_all,
                          struct verdict *verdict) {
    return enumerate(draft, stock, place_all, count_class, verdict);
}

static bool no_solution_with(struct draft *draft, unsigned block, uint32_t n) {
    struct verdict verdict = {.stop_after = 1};
    uint32_t stock[LW_LAZORS_N_BLOCKS];
    memcpy(stock, draft->stock, sizeof stock);
    stock[block] = n;
    return count_classes(draft, stock, false, &verdict) && verdict.n == 0;
}

/* One solution and no fewer blocks than wanted. */
bool lw_lazors_draft_proved(struct draft *draft) {
    struct verdict verdict = {.stop_after = 2};
    uint32_t n_mirrors = draft->stock[LW_LAZORS_MIRROR];
    uint32_t needed = draft->needed < n_mirrors ? draft->needed : n_mirrors;
    if (draft->request->values[O_UNIQUE].i == 0 &&
        (!count_classes(draft, draft->stock, true, &verdict) || verdict.n != 1 ||
         verdict.loose)) {
        return false;
    }
    if (needed > 0 && !no_solution_with(draft, LW_LAZORS_MIRROR, needed - 1)) {
        return false;
    }
    uint32_t n_refract = draft->stock[LW_LAZORS_REFRACT];
    return n_refract == 0 || no_solution_with(draft, LW_LAZORS_REFRACT, n_refract - 1);
}

/* Closing. */

struct repair {
    const struct draft *draft;
    bool other; /* a second solution was found */
    uint32_t n; /* cells that it needs and the intended one does not */
    uint16_t cells[MAX_SIDE * MAX_SIDE];
};

static bool is_free(const struct draft *draft, uint32_t cell) {
    return draft->cells[cell] == LW_LAZORS_OPEN && draft->blocks[cell] == LW_LAZORS_EMPTY;
}

static bool see_other(void *ctx, const struct lazors_solution *solution) {
    struct repair *repair = ctx;
    const struct draft *draft = repair->draft;
    uint32_t n_cells = draft->width * draft->height;
    bool same = true, in_dark = is_loose(solution);
    for (uint32_t i = 0; i < n_cells; i++) {
        same &= draft->cells[i] != LW_LAZORS_OPEN ||
                solution->decided[i] == LAZORS_UNDECIDED ||
                solution->decided[i] == draft->blocks[i];
    }
    if (same && !in_dark) {
        return true;
    }
    repair->other = true;
    for (uint32_t i = 0; i < n_cells; i++) {
        bool needs = solution->decided[i] == LAZORS_UNDECIDED
                         ? in_dark
                         : solution->decided[i] != LW_LAZORS_EMPTY;
        uint32_t partner = lw_lazors_draft_partner(draft, i);
        if (needs && is_free(draft, i) &&
            (is_free(draft, partner) || draft->cells[partner] != LW_LAZORS_OPEN)) {
            repair->cells[repair->n++] = (uint16_t)i;
        }
    }
    return false;
}

static void close_cell(struct draft *draft, uint32_t cell) {
    uint32_t partner = lw_lazors_draft_partner(draft, cell);
    draft->cells[cell] = LW_LAZORS_EMPTY;
    if (is_free(draft, partner)) {
        draft->cells[partner] = LW_LAZORS_EMPTY;
    }
}

static uint32_t count_closed(const struct draft *draft) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < draft->width * draft->height; i++) {
        n += draft->cells[i] == LW_LAZORS_EMPTY;
    }
    return n;
}

bool lw_lazors_draft_repair(struct draft *draft) {
    const struct lw_option_value *values = draft->request->values;
    if (values[O_UNIQUE].i != 0 || values[O_REPAIR].i != 0) {
        return true;
    }
    for (uint32_t i = 0; i < MAX_REPAIRS; i++) {
        struct repair repair = {.draft = draft};
        if (2 * count_closed(draft) > draft->width * draft->height ||
            !enumerate(draft, draft->stock, true, see_other, &repair)) {
            return false;
        }
        if (!repair.other) {
            return true;
        }
        if (repair.n == 0) {
            return false;
        }
        close_cell(draft, repair.cells[lw_rng_below(draft->rng, repair.n)]);
    }
    return false;
}
