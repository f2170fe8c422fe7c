/* The same level more than once, in one table or in several: it is learned from once,
 * with everything that is known about it. What is almost the same level stays a level of
 * its own, but is left out together with the other. */
#include "fit.h"

#include <string.h>

#include "lw/grid.h"
#include "lw/pipeline.h"
#include "lw/sokoban.h"

#define NEAR_CELLS 2 /* levels that differ in so many squares are almost the same */

static bool holds(const struct cli_study *study, size_t n, struct lw_id128 id) {
    for (size_t k = 0; k < n; k++) {
        if (lw_id128_equal(study->ids[k], id)) {
            return true;
        }
    }
    return false;
}

lw_status fit_set_copies_aside(struct fit_work *w, size_t which, struct lw_error *err) {
    struct cli_study *study = &w->all[which + 1];
    struct fit_tally *tally = &w->tally[which];
    size_t kept = 0;
    *tally = (struct fit_tally){.n_rows = study->table.n_rows,
                                .n_blank = study->table.n_rows - study->n};
    for (size_t i = 0; i < study->n; i++) {
        struct lw_id128 id = study->ids[i];
        bool copy = holds(study, kept, id);
        for (size_t s = 1; s <= which; s++) {
            copy = copy || holds(&w->all[s], w->all[s].n, id);
        }
        if (holds(&w->all[0], w->all[0].n, id)) {
            tally->n_excluded++;
        } else if (copy) {
            if (!lw_grow(w->cli->alloc, &w->copies, &w->copies_cap, w->n_copies + 1,
                         sizeof *w->copies)) {
                return lw_fail_memory(err);
            }
            w->copies[w->n_copies++] =
                (struct fit_copy){.study = which, .row = study->row[i], .id = id};
            tally->n_copies++;
        } else {
            study->items[kept] = study->items[i];
            study->ids[kept] = id;
            study->row[kept++] = study->row[i];
        }
    }
    study->n = kept;
    return LW_OK;
}

void fit_find_originals(struct fit_work *w) {
    const struct fit_learning *l = &w->learning;
    size_t kept = 0;
    for (size_t c = 0; c < w->n_copies; c++) {
        struct fit_copy *copy = &w->copies[c];
        copy->level = 0;
        while (
            copy->level < l->e.n &&
            !lw_id128_equal(w->all[l->study[copy->level] + 1].ids[l->item[copy->level]],
                            copy->id)) {
            copy->level++;
        }
        /* A level that cannot be measured cannot be measured a second time either. */
        if (copy->level < l->e.n) {
            w->copies[kept++] = *copy;
        }
    }
    w->n_copies = kept;
}

/* A level's drawing as a rectangle. */
struct drawing {
    uint32_t width, height;
    uint8_t *cells; /* then as much room again */
};

static lw_status draw(struct lw_arena *arena, const struct lw_level *level,
                      struct drawing *out, struct lw_error *err) {
    struct lw_level *canonical = NULL;
    struct lw_id128 id;
    struct lw_buffer text;
    struct lw_made made = {.level = (struct lw_level *)level};
    lw_buffer_init(&text, level->game->alloc);
    if (level->game->kind->level->canonical(level, &id, &canonical) == LW_OK &&
        canonical != NULL) {
        made.level = canonical;
    }
    lw_status status = lw_made_text(&made, &text, err);
    *out = (struct drawing){.width = 0};
    const char *end = lw_buffer_text(&text) + text.len;
    for (const char *at = lw_buffer_text(&text); at < end; out->height++) {
        size_t len = strcspn(at, "\n");
        out->width = len > out->width ? (uint32_t)len : out->width;
        at += len + 1;
    }
    size_t n = (size_t)out->width * out->height;
    out->cells = lw_arena_zero(arena, 2 * n + 1, 1);
    if (status == LW_OK && out->cells == NULL) {
        status = lw_fail_memory(err);
    }
    if (status == LW_OK) {
        uint8_t *row = out->cells;
        memset(out->cells, ' ', n);
        for (const char *at = lw_buffer_text(&text); at < end; row += out->width) {
            size_t len = strcspn(at, "\n");
            memcpy(row, at, len);
            at += len + 1;
        }
    }
    if (canonical != NULL) {
        lw_level_destroy(canonical);
    }
    lw_buffer_free(&text);
    return status;
}

static bool almost_same(const struct drawing *a, const struct drawing *b) {
    size_t n = (size_t)a->width * a->height;
    for (int sym = 0; sym < LW_N_SYMMETRIES; sym++) {
        uint32_t width, height;
        size_t differ = 0;
        lw_sym_size(sym, a->width, a->height, &width, &height);
        if (width != b->width || height != b->height) {
            continue;
        }
        lw_grid_transform(sym, a->width, a->height, a->cells, a->cells + n);
        for (size_t i = 0; i < n && differ <= NEAR_CELLS; i++) {
            differ += a->cells[n + i] != b->cells[i];
        }
        if (differ <= NEAR_CELLS) {
            return true;
        }
    }
    return false;
}

lw_status fit_join_near_copies(struct fit_work *w, struct lw_error *err) {
    struct fit_learning *l = &w->learning;
    struct lw_arena arena;
    if (w->game->kind != &lw_sokoban_kind) {
        return LW_OK;
    }
    lw_arena_init(&arena, w->cli->alloc);
    struct drawing *all = lw_arena_zero(&arena, l->e.n + 1, sizeof *all);
    lw_status status = all == NULL ? lw_fail_memory(err) : LW_OK;
    for (size_t i = 0; status == LW_OK && i < l->e.n; i++) {
        status =
            draw(&arena, w->all[l->study[i] + 1].items[l->item[i]].level, &all[i], err);
    }
    for (size_t i = 0; status == LW_OK && i < l->e.n; i++) {
        for (size_t k = 0; k < i; k++) {
            if (l->group[k] != l->group[i] && almost_same(&all[k], &all[i])) {
                l->group[i] = l->group[k];
                w->n_near++;
                break;
            }
        }
    }
    lw_arena_free(&arena);
    fit_close_up_groups(l);
    return status;
}

void fit_tell_rows(struct fit_work *w) {
    for (size_t s = 0; s < w->n_studies; s++) {
        const struct fit_tally *t = &w->tally[s];
        size_t n = w->all[s + 1].n - t->n_unmeasured;
        (void)fprintf(w->cli->err, "levelwright fit: ");
        cli_put_safe(w->cli->err, w->files[s]);
        (void)fprintf(w->cli->err,
                      ": %zu rows: %zu levels to learn from; left out: %zu without a "
                      "level, %zu excluded, %zu not measured; copies of an earlier "
                      "level, counted with it: %zu\n",
                      t->n_rows, n, t->n_blank, t->n_excluded, t->n_unmeasured,
                      t->n_copies);
    }
    if (w->n_near > 0) {
        (void)fprintf(w->cli->err,
                      "levelwright fit: %zu level%s almost the same as one of another "
                      "group (%d squares at most); left out together with it\n",
                      w->n_near, w->n_near == 1 ? " is" : "s are", NEAR_CELLS);
    }
}
