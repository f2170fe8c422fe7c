/* Making a campaign: chapter by chapter, more levels than are wanted by every source in
 * turn, until each slot has a choice or the chapter's candidates are used up; then the
 * best row of them. */
#include "lw/campaign.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "campaign/archive.h"

#define ROUND 16         /* candidates of a source with share 1 in a round */
#define CHOICES 4        /* levels near enough for a slot, before it is content */
#define NEAR_RATING 0.35 /* that is near enough */
#define NEAR_COST 1.0    /* by everything else */
#define IDLE_ROUNDS 3    /* a source that gave nothing wanted rests for so many */
#define SLACK 0.5        /* of ratings beyond what is still wanted */

struct filling {
    struct lw_campaign_run *run;
    const struct lw_runtime *runtime;
    size_t chapter;
    struct archive archive;
    struct lw_rater rater;
    struct lw_against against; /* all levels seen in this chapter, and those taken */
    uint64_t next[LW_CAMPAIGN_MAX_SOURCES]; /* first candidate not made */
    unsigned rests[LW_CAMPAIGN_MAX_SOURCES];
    uint64_t n_candidates;
    double lowest, highest; /* ratings still wanted */
};

/* A stream of its own for each chapter and source. */
static uint64_t seed_of(const struct filling *f, size_t source) {
    return lw_mix64(f->run->seed * 1000003 + f->chapter * 101 + source) >> 11;
}

/* What is still wanted. */

static bool is_content(const struct filling *f, const struct lw_archive_slot *slot) {
    size_t n = 0;
    for (size_t i = 0; i < f->archive.n && n < CHOICES; i++) {
        const struct archived *level = &f->archive.list[i];
        n += fabs(level->made.verdict.rating - slot->rating) <= NEAR_RATING &&
             lw_archive_cost(&f->archive, slot, level) <= NEAR_COST;
    }
    return n >= CHOICES;
}

/* False when every slot has its choice. */
static bool find_gaps(struct filling *f) {
    const struct lw_campaign_chapter *chapter = f->archive.chapter;
    f->lowest = 10;
    f->highest = 1;
    size_t n = 0;
    for (size_t i = 0; i < chapter->count; i++) {
        struct lw_archive_slot slot;
        lw_archive_slot(&f->archive, i, &slot);
        if (!is_content(f, &slot)) {
            n++;
            f->lowest = fmin(f->lowest, slot.rating);
            f->highest = fmax(f->highest, slot.rating);
        }
    }
    return n > 0 || f->archive.n < 2 * chapter->count;
}

/* One source for one round. */

static struct lw_make_request request_of(const struct filling *f, size_t number) {
    const struct lw_campaign_run *run = f->run;
    const struct lw_campaign_chapter *chapter = f->archive.chapter;
    const struct lw_campaign_source *source = &chapter->sources[number];
    uint64_t left = chapter->candidates - f->n_candidates;
    uint64_t n = (uint64_t)ROUND * source->share;
    return (struct lw_make_request){
        .game = run->games[f->chapter],
        .generator = source->generator,
        .values = source->values,
        .examples = run->examples == NULL ? NULL : run->examples[f->chapter],
        .filters = chapter->filters,
        .n_filters = chapter->n_filters,
        .against = &f->against,
        .by_rating = true,
        .min_rating = fmax(1, f->lowest - SLACK),
        .max_rating = fmin(10, f->highest + SLACK),
        .rater = &f->rater,
        .seed = seed_of(f, number),
        .first_index = f->next[number],
        .count = SIZE_MAX / 2,
        .max_candidates = f->next[number] + (n < left ? n : left),
        .budget = run->budget,
        .order = "index"};
}

static lw_status offer_all(struct filling *f, size_t source, struct lw_pool *pool,
                           size_t *n_kept, struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < pool->n_levels; i++) {
        bool kept = false;
        struct archived level = {.made = pool->levels[i],
                                 .generator =
                                     f->archive.chapter->sources[source].generator,
                                 .seed = seed_of(f, source)};
        pool->levels[i] = (struct lw_made_level){.level = NULL};
        if (status == LW_OK) {
            status = lw_against_add(&f->against, level.made.id, err);
        }
        if (status != LW_OK) {
            lw_made_level_free(pool->alloc, &level.made);
            continue;
        }
        status = lw_archive_offer(&f->archive, &level, &kept, err);
        *n_kept += kept;
    }
    pool->n_levels = 0;
    return status;
}

