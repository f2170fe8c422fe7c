/* serve: the studio for a browser. */
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lw/command/cli.h"
#include "lw/command/database.h"
#include "lw/server.h"
#include "lw/store.h"

extern char **environ;

#define MAX_NAMES 32

static const struct lw_option options[] = {
    {.name = "port",
     .type = LW_OPTION_INT,
     .fallback = "8080",
     .min = 0,
     .max = 65535,
     .letter = 'p',
     .help = "port to listen on; 0 for any free port, which is printed"},
    {.name = "bind",
     .type = LW_OPTION_TEXT,
     .fallback = "127.0.0.1",
     .value_name = "ADDRESS",
     .help = "address to listen on; loopback serves only this machine"},
    {.name = "data",
     .type = LW_OPTION_TEXT,
     .value_name = "DIR",
     .help = "folder of the database; default: ~/.local/share/levelwright"},
    {.name = "db",
     .type = LW_OPTION_TEXT,
     .value_name = "URL",
     .help = "another database: a file or postgres://...; default: LEVELWRIGHT_DB"},
    {.name = "host",
     .type = LW_OPTION_TEXT,
     .value_name = "NAME",
     .repeat = true,
     .help = "a host name by which clients reach this server, e.g. through a proxy"},
    {.name = "proxy",
     .type = LW_OPTION_TEXT,
     .value_name = "ADDRESS",
     .repeat = true,
     .help = "a proxy whose X-Forwarded-For is trusted"},
    {.name = "allow",
     .type = LW_OPTION_TEXT,
     .value_name = "NETWORK",
     .repeat = true,
     .help = "answer only to this address or network, e.g. 10.0.0.0/8, and to this "
             "machine; default: to all"},
    {.name = "closed",
     .type = LW_OPTION_FLAG,
     .help = "let in only players with a key and people with an invitation (levelwright "
             "studio invite)"},
    {.name = "require-sandbox",
     .type = LW_OPTION_FLAG,
     .help = "do not start where the system lacks a part of the workers' sandbox"},
    {.name = "read-only",
     .type = LW_OPTION_FLAG,
     .help = "store nothing for players; see also levelwright studio read_only on"},
    {.name = "tls-cert",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE",
     .help = "serve HTTPS with this certificate (PEM, followed by those that sign it); "
             "read again when it changes"},
    {.name = "tls-key",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE",
     .help = "private key of --tls-cert (PEM, without a password)"},
    {.name = "threads",
     .type = LW_OPTION_INT,
     .fallback = "2",
     .min = 1,
     .max = 64,
     .help = "number of threads that answer requests"},
    {.name = "workers",
     .type = LW_OPTION_INT,
     .fallback = "3",
     .min = 0,
     .max = 256,
     .help = "number of jobs that run at a time, one of them reserved for people; 0 for "
             "none"},
    {.name = "job-time",
     .type = LW_OPTION_TIME,
     .fallback = "10m",
     .help = "time limit for a job"},
    {.name = "job-memory",
     .type = LW_OPTION_BYTES,
     .fallback = "1G",
     .help = "memory limit for a job"},
    {.name = "traffic-memory",
     .type = LW_OPTION_BYTES,
     .fallback = "256M",
     .help = "memory limit for all large requests and responses in progress"},
    {.name = "budget",
     .type = LW_OPTION_TEXT,
     .value_name = "NAME=FACTOR",
     .repeat = true,
     .help = "multiply what one request may use, as docs/openapi.json declares it for "
             "each route: bytes_in, bytes_out, cpu_ms, memory_bytes or rows; e.g. "
             "cpu_ms=4 on a slow machine"},
    {.name = "rate",
     .type = LW_OPTION_REAL,
     .min = 0.1,
     .max = 1e6,
     .help =
         "requests per second from one address; default: 50, unlimited for this machine"},
    {.name = "request-time",
     .type = LW_OPTION_TIME,
     .fallback = "20s",
     .help = "time limit for a request to arrive"},
    {.name = "idle-time",
     .type = LW_OPTION_TIME,
     .fallback = "60s",
     .help = "time limit for an idle connection"},
    {.name = "web",
     .type = LW_OPTION_TEXT,
     .value_name = "DIR",
     .help = "serve the pages from this folder, for development"},
    {.name = "no-daily", .type = LW_OPTION_FLAG, .help = "do not make levels of the day"},
    {.name = "batch",
     .type = LW_OPTION_TIME,
     .help = "spend this much time a day on making levels in batches, as Taylor's "
             "server did for 23h"},
    {.name = "timezone",
     .type = LW_OPTION_TEXT,
     .value_name = "ZONE",
     .help = "time zone whose midnight changes the level of the day, e.g. UTC, +05:30, "
             "Europe/Paris; default: the one stored in the database, at first UTC"},
    {.name = "change-timezone",
     .type = LW_OPTION_FLAG,
     .help =
         "store --timezone in the database from now on; stop its other servers first"},
    {.name = "log",
     .type = LW_OPTION_CHOICE,
     .choices = "failures|all|none",
     .fallback = "failures",
     .help = "which requests go to the log on standard error"},
    {.name = "new-token",
     .type = LW_OPTION_FLAG,
     .help = "create a new admin token, print it and exit; the old one becomes invalid"},
    {.name = "open", .type = LW_OPTION_FLAG, .help = "open the page in the browser"},
    {.name = "no-open",
     .type = LW_OPTION_FLAG,
     .help = "do not open the browser (the default)"},
};

