/* The choice: for every slot of the curve one level of the archive, so that ratings rise,
 * each is near what its slot wants, and neighbours differ.
 *
 * Levels are sorted by rating; then the best choice takes them in that order (two that
 * cross would both be nearer when exchanged), which dynamic programming over slots and
 * levels finds exactly, the distance of neighbours included. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/archive.h"

/* Levels that are tried for one slot: those nearest to it in rating. */
#define WINDOW 240
#define FAR_APART 0.6 /* from here on neighbours differ enough */

/* What slots want. */

static double along(const double *curve, size_t n, double t) {
    double at = t * (double)(n - 1);
    size_t i = at >= (double)(n - 1) ? n - 2 : (size_t)at;
    return curve[i] + (at - (double)i) * (curve[i + 1] - curve[i]);
}

void lw_archive_slot(const struct archive *archive, size_t i,
                     struct lw_archive_slot *out) {
    const struct lw_campaign_chapter *chapter = archive->chapter;
    double t = chapter->count > 1 ? (double)i / (double)(chapter->count - 1) : 0;
    *out = (struct lw_archive_slot){.rating = along(chapter->curve, chapter->n_curve, t)};
    for (size_t k = 0; k < chapter->n_rises; k++) {
        out->rises[k] =
            chapter->rises[k].from + t * (chapter->rises[k].to - chapter->rises[k].from);
    }
    /* Ideas come at equal distances, the first with the first level. */
    size_t n = chapter->n_teaches;
    size_t known = archive->n_known;
    for (size_t k = 0; k < n; k++) {
        size_t first = k * chapter->count / n;
        if (i == first) {
            out->teaches = chapter->teaches[k];
        }
        known += i >= first;
    }
    for (size_t k = 0; k < archive->n_ideas; k++) {
        if (k < known) {
            out->may |= UINT32_C(1) << k;
        }
        if (archive->ideas[k] == out->teaches) {
            out->must = UINT32_C(1) << k;
        }
    }
}

double lw_archive_cost(const struct archive *archive, const struct lw_archive_slot *slot,
                       const struct archived *level) {
    const struct lw_campaign_chapter *chapter = archive->chapter;
    double d = level->made.verdict.rating - slot->rating, cost = 4 * d * d;
    for (size_t k = 0; k < chapter->n_rises; k++) {
        double length = fabs(chapter->rises[k].to - chapter->rises[k].from);
        double miss = (level->rises[k] - slot->rises[k]) / (length < 4 ? 4 : length);
        cost += 2 * miss * miss;
    }
    uint32_t early = level->ideas & ~slot->may, lacks = slot->must & ~level->ideas;
    for (; early != 0; early &= early - 1) {
        cost += ARCHIVE_WRONG_IDEA;
    }
    return cost + (lacks != 0 ? 2 * ARCHIVE_WRONG_IDEA : 0);
}

/* The choice. */

struct choice {
    const struct archive *archive;
    size_t *sorted; /* indices of levels, by rating */
    size_t n, n_slots;
    float *best;    /* [slot * n + level]: least cost that ends so */
    uint32_t *from; /* the same: which level came before */
    float *near;    /* [level * n + level]: cost as neighbours; negative: not known yet */
};

/* qsort has no context: keys carry what they are compared by. */
struct key {
    double rating;
    uint64_t high, low;
    size_t at;
};

static int by_rating(const void *a, const void *b) {
    const struct key *x = a, *y = b;
    if (x->rating < y->rating || x->rating > y->rating) {
        return x->rating < y->rating ? -1 : 1;
    }
    if (x->high != y->high) {
        return x->high < y->high ? -1 : 1;
    }
    return (x->low > y->low) - (x->low < y->low);
}

static bool sort_levels(struct choice *choice) {
    const struct archive *archive = choice->archive;
    struct key *keys = lw_alloc_get(archive->alloc, choice->n * sizeof *keys);
    if (keys == NULL) {
        return false;
    }
    for (size_t i = 0; i < choice->n; i++) {
        const struct lw_made_level *made = &archive->list[i].made;
        keys[i] = (struct key){made->verdict.rating, made->id.hi, made->id.lo, i};
    }
    qsort(keys, choice->n, sizeof *keys, by_rating);
    for (size_t i = 0; i < choice->n; i++) {
        choice->sorted[i] = keys[i].at;
    }
    lw_alloc_free(archive->alloc, keys, choice->n * sizeof *keys);
    return true;
}

