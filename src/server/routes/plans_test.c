/* No route looks at all rows of a table that grows. Every route is asked over a store of
 * its own, with every statement that any connection runs written down, and then SQLite
 * explains how it finds the rows of each of them.
 * A scan in the order of an index that ends at a LIMIT is no scan of the table. */
#include <pthread.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "app_open.h"
#include "http/exchange.h"
#include "jobs/jobs.h"
#include "routes/route.h"
#include "scratch_folder.h"

#define MAX_ROUTES 128

static const char *const growing[] = {
    "plays",
    "events",
    "jobs",
    "sessions",
    "players",
    "ratings",
    "comparisons",
    "solutions",
    "features",
    "sources",
    "count_levels",
    "count_players",
    "count_day_players",
    "count_set_levels",
};

#define MAX_STATEMENTS 2000

/* The statements that ran, each once. SQLite calls back without a context of the test's
 * when a connection opens, so this is the one for all. */
static struct {
    pthread_mutex_t lock;
    char *text[MAX_STATEMENTS];
    size_t n;
} ran = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int write_down(unsigned event, void *ctx, void *stmt, void *text) {
    const char *sql = sqlite3_sql(stmt);
    (void)event;
    (void)ctx;
    (void)text;
    (void)pthread_mutex_lock(&ran.lock);
    size_t i = 0;
    while (i < ran.n && strcmp(ran.text[i], sql) != 0) {
        i++;
    }
    if (i == ran.n && i < MAX_STATEMENTS) {
        ran.text[ran.n++] = strdup(sql);
    }
    (void)pthread_mutex_unlock(&ran.lock);
    return 0;
}

static int watch(sqlite3 *db, const char **message, const void *api) {
    (void)message;
    (void)api;
    return sqlite3_trace_v2(db, SQLITE_TRACE_STMT, write_down, NULL);
}

static void forget(void) {
    for (size_t i = 0; i < ran.n; i++) {
        free(ran.text[i]);
    }
    ran.n = 0;
}

struct world {
    struct app *app;
    char dir[100], db[120];
    char key[LW_STORE_SECRET_SIZE + 10], admin[LW_STORE_SECRET_SIZE + 10];
    char pack[LW_STORE_ID_SIZE], level[LW_STORE_ID_SIZE], play[LW_STORE_ID_SIZE],
        set[LW_STORE_ID_SIZE], job[LW_STORE_ID_SIZE];
    bool asked[MAX_ROUTES];
    char answer[4000]; /* the beginning of the last */
};

enum who { NOBODY, PLAYER, ADMIN };

static unsigned ask(struct world *w, enum who who, enum http_method method,
                    const char *target, const char *body) {
    struct exchange exchange;
    size_t n;
    exchange_init(&exchange, w->app);
    exchange.is_local = true;
    exchange.request.method = method;
    exchange.request.target = target;
    exchange.request.host = "localhost";
    exchange.request.authorization = who == PLAYER  ? w->key
                                     : who == ADMIN ? w->admin
                                                    : NULL;
    exchange.request.body = body == NULL ? "" : body;
    exchange.request.body_len = strlen(exchange.request.body);
    exchange.request.content_type = body == NULL     ? NULL
                                    : body[0] == '{' ? "application/json"
                                                     : "text/plain";
    app_handle(&exchange);
    unsigned status = exchange.response.status;
    (void)snprintf(w->answer, sizeof w->answer, "%s",
                   lw_buffer_text(&exchange.response.body));
    const struct route *table = routes(&n);
    if (exchange.route != NULL) {
        w->asked[exchange.route - table] = true;
    }
    exchange_free(&exchange);
    return status;
}

static void must(struct world *w, enum who who, enum http_method method,
                 const char *target, const char *body) {
    unsigned status = ask(w, who, method, target, body);
    if (status >= 400 || status < 200) {
        fail_msg("%s: %u %s", target, status, w->answer);
    }
}

/* A text member of the last answer. */
static void keep(struct world *w, const char *name, char *out, size_t size) {
    char pattern[40];
    (void)snprintf(pattern, sizeof pattern, "\"%s\":\"", name);
    const char *at = strstr(w->answer, pattern);
    if (at == NULL) {
        fail_msg("no '%s' in %s", name, w->answer);
    }
    at += strlen(pattern);
    (void)snprintf(out, size, "%.*s", (int)strcspn(at, "\""), at);
}

/* The target with an id in it. */
static const char *with(char *out, const char *fmt, const char *id) {
    const char *at = strstr(fmt, "{}");
    (void)snprintf(out, 400, "%.*s%s%s", (int)(at - fmt), fmt, id, at + 2);
    return out;
}

