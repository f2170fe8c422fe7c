/* The engine's life: making, packing, and what others may look at. */
#include <string.h>

#include "engine/engine_internal.h"

#define MAX_BOARD_WORDS (1ULL << 27) /* of all bit boards of one engine */

/* What a unit of work costs in this game: a look at its longest pattern. */
static uint64_t cost_of_unit(const struct lw_ps_game *game) {
    uint64_t longest = 1;
    for (uint32_t r = 0; r < game->n_rules; r++) {
        for (uint32_t i = 0; i < game->rules[r].n_rows; i++) {
            uint32_t n = game->rules[r].rows[i].n_cells;
            longest = n > longest ? n : longest;
        }
    }
    return (1 + longest / 8) * ((game->obj_words + game->mov_words) / 2);
}

static uint32_t max_rows(const struct lw_ps_game *game) {
    uint32_t n = 1;
    for (uint32_t r = 0; r < game->n_rules; r++) {
        n = game->rules[r].n_rows > n ? game->rules[r].n_rows : n;
    }
    return n;
}

static bool span_fits(const struct lw_ps_engine *e, const struct ps_span *span,
                      uint32_t cell) {
    uint32_t x = cell / e->height;
    uint32_t y = cell % e->height;
    switch (span->dir) {
    case LW_PS_UP:
        return y + 1 >= span->n_cells;
    case LW_PS_DOWN:
        return y + span->n_cells <= e->height;
    case LW_PS_LEFT:
        return x + 1 >= span->n_cells;
    default:
        return x + span->n_cells <= e->width;
    }
}

static void fill_valid(struct lw_ps_engine *e) {
    for (uint32_t cell = 0; cell < e->n_cells; cell++) {
        e->row[cell] = (uint16_t)(cell % e->height);
        e->scan[cell] = cell % e->height * e->width + cell / e->height;
    }
    for (uint32_t d = 0; d < 4; d++) {
        struct ps_span pair = {(enum lw_ps_dir)d, 2};
        for (uint32_t cell = 0; cell < e->n_cells; cell++) {
            if (span_fits(e, &pair, cell)) {
                ps_set_bit(e->edges + (size_t)d * e->board_words, cell);
            }
        }
    }
    for (uint32_t s = 0; s < e->program->n_spans; s++) {
        uint64_t *valid = e->valid + (size_t)s * e->board_words;
        for (uint32_t cell = 0; cell < e->n_cells; cell++) {
            if (span_fits(e, &e->program->spans[s], cell)) {
                ps_set_bit(valid, cell);
                e->fits[s] = true;
            }
        }
    }
}

static bool make_board(struct lw_ps_engine *e) {
    struct lw_arena *arena = &e->arena;
    size_t n = e->n_cells;
    uint32_t n_planes = e->game->n_objects + 64 * e->mw;
    e->objects = lw_arena_zero(arena, n * e->ow, sizeof *e->objects);
    e->movements = lw_arena_zero(arena, n * e->mw, sizeof *e->movements);
    size_t pad = e->board_words + 2U;
    uint64_t *planes =
        lw_arena_zero(arena, (size_t)n_planes * e->board_words + 2 * pad, sizeof *planes);
    e->planes = planes == NULL ? NULL : planes + pad;
    e->moving = lw_arena_zero(arena, e->board_words, sizeof *e->moving);
    e->counts = lw_arena_zero(arena, n_planes + 64, sizeof *e->counts);
    e->present = lw_arena_zero(arena, e->ow + e->mw + 1U, sizeof *e->present);
    e->present_movements = e->present == NULL ? NULL : e->present + e->ow;
    e->valid = lw_arena_zero(arena, (size_t)(e->program->n_spans + 1) * e->board_words,
                             sizeof *e->valid);
    e->fits = lw_arena_zero(arena, e->program->n_spans + 1U, sizeof *e->fits);
    e->edges = lw_arena_zero(arena, 4U * e->board_words, sizeof *e->edges);
    e->hits = lw_arena_zero(arena, 3U * e->board_words, sizeof *e->hits);
    e->diff = e->hits == NULL ? NULL : e->hits + e->board_words;
    e->later = e->hits == NULL ? NULL : e->diff + e->board_words;
    e->park_head = lw_arena_get(arena, (n_planes + 64U) * sizeof *e->park_head);
    e->rises = lw_arena_zero(arena, n_planes + 64U, sizeof *e->rises);
    if (e->park_head != NULL) {
        memset(e->park_head, 0xff, (n_planes + 64U) * sizeof *e->park_head);
    }
    e->starts = lw_arena_zero(arena, n, sizeof *e->starts);
    e->scan = lw_arena_zero(arena, n, sizeof *e->scan);
    e->row = lw_arena_zero(arena, n, sizeof *e->row);
    e->restart = lw_arena_zero(arena, n * e->ow, sizeof *e->restart);
    e->players = lw_arena_zero(arena, n, sizeof *e->players);
    return e->objects != NULL && e->movements != NULL && planes != NULL &&
           e->moving != NULL && e->counts != NULL && e->present != NULL &&
           e->valid != NULL && e->hits != NULL && e->fits != NULL && e->edges != NULL &&
           e->park_head != NULL && e->rises != NULL && e->starts != NULL &&
           e->scan != NULL && e->row != NULL && e->restart != NULL && e->players != NULL;
}

