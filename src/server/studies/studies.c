/* The cache of frozen studies: a short list, the longest unused goes first. */
#include "studies/studies.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "log.h"
#include "studies/pairs.h"
#include "studies/versions.h"

#define MAX_HELD 24 /* that nobody uses at the moment */

struct studies {
    const struct lw_alloc *alloc;
    pthread_mutex_t lock;
    struct study_held *first;
    size_t n;
    uint64_t clock; /* counts uses */
    struct study_runs runs;
};

struct studies *studies_create(const struct lw_alloc *alloc) {
    struct studies *studies = lw_alloc_zero(alloc, 1, sizeof *studies);
    if (studies != NULL) {
        studies->alloc = alloc;
        (void)pthread_mutex_init(&studies->lock, NULL);
    }
    return studies;
}

static void held_free(struct studies *studies, struct study_held *held) {
    if (held != NULL) {
        pair_beliefs_destroy(held->beliefs);
        lw_arena_free(&held->arena);
        lw_alloc_free(studies->alloc, held, sizeof *held);
    }
}

void studies_destroy(struct studies *studies) {
    if (studies == NULL) {
        return;
    }
    while (studies->first != NULL) {
        struct study_held *held = studies->first;
        studies->first = held->next;
        held_free(studies, held);
    }
    (void)pthread_mutex_destroy(&studies->lock);
    lw_alloc_free(studies->alloc, studies, sizeof *studies);
}

/* Under the lock. */
static struct study_held *find(struct studies *studies, const char *study,
                               int64_t version) {
    for (struct study_held *at = studies->first; at != NULL; at = at->next) {
        if (at->version == version && strcmp(at->study, study) == 0) {
            at->references++;
            at->used = ++studies->clock;
            return at;
        }
    }
    return NULL;
}

/* Under the lock: makes room when there are too many. */
static void drop_oldest(struct studies *studies) {
    struct study_held **oldest = NULL;
    for (struct study_held **at = &studies->first; *at != NULL; at = &(*at)->next) {
        if ((*at)->references == 0 && (oldest == NULL || (*at)->used < (*oldest)->used)) {
            oldest = at;
        }
    }
    if (studies->n > MAX_HELD && oldest != NULL) {
        struct study_held *held = *oldest;
        *oldest = held->next;
        studies->n--;
        held_free(studies, held);
    }
}

static lw_status thaw(struct study_held *held, const struct lw_store_study_version *row,
                      struct lw_error *err) {
    struct lw_study_faults faults;
    lw_study_faults_init(&faults, &held->arena);
    lw_status status =
        lw_study_thaw(&held->arena, row->frozen, strlen(row->frozen), &held->frozen, err);
    if (status == LW_OK) {
        status = lw_study_cells_make(held->frozen.study, &held->arena, &faults,
                                     &held->cells, err);
    }
    if (status == LW_OK) {
        (void)snprintf(held->hash, sizeof held->hash, "%s", row->hash);
        held->beliefs = pair_beliefs_create();
        status = held->beliefs == NULL ? lw_fail_memory(err) : LW_OK;
    }
    return status;
}

size_t studies_n_compared(struct studies *studies) {
    (void)pthread_mutex_lock(&studies->lock);
    size_t n = studies->runs.n_read;
    (void)pthread_mutex_unlock(&studies->lock);
    return n;
}

/* Which versions it counts with. Others are read without the lock, by a copy of what is
 * known; two threads that find out the same write the same. */
static lw_status find_counts(struct studies *studies, struct lw_store *store,
                             struct study_held *held, struct lw_error *err) {
    const struct study_version of = {held->study, held->version, held->frozen.study,
                                     &held->cells};
    (void)pthread_mutex_lock(&studies->lock);
    struct study_runs runs = studies->runs;
    (void)pthread_mutex_unlock(&studies->lock);
    size_t before = runs.n_read;
    lw_status status = study_counts_known(store, &of, &runs, &held->counts_from, err);
    (void)pthread_mutex_lock(&studies->lock);
    studies->runs.n_read += runs.n_read - before;
    if (status == LW_OK) {
        study_runs_note(&studies->runs, held->study, held->counts_from, held->version);
    }
    (void)pthread_mutex_unlock(&studies->lock);
    return status;
}

/* Reads it without the lock: others go on meanwhile. */
static lw_status load(struct studies *studies, struct lw_store *store, const char *study,
                      int64_t version, struct study_held **out, struct lw_error *err) {
    struct lw_store_study_version row;
    struct lw_arena arena;
    struct study_held *held = lw_alloc_zero(studies->alloc, 1, sizeof *held);
    if (held == NULL) {
        return lw_fail_memory(err);
    }
    lw_arena_init(&held->arena, studies->alloc);
    lw_arena_init(&arena, studies->alloc);
    held->version = version;
    (void)snprintf(held->study, sizeof held->study, "%s", study);
    lw_status status =
        lw_store_study_version_get(store, study, version, &arena, &row, err);
    if (status == LW_OK) {
        status = thaw(held, &row, err);
    }
    if (status == LW_OK) {
        status = find_counts(studies, store, held, err);
    }
    lw_arena_free(&arena);
    if (status != LW_OK) {
        held_free(studies, held);
        held = NULL;
    }
    *out = held;
    return status;
}

