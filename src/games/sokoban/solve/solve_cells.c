/* Queues by cell: a search in the space of features takes up states cell by cell, so that
 * one region of that space cannot swallow all the effort. A greater key is a better
 * cell. */
#include "solve/solve_internal.h"

#define FIRST_SLOTS 256u

void lw_sok_cells_init(struct sok_cells *cells, const struct lw_alloc *alloc) {
    *cells = (struct sok_cells){.alloc = alloc};
}

void lw_sok_cells_free(struct sok_cells *cells) {
    for (size_t i = 0; i < cells->n_cells; i++) {
        lw_sok_queue_free(&cells->cells[i].queue);
    }
    lw_alloc_free(cells->alloc, cells->cells, cells->cap_cells * sizeof *cells->cells);
    lw_alloc_free(cells->alloc, cells->slots, cells->n_slots * sizeof *cells->slots);
    lw_sok_cells_init(cells, cells->alloc);
}

/* The slot of the key, or the empty one (0) where it belongs; slots hold numbers of cells
 * from 1. */
static size_t find_slot(const struct sok_cells *cells, uint64_t key) {
    size_t slot =
        (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (cells->n_slots - 1);
    while (cells->slots[slot] != 0 && cells->cells[cells->slots[slot] - 1].key != key) {
        slot = (slot + 1) & (cells->n_slots - 1);
    }
    return slot;
}

static bool grow_slots(struct sok_cells *cells) {
    size_t n = cells->n_slots == 0 ? FIRST_SLOTS : cells->n_slots * 2;
    uint32_t *slots = lw_alloc_zero(cells->alloc, n, sizeof *slots);
    if (slots == NULL) {
        return false;
    }
    lw_alloc_free(cells->alloc, cells->slots, cells->n_slots * sizeof *slots);
    cells->slots = slots;
    cells->n_slots = n;
    for (size_t i = 0; i < cells->n_cells; i++) {
        slots[find_slot(cells, cells->cells[i].key)] = (uint32_t)i + 1;
    }
    return true;
}

bool lw_sok_cells_push(struct sok_cells *cells, uint64_t key, size_t priority,
                       uint32_t id) {
    if ((cells->n_cells + 1) * 2 > cells->n_slots && !grow_slots(cells)) {
        return false;
    }
    size_t slot = find_slot(cells, key);
    if (cells->slots[slot] == 0) {
        if (!lw_grow(cells->alloc, &cells->cells, &cells->cap_cells, cells->n_cells + 1,
                     sizeof *cells->cells)) {
            return false;
        }
        struct sok_cell *cell = &cells->cells[cells->n_cells++];
        cell->key = key;
        lw_sok_queue_init(&cell->queue, cells->alloc);
        cells->slots[slot] = (uint32_t)cells->n_cells;
    }
    return lw_sok_queue_push(&cells->cells[cells->slots[slot] - 1].queue, priority, id);
}

uint32_t lw_sok_cells_pop_best(struct sok_cells *cells) {
    struct sok_cell *best = NULL;
    size_t priority;
    for (size_t i = 0; i < cells->n_cells; i++) {
        struct sok_cell *cell = &cells->cells[i];
        if (cell->queue.n_queued > 0 && (best == NULL || cell->key > best->key)) {
            best = cell;
        }
    }
    return best == NULL ? SOK_NO_NODE : lw_sok_queue_pop(&best->queue, &priority);
}

uint32_t lw_sok_cells_pop_next(struct sok_cells *cells) {
    size_t priority;
    for (size_t tries = 0; tries < cells->n_cells; tries++) {
        cells->turn = cells->turn == 0 ? cells->n_cells - 1 : cells->turn - 1;
        if (cells->cells[cells->turn].queue.n_queued > 0) {
            return lw_sok_queue_pop(&cells->cells[cells->turn].queue, &priority);
        }
    }
    return SOK_NO_NODE;
}