/* One write a line, so that lines of several threads stay whole. */
static void write_log(void *ctx, const char *line, size_t len) {
    struct cli *cli = ctx;
    (void)fprintf(cli->err, "%.*s\n", (int)len, line);
    (void)fflush(cli->err);
}

static int new_token(struct cli *cli, const char *db) {
    struct lw_error err = {.status = LW_OK};
    struct lw_store_options store_options = {.must_exist = true};
    struct lw_store *store = NULL;
    struct timespec now;
    char token[LW_STORE_SECRET_SIZE];
    (void)clock_gettime(CLOCK_REALTIME, &now);
    lw_status status = lw_store_open(db, &store_options, &store, &err);
    if (status == LW_OK) {
        status = lw_store_token_rotate(store, "admin", (int64_t)now.tv_sec * 1000, token,
                                       &err);
    }
    lw_store_close(store);
    if (status != LW_OK) {
        return cli_fail(cli, NULL, &err);
    }
    (void)fprintf(cli->out, "%s\n", token);
    return 0;
}

static bool show_token(void *ctx, const char *token) {
    struct cli *cli = ctx;
    return fprintf(cli->out, "Admin token, shown only once: %s\n", token) > 0 &&
           fflush(cli->out) == 0;
}

static size_t take_names(const struct cli_args *args, const char *option,
                         const char *names[MAX_NAMES]) {
    size_t n = 0;
    for (size_t i = 0; i < args->n_repeats && n < MAX_NAMES; i++) {
        if (strcmp(args->options[args->repeats[i].option].name, option) == 0) {
            names[n++] = args->repeats[i].text;
        }
    }
    return n;
}

static bool is_loopback(const char *address) {
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}

static void announce(struct cli *cli, const struct lw_server_config *config,
                     const struct lw_server *server, char url[300]) {
    bool is_v6 = strchr(config->bind, ':') != NULL;
    bool any = strcmp(config->bind, "0.0.0.0") == 0 || strcmp(config->bind, "::") == 0;
    const char *shown = any ? "127.0.0.1" : config->bind;
    bool brackets = is_v6 && !any;
    (void)snprintf(url, 300, "%s://%s%.200s%s:%u/",
                   config->tls_cert != NULL ? "https" : "http", brackets ? "[" : "",
                   shown, brackets ? "]" : "", lw_server_port(server));
    (void)fprintf(cli->out, "Levelwright is running at %s\n", url);
    (void)fputs("Press Ctrl-C to stop.\n", cli->out);
    (void)fflush(cli->out);
    if (!is_loopback(config->bind) && config->tls_cert == NULL) {
        (void)fprintf(cli->err,
                      "levelwright: warning: %s is open to the network over plain HTTP: "
                      "keys and tokens can be intercepted. Give --tls-cert and "
                      "--tls-key, or put a proxy with TLS in front of it "
                      "(docs/server.md) and listen on 127.0.0.1.\n",
                      config->bind);
    }
}

