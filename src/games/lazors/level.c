/* Levels in memory: making, copying, and the canonical form.
 *
 * Two levels are the same puzzle when one of the eight symmetries of the square turns
 * one into the other, lasers and targets with it; the order of the lists and repeated
 * entries do not matter. */
#include "lazors_internal.h"

#include <string.h>

char lw_lazors_block_letter(unsigned block) {
    return "\0ABC"[block];
}

unsigned lw_lazors_block_of(char letter) {
    char capital = (char)(letter >= 'a' && letter <= 'c' ? letter - 32 : letter);
    return capital >= 'A' && capital <= 'C' ? (unsigned)(capital - 'A') + 1 : 0;
}

const char *lw_lazors_block_name(unsigned block) {
    static const char *const names[] = {"nothing", "mirror", "opaque block",
                                        "refracting block"};
    return names[block];
}

const struct lw_lazors_level *lw_lazors_level_of(const struct lw_level *level) {
    return (const struct lw_lazors_level *)lw_level_expect(level, &lw_lazors_kind);
}

bool lw_lazors_place_all(const struct lw_game *game) {
    return ((const struct lazors_game *)game)->place_all;
}

static bool is_side_midpoint(const struct lw_lazors_parts *parts, int x, int y) {
    return x >= 0 && y >= 0 && x <= 2 * (int)parts->width &&
           y <= 2 * (int)parts->height && (x + y) % 2 != 0;
}

static lw_status check_points(const struct lw_lazors_parts *parts, struct lw_error *err) {
    for (uint32_t i = 0; i < parts->n_lasers; i++) {
        const struct lw_lazors_laser *laser = &parts->lasers[i];
        if (!is_side_midpoint(parts, laser->x, laser->y)) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "laser at %d %d: expected the midpoint of a cell side on the "
                           "board",
                           laser->x, laser->y);
        }
        if ((laser->vx != 1 && laser->vx != -1) || (laser->vy != 1 && laser->vy != -1)) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "laser direction %d %d: expected 1 or -1 for both", laser->vx,
                           laser->vy);
        }
    }
    for (uint32_t i = 0; i < parts->n_targets; i++) {
        if (!is_side_midpoint(parts, parts->targets[i].x, parts->targets[i].y)) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "target at %d %d: expected the midpoint of a cell side on the "
                           "board",
                           parts->targets[i].x, parts->targets[i].y);
        }
    }
    return LW_OK;
}

static lw_status check_parts(const struct lw_lazors_parts *parts, uint32_t n_open,
                             struct lw_error *err) {
    uint64_t n_blocks = (uint64_t)parts->stock[LW_LAZORS_MIRROR] +
                        parts->stock[LW_LAZORS_OPAQUE] + parts->stock[LW_LAZORS_REFRACT];
    if (parts->n_lasers == 0) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "no laser: expected at least one line like 'L 3 6 1 -1'");
    }
    if (parts->n_targets == 0) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "no target: expected at least one line like 'P 0 3'");
    }
    if (n_blocks > n_open) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "%llu movable blocks but only %u open cells: expected an 'o' cell "
                       "for every block",
                       (unsigned long long)n_blocks, n_open);
    }
    return check_points(parts, err);
}

/* One allocation holds the level and its arrays, largest alignment first. */
static struct lw_lazors_level *allocate(const struct lw_alloc *alloc,
                                        const struct lw_lazors_parts *parts,
                                        uint32_t n_open) {
    size_t n_cells = (size_t)parts->width * parts->height;
    size_t bytes = sizeof(struct lw_lazors_level) + n_open * sizeof(uint32_t) +
                   parts->n_lasers * sizeof(struct lw_lazors_laser) +
                   parts->n_targets * sizeof(struct lw_lazors_target) + n_cells;
    struct lw_lazors_level *level = lw_alloc_get(alloc, bytes);
    if (level == NULL) {
        return NULL;
    }
    uint32_t *open = (uint32_t *)(level + 1);
    struct lw_lazors_laser *lasers = (struct lw_lazors_laser *)(open + n_open);
    struct lw_lazors_target *targets =
        (struct lw_lazors_target *)(lasers + parts->n_lasers);
    uint8_t *cells = (uint8_t *)(targets + parts->n_targets);
    uint32_t at = 0;
    for (uint32_t i = 0; i < n_cells; i++) {
        if (parts->cells[i] & LW_LAZORS_OPEN) {
            open[at++] = i;
        }
    }
    memcpy(lasers, parts->lasers, parts->n_lasers * sizeof *lasers);
    memcpy(targets, parts->targets, parts->n_targets * sizeof *targets);
    memcpy(cells, parts->cells, n_cells);
    *level = (struct lw_lazors_level){.bytes = bytes,
                                      .width = parts->width,
                                      .height = parts->height,
                                      .n_open = n_open,
                                      .n_lasers = parts->n_lasers,
                                      .n_targets = parts->n_targets,
                                      .lasers = lasers,
                                      .targets = targets,
                                      .open = open,
                                      .cells = cells};
    memcpy(level->stock, parts->stock, sizeof level->stock);
    return level;
}