static void ask_people(struct world *w) {
    char body[400];
    char key[LW_STORE_SECRET_SIZE];
    must(w, NOBODY, HTTP_POST, "/api/v1/players", NULL);
    keep(w, "key", key, sizeof key);
    (void)snprintf(w->key, sizeof w->key, "Player %s", key);
    must(w, PLAYER, HTTP_POST, "/api/v1/packs/import?game=sokoban&title=p",
         "#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n");
    keep(w, "id", w->pack, sizeof w->pack);
    must(w, NOBODY, HTTP_GET, with(body, "/api/v1/packs/{}", w->pack), NULL);
    const char *levels = strstr(w->answer, "\"levels\"");
    assert_non_null(levels);
    memmove(w->answer, levels, strlen(levels) + 1);
    keep(w, "id", w->level, sizeof w->level);
    must(w, PLAYER, HTTP_POST, "/api/v1/plays",
         with(body, "{\"level\":\"{}\"}", w->level));
    keep(w, "play", w->play, sizeof w->play);
    must(w, PLAYER, HTTP_POST, "/api/v1/events",
         with(body, "{\"events\":[{\"play\":\"{}\",\"seq\":1,\"kind\":\"restart\"}]}",
              w->play));
    (void)ask(w, PLAYER, HTTP_POST, "/api/v1/events",
              with(body,
                   "{\"events\":[{\"play\":\"{}\",\"seq\":2,\"kind\":\"win\","
                   "\"data\":\"R\"}]}",
                   w->play));
    must(w, PLAYER, HTTP_POST, "/api/v1/ratings",
         with(body, "{\"level\":\"{}\",\"value\":5}", w->level));
    must(w, PLAYER, HTTP_GET, "/api/v1/players/me", NULL);
}

static void ask_levels(struct world *w) {
    char text[400];
    must(w, PLAYER, HTTP_POST, "/api/v1/packs",
         with(text, "{\"title\":\"t\",\"game\":\"sokoban\",\"levels\":[\"{}\"]}",
              w->level));
    must(w, NOBODY, HTTP_GET, "/api/v1/packs", NULL);
    must(w, NOBODY, HTTP_GET, "/api/v1/packs?game=sokoban&page=2", NULL);
    must(w, NOBODY, HTTP_GET, with(text, "/api/v1/packs/{}/export?format=xsb", w->pack),
         NULL);
    must(w, NOBODY, HTTP_GET, "/api/v1/levels", NULL);
    must(w, NOBODY, HTTP_GET, "/api/v1/levels?game=sokoban&order=newest", NULL);
    must(w, NOBODY, HTTP_GET, with(text, "/api/v1/levels/{}", w->level), NULL);
    must(w, NOBODY, HTTP_GET, with(text, "/api/v1/levels/{}/picture.svg", w->level),
         NULL);
    must(w, NOBODY, HTTP_GET, with(text, "/api/v1/levels/{}/picture.png", w->level),
         NULL);
    must(w, NOBODY, HTTP_GET, "/api/v1/daily/archive?game=sokoban", NULL);
    (void)ask(w, NOBODY, HTTP_GET, "/api/v1/daily", NULL);
}

static void ask_jobs(struct world *w) {
    char text[400];
    must(w, PLAYER, HTTP_POST, "/api/v1/jobs",
         "{\"call\":\"solve\",\"game\":\"sokoban\",\"text\":\"#####\\n#@$.#\\n#####"
         "\\n\"}");
    keep(w, "job", w->job, sizeof w->job);
    must(w, NOBODY, HTTP_GET, with(text, "/api/v1/jobs/{}", w->job), NULL);
    must(w, PLAYER, HTTP_DELETE, with(text, "/api/v1/jobs/{}", w->job), NULL);
    must(w, NOBODY, HTTP_GET, with(text, "/api/v1/jobs/{}/events", w->job), NULL);
    must(w, ADMIN, HTTP_POST, "/api/v1/admin/batch", "{\"seconds\":5}");
    must(w, ADMIN, HTTP_GET, "/api/v1/admin/models", NULL);
    must(w, ADMIN, HTTP_POST, "/api/v1/admin/models",
         "{\"game\":\"sokoban\",\"version\":0}");
    must(w, ADMIN, HTTP_POST, "/api/v1/admin/models/learn", "{\"game\":\"sokoban\"}");
    /* One at a time of each game. */
    assert_int_equal(
        ask(w, ADMIN, HTTP_POST, "/api/v1/admin/models/learn", "{\"game\":\"sokoban\"}"),
        409);
    must(w, ADMIN, HTTP_POST, "/api/v1/admin/models/learn", "{\"game\":\"flow\"}");
    jobs_prune(w->app);
}