static bool make_rest(struct lw_ps_engine *e) {
    struct lw_arena *arena = &e->arena;
    size_t n = e->n_cells;
    const struct lw_ps_game *game = e->game;
    e->need = lw_arena_get(arena, e->program->rule_words * sizeof *e->need);
    e->asleep = lw_arena_zero(arena, e->program->rule_words, sizeof *e->asleep);
    e->idle = lw_arena_zero(arena, e->program->rule_words, sizeof *e->idle);
    e->matched = lw_arena_zero(arena, e->program->rule_words, sizeof *e->matched);
    e->parked = lw_arena_zero(arena, e->program->rule_words, sizeof *e->parked);
    e->park_next = lw_arena_zero(arena, game->n_rules + 1U, sizeof *e->park_next);
    e->events = lw_arena_zero(arena, 2 * (e->ow + e->mw), sizeof *e->events);
    e->touched_at = lw_arena_zero(arena, n, sizeof *e->touched_at);
    e->save.cells = lw_arena_zero(arena, n, sizeof *e->save.cells);
    e->save.old = lw_arena_zero(arena, n * e->ow, sizeof *e->save.old);
    e->banned = lw_arena_zero(arena, game->early.n_groups + 1, sizeof *e->banned);
    e->created = lw_arena_zero(arena, e->ow, sizeof *e->created);
    e->destroyed = lw_arena_zero(arena, e->ow, sizeof *e->destroyed);
    e->move_seeds = lw_arena_zero(arena, game->n_sounds + 1, sizeof *e->move_seeds);
    e->cant_seeds = lw_arena_zero(arena, game->n_sounds + 1, sizeof *e->cant_seeds);
    e->n_row_lists = max_rows(game);
    e->rows = lw_arena_zero(arena, e->n_row_lists, sizeof *e->rows);
    e->row_hits = lw_arena_get(arena, (size_t)e->n_row_lists * e->board_words *
                                          sizeof *e->row_hits);
    bool good = e->parked != NULL && e->park_next != NULL && e->need != NULL &&
                e->asleep != NULL && e->idle != NULL && e->matched != NULL &&
                e->events != NULL && e->touched_at != NULL && e->save.cells != NULL &&
                e->save.old != NULL && e->banned != NULL && e->created != NULL &&
                e->destroyed != NULL && e->move_seeds != NULL && e->cant_seeds != NULL &&
                e->rows != NULL && e->row_hits != NULL;
    if (good && game->has_rigid) {
        e->rigid_group = lw_arena_zero(arena, n * e->mw, sizeof *e->rigid_group);
        e->rigid_layers = lw_arena_zero(arena, n * e->mw, sizeof *e->rigid_layers);
        good = e->rigid_group != NULL && e->rigid_layers != NULL;
    }
    if (good) {
        memset(e->need, 0xff, e->program->rule_words * sizeof *e->need);
        for (uint32_t bit = 0; bit < e->program->n_movements; bit++) {
            const struct ps_rule_set *movers = &e->program->movers[bit];
            for (uint32_t w = movers->from; w < movers->to; w++) {
                e->asleep[w] |= movers->rules[w];
            }
        }
    }
    return good;
}