lw_status lw_lazors_level_create(const struct lw_game *game,
                                 const struct lw_lazors_parts *parts,
                                 struct lw_lazors_level **out, struct lw_error *err) {
    uint32_t n_open = 0;
    if (parts->width == 0 || parts->height == 0 || parts->width > LW_LAZORS_MAX_SIDE ||
        parts->height > LW_LAZORS_MAX_SIDE) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the grid is %u x %u cells: expected 1 to %d each way",
                       parts->width, parts->height, LW_LAZORS_MAX_SIDE);
    }
    for (uint32_t i = 0; i < parts->width * parts->height; i++) {
        n_open += (parts->cells[i] & LW_LAZORS_OPEN) != 0;
    }
    lw_status status = check_parts(parts, n_open, err);
    if (status != LW_OK) {
        return status;
    }
    struct lw_lazors_level *level = allocate(game->alloc, parts, n_open);
    if (level == NULL) {
        return lw_fail_memory(err);
    }
    level->level.game = game;
    *out = level;
    return LW_OK;
}

/* Canonical form. */

static int compare_words(uint64_t a, uint64_t b) {
    return a < b ? -1 : a > b;
}

/* Lists are short; insertion keeps them sorted and free of repeats. */
static uint32_t insert_sorted(uint64_t *list, uint32_t n, uint64_t word) {
    uint32_t at = n;
    while (at > 0 && compare_words(list[at - 1], word) > 0) {
        at--;
    }
    if (at > 0 && list[at - 1] == word) {
        return n;
    }
    memmove(list + at + 1, list + at, (n - at) * sizeof *list);
    list[at] = word;
    return n + 1;
}

/* A level seen through a symmetry, with its lists as sorted words. */
struct view {
    uint32_t width, height;
    uint8_t *cells;
    uint64_t *lasers, *targets;
    uint32_t n_lasers, n_targets;
};

static void sym_point(int sym, const struct lw_lazors_level *level, int x, int y,
                      uint32_t *out_x, uint32_t *out_y) {
    struct lw_grid_cell to = lw_sym_cell(sym, 2 * level->width + 1, 2 * level->height + 1,
                                         (struct lw_grid_cell){(uint32_t)x, (uint32_t)y});
    *out_x = to.x;
    *out_y = to.y;
}

static void sym_direction(int sym, int vx, int vy, uint32_t *out_x, uint32_t *out_y) {
    int x = sym & LW_SYM_TRANSPOSE ? vy : vx, y = sym & LW_SYM_TRANSPOSE ? vx : vy;
    *out_x = (sym & LW_SYM_MIRROR_X ? -x : x) > 0;
    *out_y = (sym & LW_SYM_MIRROR_Y ? -y : y) > 0;
}

static void fill_view(struct view *view, const struct lw_lazors_level *level, int sym) {
    uint32_t x, y, right, down;
    lw_sym_size(sym, level->width, level->height, &view->width, &view->height);
    lw_grid_transform(sym, level->width, level->height, level->cells, view->cells);
    view->n_lasers = view->n_targets = 0;
    for (uint32_t i = 0; i < level->n_lasers; i++) {
        const struct lw_lazors_laser *laser = &level->lasers[i];
        sym_point(sym, level, laser->x, laser->y, &x, &y);
        sym_direction(sym, laser->vx, laser->vy, &right, &down);
        uint64_t word = (uint64_t)y << 32 | (uint64_t)x << 16 | right << 1 | down;
        view->n_lasers = insert_sorted(view->lasers, view->n_lasers, word);
    }
    for (uint32_t i = 0; i < level->n_targets; i++) {
        sym_point(sym, level, level->targets[i].x, level->targets[i].y, &x, &y);
        view->n_targets = insert_sorted(view->targets, view->n_targets,
                                        (uint64_t)y << 32 | (uint64_t)x << 16);
    }
}

static int compare_lists(const uint64_t *a, const uint64_t *b, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (a[i] != b[i]) {
            return compare_words(a[i], b[i]);
        }
    }
    return 0;
}

static int compare_views(const struct view *a, const struct view *b) {
    if (a->width != b->width) {
        return a->width < b->width ? -1 : 1;
    }
    int order = memcmp(a->cells, b->cells, (size_t)a->width * a->height);
    if (order == 0) {
        order = compare_lists(a->lasers, b->lasers, a->n_lasers);
    }
    return order != 0 ? order : compare_lists(a->targets, b->targets, a->n_targets);
}