static double neighbours(const struct choice *choice, size_t a, size_t b) {
    float *known = &choice->near[a * choice->n + b];
    if (*known < 0) {
        const struct archived *one = &choice->archive->list[choice->sorted[a]];
        const struct archived *two = &choice->archive->list[choice->sorted[b]];
        double d = lw_look_distance(&one->look, &two->look);
        double lacking = d < FAR_APART ? (FAR_APART - d) / FAR_APART : 0;
        *known = (float)(0.5 * lacking * lacking);
    }
    return (double)*known;
}

/* The levels for a slot: from first up to, not including, end. */
static void window_of(const struct choice *choice, double rating, size_t slot,
                      size_t *first, size_t *end) {
    size_t at = 0;
    while (at < choice->n &&
           choice->archive->list[choice->sorted[at]].made.verdict.rating < rating) {
        at++;
    }
    size_t half = WINDOW / 2 + choice->n_slots;
    *first = at > half ? at - half : 0;
    *end = at + half < choice->n ? at + half : choice->n;
    /* As many levels before as slots before, and after. */
    *first = *first < slot ? slot : *first;
    size_t after = choice->n_slots - slot - 1;
    *end = *end > choice->n - after ? choice->n - after : *end;
    *first = *first >= *end ? *end - 1 : *first;
}

static void fill_slot(struct choice *choice, size_t slot) {
    struct lw_archive_slot want;
    size_t first, end, n = choice->n;
    lw_archive_slot(choice->archive, slot, &want);
    window_of(choice, want.rating, slot, &first, &end);
    for (size_t j = 0; j < n; j++) {
        choice->best[slot * n + j] = INFINITY;
    }
    for (size_t j = first; j < end; j++) {
        double own = lw_archive_cost(choice->archive, &want,
                                     &choice->archive->list[choice->sorted[j]]);
        double least = slot == 0 ? 0 : (double)INFINITY;
        uint32_t from = 0;
        for (size_t k = 0; slot > 0 && k < j; k++) {
            double before = (double)choice->best[(slot - 1) * n + k];
            /* Whatever it costs to be neighbours only adds to that. */
            if (before < least) {
                double sum = before + neighbours(choice, k, j);
                from = sum < least ? (uint32_t)k : from;
                least = sum < least ? sum : least;
            }
        }
        choice->best[slot * n + j] = (float)(least + own);
        choice->from[slot * n + j] = from;
    }
}

static void follow_back(const struct choice *choice, size_t *chosen) {
    size_t n = choice->n, last = choice->n_slots - 1, at = 0;
    for (size_t j = 1; j < n; j++) {
        at = choice->best[last * n + j] < choice->best[last * n + at] ? j : at;
    }
    for (size_t slot = last + 1; slot-- > 0;) {
        chosen[slot] = choice->sorted[at];
        at = choice->from[slot * n + at];
    }
}

lw_status lw_archive_choose(struct archive *archive, size_t *chosen, size_t *n,
                            struct lw_error *err) {
    const struct lw_alloc *alloc = archive->alloc;
    struct choice choice = {.archive = archive, .n = archive->n};
    size_t levels = archive->n;
    choice.n_slots = levels < archive->chapter->count ? levels : archive->chapter->count;
    *n = choice.n_slots;
    if (*n == 0) {
        return LW_OK;
    }
    size_t cells = choice.n_slots * levels;
    choice.sorted = lw_alloc_get(alloc, levels * sizeof *choice.sorted);
    choice.best = lw_alloc_get(alloc, cells * sizeof *choice.best);
    choice.from = lw_alloc_zero(alloc, cells, sizeof *choice.from);
    choice.near = lw_alloc_get(alloc, levels * levels * sizeof *choice.near);
    bool good = choice.sorted != NULL && choice.best != NULL && choice.from != NULL &&
                choice.near != NULL && sort_levels(&choice);
    for (size_t i = 0; good && i < levels * levels; i++) {
        choice.near[i] = -1;
    }
    for (size_t slot = 0; good && slot < choice.n_slots; slot++) {
        fill_slot(&choice, slot);
    }
    if (good) {
        follow_back(&choice, chosen);
    }
    lw_alloc_free(alloc, choice.sorted, levels * sizeof *choice.sorted);
    lw_alloc_free(alloc, choice.best, cells * sizeof *choice.best);
    lw_alloc_free(alloc, choice.from, cells * sizeof *choice.from);
    lw_alloc_free(alloc, choice.near, levels * levels * sizeof *choice.near);
    return good ? LW_OK : lw_fail_memory(err);
}