static lw_status run_source(struct filling *f, size_t number, struct lw_error *err) {
    struct lw_make *make = lw_alloc_zero(f->runtime->alloc, 1, sizeof *make);
    if (make == NULL) {
        return lw_fail_memory(err);
    }
    struct lw_make_request request = request_of(f, number);
    size_t n_kept = 0;
    lw_status status = lw_make_open(make, &request, f->runtime, err);
    if (status == LW_OK) {
        status = lw_make_run(make, err);
        /* All candidates were tried: that was the plan. */
        if (status == LW_LIMIT ||
            (status == LW_IMPOSSIBLE && make->report.n_candidates > 0)) {
            status = LW_OK;
        }
        f->n_candidates += make->report.n_candidates;
        f->next[number] = make->report.next_index;
        f->run->reports[f->chapter].n_made += make->pool.n_levels;
    }
    if (status == LW_OK) {
        status = offer_all(f, number, &make->pool, &n_kept, err);
    }
    if (n_kept == 0) {
        f->rests[number] = IDLE_ROUNDS;
    }
    lw_make_close(make);
    lw_alloc_free(f->runtime->alloc, make, sizeof *make);
    return status;
}

static bool is_stopped(const struct filling *f) {
    const atomic_bool *cancel = f->run->budget.cancel;
    return cancel != NULL && atomic_load(cancel);
}

static void show_progress(const struct filling *f, size_t n_before) {
    if (f->runtime->progress != NULL) {
        struct lw_progress progress = {.phase = "filling the archive",
                                       .done = n_before,
                                       .total = f->run->campaign->n_levels,
                                       .found = f->archive.n,
                                       .best = (double)NAN};
        f->runtime->progress(f->runtime->progress_ctx, &progress);
    }
}

static lw_status fill(struct filling *f, struct lw_error *err) {
    const struct lw_campaign_chapter *chapter = f->archive.chapter;
    lw_status status = LW_OK;
    while (status == LW_OK && f->n_candidates < chapter->candidates && find_gaps(f) &&
           !is_stopped(f)) {
        bool any = false;
        for (size_t i = 0; i < chapter->n_sources && status == LW_OK &&
                           f->n_candidates < chapter->candidates;
             i++) {
            if (f->rests[i] > 0) {
                f->rests[i]--;
                continue;
            }
            any = true;
            status = run_source(f, i, err);
            show_progress(f, f->run->n_levels);
        }
        if (!any) {
            continue; /* all rest; each round brings them nearer to work */
        }
    }
    return status;
}

/* Chapters. */

static double least_distance(const struct archive *archive, const size_t *chosen,
                             size_t n, size_t i) {
    double least = 1;
    const struct lw_look *look = &archive->list[chosen[i]].look;
    for (size_t k = 0; k < n; k++) {
        if (k != i) {
            least = fmin(least, lw_look_distance(&archive->list[chosen[k]].look, look));
        }
    }
    for (size_t k = 0; k < archive->n_taken; k++) {
        least = fmin(least, lw_look_distance(archive->taken[k], look));
    }
    return least;
}

static void take_levels(struct filling *f, const size_t *chosen, size_t n) {
    struct lw_campaign_run *run = f->run;
    for (size_t i = 0; i < n; i++) {
        struct archived *level = &f->archive.list[chosen[i]];
        struct lw_archive_slot slot;
        lw_archive_slot(&f->archive, i, &slot);
        run->levels[run->n_levels++] = (struct lw_campaign_level){
            .made = level->made,
            .generator = level->generator,
            .seed = level->seed,
            .chapter = f->chapter,
            .wanted = slot.rating,
            .teaches = slot.teaches,
            .has_it = slot.teaches != NULL &&
                      lw_archive_cost(&f->archive, &slot, level) < ARCHIVE_WRONG_IDEA,
            .apart = least_distance(&f->archive, chosen, n, i)};
    }
    for (size_t i = 0; i < n; i++) {
        f->archive.list[chosen[i]].made = (struct lw_made_level){.level = NULL};
    }
}

static lw_status choose(struct filling *f, struct lw_error *err) {
    size_t n = 0, count = f->archive.chapter->count;
    size_t *chosen = lw_alloc_zero(f->runtime->alloc, count, sizeof *chosen);
    if (chosen == NULL) {
        return lw_fail_memory(err);
    }
    lw_status status = lw_archive_choose(&f->archive, chosen, &n, err);
    if (status == LW_OK) {
        f->run->reports[f->chapter].n_candidates = f->n_candidates;
        f->run->reports[f->chapter].n_kept = f->archive.n;
        f->run->reports[f->chapter].n_alike = f->archive.n_alike;
        take_levels(f, chosen, n);
    }
    lw_alloc_free(f->runtime->alloc, chosen, count * sizeof *chosen);
    return status;
}

/* Looks and ids of what earlier chapters of the game took. */
static lw_status look_back(struct filling *f, struct lw_look *looks,
                           struct lw_error *err) {
    const struct lw_campaign_run *run = f->run;
    lw_status status = LW_OK;
    for (size_t i = 0; i < run->n_levels && status == LW_OK; i++) {
        const struct lw_made_level *made = &run->levels[i].made;
        if (run->campaign->chapters[run->levels[i].chapter].kind !=
            f->archive.chapter->kind) {
            continue;
        }
        struct lw_look *look = &looks[f->archive.n_taken];
        status = lw_look_take(made->level, f->runtime->alloc, look, err);
        f->archive.taken[f->archive.n_taken] = look;
        f->archive.n_taken += status == LW_OK;
        if (status == LW_OK) {
            status = lw_against_add(&f->against, made->id, err);
        }
    }
    return status;
}

