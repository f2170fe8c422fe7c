/* The server's life: start, housekeeping, an end that loses nothing. */
#include "lw/server.h"

#include <pthread.h>
#include <time.h>

#include "app_open.h"
#include "controls.h"
#include "daily/daily.h"
#include "health.h"
#include "http/checker.h"
#include "http/daemon.h"
#include "http/tls.h"
#include "jobs/jobs.h"
#include "jobs/streams.h"
#include "levels/packs.h"
#include "log.h"
#include "routes/handlers.h"
#include "studies/studies.h"

#define TICK_MS 250
#define DAILY_TICKS 120       /* of a quarter second */
#define SCRUB_TICKS 40        /* ten seconds: one scrub for all who left meanwhile */
#define STUDY_TICKS (300 * 4) /* five minutes: if the database is busy, again soon */
#define DRAIN_MS 10000

struct lw_server {
    struct app *app;
    struct daemon *daemon;
    pthread_t keeper;
    bool keeper_started;
    atomic_bool keeper_ends;
};

static void *keeper_main(void *arg) {
    struct lw_server *server = arg;
    struct app *app = server->app;
    const struct timespec pause = {.tv_nsec = TICK_MS * 1000000};
    for (unsigned tick = 0; !atomic_load(&server->keeper_ends); tick++) {
        daemon_cut_slow(server->daemon, app->now_ns());
        daemon_drain_lingering(server->daemon, app->now_ns());
        if (tick % 4 == 3) {
            jobs_tick(app->jobs);
            streams_tick(app->streams);
            log_tick(app->log);
        }
        if (tick % 4 == 1) {
            controls_tick(app);
        }
        if (tick % 20 == 9 && app->tls != NULL) {
            tls_tick(app->tls);
        }
        bool stores = !controls_is_on(app, LW_CONTROL_READ_ONLY);
        if (tick % DAILY_TICKS == 4 && !app->config.no_daily && stores) {
            daily_tick(app->daily);
        }
        if (tick % 4 == 0 && stores) {
            players_tick(app);
        }
        if (tick % 4 == 2 && stores) {
            health_tick(app, tick % DAILY_TICKS == 6);
        }
        if (tick % DAILY_TICKS == 7 && stores) {
            jobs_prune(app);
        }
        if (tick % STUDY_TICKS == 11 && stores) {
            studies_tick(app);
        }
        if (tick % SCRUB_TICKS == 13 && stores) {
            studies_scrub(app);
        }
        if (tick % DAILY_TICKS == 9 && stores) {
            packs_tick(app);
        }
        if (tick % DAILY_TICKS == 5 && stores) {
            batch_tick(app);
        }
        (void)nanosleep(&pause, NULL);
    }
    return NULL;
}

static lw_status start_parts(struct lw_server *server, struct lw_error *err) {
    struct app *app = server->app;
    struct lw_store_options options = {
        .alloc = app->alloc, .turns = app->turns, .urgent = true};
    lw_status status = lw_store_writer_open(app->config.db, &options, &app->writer, err);
    if (status == LW_OK) {
        status = jobs_create(app, &app->jobs, err);
    }
    if (status == LW_OK) {
        status = checker_create(app, &checker_shape, &app->checker, err);
    }
    if (status == LW_OK) {
        status = checker_create(app, &prover_shape, &app->prover, err);
    }
    if (status == LW_OK) {
        status = daemon_start(app, &server->daemon, err);
    }
    if (status == LW_OK &&
        pthread_create(&server->keeper, NULL, keeper_main, server) != 0) {
        status = lw_fail(err, LW_IO, 0, 0, "the housekeeping thread cannot be started");
    }
    server->keeper_started = status == LW_OK;
    return status;
}

lw_status lw_server_start(const struct lw_server_config *config, struct lw_server **out,
                          struct lw_error *err) {
    const struct lw_alloc *alloc = lw_alloc_libc();
    struct lw_server *server = lw_alloc_zero(alloc, 1, sizeof *server);
    if (server == NULL) {
        return lw_fail_memory(err);
    }
    uint32_t n_workers = config->n_workers == UINT32_MAX ? 0 : config->n_workers;
    uint32_t n_threads = config->n_threads == 0 ? 2 : config->n_threads;
    /* A connection for each thread: those that answer and work, those that read requests
     * and prove wins, and the one that keeps house. */
    size_t n_users = n_threads + (n_workers == 0 ? 3 : n_workers) +
                     checker_shape.n_threads + prover_shape.n_threads + 1;
    lw_status status = app_open(config, n_users, &server->app, err);
    if (status == LW_OK) {
        status = start_parts(server, err);
    }
    if (status != LW_OK) {
        lw_server_stop(server);
        return status;
    }
    log_event(server->app->log, LOG_INFO, "start", "listening on %s port %u",
              server->app->config.bind, daemon_port(server->daemon));
    *out = server;
    return LW_OK;
}

/* First no new work, then the answers that are owed, then the threads. Every suspended
 * connection is resumed before the daemon ends. */
void lw_server_stop(struct lw_server *server) {
    if (server == NULL) {
        return;
    }
    struct app *app = server->app;
    if (app != NULL) {
        log_event(app->log, LOG_INFO, "stop", "stopping");
        atomic_store(&app->stopping, true);
    }
    if (server->daemon != NULL) {
        daemon_quiesce(server->daemon);
    }
    if (server->keeper_started) {
        atomic_store(&server->keeper_ends, true);
        (void)pthread_join(server->keeper, NULL);
    }
    if (app != NULL) {
        if (app->streams != NULL) {
            streams_end(app->streams);
        }
        jobs_stop(app->jobs);
        size_t n_unread =
            server->daemon == NULL ? 0 : daemon_drain(server->daemon, DRAIN_MS);
        if (n_unread > 0) {
            log_event(app->log, LOG_WARNING, "stop",
                      "%zu answers were dropped because their clients did not read them",
                      n_unread);
        }
        checker_destroy(app->checker);
        checker_destroy(app->prover);
        app->checker = app->prover = NULL;
        jobs_destroy(app->jobs);
        app->jobs = NULL;
        lw_store_writer_close(app->writer);
        app->writer = NULL;
    }
    daemon_stop(server->daemon);
    app_close(app);
    lw_alloc_free(lw_alloc_libc(), server, sizeof *server);
}

uint16_t lw_server_port(const struct lw_server *server) {
    return daemon_port(server->daemon);
}
