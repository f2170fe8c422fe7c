/* The queue of jobs. A lease is one statement: choose the next job, pass over those that
 * another worker is just taking, and mark it; so a job is never given to two. A worker
 * that was cut off for longer than its lease may work on without knowing that it lost the
 * job; so whatever it stores of the job is one statement, too, that asks for the number
 * of its lease (HELD). */
#include <stdio.h>
#include <string.h>

#include "store_internal.h"

#define DEFAULT_TRIES 3
#define ENQUEUE_TRIES 5 /* when a bound is gone again before it could be named */
#define KEPT_BYTES 400  /* of the request of a job that has ended */
#define HASHED "blake2b:"
#define HASHED_SIZE (sizeof HASHED - 1 + LW_STORE_SECRET_SIZE)
#define LOST_TOO_OFTEN "'the worker was lost each time the job was tried'"

static const char *const names[LW_JOB_STATE_COUNT] = {
#define X(code, name) name,
    LW_JOB_STATE_LIST(X)
#undef X
};

const char *lw_job_state_name(enum lw_job_state state) {
    return names[state];
}

#define OPEN "state IN ('queued', 'running')"

/* Which of the bounds it was; LW_OK when none of them holds any more, because a job has
 * ended since, which the lock does not keep from it. */
static lw_status refuse_job(struct lw_store *store,
                            const struct lw_store_job_request *request,
                            struct lw_error *err) {
    int64_t own = 0;
    int64_t near = 0;
    int64_t all = 0;
    lw_status status =
        sql_number(store->sql, "SELECT count(*) FROM jobs WHERE " OPEN " AND owner = ?1",
                   SQL_ARGS(T(request->owner)), &own, err);
    if (status == LW_OK) {
        status = sql_number(store->sql,
                            "SELECT count(*) FROM jobs WHERE " OPEN " AND client = ?1",
                            SQL_ARGS(T(store_or_empty(request->client))), &near, err);
    }
    if (status == LW_OK) {
        status = sql_number(store->sql, "SELECT count(*) FROM jobs WHERE " OPEN,
                            SQL_NO_ARGS, &all, err);
    }
    if (status != LW_OK) {
        return status;
    }
    if (request->max_owner > 0 && own >= request->max_owner) {
        return lw_fail(err, LW_LIMIT, 0, 0,
                       "You have %lld jobs under way; wait for one of them or cancel it.",
                       (long long)own);
    }
    if (request->client != NULL && request->max_client > 0 &&
        near >= request->max_client) {
        return lw_fail(err, LW_LIMIT, 0, 0,
                       "Your address has %lld jobs under way; wait for one of them.",
                       (long long)near);
    }
    return request->max_all > 0 && all >= request->max_all
               ? lw_fail(err, LW_BUSY, 0, 0, "The queue is full; try again in a while.")
               : LW_OK;
}

/* Counts and adds. */
static lw_status add_job(struct lw_store *store,
                         const struct lw_store_job_request *request, int64_t now_ms,
                         const char *id, int64_t *added, struct lw_error *err) {
    return sql_do(
        store->sql,
        "INSERT INTO jobs (id, kind, request, owner, priority, state, note, result,"
        " error, worker, lease_until_ms, created_ms, started_ms, ended_ms, tries,"
        " max_tries, client, seconds)"
        " SELECT ?1, ?2, ?3, ?4, ?5, 'queued', '', '', '', '', 0, ?6, 0, 0, 0, ?7, ?8, ?9"
        " WHERE (?10 = 0 OR (SELECT count(*) FROM jobs WHERE " OPEN
        "   AND owner = ?4) < ?10)"
        " AND (?11 = 0 OR (SELECT count(*) FROM jobs WHERE " OPEN
        "   AND client = ?8) < ?11)"
        " AND (?12 = 0 OR (SELECT count(*) FROM jobs WHERE " OPEN ") < ?12)",
        SQL_ARGS(
            T(id), T(store_or_empty(request->kind)), T(store_or_empty(request->request)),
            T(request->owner), I(request->priority), I(now_ms),
            I(request->max_tries > 0 ? request->max_tries : DEFAULT_TRIES),
            T(store_or_empty(request->client)), R(request->seconds),
            I(request->max_owner), I(request->client == NULL ? 0 : request->max_client),
            I(request->max_all)),
        added, err);
}