static lw_status make_chapter(struct lw_campaign_run *run, size_t chapter,
                              const struct lw_runtime *runtime, struct lw_error *err) {
    size_t room = run->n_levels + 1;
    struct filling *f = lw_alloc_zero(runtime->alloc, 1, sizeof *f);
    struct lw_look *looks = lw_alloc_zero(runtime->alloc, room, sizeof *looks);
    const struct lw_look **taken = lw_alloc_zero(runtime->alloc, room, sizeof *taken);
    lw_status status = LW_OK;
    if (f == NULL || looks == NULL || taken == NULL) {
        status = lw_fail_memory(err);
    } else {
        *f = (struct filling){.run = run, .runtime = runtime, .chapter = chapter};
        lw_archive_open(&f->archive, run->campaign, chapter, runtime);
        f->archive.taken = taken;
        lw_against_init(&f->against, runtime->alloc);
        status = lw_rater_open_among(&f->rater, f->archive.chapter->kind, run->models,
                                     runtime->alloc, err);
        if (status == LW_OK) {
            status = look_back(f, looks, err);
        }
        if (status == LW_OK) {
            status = fill(f, err);
        }
        if (status == LW_OK || status == LW_CANCELLED) {
            lw_status chosen = choose(f, err);
            status = status == LW_OK ? chosen : status;
        }
        lw_against_free(&f->against);
        lw_rater_close(&f->rater);
        lw_archive_close(&f->archive);
    }
    for (size_t i = 0; looks != NULL && i < room; i++) {
        lw_look_free(&looks[i]);
    }
    lw_alloc_free(runtime->alloc, f, sizeof *f);
    lw_alloc_free(runtime->alloc, looks, room * sizeof *looks);
    lw_alloc_free(runtime->alloc, taken, room * sizeof *taken);
    return status;
}

lw_status lw_campaign_make(struct lw_campaign_run *run, const struct lw_runtime *runtime,
                           struct lw_error *err) {
    const struct lw_campaign *campaign = run->campaign;
    lw_status status = LW_OK;
    run->alloc = runtime->alloc;
    run->n_levels = 0;
    for (size_t i = 0; i < campaign->n_chapters && status == LW_OK; i++) {
        status = make_chapter(run, i, runtime, err);
    }
    const atomic_bool *cancel = run->budget.cancel;
    if (status == LW_CANCELLED || (cancel != NULL && atomic_load(cancel))) {
        return lw_fail(
            err, LW_CANCELLED, 0, 0,
            "stopped on request with %zu of %zu levels, the last chapter's from "
            "what was there by then",
            run->n_levels, campaign->n_levels);
    }
    if (status == LW_OK && run->n_levels < campaign->n_levels) {
        return lw_fail(err, LW_LIMIT, 0, 0,
                       "%zu of %zu levels found within the candidates of the chapters; "
                       "raise 'candidates', add sources, or widen what is asked for",
                       run->n_levels, campaign->n_levels);
    }
    return status;
}

static bool add_entry(const struct lw_campaign_level *level, size_t number,
                      struct lw_level *copy, struct lw_collection *out) {
    char title[24], rating[24];
    (void)snprintf(title, sizeof title, "%zu", number);
    (void)snprintf(rating, sizeof rating, "%.2f", level->made.verdict.rating);
    struct lw_entry *entry = lw_collection_add(out, copy, title, 0);
    return entry != NULL &&
           lw_collection_note(out, &entry->notes, "Difficulty", rating) &&
           (!level->has_it ||
            lw_collection_note(out, &entry->notes, "Teaches", level->teaches->name)) &&
           lw_collection_solution(out, entry, level->made.shortest ? "shortest" : "",
                                  level->made.solution);
}

lw_status lw_campaign_collect(const struct lw_campaign_run *run,
                              const struct lw_game *game, struct lw_collection *out,
                              struct lw_error *err) {
    lw_status status = LW_OK;
    size_t number = 0;
    for (size_t i = 0; i < run->n_levels && status == LW_OK; i++) {
        const struct lw_campaign_level *level = &run->levels[i];
        struct lw_level *copy = NULL;
        if (run->games[level->chapter] != game) {
            continue;
        }
        status = game->kind->level->dup(level->made.level, &copy);
        if (status != LW_OK || !add_entry(level, ++number, copy, out)) {
            status = lw_fail_memory(err);
        }
    }
    return status;
}

void lw_campaign_run_free(struct lw_campaign_run *run) {
    for (size_t i = 0; i < run->n_levels; i++) {
        lw_made_level_free(run->alloc, &run->levels[i].made);
    }
    run->n_levels = 0;
}