lw_status lw_ps_engine_create(const struct lw_ps_game *game,
                              struct lw_ps_engine_spec spec, const struct lw_alloc *alloc,
                              struct lw_ps_engine **out, struct lw_error *err) {
    uint32_t width = spec.width, height = spec.height;
    uint64_t n_cells = (uint64_t)width * height;
    if (!game->playable) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the game has too many errors to be played");
    }
    uint64_t words = (n_cells + 63) / 64;
    if (n_cells == 0 || n_cells > PS_MAX_CELLS || height > UINT16_MAX ||
        (game->n_objects + 64ULL * game->mov_words + game->program->n_spans) * words >
            MAX_BOARD_WORDS) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "a level of %u by %u cells is empty or too large for this game",
                       width, height);
    }
    struct lw_ps_engine *e = lw_alloc_zero(alloc, 1, sizeof *e);
    if (e == NULL) {
        return lw_fail_memory(err);
    }
    e->game = game;
    e->program = game->program;
    e->alloc = alloc;
    e->flags = spec.flags;
    e->move_sounds =
        game->program->has_move_sounds && (spec.flags & LW_PS_KEEP_SOUNDS) != 0;
    e->work_limit = e->turn_limit = PS_TURN_WORK;
    e->all_limit = UINT64_MAX;
    e->turn_cost = 16 + n_cells / 2;
    e->unit_cost = cost_of_unit(game);
    e->width = width;
    e->height = height;
    e->n_cells = (uint32_t)n_cells;
    e->ow = game->obj_words;
    e->mw = game->mov_words;
    e->board_words = (uint32_t)words;
    e->last_cells = ~0ULL >> (64 * words - n_cells);
    e->plane_bytes = (size_t)(n_cells + 7) / 8;
    e->steps[LW_PS_UP] = -1;
    e->steps[LW_PS_DOWN] = 1;
    e->steps[LW_PS_LEFT] = -(int64_t)height;
    e->steps[LW_PS_RIGHT] = height;
    e->steps[LW_PS_ACTION] = height;
    bool one_word = e->ow == 1 && e->mw == 1;
    e->core = !one_word    ? &lw_ps_core_any
              : words == 1 ? &lw_ps_core_small
                           : &lw_ps_core_wide;
    lw_arena_init(&e->arena, alloc);
    if (!make_board(e) || !make_rest(e)) {
        lw_ps_engine_destroy(e);
        return lw_fail_memory(err);
    }
    fill_valid(e);
    *out = e;
    return LW_OK;
}

void lw_ps_engine_destroy(struct lw_ps_engine *e) {
    if (e == NULL) {
        return;
    }
    const struct lw_alloc *alloc = e->alloc;
    for (uint32_t i = 0; e->rows != NULL && i < e->n_row_lists; i++) {
        lw_alloc_free(alloc, e->rows[i].at, e->rows[i].cap * sizeof *e->rows[i].at);
    }
    lw_alloc_free(alloc, e->undo.cells, e->undo.cells_cap * sizeof *e->undo.cells);
    lw_alloc_free(alloc, e->undo.old, e->undo.old_cap * sizeof *e->undo.old);
    lw_alloc_free(alloc, e->frames, e->frames_cap * sizeof *e->frames);
    lw_alloc_free(alloc, e->sounds, e->sounds_cap * sizeof *e->sounds);
    lw_arena_free(&e->arena);
    lw_alloc_free(alloc, e, sizeof *e);
}

void lw_ps_set_work_limit(struct lw_ps_engine *e, uint64_t limit) {
    e->work_limit = e->turn_limit = limit;
}

uint64_t lw_ps_spent(const struct lw_ps_engine *e) {
    return e->spent + e->work * e->unit_cost;
}

void lw_ps_set_spending_limit(struct lw_ps_engine *e, uint64_t limit) {
    e->all_limit = limit;
    e->work_limit = e->turn_limit;
}

const uint64_t *lw_ps_cell(const struct lw_ps_engine *e, uint32_t cell) {
    return e->objects + (size_t)cell * e->ow;
}

/* Packed states. */

size_t lw_ps_state_bytes(const struct lw_ps_engine *e) {
    size_t board = e->program->n_dynamic * e->plane_bytes;
    size_t bytes = board + (e->game->has_random ? sizeof e->rng : 0) +
                   (e->game->has_checkpoint ? board : 0);
    return bytes == 0 ? 1 : bytes;
}

/* What a state of these games holds besides the board. */
static void pack_rest(const struct lw_ps_engine *e, uint8_t *to) {
    if (e->game->has_random) {
        memcpy(to, &e->rng, sizeof e->rng);
        to += sizeof e->rng;
    }
    for (uint32_t i = 0; i < e->program->n_dynamic && e->game->has_checkpoint; i++) {
        memset(to, 0, e->plane_bytes);
        for (uint32_t cell = 0; cell < e->n_cells; cell++) {
            if (lw_ps_has(e->restart + (size_t)cell * e->ow, e->program->dynamic[i])) {
                to[cell / 8] |= (uint8_t)(1U << cell % 8);
            }
        }
        to += e->plane_bytes;
    }
}

