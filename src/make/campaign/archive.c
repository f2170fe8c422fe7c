/* The archive: what fits, in places of rating and rising measure (MAP-Elites without a
 * fitness: a place that is full takes nothing, so that the work goes where it is empty).
 */
#include "campaign/archive.h"

#include <math.h>
#include <string.h>

static double value_of(const struct lw_made_level *made, const struct lw_filter *what) {
    double value =
        what->is_feature
            ? made->features != NULL ? made->features->value[what->which] : (double)NAN
            : made->measures[what->which];
    return value;
}

bool lw_made_level_has(const struct lw_alloc *alloc, struct lw_made_level *made,
                       const struct lw_idea *idea, const struct lw_runtime *runtime) {
    const struct lw_game_kind *kind = made->level->game->kind;
    const struct lw_budget budget = {.nodes = LW_GRADE_NODES,
                                     .memory_bytes = LW_PROOF_BYTES};
    for (size_t i = 0; i < LW_IDEA_BOUNDS && idea->bounds[i].what != NULL; i++) {
        const struct lw_idea_bound *bound = &idea->bounds[i];
        struct lw_filter what;
        if (lw_filter_find(kind, bound->what, strlen(bound->what), &what, NULL) !=
            LW_OK) {
            return false;
        }
        if (what.is_feature &&
            !lw_made_level_measure(alloc, made, kind->features->features[what.which].cost,
                                   &budget, runtime)) {
            return false;
        }
        double value = value_of(made, &what);
        if (!(value >= bound->lo && value <= bound->hi)) {
            return false;
        }
    }
    return true;
}

/* Opening. */

static bool has_idea(const struct archive *archive, const struct lw_idea *idea) {
    for (size_t i = 0; i < archive->n_ideas; i++) {
        if (archive->ideas[i] == idea) {
            return true;
        }
    }
    return false;
}

void lw_archive_open(struct archive *archive, const struct lw_campaign *campaign,
                     size_t chapter, const struct lw_runtime *runtime) {
    *archive = (struct archive){.alloc = runtime->alloc,
                                .campaign = campaign,
                                .chapter = &campaign->chapters[chapter],
                                .runtime = runtime};
    for (size_t c = 0; c < campaign->n_chapters; c++) {
        const struct lw_campaign_chapter *other = &campaign->chapters[c];
        if (c == chapter) {
            archive->n_known = archive->n_ideas;
        }
        for (size_t i = 0; other->kind == archive->chapter->kind && i < other->n_teaches;
             i++) {
            if (archive->n_ideas < 32 && !has_idea(archive, other->teaches[i])) {
                archive->ideas[archive->n_ideas++] = other->teaches[i];
            }
        }
    }
}

static void free_level(struct archive *archive, struct archived *level) {
    lw_look_free(&level->look);
    if (level->made.level != NULL) {
        lw_made_level_free(archive->alloc, &level->made);
    }
}

void lw_archive_close(struct archive *archive) {
    for (size_t i = 0; i < archive->n; i++) {
        free_level(archive, &archive->list[i]);
    }
    lw_alloc_free(archive->alloc, archive->list, archive->cap * sizeof *archive->list);
    *archive = (struct archive){.alloc = archive->alloc};
}

/* Taking. */

static bool fits_size(const struct lw_campaign_chapter *chapter,
                      const struct lw_level *level) {
    uint32_t width, height;
    level->game->kind->level->size(level, &width, &height);
    /* A level may be printed on its side. */
    return chapter->most_width == 0 ||
           (width >= chapter->least_width && width <= chapter->most_width &&
            height >= chapter->least_height && height <= chapter->most_height) ||
           (height >= chapter->least_width && height <= chapter->most_width &&
            width >= chapter->least_height && width <= chapter->most_height);
}

static uint64_t place_of(const struct archived *level, size_t n_rises, uint32_t ideas) {
    uint64_t place = (uint64_t)(level->made.verdict.rating / ARCHIVE_STEP);
    for (size_t i = 0; i < n_rises; i++) {
        double value = level->rises[i];
        place = place * 1009 + (uint64_t)(isfinite(value) && value > 0 ? value + 0.5 : 0);
    }
    return place * 4099 + ideas;
}

static bool measure(struct archive *archive, struct archived *level) {
    const struct lw_campaign_chapter *chapter = archive->chapter;
    for (size_t i = 0; i < chapter->n_rises; i++) {
        const struct lw_filter *what = &chapter->rises[i].what;
        const struct lw_budget budget = {.nodes = LW_GRADE_NODES,
                                         .memory_bytes = LW_PROOF_BYTES};
        if (what->is_feature &&
            !lw_made_level_measure(archive->alloc, &level->made,
                                   chapter->kind->features->features[what->which].cost,
                                   &budget, archive->runtime)) {
            return false;
        }
        level->rises[i] = value_of(&level->made, what);
        if (!(level->rises[i] >= fmin(what->lo, what->hi) - 0.5 &&
              level->rises[i] <= fmax(what->lo, what->hi) + 0.5)) {
            return false;
        }
    }
    for (size_t i = 0; i < archive->n_ideas; i++) {
        if (lw_made_level_has(archive->alloc, &level->made, archive->ideas[i],
                              archive->runtime)) {
            level->ideas |= UINT32_C(1) << i;
        }
    }
    level->place = place_of(level, chapter->n_rises, level->ideas);
    return true;
}

static bool is_full(const struct archive *archive, uint64_t place) {
    size_t n = 0;
    for (size_t i = 0; i < archive->n; i++) {
        n += archive->list[i].place == place;
    }
    return n >= ARCHIVE_KEEP;
}

static bool is_alike(const struct archive *archive, const struct lw_look *look) {
    double apart = archive->campaign->apart;
    for (size_t i = 0; i < archive->n; i++) {
        if (lw_look_distance(&archive->list[i].look, look) < apart) {
            return true;
        }
    }
    for (size_t i = 0; i < archive->n_taken; i++) {
        if (lw_look_distance(archive->taken[i], look) < apart) {
            return true;
        }
    }
    return false;
}

lw_status lw_archive_offer(struct archive *archive, struct archived *level, bool *kept,
                           struct lw_error *err) {
    *kept = false;
    lw_status status = LW_OK;
    if (!level->made.rated || !fits_size(archive->chapter, level->made.level) ||
        !measure(archive, level) || is_full(archive, level->place)) {
        free_level(archive, level);
        return LW_OK;
    }
    status = lw_look_take(level->made.level, archive->alloc, &level->look, err);
    if (status == LW_OK && is_alike(archive, &level->look)) {
        archive->n_alike++;
        free_level(archive, level);
        return LW_OK;
    }
    if (status == LW_OK && !lw_grow(archive->alloc, &archive->list, &archive->cap,
                                    archive->n + 1, sizeof *archive->list)) {
        status = lw_fail_memory(err);
    }
    if (status != LW_OK) {
        free_level(archive, level);
        return status;
    }
    archive->list[archive->n++] = *level;
    *kept = true;
    return LW_OK;
}
