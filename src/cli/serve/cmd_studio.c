/* studio: what the operator decides about a studio while its server runs. */
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "lw/command/cli.h"
#include "lw/command/database.h"
#include "lw/server.h"

#define DAY_MS INT64_C(86400000)

static const struct lw_option options[] = {
    CLI_DATABASE_OPTIONS,
    {.name = "uses",
     .type = LW_OPTION_INT,
     .fallback = "1",
     .min = 1,
     .max = 10000,
     .help = "number of players that an invitation makes"},
    {.name = "days",
     .type = LW_OPTION_INT,
     .fallback = "7",
     .min = 1,
     .max = 3650,
     .help = "days until an invitation expires"},
    {.name = "note",
     .type = LW_OPTION_TEXT,
     .value_name = "TEXT",
     .help = "whom an invitation is for; only the administrator sees it"},
};

static void print_day(struct cli *cli, int64_t ms) {
    struct tm day;
    time_t seconds = (time_t)(ms / 1000);
    if (gmtime_r(&seconds, &day) != NULL) {
        (void)fprintf(cli->out, "%04d-%02d-%02d", day.tm_year + 1900, day.tm_mon + 1,
                      day.tm_mday);
    }
}

static lw_status show(struct cli *cli, struct lw_store *store, struct lw_error *err) {
    struct lw_arena arena;
    struct lw_store_invitations list = {.n = 0};
    struct lw_store_routes off = {.n = 0};
    unsigned on = 0;
    lw_arena_init(&arena, cli->alloc);
    lw_status status = lw_store_controls_get(store, &on, err);
    if (status == LW_OK) {
        status = lw_store_routes_off(store, &arena, &off, err);
    }
    if (status == LW_OK) {
        status = lw_store_invitations_list(store, &arena, &list, err);
    }
    for (int i = 0; i < LW_CONTROL_COUNT && status == LW_OK; i++) {
        (void)fprintf(cli->out, "%-12s %-4s when on, %s\n", lw_control_name(i),
                      (on >> i & 1u) != 0 ? "on" : "off", lw_control_help(i));
    }
    for (size_t i = 0; i < off.n && status == LW_OK; i++) {
        (void)fprintf(cli->out, "off: %s\n", off.names[i]);
    }
    for (size_t i = 0; i < list.n && status == LW_OK; i++) {
        const struct lw_store_invitation *at = &list.rows[i];
        (void)fprintf(cli->out, "invitation %s  %" PRId64 " left, until ", at->id,
                      at->uses_left);
        print_day(cli, at->expires_ms);
        (void)fprintf(cli->out, "  %s\n", at->note);
    }
    lw_arena_free(&arena);
    return status;
}

static lw_status invite(struct cli *cli, const struct cli_args *args,
                        struct lw_store *store, struct lw_error *err) {
    char code[LW_STORE_SECRET_SIZE];
    const struct lw_option_value *note = cli_value(args, "note");
    int64_t now = cli_now_ms();
    struct lw_store_invitation row = {.note = note->set ? note->text : "",
                                      .uses_left = cli_value(args, "uses")->i,
                                      .created_ms = now,
                                      .expires_ms =
                                          now + cli_value(args, "days")->i * DAY_MS};
    lw_status status = lw_store_invitation_put(store, &row, code, err);
    if (status == LW_OK) {
        (void)fprintf(cli->out, "/#/invite/%s\n", code);
        (void)fprintf(
            cli->err,
            "Put the address of the studio in front of it. It is shown only once.\n");
    }
    return status;
}

static lw_status control(const struct cli_args *args, struct lw_store *store,
                         struct lw_error *err) {
    enum lw_control which;
    const char *name = args->operands[0];
    const char *word = args->n_operands > 1 ? args->operands[1] : "";
    if (!lw_control_find(name, &which)) {
        return lw_fail(
            err, LW_USAGE, 0, 0,
            "studio has no action '%.40s'; there are show, invite, uninvite, routes, on, "
            "off, read_only, closed, packs_off, jobs_off and players_off",
            name);
    }
    if (strcmp(word, "on") != 0 && strcmp(word, "off") != 0) {
        return lw_fail(err, LW_USAGE, 0, 0, "write '%s on' or '%s off'", name, name);
    }
    return lw_store_control_put(store, which, strcmp(word, "on") == 0, cli_now_ms(), err);
}

