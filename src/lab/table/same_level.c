/* The same level more than once: set aside, or joined to the group of its like. */
#include "table/same_level.h"

#include <string.h>

#include "lw/grid.h"
#include "lw/open.h"
#include "lw/sokoban.h"

static bool holds(const struct level_table *study, size_t n, struct lw_id128 id) {
    for (size_t k = 0; k < n; k++) {
        if (lw_id128_equal(study->ids[k], id)) {
            return true;
        }
    }
    return false;
}

void same_level_set_aside(struct level_table *study, const struct level_table *before,
                          size_t n_before, const struct level_table *excluded,
                          size_t *n_excluded) {
    size_t kept = 0;
    for (size_t i = 0; i < study->n; i++) {
        struct lw_id128 id = study->ids[i];
        bool copy = holds(study, kept, id);
        for (size_t s = 0; s < n_before; s++) {
            copy = copy || holds(&before[s], before[s].n, id);
        }
        if (excluded != NULL && holds(excluded, excluded->n, id)) {
            (*n_excluded)++;
        } else if (copy) {
            study->copies[study->n_copies++] =
                (struct level_copy){.row = study->row[i], .id = id};
        } else {
            study->items[kept] = study->items[i];
            study->ids[kept] = id;
            study->row[kept++] = study->row[i];
        }
    }
    study->n = kept;
}

/* A level's drawing as a rectangle, without the player: where a canonical level shows
 * the player depends on which way round it lies, and a level that differs from another in
 * nothing else is almost the same, too. */
struct drawing {
    uint32_t width, height;
    uint8_t *cells; /* then as much room again */
};

static lw_status draw_text(struct lw_arena *arena, const char *text, size_t len,
                           struct drawing *out, struct lw_error *err) {
    const char *end = text + len;
    *out = (struct drawing){.width = 0};
    for (const char *at = text; at < end; out->height++) {
        size_t n = strcspn(at, "\n");
        out->width = n > out->width ? (uint32_t)n : out->width;
        at += n + 1;
    }
    size_t n = (size_t)out->width * out->height;
    uint8_t *row = out->cells = lw_arena_zero(arena, 2 * n + 1, 1);
    if (row == NULL) {
        return lw_fail_memory(err);
    }
    memset(row, ' ', n);
    for (const char *at = text; at < end; row += out->width) {
        size_t n_cells = strcspn(at, "\n");
        for (size_t x = 0; x < n_cells; x++) {
            row[x] = (uint8_t)(at[x] == '@' ? ' ' : at[x] == '+' ? '.' : at[x]);
        }
        at += n_cells + 1;
    }
    return LW_OK;
}

static lw_status draw(struct lw_arena *arena, const struct lw_level *level,
                      struct drawing *out, struct lw_error *err) {
    struct lw_level *canonical = NULL;
    struct lw_id128 id;
    struct lw_buffer text;
    lw_buffer_init(&text, level->game->alloc);
    if (level->game->kind->level->canonical(level, &id, &canonical) == LW_OK &&
        canonical != NULL) {
        level = canonical;
    }
    lw_status status = lw_level_text(level, &text, err);
    if (status == LW_OK) {
        status = draw_text(arena, lw_buffer_text(&text), text.len, out, err);
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

/* The first level of those that i is like, through others if need be. */
static size_t first_like(size_t *like, size_t i) {
    while (like[i] != i) {
        like[i] = like[like[i]];
        i = like[i];
    }
    return i;
}

static void join_like(const struct drawing *all, size_t n, size_t *like) {
    for (size_t i = 0; i < n; i++) {
        like[i] = i;
        for (size_t k = 0; k < i; k++) {
            size_t a = first_like(like, i), b = first_like(like, k);
            if (a != b && almost_same(&all[k], &all[i])) {
                like[a > b ? a : b] = a > b ? b : a;
            }
        }
    }
}

static lw_status join_groups(struct lw_arena *arena, const struct drawing *all, size_t n,
                             size_t *group, size_t *n_near, struct lw_error *err) {
    size_t *like = lw_arena_zero(arena, n + 1, sizeof *like);
    if (like == NULL) {
        return lw_fail_memory(err);
    }
    join_like(all, n, like);
    for (size_t i = 0; i < n; i++) {
        size_t first = first_like(like, i);
        *n_near += group[i] != group[first];
        group[i] = group[first];
    }
    return LW_OK;
}

lw_status same_level_join_near(struct cli *cli, const struct lw_level *const *levels,
                               size_t n, size_t *group, size_t *n_near,
                               struct lw_error *err) {
    struct lw_arena arena;
    *n_near = 0;
    if (n == 0 || levels[0]->game->kind != &lw_sokoban_kind) {
        return LW_OK;
    }
    lw_arena_init(&arena, cli->alloc);
    struct drawing *all = lw_arena_zero(&arena, n + 1, sizeof *all);
    lw_status status = all == NULL ? lw_fail_memory(err) : LW_OK;
    for (size_t i = 0; status == LW_OK && i < n; i++) {
        status = draw(&arena, levels[i], &all[i], err);
    }
    if (status == LW_OK) {
        status = join_groups(&arena, all, n, group, n_near, err);
    }
    lw_arena_free(&arena);
    return status;
}

lw_status same_level_join_texts(const struct lw_alloc *alloc,
                                const struct same_level_texts *levels, size_t *group,
                                size_t *n_near, struct lw_error *err) {
    struct lw_arena arena;
    *n_near = 0;
    if (levels->kind != &lw_sokoban_kind) {
        return LW_OK;
    }
    lw_arena_init(&arena, alloc);
    struct drawing *all = lw_arena_zero(&arena, levels->n + 1, sizeof *all);
    lw_status status = all == NULL ? lw_fail_memory(err) : LW_OK;
    for (size_t i = 0; status == LW_OK && i < levels->n; i++) {
        const char *text = levels->texts[i];
        status = draw_text(&arena, text, strlen(text), &all[i], err);
    }
    if (status == LW_OK) {
        status = join_groups(&arena, all, levels->n, group, n_near, err);
    }
    lw_arena_free(&arena);
    return status;
}

void same_level_report(struct cli *cli, size_t n_copies, size_t n_near) {
    const char *name = cli->command->name;
    if (n_copies > 0) {
        (void)fprintf(
            cli->err,
            "levelwright %s: repeats of an earlier level, counted with it: %zu\n", name,
            n_copies);
    }
    if (n_near > 0) {
        (void)fprintf(cli->err,
                      "levelwright %s: %zu level%s almost the same as one of another "
                      "group (at most %d cells differ); held out together with it\n",
                      name, n_near, n_near == 1 ? " is" : "s are", NEAR_CELLS);
    }
}