lw_status lw_store_job_enqueue(struct lw_store *store,
                               const struct lw_store_job_request *request, int64_t now_ms,
                               char id[LW_STORE_ID_SIZE], struct lw_error *err) {
    int64_t added = 0;
    if (request->id == NULL) {
        lw_store_new_id(id);
    } else {
        (void)snprintf(id, LW_STORE_ID_SIZE, "%s", request->id);
    }
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    /* Two at once, also through two servers, would both find room for the last one. The
     * player first: who holds the player may be long about it, and nobody else may have
     * to wait for that. */
    status = lw_store_player_hold(store, request->owner, err);
    if (status == LW_OK) {
        status = store_lock(store, err);
    }
    for (int i = 0; i < ENQUEUE_TRIES && status == LW_OK && added == 0; i++) {
        status = add_job(store, request, now_ms, id, &added, err);
        if (status == LW_OK && added == 0) {
            status = refuse_job(store, request, err);
        }
    }
    if (status == LW_OK && added == 0) {
        status = lw_fail(err, LW_LIMIT, 0, 0,
                         "Your jobs come and go too quickly; try again in a moment.");
    }
    return sql_end(store->sql, status, err);
}

#define JOB_COLUMNS                                                                      \
    "id, kind, request, owner, priority, state, progress, note, result, error, worker,"  \
    " lease_until_ms, created_ms, started_ms, ended_ms, tries, max_tries"

static bool read_job(const struct sql_stmt *stmt, struct lw_arena *arena, void *row) {
    struct lw_store_job *out = row;
    bool ok = true;
    *out = (struct lw_store_job){
        .kind = sql_copy(stmt, 1, arena, &ok),
        .request = sql_copy(stmt, 2, arena, &ok),
        .owner = sql_copy(stmt, 3, arena, &ok),
        .priority = sql_int(stmt, 4),
        .progress = sql_real(stmt, 6),
        .note = sql_copy(stmt, 7, arena, &ok),
        .result = sql_copy(stmt, 8, arena, &ok),
        .error = sql_copy(stmt, 9, arena, &ok),
        .worker = sql_copy(stmt, 10, arena, &ok),
        .lease_until_ms = sql_int(stmt, 11),
        .created_ms = sql_int(stmt, 12),
        .started_ms = sql_int(stmt, 13),
        .ended_ms = sql_int(stmt, 14),
        .tries = sql_int(stmt, 15),
        .max_tries = sql_int(stmt, 16),
    };
    store_copy_id(stmt, 0, out->id);
    const char *state = store_or_empty(sql_text(stmt, 5));
    for (int i = 0; i < LW_JOB_STATE_COUNT; i++) {
        if (strcmp(names[i], state) == 0) {
            out->state = (enum lw_job_state)i;
        }
    }
    return ok;
}

#define HELD " WHERE id = ?1 AND worker = ?2 AND tries = ?3 AND state = 'running'"

struct lw_store_lease lw_store_lease_of(const struct lw_store_job *job) {
    struct lw_store_lease lease = {.worker = job->worker, .number = job->tries};
    memcpy(lease.id, job->id, sizeof lease.id);
    return lease;
}

/* Nobody could renew them while the database was locked, the caller no more than any
 * other; but the caller knows that it still works on these. */
static lw_status renew_held(struct lw_store *store,
                            const struct lw_store_lease_request *request,
                            struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < request->n_held && status == LW_OK; i++) {
        const struct lw_store_lease *held = &request->held[i];
        status =
            sql_do(store->sql,
                   "UPDATE jobs SET lease_until_ms = ?4" HELD " AND lease_until_ms < ?5",
                   SQL_ARGS(T(held->id), T(held->worker), I(held->number),
                            I(request->now_ms + request->lease_ms), I(request->now_ms)),
                   NULL, err);
    }
    return status;
}

/* Jobs whose lease has ended wait again, or have failed. Those that another worker takes
 * right now are passed over. */
static lw_status requeue_expired(struct lw_store *store, int64_t now_ms,
                                 struct lw_error *err) {
    return sql_do(store->sql,
                  "UPDATE jobs SET worker = '', lease_until_ms = 0,"
                  " state = CASE WHEN tries < max_tries THEN 'queued' ELSE 'failed' END,"
                  " ended_ms = CASE WHEN tries < max_tries THEN 0 ELSE ?1 END,"
                  " error = CASE WHEN tries < max_tries THEN error ELSE " LOST_TOO_OFTEN
                  " END WHERE id IN (SELECT id FROM jobs WHERE state = 'running'"
                  " AND lease_until_ms < ?1 @SKIP_LOCKED@)",
                  SQL_ARGS(I(now_ms)), NULL, err);
}

