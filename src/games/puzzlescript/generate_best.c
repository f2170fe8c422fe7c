/* The best levels of a run, many constructed ones, and the dropping of objects that do
 * not matter. */
#include <string.h>

#include "generate_internal.h"

void lw_ps_best_init(struct lw_ps_best *best, const struct lw_alloc *alloc,
                     bool only_solved) {
    *best = (struct lw_ps_best){.alloc = alloc, .only_solved = only_solved};
}

static void drop(struct lw_ps_best *best, size_t which) {
    if (best->levels[which] != NULL) {
        lw_level_destroy(&best->levels[which]->base);
        lw_buffer_free(&best->ratings[which].playout.moves);
        best->levels[which] = NULL;
    }
}

void lw_ps_best_free(struct lw_ps_best *best) {
    for (size_t i = 0; i < LW_PS_BEST; i++) {
        drop(best, i);
    }
}

static lw_status copy_rating(const struct lw_alloc *alloc,
                             const struct lw_ps_rating *from, struct lw_ps_rating *to) {
    *to = *from;
    lw_buffer_init(&to->playout.moves, alloc);
    lw_buffer_puts(&to->playout.moves, lw_buffer_text(&from->playout.moves));
    return lw_buffer_ok(&to->playout.moves) ? LW_OK : LW_NO_MEMORY;
}

/* Where the level belongs; LW_PS_BEST: nowhere. The same puzzle is not taken twice. */
static size_t find_place(const struct lw_ps_best *best, const struct lw_level *level,
                         const struct lw_ps_rating *rating) {
    size_t place = LW_PS_BEST;
    struct lw_id128 own, other;
    for (size_t i = LW_PS_BEST; i-- > 0;) {
        if (best->levels[i] == NULL || rating->total > best->ratings[i].total) {
            place = i;
        }
    }
    const struct lw_level_ops *ops = lw_puzzlescript_kind.level;
    if (place == LW_PS_BEST || ops->canonical(level, &own, NULL) != LW_OK) {
        return LW_PS_BEST;
    }
    for (size_t i = 0; i < LW_PS_BEST; i++) {
        if (best->levels[i] != NULL &&
            (ops->canonical(&best->levels[i]->base, &other, NULL) != LW_OK ||
             lw_id128_equal(own, other))) {
            return LW_PS_BEST;
        }
    }
    return place;
}

static uint32_t count_players(const struct lw_ps_game *game,
                              const struct lw_ps_level *level) {
    uint32_t n = 0;
    for (size_t i = 0; i < (size_t)level->width * level->height; i++) {
        uint64_t on = 0;
        for (uint32_t w = 0; w < game->obj_words; w++) {
            on |= level->cells[i * game->obj_words + w] & game->player[w];
        }
        n += on != 0;
    }
    return n;
}

lw_status ps_best_offer(struct lw_ps_best *best, const struct lw_ps_game *game,
                        const struct lw_level *level, const struct lw_ps_rating *rating) {
    /* A level that is won before the first move is nothing to solve. */
    bool solved = rating->playout.outcome == LW_OUTCOME_SOLVED &&
                  rating->scores[LW_PS_SCORE_PLAY] > 0;
    best->n_rated++;
    best->n_solved += solved;
    /* The paper wants one player, but its weights leave room for more. */
    if (best->only_solved &&
        (!solved || count_players(game, lw_ps_level_of(level)) != 1)) {
        return LW_OK;
    }
    size_t place = find_place(best, level, rating);
    if (place == LW_PS_BEST) {
        return LW_OK;
    }
    const struct lw_ps_level *own = lw_ps_level_of(level);
    struct lw_ps_level *copy = NULL;
    struct lw_ps_rating kept;
    lw_status status =
        lw_ps_level_create(game, own->width, own->height, own->cells, &copy, NULL);
    if (status != LW_OK) {
        return status;
    }
    status = copy_rating(best->alloc, rating, &kept);
    if (status != LW_OK) {
        lw_buffer_free(&kept.playout.moves);
        lw_level_destroy(&copy->base);
        return status;
    }
    drop(best, LW_PS_BEST - 1);
    for (size_t i = LW_PS_BEST - 1; i > place; i--) {
        best->levels[i] = best->levels[i - 1];
        best->ratings[i] = best->ratings[i - 1];
    }
    best->levels[place] = copy;
    best->ratings[place] = kept;
    return LW_OK;
}

