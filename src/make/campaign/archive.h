/* The archive of one chapter: levels that fit it, at most some for each place in rating
 * and rising measure, none of them alike; and the choice among them. */
#ifndef CAMPAIGN_ARCHIVE_H
#define CAMPAIGN_ARCHIVE_H

#include "lw/campaign.h"
#include "lw/look.h"

#define ARCHIVE_KEEP 8    /* levels in one place */
#define ARCHIVE_STEP 0.25 /* of rating, from one place to the next */

struct archived {
    struct lw_made_level made;
    struct lw_look look;
    const struct lw_generator *generator;
    uint64_t seed;
    double rises[LW_CAMPAIGN_MAX_RISES]; /* the values of what rises */
    uint32_t ideas; /* of the campaign's ideas of this kind, by their number */
    uint64_t place;
};

struct archive {
    const struct lw_alloc *alloc;
    const struct lw_campaign *campaign;
    const struct lw_campaign_chapter *chapter;
    const struct lw_runtime *runtime;
    /* All ideas that any chapter of this kind teaches, in the order of the campaign. */
    const struct lw_idea *ideas[32];
    size_t n_ideas;
    size_t n_known; /* of them, taught before this chapter */
    struct archived *list;
    size_t n, cap;
    uint64_t n_alike;
    /* Looks of the levels that earlier chapters of the kind took; borrowed. */
    const struct lw_look **taken;
    size_t n_taken;
};

void lw_archive_open(struct archive *archive, const struct lw_campaign *campaign,
                     size_t chapter, const struct lw_runtime *runtime);
void lw_archive_close(struct archive *archive);
/* Takes the level, which is rated, when it fits and is new; else frees it. */
lw_status lw_archive_offer(struct archive *archive, struct archived *level, bool *kept,
                           struct lw_error *err) LW_MUST_CHECK;

/* What slot number i wants. */
struct lw_archive_slot {
    double rating;
    double rises[LW_CAMPAIGN_MAX_RISES];
    uint32_t must, may; /* ideas, as bits; those beyond the archive's are free */
    const struct lw_idea *teaches;
};
void lw_archive_slot(const struct archive *archive, size_t i,
                     struct lw_archive_slot *out);
/* How far a level is from what a slot wants; ideas that it lacks or has too early weigh
 * most. */
double lw_archive_cost(const struct archive *archive, const struct lw_archive_slot *slot,
                       const struct archived *level);
#define ARCHIVE_WRONG_IDEA 1000.0

/* For every slot a level, rising in rating: chosen[i] is an index into the list. Returns
 * how many there are. */
lw_status lw_archive_choose(struct archive *archive, size_t *chosen, size_t *n,
                            struct lw_error *err) LW_MUST_CHECK;

#endif