/* ",generate,solve," for a look with LIKE; NULL: any. */
static const char *list_kinds(const char *const *kinds, struct lw_buffer *out) {
    if (kinds == NULL) {
        return NULL;
    }
    lw_buffer_putc(out, ',');
    for (; *kinds != NULL; kinds++) {
        lw_buffer_printf(out, "%s,", *kinds);
    }
    return lw_buffer_text(out);
}

/* How many run of the same; `where` narrows them down further. */
#define RUNNING_OF(column, where)                                                        \
    "(SELECT count(*) FROM jobs r WHERE r.state = 'running' AND r." column               \
    " = j." column " AND r." column " <> ''" where ")"
#define OWNER_RUNS RUNNING_OF("owner", "")
#define CLIENT_RUNS RUNNING_OF("client", "")
/* Does the process that asks run fewer of them than it may? */
#define OWNER_HAS_SHARE RUNNING_OF("owner", " AND r.worker LIKE ?7") " < ?5"
#define CLIENT_HAS_SHARE RUNNING_OF("client", " AND r.worker LIKE ?7") " < ?5"

static const char take_next_sql[] =
    "UPDATE jobs SET state = 'running', worker = ?1, lease_until_ms = ?2,"
    " started_ms = ?3, tries = tries + 1 WHERE id = (SELECT id FROM jobs j"
    " WHERE state = 'queued' AND (?4 IS NULL OR kind = ?4)"
    " AND (?6 IS NULL OR ?6 LIKE '%,' || kind || ',%')"
    " AND (?5 = 0 OR (" OWNER_HAS_SHARE " AND " CLIENT_HAS_SHARE "))"
    " ORDER BY priority DESC, " CLIENT_RUNS ", " OWNER_RUNS ","
    " created_ms + 1000 * seconds, id LIMIT 1 @SKIP_LOCKED@) RETURNING " JOB_COLUMNS;

static lw_status take_next(struct lw_store *store,
                           const struct lw_store_lease_request *request,
                           struct lw_arena *arena, struct lw_store_job *out, bool *found,
                           struct lw_error *err) {
    struct sql_stmt *stmt;
    struct lw_buffer kinds;
    lw_buffer_init(&kinds, store->alloc);
    lw_status status =
        sql_query(store->sql, take_next_sql,
                  SQL_ARGS(T(request->worker), I(request->now_ms + request->lease_ms),
                           I(request->now_ms), T(request->kind), I(request->max_running),
                           T(list_kinds(request->kinds, &kinds)),
                           T(request->workers == NULL ? "%" : request->workers)),
                  &stmt, err);
    lw_buffer_free(&kinds);
    if (status == LW_OK) {
        status = sql_next(stmt, found, err);
    }
    if (status == LW_OK && *found && !read_job(stmt, arena, out)) {
        status = lw_fail_memory(err);
    }
    sql_done(stmt);
    return status;
}

lw_status lw_store_job_lease(struct lw_store *store,
                             const struct lw_store_lease_request *request,
                             struct lw_arena *arena, struct lw_store_job *out,
                             bool *found, struct lw_error *err) {
    *found = false;
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    status = renew_held(store, request, err);
    if (status == LW_OK) {
        status = requeue_expired(store, request->now_ms, err);
    }
    if (status == LW_OK) {
        status = take_next(store, request, arena, out, found, err);
    }
    return sql_end(store->sql, status, err);
}

lw_status lw_store_job_progress(struct lw_store *store,
                                const struct lw_store_lease *lease,
                                const struct lw_store_renewal *renewal, bool *go_on,
                                struct lw_error *err) {
    int64_t changed = 0;
    lw_status status = sql_do(store->sql,
                              "UPDATE jobs SET lease_until_ms = ?4, progress = ?5, note "
                              "= coalesce(?6, note)" HELD,
                              SQL_ARGS(T(lease->id), T(lease->worker), I(lease->number),
                                       I(renewal->now_ms + renewal->lease_ms),
                                       R(renewal->progress), T(renewal->note)),
                              &changed, err);
    *go_on = changed > 0;
    return status;
}