lw_status lw_ps_construct_many(const struct lw_ps_rater *rater,
                               const struct lw_ps_level *outline, uint32_t count,
                               struct lw_rng *rng, const struct lw_runtime *runtime,
                               const struct lw_budget *budget, struct lw_ps_best *best,
                               struct lw_error *err) {
    const struct lw_ps_game *game = rater->analysis->game;
    struct lw_ps_level *level = NULL;
    struct lw_meter meter;
    lw_meter_start(&meter, runtime, budget);
    lw_status status = lw_ps_level_create(game, outline->width, outline->height,
                                          outline->cells, &level, err);
    for (uint32_t i = 0; i < count && status == LW_OK; i++) {
        struct lw_ps_rating rating;
        if (lw_meter_check(&meter) != LW_STOP_NONE ||
            !lw_ps_construct(rater->analysis, outline, rng, level->cells)) {
            break;
        }
        status = lw_ps_rate(rater, &level->base, runtime, budget, &rating, err);
        if (status == LW_OK) {
            status = ps_best_offer(best, game, &level->base, &rating);
        }
        lw_buffer_free(&rating.playout.moves);
    }
    lw_level_destroy(level == NULL ? NULL : &level->base);
    return status == LW_NO_MEMORY ? lw_fail_memory(err) : status;
}

/* Dropping what does not matter. */

struct pruner {
    const struct lw_ps_rater *rater;
    struct lw_ps_level *level;
    struct lw_ps_rating *rating;
    const struct lw_runtime *runtime;
    const struct lw_budget *budget;
    const struct lw_alloc *alloc;
    struct lw_error *err;
};

/* Does the level without the object still want the same solution? Takes the new rating
 * when it does. */
static lw_status try_without(struct pruner *p, bool *good) {
    const struct lw_buffer *moves = &p->rating->playout.moves;
    const struct lw_solve_ops *ops = lw_puzzlescript_kind.solve;
    struct lw_ps_rating rating;
    *good = false;
    if (ops->measure(&p->level->base, lw_buffer_text(moves), moves->len, NULL, NULL) !=
        LW_OK) {
        return LW_OK;
    }
    lw_status status =
        lw_ps_rate(p->rater, &p->level->base, p->runtime, p->budget, &rating, p->err);
    *good = status == LW_OK && rating.playout.outcome == LW_OUTCOME_SOLVED &&
            rating.playout.moves.len >= moves->len &&
            rating.scores[LW_PS_SCORE_OBJECTS] >=
                p->rating->scores[LW_PS_SCORE_OBJECTS] - 1e-9 &&
            rating.scores[LW_PS_SCORE_PLAY] > 0;
    if (*good) {
        struct lw_ps_rating old = *p->rating;
        status = copy_rating(p->alloc, &rating, p->rating);
        lw_buffer_free(&old.playout.moves);
    }
    lw_buffer_free(&rating.playout.moves);
    return status;
}

static bool may_go(const struct lw_ps_analysis *a, uint32_t id) {
    return !ps_is_fixed(a, id) && (a->roles[id].types & LW_PS_PLAYER_OBJECT) == 0;
}

lw_status lw_ps_prune(const struct lw_ps_rater *rater, struct lw_ps_best *best,
                      size_t which, const struct lw_runtime *runtime,
                      const struct lw_budget *budget, uint32_t *n_dropped,
                      struct lw_error *err) {
    const struct lw_ps_game *game = rater->analysis->game;
    struct pruner p = {.rater = rater,
                       .level = best->levels[which],
                       .rating = &best->ratings[which],
                       .runtime = runtime,
                       .budget = budget,
                       .alloc = best->alloc,
                       .err = err};
    lw_status status = LW_OK;
    *n_dropped = 0;
    if (p.rating->playout.outcome != LW_OUTCOME_SOLVED) {
        return LW_OK;
    }
    for (uint32_t cell = 0; cell < p.level->width * p.level->height; cell++) {
        for (uint32_t id = 0; id < game->n_objects && status == LW_OK; id++) {
            uint64_t *word = &p.level->cells[(size_t)cell * game->obj_words + (id >> 6)];
            uint64_t bit = 1ULL << (id & 63);
            if ((*word & bit) == 0 || !may_go(rater->analysis, id)) {
                continue;
            }
            bool good;
            *word &= ~bit;
            status = try_without(&p, &good);
            *word |= good ? 0 : bit;
            *n_dropped += good;
        }
    }
    return status;
}
