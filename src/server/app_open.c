/* Making the application: defaults, the store, what is kept ready. */
#include "app_open.h"

#include <sodium.h>
#include <string.h>
#include <time.h>

#include "controls.h"
#include "daily/daily.h"
#include "daily/zone.h"
#include "http/admit.h"
#include "http/assets.h"
#include "http/limits.h"
#include "http/quota.h"
#include "http/tls.h"
#include "jobs/streams.h"
#include "levels/shipped.h"
#include "log.h"
#include "lw/calls.h"
#include "lw/work/pool.h"
#include "metrics.h"
#include "studies/studies.h"

/* A request that waits for a lock keeps its thread from all others, also from those that
 * only read; its client asks again. */
#define MAX_LEVEL_BYTES ((size_t)16 << 20) /* of texts in one answer */
#define BURST_S 5.0                        /* of the rate of requests may come at once */
#define REQUEST_BUSY_MS 250
#define TRIES_FULL 10 /* of a passphrase at once, */
#define TRIES_RATE (1.0 / 60)

static int64_t wall_ms(void *ctx) {
    struct timespec now;
    (void)ctx;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static uint64_t monotonic_ns(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void fill_defaults(struct lw_server_config *config) {
    config->bind = config->bind == NULL ? "127.0.0.1" : config->bind;
    config->version = config->version == NULL ? "" : config->version;
    config->n_threads = config->n_threads == 0 ? 2 : config->n_threads;
    config->n_workers = config->n_workers == 0 ? 3 : config->n_workers;
    config->max_connections =
        config->max_connections == 0 ? 4096 : config->max_connections;
    config->rate = config->rate <= 0 ? 50 : config->rate;
    config->request_ms = config->request_ms == 0 ? 20000 : config->request_ms;
    config->idle_ms = config->idle_ms == 0 ? 60000 : config->idle_ms;
    config->job_seconds = config->job_seconds <= 0 ? 600 : config->job_seconds;
    config->job_memory_bytes = config->job_memory_bytes == 0 ? (size_t)1024 * 1024 * 1024
                                                             : config->job_memory_bytes;
    config->traffic_bytes =
        config->traffic_bytes == 0 ? (size_t)256 * 1024 * 1024 : config->traffic_bytes;
    config->jobs_each = config->jobs_each == 0 ? 4 : config->jobs_each;
    config->jobs_all = config->jobs_all == 0 ? 200 : config->jobs_all;
}

static lw_status make_token(struct app *app, struct lw_error *err) {
    bool valid;
    bool there = false;
    struct lw_store *store = app_patient_store(app);
    lw_status status = lw_store_token_check(store, "admin", "", &valid, &there, err);
    if (status == LW_OK && !there) {
        bool kept = false;
        lw_store_token_new(app->new_token);
        if (app->config.show_token == NULL ||
            app->config.show_token(app->config.show_ctx, app->new_token)) {
            status = lw_store_token_keep(store, "admin", app->new_token, app_now_ms(app),
                                         &kept, err);
        }
        if (status == LW_OK && !kept) {
            app->new_token[0] = '\0';
            log_event(app->log, LOG_WARNING, "token",
                      "the admin token was not stored: another server has created one, "
                      "or it could not be shown; 'serve --new-token' creates a new one");
        }
    }
    app_patient_give(app, store);
    return status;
}

/* What never changes while the program runs is made once. */
static lw_status make_fixed(struct app *app, struct lw_error *err) {
    static const char request[] = "{\"call\":\"kinds\"}";
    const struct embedded *file = embedded_find("openapi.json");
    struct lw_runtime runtime = lw_runtime_bare(app->alloc);
    struct lw_calls_host host = {.runtime = &runtime};
    struct lw_calls *calls = NULL;
    struct lw_buffer body;
    lw_buffer_init(&body, app->alloc);
    lw_status status = lw_calls_create(&host, app->alloc, &calls, err);
    if (status == LW_OK) {
        status = lw_calls_run(calls, request, sizeof request - 1, &body);
        app->kinds =
            http_shared_create(app->alloc, &body, "application/json", "no-cache");
    }
    lw_calls_destroy(calls);
    lw_buffer_clear(&body);
    if (file != NULL) {
        lw_buffer_add(&body, (const char *)file->data, (size_t)(file->end - file->data));
    }
    app->openapi = http_shared_create(app->alloc, &body, "application/json", "no-cache");
    lw_buffer_free(&body);
    if (status == LW_OK && (app->kinds == NULL || app->openapi == NULL)) {
        status = lw_fail_memory(err);
    }
    return status;
}

/* Servers on one database must agree on when a day begins, or one would serve tomorrow's
 * level today: the zone is a setting of the database, and the first server makes it. */
static lw_status open_zone(struct app *app, struct lw_error *err) {
    const char *wanted = app->config.timezone;
    const char *kept = NULL;
    struct lw_arena arena;
    lw_arena_init(&arena, app->alloc);
    lw_status status = zone_open(wanted, app->alloc, &app->zone, err);
    struct lw_store *store = app_patient_store(app);
    if (status == LW_OK && app->config.change_timezone) {
        status = lw_store_setting_put(store, DAILY_ZONE_SETTING, zone_name(app->zone),
                                      app_now_ms(app), err);
    }
    if (status == LW_OK) {
        status = lw_store_setting_keep(store,
                                       &(struct lw_store_setting){DAILY_ZONE_SETTING,
                                                                  zone_name(app->zone),
                                                                  app_now_ms(app)},
                                       &arena, &kept, err);
    }
    app_patient_give(app, store);
    if (status == LW_OK && strcmp(kept, zone_name(app->zone)) != 0) {
        if (wanted != NULL) {
            status = lw_fail_option(
                err, LW_USAGE, "timezone",
                "the days of this database begin at midnight in %.60s, not in %.60s; "
                "leave out --timezone to keep it so, or stop every server that uses the "
                "database and start one with --change-timezone to change it",
                kept, zone_name(app->zone));
        } else {
            zone_close(app->zone);
            app->zone = NULL;
            status = zone_open(kept, app->alloc, &app->zone, err);
        }
    }
    lw_arena_free(&arena);
    return status;
}

static lw_status check_proxies(const struct app *app, struct lw_error *err) {
    for (size_t i = 0; i < app->config.n_proxies; i++) {
        if (!limits_is_address(app->config.proxies[i])) {
            return lw_fail_option(err, LW_USAGE, "proxy",
                                  "'%.60s' is not a proxy's address; it is written like "
                                  "127.0.0.1 or ::1",
                                  app->config.proxies[i]);
        }
    }
    return LW_OK;
}

#define N_JUDGES 3 /* the threads of http/checker.h */

static void log_worker(void *ctx, const char *sentence) {
    struct app *app = ctx;
    log_event(app->log, LOG_WARNING, "worker", "%s", sentence);
}

/* Every job has a worker of its own, and so have those who judge requests. */
static lw_status open_work(struct app *app, struct lw_error *err) {
    uint32_t n_jobs = app->config.n_workers == UINT32_MAX ? 0 : app->config.n_workers;
    struct lw_work_config config = {.program = app->config.worker_program,
                                    .memory_bytes = app->config.job_memory_bytes,
                                    .needs_sandbox = app->config.require_sandbox,
                                    .n_idle = n_jobs + N_JUDGES,
                                    .log = log_worker,
                                    .log_ctx = app};
    struct lw_error why = {.status = LW_OK};
    lw_status status = lw_work_pool_create(&config, app->alloc, &app->work, &why);
    *err = why;
    return status == LW_UNSUPPORTED
               ? lw_fail_option(
                     err, LW_UNSUPPORTED, "require-sandbox",
                     "%.100s; without --require-sandbox the server starts with a warning",
                     why.text)
               : status;
}

static lw_status check_allowed(const struct app *app, struct lw_error *err) {
    for (size_t i = 0; i < app->config.n_allow; i++) {
        if (!limits_is_network(app->config.allow[i])) {
            return lw_fail_option(err, LW_USAGE, "allow",
                                  "'%.60s' is not an address or network; it is written "
                                  "like 192.0.2.7, 10.0.0.0/8 or 2001:db8::/32",
                                  app->config.allow[i]);
        }
    }
    return LW_OK;
}

/* The time zone is looked for in the database before requests may use it. */
static lw_status open_stores(struct app *app, size_t n_connections,
                             struct lw_error *err) {
    lw_status status = lw_store_turns_create(app->alloc, &app->turns, err);
    struct lw_store_options options = {.alloc = app->alloc, .turns = app->turns};
    struct lw_store_options hasty = {.alloc = app->alloc,
                                     .turns = app->turns,
                                     .busy_ms = REQUEST_BUSY_MS,
                                     .scrubbed_later = true,
                                     .max_level_bytes = MAX_LEVEL_BYTES};
    if (status == LW_OK) {
        status = lw_store_pool_open(app->config.db, &options, 1, &app->patient, err);
    }
    if (status == LW_OK) {
        status = open_zone(app, err);
    }
    if (status == LW_OK) {
        status =
            lw_store_pool_open(app->config.db, &hasty, n_connections, &app->pool, err);
    }
    return status;
}

static lw_status fill(struct app *app, size_t n_connections, struct lw_error *err) {
    lw_status status = check_proxies(app, err);
    if (status == LW_OK) {
        status = check_allowed(app, err);
    }
    if (status == LW_OK) {
        status = open_work(app, err);
    }
    if (status == LW_OK) {
        status = open_stores(app, n_connections, err);
    }
    if (status != LW_OK) {
        return status;
    }
    app->metrics = metrics_create(app->alloc);
    app->limits = limits_create(app->alloc, app->config.rate, app->config.rate * BURST_S);
    app->stored_by_player =
        limits_create(app->alloc, QUOTA_PLAYER_RATE, (double)QUOTA_PLAYER_BYTES);
    app->stored_by_client =
        limits_create(app->alloc, QUOTA_CLIENT_RATE, (double)QUOTA_CLIENT_BYTES);
    app->tries = limits_create(app->alloc, TRIES_RATE, TRIES_FULL);
    app->acts_by_client =
        limits_create(app->alloc, QUOTA_CLIENT_ACTS / 86400.0, QUOTA_CLIENT_ACTS);
    app->arrivals = admit_limits(app->alloc, app->config.rate);
    app->streams = streams_create(app);
    app->studies = studies_create(app->alloc);
    if (app->metrics == NULL || app->limits == NULL || app->streams == NULL ||
        app->studies == NULL || app->stored_by_player == NULL ||
        app->stored_by_client == NULL || app->tries == NULL ||
        app->acts_by_client == NULL || app->arrivals == NULL) {
        return lw_fail_memory(err);
    }
    controls_tick(app);
    status = make_fixed(app, err);
    if (status == LW_OK && app->config.tls_cert != NULL) {
        status = tls_create(app, &app->tls, err);
    }
    if (status == LW_OK) {
        status = assets_create(app, &app->assets, err);
    }
    if (status == LW_OK) {
        status = daily_create(app, &app->daily, err);
    }
    if (status == LW_OK) {
        status = make_token(app, err);
    }
    if (status == LW_OK && !app->config.no_packs) {
        status = shipped_put(app, err);
    }
    return status;
}

lw_status app_open(const struct lw_server_config *config, size_t n_connections,
                   struct app **out, struct lw_error *err) {
    const struct lw_alloc *alloc = lw_alloc_libc();
    if (sodium_init() < 0) {
        return lw_fail(err, LW_IO, 0, 0, "the system provides no random numbers");
    }
    struct app *app = lw_alloc_zero(alloc, 1, sizeof *app);
    struct log *log = lw_alloc_zero(alloc, 1, sizeof *log);
    if (app == NULL || log == NULL) {
        lw_alloc_free(alloc, app, sizeof *app);
        lw_alloc_free(alloc, log, sizeof *log);
        return lw_fail_memory(err);
    }
    app->alloc = alloc;
    app->config = *config;
    fill_defaults(&app->config);
    app->now_ms = config->now_ms == NULL ? wall_ms : config->now_ms;
    app->now_ctx = config->now_ctx;
    app->now_ns = monotonic_ns;
    *log = (struct log){.write = config->log,
                        .ctx = config->log_ctx,
                        .now_ms = app->now_ms,
                        .now_ctx = app->now_ctx,
                        .all_requests = config->log_requests,
                        .lock = PTHREAD_MUTEX_INITIALIZER};
    app->log = log;
    lw_status status = fill(app, n_connections, err);
    if (status != LW_OK) {
        app_close(app);
        return status;
    }
    *out = app;
    return LW_OK;
}

void app_close(struct app *app) {
    if (app == NULL) {
        return;
    }
    lw_work_pool_destroy(app->work);
    daily_destroy(app->daily);
    assets_destroy(app->assets);
    streams_destroy(app->streams);
    studies_destroy(app->studies);
    http_shared_release(app->kinds);
    http_shared_release(app->openapi);
    lw_store_pool_close(app->pool);
    lw_store_pool_close(app->patient);
    lw_store_turns_destroy(app->turns);
    zone_close(app->zone);
    tls_destroy(app->tls);
    limits_destroy(app->limits);
    limits_destroy(app->stored_by_player);
    limits_destroy(app->stored_by_client);
    limits_destroy(app->tries);
    limits_destroy(app->acts_by_client);
    limits_destroy(app->arrivals);
    metrics_destroy(app->metrics);
    (void)pthread_mutex_destroy(&app->log->lock);
    lw_alloc_free(app->alloc, app->log, sizeof *app->log);
    sodium_memzero(app->new_token, sizeof app->new_token);
    lw_alloc_free(app->alloc, app, sizeof *app);
}