static lw_status lost(const struct lw_store_lease *lease, struct lw_error *err) {
    return lw_fail(err, LW_NOT_FOUND, 0, 0,
                   "job '%.40s' no longer belongs to this worker: it was cancelled or "
                   "its lease has expired",
                   lease->id);
}

/* A job that has ended needs its request only to be told from another one that is sent
 * under the same id. */

static void hash_request(const char *request, char out[HASHED_SIZE]) {
    memcpy(out, HASHED, sizeof HASHED - 1);
    store_hash_secret(request, out + strlen(HASHED));
}

bool lw_store_job_is_of(const struct lw_store_job *job, const char *request) {
    char hash[HASHED_SIZE];
    hash_request(request, hash);
    return strcmp(job->request, request) == 0 || strcmp(job->request, hash) == 0;
}

/* *out is what to keep of a long request, in hash; NULL: it is short, and stays. */
static lw_status shorten_request(struct lw_store *store, const char *id,
                                 char hash[HASHED_SIZE], const char **out,
                                 struct lw_error *err) {
    struct sql_stmt *stmt;
    bool row = false;
    *out = NULL;
    lw_status status = sql_query(
        store->sql, "SELECT request FROM jobs WHERE id = ?1 AND length(request) > ?2",
        SQL_ARGS(T(id), I(KEPT_BYTES)), &stmt, err);
    if (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        hash_request(store_or_empty(sql_text(stmt, 0)), hash);
        *out = hash;
    }
    sql_done(stmt);
    return status;
}

lw_status lw_store_job_finish(struct lw_store *store, const struct lw_store_lease *lease,
                              const char *result, int64_t now_ms, struct lw_error *err) {
    int64_t changed = 0;
    char hash[HASHED_SIZE];
    const char *kept;
    lw_status status = shorten_request(store, lease->id, hash, &kept, err);
    if (status != LW_OK) {
        return status;
    }
    status = sql_do(store->sql,
                    "UPDATE jobs SET state = 'done', result = ?4, ended_ms = ?5,"
                    " progress = 1, request = coalesce(?6, request)" HELD,
                    SQL_ARGS(T(lease->id), T(lease->worker), I(lease->number),
                             T(store_or_empty(result)), I(now_ms), T(kept)),
                    &changed, err);
    return status == LW_OK && changed == 0 ? lost(lease, err) : status;
}

lw_status lw_store_job_fail(struct lw_store *store, const struct lw_store_lease *lease,
                            const char *sentence, bool retry, int64_t now_ms,
                            struct lw_error *err) {
    int64_t changed = 0;
    char hash[HASHED_SIZE];
    const char *kept;
    lw_status status = shorten_request(store, lease->id, hash, &kept, err);
    if (status != LW_OK) {
        return status;
    }
    status = sql_do(
        store->sql,
        "UPDATE jobs SET"
        " state = CASE WHEN ?6 = 1 AND tries < max_tries THEN 'queued' ELSE 'failed' END,"
        " ended_ms = CASE WHEN ?6 = 1 AND tries < max_tries THEN 0 ELSE ?5 END,"
        " request = CASE WHEN ?6 = 1 AND tries < max_tries THEN request"
        " ELSE coalesce(?7, request) END,"
        " error = ?4, worker = '', lease_until_ms = 0" HELD,
        SQL_ARGS(T(lease->id), T(lease->worker), I(lease->number),
                 T(store_or_empty(sentence)), I(now_ms), I(retry), T(kept)),
        &changed, err);
    return status == LW_OK && changed == 0 ? lost(lease, err) : status;
}

lw_status lw_store_job_release(struct lw_store *store, const struct lw_store_lease *lease,
                               struct lw_error *err) {
    int64_t changed = 0;
    lw_status status =
        sql_do(store->sql,
               "UPDATE jobs SET state = 'queued', worker = '',"
               " lease_until_ms = 0, max_tries = max_tries + 1" HELD,
               SQL_ARGS(T(lease->id), T(lease->worker), I(lease->number)), &changed, err);
    return status == LW_OK && changed == 0 ? lost(lease, err) : status;
}