static void ask_admin(struct world *w) {
    char text[400];
    must(w, ADMIN, HTTP_POST, "/api/v1/admin/sets",
         with(text,
              "{\"count\":1,\"boxes\":[1,1],\"moves\":[1,500],\"width\":[3,20],"
              "\"seed\":4,\"sets\":[{\"title\":\"One\",\"pack\":\"{}\"}]}",
              w->pack));
    keep(w, "id", w->set, sizeof w->set);
    must(w, PLAYER, HTTP_GET, "/api/v1/sets", NULL);
    must(w, NOBODY, HTTP_GET, with(text, "/api/v1/sets/{}", w->set), NULL);
    must(w, NOBODY, HTTP_GET, "/api/v1/reports/tables", NULL);
    must(w, NOBODY, HTTP_GET, "/api/v1/insight?game=sokoban", NULL);
    must(w, ADMIN, HTTP_GET, "/api/v1/admin/packs/aside", NULL);
    must(w, ADMIN, HTTP_DELETE, with(text, "/api/v1/admin/sets/{}", w->set), NULL);
    must(w, ADMIN, HTTP_DELETE, with(text, "/api/v1/admin/levels/{}", w->level), NULL);
    must(w, PLAYER, HTTP_DELETE, with(text, "/api/v1/packs/{}", w->pack), NULL);
    must(w, PLAYER, HTTP_DELETE, "/api/v1/players/me", NULL);
}

/* Routes that this test does not know by heart are asked as they stand: what they read to
 * find out that there is nothing must be found quickly, too. */
static void ask_others(struct world *w) {
    size_t n;
    const struct route *table = routes(&n);
    assert_true(n <= MAX_ROUTES);
    for (size_t i = 0; i < n; i++) {
        char target[400];
        size_t len = 0;
        if (w->asked[i]) {
            continue;
        }
        for (const char *at = table[i].pattern; *at != '\0'; at++) {
            if (*at == '{') {
                at = strchr(at, '}');
                len +=
                    (size_t)snprintf(target + len, sizeof target - len, "%s", w->level);
            } else {
                target[len++] = *at;
            }
        }
        target[len] = '\0';
        (void)ask(w, ADMIN, table[i].method, target,
                  table[i].body == BODY_NONE ? NULL : "{}");
        if (!w->asked[i]) {
            fail_msg("%s was not reached", target);
        }
    }
}

static bool is_growing(const char *line) {
    for (size_t i = 0; i < sizeof growing / sizeof *growing; i++) {
        size_t len = strlen(growing[i]);
        if (strncmp(line, growing[i], len) == 0 &&
            (line[len] == '\0' || line[len] == ' ')) {
            return true;
        }
    }
    return false;
}

/* SQLite names a table by its alias where it has one; ours are single letters, and the
 * statement tells whose they are. */
static bool names_growing(const char *statement, const char *line) {
    char alias[20];
    size_t len = strcspn(line, " ");
    if (len > 2) {
        return is_growing(line);
    }
    for (size_t i = 0; i < sizeof growing / sizeof *growing; i++) {
        (void)snprintf(alias, sizeof alias, "%.12s %.*s", growing[i], (int)len, line);
        if (strstr(statement, alias) != NULL) {
            return true;
        }
    }
    return false;
}

/* Lists say how many there are in all. Counting reads an index alone: a level's row has
 * its text in the way, which may be megabytes. */
static bool counts_rows(const char *statement, const char *line) {
    bool of_levels = strstr(statement, "count(*) FROM levels l ") != NULL &&
                     (strstr(line, " l ") != NULL || strcmp(line, "SCAN l") == 0);
    bool of_packs = strstr(statement, "count(*) FROM packs ") != NULL &&
                    strstr(line, " packs") != NULL;
    return (of_levels || of_packs) && strstr(line, "COVERING INDEX") == NULL &&
           strstr(line, "(id=?)") == NULL;
}

/* How many faults a line of the plan of a statement has. */
static int look(const char *statement, const char *line) {
    int n_bad = 0;
    if (strncmp(statement, "SELECT count(*)", 15) == 0 && counts_rows(statement, line)) {
        print_error("%s\n    in: %s\n", line, statement);
        n_bad++;
    }
    bool in_order = strstr(line, " USING ") != NULL && strstr(statement, "LIMIT") != NULL;
    if (strncmp(line, "SCAN ", 5) == 0 && names_growing(statement, line + 5) &&
        !in_order) {
        print_error("%s\n    in: %s\n", line, statement);
        n_bad++;
    }
    return n_bad;
}

