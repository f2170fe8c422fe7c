/* Frozen studies as the server keeps them: read once, then shared by all requests.
 *
 * A version of a study never changes, so what was read of it stays right; only states
 * (open, paused, ...) are asked of the store every time. */
#ifndef STUDIES_H
#define STUDIES_H

#include "app.h"
#include "lw/study.h"

struct pair_beliefs;

struct study_held {
    char study[LW_STORE_ID_SIZE];
    int64_t version;
    char hash[LW_STORE_ID_SIZE];
    struct lw_study_frozen frozen;
    struct lw_study_cells cells;
    int64_t counts_from; /* the oldest version whose people count with this one's */
    struct pair_beliefs *beliefs; /* see pairs.h */
    /* The cache's own. */
    struct lw_arena arena;
    unsigned references;
    uint64_t used;
    struct study_held *next;
};

struct studies;
struct studies *studies_create(const struct lw_alloc *alloc); /* NULL: no memory */
void studies_destroy(struct studies *studies);                /* NULL-safe */

/* version 0: the newest. Release it. */
lw_status studies_hold(struct studies *studies, struct lw_store *store, const char *study,
                       int64_t version, struct study_held **out,
                       struct lw_error *err) LW_MUST_CHECK;
void studies_release(struct studies *studies, struct study_held *held); /* NULL-safe */

/* How many other versions were read to find out which ones count together. */
size_t studies_n_compared(struct studies *studies);

/* Every version of the study that is held at the moment, one after the other. */
void studies_each_version(struct studies *studies, const char *study,
                          void (*visit)(const struct study_held *held, void *ctx),
                          void *ctx);

/* The person's plan, in the arena; request is filled for whoever judges by it. */
lw_status studies_plan(const struct study_held *held,
                       const struct lw_store_person *person, struct lw_arena *arena,
                       struct lw_study_plan_request *request, struct lw_study_plan *plan,
                       struct lw_error *err) LW_MUST_CHECK;

/* Has the approval begun, and does it still hold on that day ("2026-11-17")? NULL: yes;
 * else why not. */
const char *studies_not_approved(const struct lw_study *study, const char *today,
                                 char sentence[120]);

/* Deletes what people did in studies whose day has come. */
void studies_tick(struct app *app);
/* Often: what people deleted goes from the files of the database, once for all of them.
 */
void studies_scrub(struct app *app);

#endif