lw_status lw_store_job_cancel(struct lw_store *store, const char *id, int64_t now_ms,
                              struct lw_error *err) {
    int64_t changed = 0;
    int64_t there = 0;
    char hash[HASHED_SIZE];
    const char *kept;
    lw_status status = shorten_request(store, id, hash, &kept, err);
    if (status != LW_OK) {
        return status;
    }
    status = sql_do(store->sql,
                    "UPDATE jobs SET state = 'cancelled', ended_ms = ?2,"
                    " request = coalesce(?3, request)"
                    " WHERE id = ?1 AND (state = 'queued' OR state = 'running')",
                    SQL_ARGS(T(id), I(now_ms), T(kept)), &changed, err);
    if (status != LW_OK || changed > 0) {
        return status;
    }
    status = sql_number(store->sql, "SELECT count(*) FROM jobs WHERE id = ?1",
                        SQL_ARGS(T(id)), &there, err);
    if (status == LW_OK && there == 0) {
        return lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no job '%.40s'", id);
    }
    return status != LW_OK
               ? status
               : lw_fail(err, LW_EXISTS, 0, 0, "job '%.40s' has ended already", id);
}

lw_status lw_store_jobs_requeue(struct lw_store *store, const char *worker,
                                int64_t now_ms, size_t *n_queued, size_t *n_failed,
                                struct lw_error *err) {
    int64_t failed = 0;
    int64_t queued = 0;
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    status = sql_do(store->sql,
                    "UPDATE jobs SET state = 'failed', ended_ms = ?1, error ="
                    " " LOST_TOO_OFTEN " WHERE state = 'running' AND tries >= max_tries"
                    " AND (lease_until_ms < ?1 OR worker = ?2)",
                    SQL_ARGS(I(now_ms), T(worker)), &failed, err);
    if (status == LW_OK) {
        status = sql_do(store->sql,
                        "UPDATE jobs SET state = 'queued', worker = '',"
                        " lease_until_ms = 0 WHERE state = 'running'"
                        " AND (lease_until_ms < ?1 OR worker = ?2)",
                        SQL_ARGS(I(now_ms), T(worker)), &queued, err);
    }
    *n_queued = (size_t)queued;
    *n_failed = (size_t)failed;
    return sql_end(store->sql, status, err);
}

lw_status lw_store_job_workers(struct lw_store *store, struct lw_arena *arena,
                               const char ***out, size_t *n, struct lw_error *err) {
    *out = NULL;
    *n = 0;
    const struct store_rows rows = {
        "SELECT DISTINCT worker FROM jobs WHERE state = 'running'"
        " ORDER BY worker",
        SQL_NO_ARGS, store_read_text, sizeof(const char *)};
    return store_read_rows(store, &rows, arena, out, n, err);
}

lw_status lw_store_job_get(struct lw_store *store, const char *id, struct lw_arena *arena,
                           struct lw_store_job *out, struct lw_error *err) {
    bool found;
    const struct store_rows rows = {"SELECT " JOB_COLUMNS " FROM jobs WHERE id = ?1",
                                    SQL_ARGS(T(id)), .read = read_job};
    lw_status status = store_read_row(store, &rows, arena, out, &found, err);
    return status == LW_OK && !found
               ? lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no job '%.40s'", id)
               : status;
}

lw_status lw_store_job_list(struct lw_store *store, const char *owner,
                            struct lw_store_page page, struct lw_arena *arena,
                            struct lw_store_job_list *out, struct lw_error *err) {
    *out = (struct lw_store_job_list){0};
    /* Two statements: one that serves both cases could use no index. */
    const struct store_rows rows = {
        owner == NULL ? "SELECT " JOB_COLUMNS " FROM jobs WHERE ?1 IS NULL"
                        " ORDER BY created_ms DESC, id LIMIT ?2 OFFSET ?3"
                      : "SELECT " JOB_COLUMNS " FROM jobs WHERE owner = ?1"
                        " ORDER BY created_ms DESC, id LIMIT ?2 OFFSET ?3",
        SQL_ARGS(T(owner), I(page.limit > 0 ? page.limit : STORE_DEFAULT_LIMIT),
                 I(page.first)),
        read_job, sizeof(struct lw_store_job)};
    return store_read_rows(store, &rows, arena, &out->jobs, &out->n, err);
}

lw_status lw_store_jobs_prune(struct lw_store *store, int64_t before_ms, uint32_t most,
                              size_t *n_deleted, struct lw_error *err) {
    int64_t deleted = 0;
    lw_status status =
        sql_do(store->sql,
               "DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE ended_ms > 0"
               " AND ended_ms < ?1 ORDER BY ended_ms LIMIT ?2)",
               SQL_ARGS(I(before_ms), I(most)), &deleted, err);
    *n_deleted = (size_t)deleted;
    return status;
}