static void put_word(struct lw_buffer *buf, uint64_t word) {
    for (int i = 0; i < 8; i++) {
        lw_buffer_putc(buf, (char)(word >> (8 * i) & 0xff));
    }
}

static lw_status view_id(const struct view *view, const struct lw_lazors_level *level,
                         struct lw_id128 *id) {
    struct lw_buffer buf;
    lw_buffer_init(&buf, level->level.game->alloc);
    lw_buffer_puts(&buf, lw_lazors_place_all(level->level.game) ? "lazors/all\n"
                                                                : "lazors/atmost\n");
    put_word(&buf, (uint64_t)view->width << 32 | view->height);
    lw_buffer_add(&buf, (const char *)view->cells, (size_t)view->width * view->height);
    for (unsigned block = 1; block < LW_LAZORS_N_BLOCKS; block++) {
        put_word(&buf, level->stock[block]);
    }
    put_word(&buf, (uint64_t)view->n_lasers << 32 | view->n_targets);
    for (uint32_t i = 0; i < view->n_lasers; i++) {
        put_word(&buf, view->lasers[i]);
    }
    for (uint32_t i = 0; i < view->n_targets; i++) {
        put_word(&buf, view->targets[i]);
    }
    bool ok = lw_buffer_ok(&buf);
    if (ok) {
        *id = lw_hash128(buf.data, buf.len, 0);
    }
    lw_buffer_free(&buf);
    return ok ? LW_OK : LW_NO_MEMORY;
}

static lw_status view_level(const struct view *view, const struct lw_lazors_level *level,
                            struct lw_arena *arena, struct lw_level **out) {
    struct lw_lazors_laser *lasers = lw_arena_get(arena, view->n_lasers * sizeof *lasers);
    struct lw_lazors_target *targets =
        lw_arena_get(arena, view->n_targets * sizeof *targets);
    if (lasers == NULL || targets == NULL) {
        return LW_NO_MEMORY;
    }
    for (uint32_t i = 0; i < view->n_lasers; i++) {
        uint64_t word = view->lasers[i];
        lasers[i] = (struct lw_lazors_laser){
            (int16_t)(word >> 16 & 0xffff), (int16_t)(word >> 32),
            (int8_t)(word & 2 ? 1 : -1), (int8_t)(word & 1 ? 1 : -1)};
    }
    for (uint32_t i = 0; i < view->n_targets; i++) {
        targets[i] = (struct lw_lazors_target){(int16_t)(view->targets[i] >> 16 & 0xffff),
                                               (int16_t)(view->targets[i] >> 32)};
    }
    struct lw_lazors_parts parts = {.width = view->width,
                                    .height = view->height,
                                    .cells = view->cells,
                                    .lasers = lasers,
                                    .n_lasers = view->n_lasers,
                                    .targets = targets,
                                    .n_targets = view->n_targets};
    memcpy(parts.stock, level->stock, sizeof parts.stock);
    struct lw_lazors_level *made;
    lw_status status = lw_lazors_level_create(level->level.game, &parts, &made, NULL);
    if (status == LW_OK) {
        *out = &made->level;
    }
    return status;
}

static bool view_init(struct view *view, const struct lw_lazors_level *level,
                      struct lw_arena *arena) {
    view->cells = lw_arena_get(arena, (size_t)level->width * level->height);
    view->lasers = lw_arena_get(arena, level->n_lasers * sizeof *view->lasers);
    view->targets = lw_arena_get(arena, level->n_targets * sizeof *view->targets);
    return view->cells != NULL && view->lasers != NULL && view->targets != NULL;
}

lw_status lw_lazors_canonical(const struct lw_level *base, struct lw_id128 *id,
                              struct lw_level **canonical) {
    const struct lw_lazors_level *level = lw_lazors_level_of(base);
    struct lw_arena arena;
    struct view views[2];
    unsigned best = 0;
    lw_status status = LW_NO_MEMORY;
    lw_arena_init(&arena, base->game->alloc);
    if (!view_init(&views[0], level, &arena) || !view_init(&views[1], level, &arena)) {
        goto done;
    }
    fill_view(&views[best], level, 0);
    for (int sym = 1; sym < LW_N_SYMMETRIES; sym++) {
        fill_view(&views[1 - best], level, sym);
        if (compare_views(&views[1 - best], &views[best]) < 0) {
            best = 1 - best;
        }
    }
    status = view_id(&views[best], level, id);
    if (status == LW_OK && canonical != NULL) {
        status = view_level(&views[best], level, &arena, canonical);
    }
done:
    lw_arena_free(&arena);
    return status;
}
