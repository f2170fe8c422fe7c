/* The best levels of a run, and many constructed ones. */
#include <string.h>

#include "make/generate_internal.h"

void lw_ps_best_init(struct lw_ps_best *best, const struct lw_alloc *alloc,
                     bool only_solved) {
    *best = (struct lw_ps_best){.alloc = alloc, .only_solved = only_solved};
    for (size_t i = 0; i < LW_PS_BEST; i++) {
        lw_buffer_init(&best->shortest[i], alloc);
    }
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
        lw_buffer_free(&best->shortest[i]);
    }
}

lw_status lw_ps_rating_copy(const struct lw_alloc *alloc, const struct lw_ps_rating *from,
                            struct lw_ps_rating *to) {
    *to = *from;
    lw_buffer_init(&to->playout.moves, alloc);
    lw_buffer_puts(&to->playout.moves, lw_buffer_text(&from->playout.moves));
    return lw_buffer_ok(&to->playout.moves) ? LW_OK : LW_NO_MEMORY;
}

static bool same_puzzle(const struct lw_ps_best *best, size_t which,
                        const struct lw_level *level) {
    const struct lw_level_ops *ops = lw_puzzlescript_kind.level;
    const struct lw_level *kept = &best->levels[which]->base;
    struct lw_id128 own, other;
    return lw_level_alike(kept, level, best->apart) ||
           ops->canonical(level, &own, NULL) != LW_OK ||
           ops->canonical(kept, &other, NULL) != LW_OK || lw_id128_equal(own, other);
}

static void take_out(struct lw_ps_best *best, size_t which) {
    drop(best, which);
    for (size_t i = which; i + 1 < LW_PS_BEST; i++) {
        best->levels[i] = best->levels[i + 1];
        best->ratings[i] = best->ratings[i + 1];
    }
    best->levels[LW_PS_BEST - 1] = NULL;
}

/* Where the level belongs; LW_PS_BEST: nowhere. Of the same puzzle only the better one
 * stays. */
static size_t find_place(struct lw_ps_best *best, const struct lw_level *level,
                         const struct lw_ps_rating *rating) {
    size_t place = 0;
    while (place < LW_PS_BEST && best->levels[place] != NULL &&
           rating->total <= best->ratings[place].total) {
        place++;
    }
    for (size_t i = 0; i < place && place < LW_PS_BEST; i++) {
        if (same_puzzle(best, i, level)) {
            return LW_PS_BEST;
        }
    }
    for (size_t i = LW_PS_BEST; i-- > place;) {
        if (best->levels[i] != NULL && same_puzzle(best, i, level)) {
            take_out(best, i);
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

lw_status lw_ps_best_offer(struct lw_ps_best *best, const struct lw_ps_game *game,
                           const struct lw_level *level,
                           const struct lw_ps_rating *rating) {
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
    status = lw_ps_rating_copy(best->alloc, rating, &kept);
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
                               const struct lw_ps_run *run, struct lw_ps_best *best,
                               struct lw_error *err) {
    const struct lw_ps_game *game = rater->analysis->game;
    struct lw_ps_level *level = NULL;
    struct lw_meter meter;
    lw_meter_start(&meter, run->runtime, run->budget);
    lw_status status = lw_ps_level_create(game, outline->width, outline->height,
                                          outline->cells, &level, err);
    for (uint32_t i = 0; i < count && status == LW_OK; i++) {
        struct lw_ps_rating rating;
        if (lw_meter_check(&meter) != LW_STOP_NONE ||
            !lw_ps_construct(rater->analysis, outline, run->rng, level->cells)) {
            break;
        }
        status = lw_ps_rate(rater, &level->base, run->runtime, run->budget, &rating, err);
        if (status == LW_OK) {
            status = lw_ps_best_offer(best, game, &level->base, &rating);
        }
        lw_buffer_free(&rating.playout.moves);
    }
    lw_level_destroy(level == NULL ? NULL : &level->base);
    return status == LW_NO_MEMORY ? lw_fail_memory(err) : status;
}