static bool has_plan(const char *statement) {
    static const char *const words[] = {"SELECT", "INSERT", "UPDATE", "DELETE", "WITH"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strncmp(statement, words[i], strlen(words[i])) == 0) {
            return true;
        }
    }
    return false;
}

static void look_at_plans(const struct world *w) {
    sqlite3 *db = NULL;
    int n_bad = 0;
    size_t n_looked = 0;
    size_t n = ran.n; /* explaining is written down as well */
    assert_true(n < MAX_STATEMENTS);
    assert_int_equal(sqlite3_open_v2(w->db, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    for (size_t i = 0; i < n; i++) {
        sqlite3_stmt *stmt = NULL;
        char *explain = sqlite3_mprintf("EXPLAIN QUERY PLAN %s", ran.text[i]);
        if (has_plan(ran.text[i])) {
            if (sqlite3_prepare_v2(db, explain, -1, &stmt, NULL) != SQLITE_OK) {
                fail_msg("%s: %s", explain, sqlite3_errmsg(db));
            }
            n_looked++;
            while (sqlite3_step(stmt) == SQLITE_ROW) {
                n_bad += look(ran.text[i], (const char *)sqlite3_column_text(stmt, 3));
            }
            (void)sqlite3_finalize(stmt);
        }
        sqlite3_free(explain);
    }
    (void)sqlite3_close(db);
    assert_true(n_looked > 0);
    assert_int_equal(n_bad, 0);
}

static void every_route_uses_indexes(void **state) {
    struct world *w = *state;
    ask_people(w);
    ask_levels(w);
    ask_jobs(w);
    ask_admin(w);
    ask_others(w);
    look_at_plans(w);
}

/* The calls of workers and of the housekeeping. */
static void every_worker_uses_indexes(void **state) {
    struct world *w = *state;
    struct lw_error err = {.text = ""};
    struct lw_arena arena;
    struct lw_store_job job;
    const char **names;
    size_t n;
    size_t n_failed;
    bool found = false;
    char id[LW_STORE_ID_SIZE];
    lw_arena_init(&arena, lw_alloc_libc());
    struct lw_store *store = app_store(w->app);
    const struct lw_store_job_request request = {.kind = "solve", .request = "{}"};
    const struct lw_store_lease_request lease = {.worker = "w/1/0",
                                                 .workers = "w/1/%",
                                                 .max_running = 2,
                                                 .now_ms = 1000,
                                                 .lease_ms = 1000};
    assert_int_equal(lw_store_job_enqueue(store, &request, 1, id, &err), LW_OK);
    assert_int_equal(lw_store_job_lease(store, &lease, &arena, &job, &found, &err),
                     LW_OK);
    assert_true(found);
    struct lw_store_lease held = lw_store_lease_of(&job);
    assert_int_equal(
        lw_store_job_progress(store, &held, &(struct lw_store_renewal){0}, &found, &err),
        LW_OK);
    assert_int_equal(lw_store_job_workers(store, &arena, &names, &n, &err), LW_OK);
    assert_int_equal(lw_store_job_fail(store, &held, "", true, 1, &err), LW_OK);
    assert_int_equal(lw_store_jobs_requeue(store, NULL, 1, &n, &n_failed, &err), LW_OK);
    assert_int_equal(lw_store_jobs_prune(store, 1, 10, &n, &err), LW_OK);
    app_give(w->app, store);
    look_at_plans(w);
    lw_arena_free(&arena);
}

static int set_up(void **state) {
    struct lw_error err = {.text = ""};
    struct world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    assert_non_null(scratch_folder(w->dir, sizeof w->dir, "plans"));
    (void)snprintf(w->db, sizeof w->db, "%s/store.db", w->dir);
    struct lw_server_config config = {
        .db = w->db, .n_workers = UINT32_MAX, .no_daily = true, .no_packs = true};
    if (app_open(&config, 1, &w->app, &err) != LW_OK) {
        fail_msg("%s", err.text);
    }
    (void)snprintf(w->admin, sizeof w->admin, "Admin %s", w->app->new_token);
    forget(); /* how a database is made grows with nothing */
    *state = w;
    return 0;
}

static int tear_down(void **state) {
    struct world *w = *state;
    char command[200];
    app_close(w->app);
    (void)snprintf(command, sizeof command, "rm -rf '%s'", w->dir);
    (void)!system(command);
    free(w);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_route_uses_indexes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_worker_uses_indexes, set_up, tear_down),
    };
    assert_int_equal(sqlite3_auto_extension((void (*)(void))watch), SQLITE_OK);
    int n_failed = cmocka_run_group_tests(tests, NULL, NULL);
    forget();
    return n_failed;
}