static void open_browser(const char *url) {
    char *argv[] = {"xdg-open", (char *)url, NULL};
    pid_t pid;
    (void)posix_spawnp(&pid, "xdg-open", NULL, NULL, argv, environ);
}

static void wait_for_end(const struct cli *cli) {
    const struct timespec pause = {.tv_nsec = 50000000};
    while (!atomic_load(cli->cancel)) {
        (void)nanosleep(&pause, NULL);
    }
}

/* "NAME=FACTOR" */
static lw_status read_budget(const char *text, struct lw_server_config *config,
                             struct lw_error *err) {
    const char *const *names = lw_server_budget_names();
    size_t len = strcspn(text, "=");
    for (size_t i = 0; names[i] != NULL; i++) {
        if (strlen(names[i]) == len && strncmp(names[i], text, len) == 0 &&
            text[len] == '=') {
            char *end;
            double factor = strtod(text + len + 1, &end);
            if (end == text + len + 1 || *end != '\0' || !(factor >= 1e-12) ||
                !(factor <= 1000)) {
                break;
            }
            config->budget_factors[i] = factor;
            return LW_OK;
        }
    }
    return lw_fail(err, LW_USAGE, 0, 0,
                   "'%.60s' is not a budget and its factor; write e.g. --budget "
                   "cpu_ms=4, of bytes_in, bytes_out, cpu_ms, memory_bytes and rows",
                   text);
}

static lw_status read_budgets(const struct cli_args *args,
                              struct lw_server_config *config, struct lw_error *err) {
    const char *texts[MAX_NAMES];
    size_t n = take_names(args, "budget", texts);
    lw_status status = LW_OK;
    for (size_t i = 0; i < n && status == LW_OK; i++) {
        status = read_budget(texts[i], config, err);
    }
    return status;
}

static void read_config(struct cli *cli, const struct cli_args *args,
                        struct lw_server_config *config) {
    const struct lw_option_value *rate = cli_value(args, "rate");
    const char *log = cli_value(args, "log")->text;
    int64_t workers = cli_value(args, "workers")->i;
    config->bind = cli_value(args, "bind")->text;
    config->port = (uint16_t)cli_value(args, "port")->i;
    config->version = LW_VERSION;
    /* This very program, also when another has taken its place on the disk. */
    config->worker_program = "/proc/self/exe";
    config->n_threads = (uint32_t)cli_value(args, "threads")->i;
    config->n_workers = workers == 0 ? UINT32_MAX : (uint32_t)workers;
    config->job_seconds = (double)cli_value(args, "job-time")->u / 1e9;
    config->job_memory_bytes = (size_t)cli_value(args, "job-memory")->u;
    config->traffic_bytes = (size_t)cli_value(args, "traffic-memory")->u;
    config->request_ms = (uint32_t)(cli_value(args, "request-time")->u / 1000000);
    config->idle_ms = (uint32_t)(cli_value(args, "idle-time")->u / 1000000);
    config->batch_seconds = (double)cli_value(args, "batch")->u / 1e9;
    config->timezone = cli_value(args, "timezone")->text;
    config->change_timezone = cli_value(args, "change-timezone")->flag;
    config->tls_cert =
        cli_value(args, "tls-cert")->set ? cli_value(args, "tls-cert")->text : NULL;
    config->tls_key =
        cli_value(args, "tls-key")->set ? cli_value(args, "tls-key")->text : NULL;
    config->closed = cli_value(args, "closed")->flag;
    config->require_sandbox = cli_value(args, "require-sandbox")->flag;
    config->read_only = cli_value(args, "read-only")->flag;
    config->no_daily = cli_value(args, "no-daily")->flag;
    config->web_dir = cli_value(args, "web")->set ? cli_value(args, "web")->text : NULL;
    if (rate->given) {
        config->rate = rate->real;
        config->rate_loopback = true;
    }
    config->log = strcmp(log, "none") == 0 ? NULL : write_log;
    config->log_ctx = cli;
    config->show_token = show_token;
    config->show_ctx = cli;
    config->log_requests = strcmp(log, "all") == 0;
}

