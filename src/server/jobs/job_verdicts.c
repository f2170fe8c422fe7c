/* Verdicts from the results of jobs, each result read once for a request. */
#include "jobs/job_verdicts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lw/base/json_value.h"
#include "lw/store/jobs.h"
#include "routes/fields.h"

/* A job of a thousand levels has about one; read, they are ten times as large. */
#define MOST_BYTES ((size_t)4 << 20)

struct found {
    struct found *next;
    char level[LW_STORE_ID_SIZE];
    struct lw_verdict verdict;
};
struct job {
    struct job *next;
    char id[LW_STORE_ID_SIZE];
    struct found *first;
};
struct job_verdicts {
    struct exchange *exchange;
    struct job *jobs;
    size_t bytes_left;
};

struct job_verdicts *job_verdicts_create(struct exchange *exchange) {
    struct job_verdicts *out = lw_arena_zero(&exchange->arena, 1, sizeof *out);
    if (out != NULL) {
        *out = (struct job_verdicts){.exchange = exchange, .bytes_left = MOST_BYTES};
    }
    return out;
}

static void take_level(struct lw_arena *arena, const struct lw_json *level,
                       struct job *job) {
    const char *id = lw_json_text_or(level, "id", "");
    struct lw_verdict verdict;
    if (!is_id(id) || !lw_verdict_read(level, &verdict)) {
        return;
    }
    struct found *found = lw_arena_zero(arena, 1, sizeof *found);
    if (found != NULL) {
        *found = (struct found){.next = job->first, .verdict = verdict};
        (void)snprintf(found->level, sizeof found->level, "%s", id);
        job->first = found;
    }
}

static void take_result(struct job_verdicts *verdicts, const char *result,
                        struct job *job) {
    struct exchange *exchange = verdicts->exchange;
    struct lw_arena scratch;
    struct lw_json *tree = NULL;
    struct lw_error err;
    size_t len = strlen(result);
    if (len > verdicts->bytes_left) {
        return;
    }
    verdicts->bytes_left -= len;
    lw_arena_init(&scratch, exchange_alloc(exchange));
    const struct lw_json *levels =
        lw_json_read(&scratch, result, len, &tree, &err) == LW_OK
            ? lw_json_get(tree, "levels")
            : NULL;
    if (levels != NULL && levels->type == LW_JSON_ARRAY) {
        for (const struct lw_json *it = levels->first; it != NULL; it = it->next) {
            take_level(&exchange->arena, it, job);
        }
    }
    lw_arena_free(&scratch);
}

static struct job *read_job(struct job_verdicts *verdicts, const char *id) {
    struct exchange *exchange = verdicts->exchange;
    struct lw_arena scratch;
    struct lw_store_job row;
    struct lw_error err;
    struct job *job = lw_arena_zero(&exchange->arena, 1, sizeof *job);
    if (job == NULL) {
        return NULL;
    }
    (void)snprintf(job->id, sizeof job->id, "%s", id);
    job->next = verdicts->jobs;
    verdicts->jobs = job;
    lw_arena_init(&scratch, exchange_alloc(exchange));
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_job_get(store, id, &scratch, &row, &err);
    exchange_give(exchange, store);
    if (status == LW_OK && row.result != NULL) {
        take_result(verdicts, row.result, job);
    }
    lw_arena_free(&scratch);
    return job;
}

const struct lw_verdict *job_verdicts_find(struct job_verdicts *verdicts, const char *job,
                                           const char *level) {
    if (!is_id(job)) {
        return NULL;
    }
    struct job *at = verdicts->jobs;
    while (at != NULL && strcmp(at->id, job) != 0) {
        at = at->next;
    }
    if (at == NULL) {
        at = verdicts->bytes_left > 0 ? read_job(verdicts, job) : NULL;
    }
    const struct found *found = at == NULL ? NULL : at->first;
    while (found != NULL && strcmp(found->level, level) != 0) {
        found = found->next;
    }
    return found == NULL ? NULL : &found->verdict;
}