static lw_status list_routes(struct cli *cli, struct lw_store *store,
                             struct lw_error *err) {
    struct lw_arena arena;
    struct lw_store_routes off = {.n = 0};
    char name[LW_ROUTE_NAME_SIZE];
    lw_arena_init(&arena, cli->alloc);
    lw_status status = lw_store_routes_off(store, &arena, &off, err);
    for (size_t i = 0; status == LW_OK && lw_server_route_name(i, name) != NULL; i++) {
        bool is_off = false;
        for (size_t k = 0; k < off.n; k++) {
            is_off = is_off || strcmp(off.names[k], name) == 0;
        }
        (void)fprintf(cli->out, "%-4s %s\n", is_off ? "off" : "on", name);
    }
    lw_arena_free(&arena);
    return status;
}

static lw_status switch_route(const struct cli_args *args, struct lw_store *store,
                              struct lw_error *err) {
    const char *name = args->n_operands > 1 ? args->operands[1] : "";
    lw_status status = lw_server_route_check(name, err);
    return status == LW_OK
               ? lw_store_route_put(store, name, strcmp(args->operands[0], "off") == 0,
                                    cli_now_ms(), err)
               : status;
}

static lw_status act(struct cli *cli, const struct cli_args *args, struct lw_store *store,
                     struct lw_error *err) {
    const char *action = args->n_operands == 0 ? "show" : args->operands[0];
    if (strcmp(action, "show") == 0) {
        return show(cli, store, err);
    }
    if (strcmp(action, "invite") == 0) {
        return invite(cli, args, store, err);
    }
    if (strcmp(action, "uninvite") == 0) {
        return args->n_operands < 2
                   ? lw_fail(err, LW_USAGE, 0, 0,
                             "uninvite needs the id of an invitation; 'levelwright "
                             "studio show' lists them")
                   : lw_store_invitation_delete(store, args->operands[1], err);
    }
    if (strcmp(action, "routes") == 0) {
        return list_routes(cli, store, err);
    }
    if (strcmp(action, "on") == 0 || strcmp(action, "off") == 0) {
        return switch_route(args, store, err);
    }
    return control(args, store, err);
}

static int run(struct cli *cli, const struct cli_args *args) {
    struct lw_error err = {.status = LW_OK};
    struct lw_store *store;
    lw_status status = cli_database_open(cli, args, false, &store, &err);
    if (status == LW_OK) {
        status = act(cli, args, store, &err);
    }
    lw_store_close(store);
    return status == LW_OK ? 0 : cli_fail(cli, NULL, &err);
}

const struct cli_command cli_cmd_studio = {
    .name = "studio",
    .summary = "switch parts of a studio off and on, close it, invite people",
    .operands = "[ACTION [VALUE]]",
    .description =
        "Shows or changes the operator's settings for the studio of a database. Running "
        "servers pick up a change within a second, without a restart.\n\n"
        "read_only on: nothing is stored for players; their pages keep unsent data until "
        "it is switched off. closed on: only players with a key and invited people may "
        "enter. packs_off, jobs_off or players_off on: nobody can create packs, request "
        "jobs or become a player. off ROUTE and on ROUTE switch a single route of the "
        "interface; routes lists them. invite prints a link with which people become "
        "players, uninvite ID revokes it. Without an action, or with show, all settings "
        "are listed.",
    .examples = "levelwright studio\n"
                "    what is switched on, and who is invited\n"
                "levelwright studio read_only on\n"
                "    before the machine is moved\n"
                "levelwright studio off 'POST /api/v1/packs/import'\n"
                "    nobody imports packs for now\n"
                "levelwright studio invite --uses 30 --days 14 --note 'class 7b'\n"
                "    a link for thirty people\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .min_operands = 0,
    .max_operands = 2,
    .run = run,
};