static int run(struct cli *cli, const struct cli_args *args) {
    struct lw_error err = {.status = LW_OK};
    struct lw_server_config config = {0};
    struct lw_server *server = NULL;
    const char *hosts[MAX_NAMES];
    const char *proxies[MAX_NAMES];
    const char *allow[MAX_NAMES];
    char url[300];
    struct lw_buffer db;
    int code = 0;
    lw_buffer_init(&db, cli->alloc);
    lw_status status = cli_database_url(args, true, &db, &err);
    if (status == LW_OK && cli_value(args, "change-timezone")->flag &&
        !cli_value(args, "timezone")->given) {
        status = lw_fail(&err, LW_USAGE, 0, 0, "--change-timezone requires --timezone");
    }
    if (status == LW_OK &&
        cli_value(args, "tls-cert")->given != cli_value(args, "tls-key")->given) {
        status =
            lw_fail(&err, LW_USAGE, 0, 0, "--tls-cert and --tls-key are given together");
    }
    if (status == LW_OK && cli_value(args, "new-token")->flag) {
        code = new_token(cli, lw_buffer_text(&db));
        lw_buffer_free(&db);
        return code;
    }
    read_config(cli, args, &config);
    config.db = lw_buffer_text(&db);
    config.hosts = hosts;
    config.n_hosts = take_names(args, "host", hosts);
    config.proxies = proxies;
    config.n_proxies = take_names(args, "proxy", proxies);
    config.allow = allow;
    config.n_allow = take_names(args, "allow", allow);
    if (status == LW_OK) {
        status = read_budgets(args, &config, &err);
    }
    if (status == LW_OK) {
        status = lw_server_start(&config, &server, &err);
    }
    if (status == LW_OK) {
        announce(cli, &config, server, url);
        if (cli_value(args, "open")->flag) {
            open_browser(url);
        }
        wait_for_end(cli);
        lw_server_stop(server);
    } else {
        code = cli_fail(cli, NULL, &err);
    }
    lw_buffer_free(&db);
    return code;
}

const struct cli_command cli_cmd_serve = {
    .name = "serve",
    .summary = "serve the studio in the browser: play, make, edit, share",
    .operands = "",
    .description =
        "Serves the pages and the JSON interface (docs/openapi.json) until Ctrl-C. "
        "Nothing needs to be installed or configured: the database is a file in the data "
        "folder, the pages and some packs of levels are built in, and only this machine "
        "can reach it unless --bind is given.\n\nThe first start creates an admin token "
        "and prints it once; --new-token creates another. A password in --db is removed "
        "from the process list; with LEVELWRIGHT_DB it never appears there.\n\nBehind a "
        "proxy, give its address with --proxy and the public host name with --host. The "
        "log on standard error has one JSON object per line and contains no addresses.",
    .examples = "levelwright serve\n"
                "    at http://127.0.0.1:8080/\n"
                "levelwright serve --port 0 --data /tmp/studio\n"
                "    on any free port with a database of its own\n"
                "levelwright serve --db postgres://studio@db.example/studio --host "
                "play.example --proxy 127.0.0.1\n"
                "    behind a proxy on this machine, with PostgreSQL\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