void lw_ps_pack(const struct lw_ps_engine *e, void *state) {
    uint8_t *to = state;
    to[0] = 0;
    e->core->pack(e, to);
    if (e->game->has_random || e->game->has_checkpoint) {
        pack_rest(e, to + e->program->n_dynamic * e->plane_bytes);
    }
}

static void unpack_restart(struct lw_ps_engine *e, const uint8_t *from) {
    size_t bytes = e->plane_bytes;
    for (uint32_t i = 0; i < e->program->n_dynamic; i++, from += bytes) {
        uint16_t id = e->program->dynamic[i];
        for (uint32_t cell = 0; cell < e->n_cells; cell++) {
            uint64_t *word = &e->restart[(size_t)cell * e->ow + (id >> 6)];
            uint64_t bit = 1ULL << (id & 63);
            *word = (from[cell / 8] >> cell % 8 & 1) != 0 ? *word | bit : *word & ~bit;
        }
    }
}

static void unpack_rest(struct lw_ps_engine *e, const uint8_t *from) {
    if (e->game->has_random) {
        memcpy(&e->rng, from, sizeof e->rng);
        from += sizeof e->rng;
    }
    if (e->game->has_checkpoint) {
        unpack_restart(e, from);
    }
}

void lw_ps_unpack(struct lw_ps_engine *e, const void *state) {
    const uint8_t *from = state;
    e->undo.n = 0;
    e->n_frames = 0;
    e->win_tests = true;
    if (e->game->has_random || e->game->has_checkpoint) {
        unpack_rest(e, from + e->program->n_dynamic * e->plane_bytes);
    }
    e->core->unpack(e, from);
}

/* Playing. */

struct lw_ps_turn lw_ps_load(struct lw_ps_engine *e, const uint64_t *cells,
                             const char *seed, size_t seed_len) {
    return e->core->load(e, cells, seed, seed_len);
}

void lw_ps_start(struct lw_ps_engine *e, const uint64_t *cells) {
    lw_ps_set_spending_limit(e, lw_ps_spent(e) + PS_START_WORK);
    struct lw_ps_turn turn = lw_ps_load(e, cells, "levelwright", 11);
    if (turn.again) {
        turn = lw_ps_play(e, LW_PS_PRESS_NONE);
    }
    if (turn.again && !turn.won) {
        ps_note_cut(e, LW_PS_CUT_AGAIN, e->again_line);
    } else if (lw_ps_spent(e) >= e->all_limit) {
        ps_note_cut(e, LW_PS_CUT_WORK, e->stop_line);
    }
    lw_ps_set_spending_limit(e, UINT64_MAX);
}

struct lw_ps_cut lw_ps_cut_off(const struct lw_ps_engine *e) {
    return e->cut;
}

struct lw_ps_turn lw_ps_press(struct lw_ps_engine *e, enum lw_ps_input input) {
    return e->core->press(e, input);
}

struct lw_ps_turn lw_ps_play(struct lw_ps_engine *e, enum lw_ps_input input) {
    return e->core->play(e, input);
}

bool lw_ps_undo(struct lw_ps_engine *e) {
    return e->core->undo(e);
}

struct lw_ps_turn lw_ps_restart(struct lw_ps_engine *e) {
    return e->core->restart(e);
}

bool lw_ps_won(const struct lw_ps_engine *e) {
    return e->core->won(e);
}

void lw_ps_set_win_tests(struct lw_ps_engine *e, bool on) {
    e->win_tests = on;
}

/* Reports. */

size_t lw_ps_sounds(const struct lw_ps_engine *e, const char *const **seeds) {
    *seeds = e->sounds;
    return e->n_sounds;
}

void lw_ps_sounds_clear(struct lw_ps_engine *e) {
    e->n_sounds = 0;
}

uint64_t lw_ps_rules_applied(const struct lw_ps_engine *e) {
    return e->n_applied;
}

bool lw_ps_rule_matched(const struct lw_ps_engine *e, uint32_t rule) {
    return lw_ps_has(e->matched, rule);
}

void lw_ps_rules_applied_clear(struct lw_ps_engine *e) {
    e->n_applied = 0;
}