lw_status studies_hold(struct studies *studies, struct lw_store *store, const char *study,
                       int64_t version, struct study_held **out, struct lw_error *err) {
    struct study_held *made = NULL;
    lw_status status = LW_OK;
    if (version == 0) {
        struct lw_store_study row;
        struct lw_arena arena;
        lw_arena_init(&arena, studies->alloc);
        status = lw_store_study_get(store, study, &arena, &row, err);
        version = row.version;
        lw_arena_free(&arena);
        if (status != LW_OK) {
            return status;
        }
    }
    (void)pthread_mutex_lock(&studies->lock);
    *out = find(studies, study, version);
    (void)pthread_mutex_unlock(&studies->lock);
    if (*out != NULL) {
        return LW_OK;
    }
    status = load(studies, store, study, version, &made, err);
    if (status != LW_OK) {
        return status;
    }
    (void)pthread_mutex_lock(&studies->lock);
    *out = find(studies, study, version); /* another thread may have been faster */
    if (*out == NULL) {
        made->next = studies->first;
        made->references = 1;
        made->used = ++studies->clock;
        studies->first = *out = made;
        studies->n++;
        made = NULL;
        drop_oldest(studies);
    }
    (void)pthread_mutex_unlock(&studies->lock);
    held_free(studies, made);
    return LW_OK;
}

void studies_release(struct studies *studies, struct study_held *held) {
    if (held != NULL) {
        (void)pthread_mutex_lock(&studies->lock);
        held->references--;
        (void)pthread_mutex_unlock(&studies->lock);
    }
}

/* The oldest version after that one; NULL: there is none. Release it. */
static struct study_held *next_version(struct studies *studies, const char *study,
                                       int64_t after) {
    struct study_held *next = NULL;
    (void)pthread_mutex_lock(&studies->lock);
    for (struct study_held *at = studies->first; at != NULL; at = at->next) {
        if (at->version > after && strcmp(at->study, study) == 0 &&
            (next == NULL || at->version < next->version)) {
            next = at;
        }
    }
    if (next != NULL) {
        next->references++;
    }
    (void)pthread_mutex_unlock(&studies->lock);
    return next;
}

void studies_each_version(struct studies *studies, const char *study,
                          void (*visit)(const struct study_held *held, void *ctx),
                          void *ctx) {
    struct study_held *held;
    for (int64_t after = 0; (held = next_version(studies, study, after)) != NULL;) {
        after = held->version;
        visit(held, ctx); /* without the lock: it may wait for beliefs in the making */
        studies_release(studies, held);
    }
}

lw_status studies_plan(const struct study_held *held,
                       const struct lw_store_person *person, struct lw_arena *arena,
                       struct lw_study_plan_request *request, struct lw_study_plan *plan,
                       struct lw_error *err) {
    *request = (struct lw_study_plan_request){
        .study = held->frozen.study,
        .cells = &held->cells,
        .levels = &held->frozen.levels,
        .cell = (size_t)person->cell,
        .person = (uint64_t)person->number,
    };
    return lw_study_plan_make(request, arena, plan, err);
}

const char *studies_not_approved(const struct lw_study *study, const char *today,
                                 char sentence[120]) {
    const struct lw_study_approval *approval = study->approval;
    if (approval == NULL) {
        return NULL;
    }
    if (strcmp(today, approval->from) < 0) {
        (void)snprintf(sentence, 120, "the study's approval begins on %.10s",
                       approval->from);
        return sentence;
    }
    if (strcmp(today, approval->until) > 0) {
        (void)snprintf(sentence, 120, "the study's approval ended on %.10s",
                       approval->until);
        return sentence;
    }
    return NULL;
}

void studies_tick(struct app *app) {
    int64_t n = 0;
    struct lw_error err = {.status = LW_OK};
    struct lw_store *store = app_whole_store(app);
    lw_status status = lw_store_study_expire(store, app_now_ms(app), &n, &err);
    app_give(app, store);
    if (status != LW_OK) {
        log_event(
            app->log, LOG_WARNING, "studies",
            "the data of studies that are due for deletion could not be deleted: %s",
            err.text);
    } else if (n > 0) {
        log_event(app->log, LOG_INFO, "studies",
                  "deleted what people did in %lld studies that were due for deletion",
                  (long long)n);
    }
}

void studies_scrub(struct app *app) {
    struct lw_error err = {.status = LW_OK};
    struct lw_store *store = app_whole_store(app);
    if (lw_store_study_scrub(store, &err) != LW_OK) {
        log_event(app->log, LOG_WARNING, "studies",
                  "the database's files still contain what was deleted: %s", err.text);
    }
    app_give(app, store);
}
