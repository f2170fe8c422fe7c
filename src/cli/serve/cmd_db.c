/* db: looking after the database. Each action is one function over an open store. */
#include <inttypes.h>
#include <string.h>

#include "lw/command/database.h"
#include "lw/command/levels.h"
#include "lw/command/suggest.h"
#include "serve/db.h"
#include "serve/withdrawn.h"

static const struct lw_option options[] = {
    CLI_DATABASE_OPTIONS,
    CLI_LEVEL_OPTIONS,
    {.name = "title",
     .type = LW_OPTION_TEXT,
     .value_name = "TEXT",
     .help = "import: title of the pack; default: the title in the file"},
    {.name = "author",
     .type = LW_OPTION_TEXT,
     .value_name = "TEXT",
     .help = "import: author, if the file names none"},
    {.name = "to",
     .type = LW_OPTION_TEXT,
     .value_name = "FORMAT",
     .fallback = "jsonl",
     .help = "export: jsonl or a format of the pack's game"},
    {.name = "output",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE",
     .letter = 'o',
     .help = "export, withdrawn: output file; default: standard output"},
    {.name = "tidy",
     .type = LW_OPTION_TEXT,
     .value_name = "FOLDER",
     .help = "export plays: the new folder that gets the tables"},
    {.name = "force",
     .type = LW_OPTION_FLAG,
     .help = "backup, restore, move: replace what is already there"},
    {.name = "withdrawn",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE",
     .help = "restore: who has withdrawn from studies since the backup: a list of "
             "`db withdrawn`, or the newer database"},
    {.name = "json", .type = LW_OPTION_FLAG, .help = "print results as JSON"},
};

struct action {
    const char *name;
    size_t min_operands, max_operands; /* after the action */
    const char *operands;
    bool makes_file; /* may begin with a new database */
    bool keeps_version;
    int (*run)(struct db *db, const char **operands, size_t n);
};

int db_fail(struct db *db, const char *what, lw_status status, struct lw_error *err) {
    err->status = status;
    return cli_fail(db->cli, what, err);
}

struct total {
    const char *name;
    int64_t value;
};

#define N_TOTALS 12

static void list_totals(const struct lw_store_totals *t, struct total out[N_TOTALS]) {
    const struct total all[N_TOTALS] = {
        {"levels", t->levels},     {"packs", t->packs},     {"sets", t->sets},
        {"days", t->days},         {"reserve", t->reserve}, {"players", t->players},
        {"sessions", t->sessions}, {"plays", t->plays},     {"wins", t->wins},
        {"events", t->events},     {"jobs", t->jobs},       {"studies", t->studies},
    };
    memcpy(out, all, sizeof all);
}

static void info_json(struct db *db, int version, const struct total list[N_TOTALS],
                      const struct lw_store_pack_list *aside) {
    struct lw_buffer line;
    struct lw_json_writer json;
    cli_json_begin(db->cli, &line, &json);
    lw_json_text(&json, "database", db->shown);
    lw_json_text(&json, "kind", lw_store_kind(db->store));
    lw_json_int(&json, "version", version);
    lw_json_int(&json, "newest_version", lw_store_newest_version());
    for (size_t i = 0; i < N_TOTALS; i++) {
        lw_json_int(&json, list[i].name, list[i].value);
    }
    lw_json_array(&json, "packs_aside");
    for (size_t i = 0; i < aside->n; i++) {
        lw_json_object(&json, NULL);
        lw_json_text(&json, "id", aside->packs[i].id);
        lw_json_text(&json, "title", aside->packs[i].title);
        lw_json_text(&json, "reason", aside->packs[i].aside);
        lw_json_object_end(&json);
    }
    lw_json_array_end(&json);
    cli_json_end(db->cli, &line, &json);
}

static void info_text(struct db *db, int version, const struct total list[N_TOTALS],
                      const struct lw_store_pack_list *aside) {
    FILE *out = db->cli->out;
    cli_put_safe(out, db->shown);
    (void)fprintf(out, "\n%s, version %d of the schema (newest: %d)\n",
                  lw_store_kind(db->store), version, lw_store_newest_version());
    for (size_t i = 0; i < N_TOTALS && version == lw_store_newest_version(); i++) {
        (void)fprintf(out, "%10" PRId64 " %s\n", list[i].value, list[i].name);
    }
    if (aside->n > 0) {
        (void)fprintf(out, "%10zu packs set aside: they hold levels of another game\n",
                      aside->n);
    }
    for (size_t i = 0; i < aside->n; i++) {
        (void)fprintf(out, "           %s ", aside->packs[i].id);
        cli_put_safe(out, aside->packs[i].title);
        (void)fputc('\n', out);
    }
}

static int run_info(struct db *db, const char **operands, size_t n) {
    (void)operands;
    (void)n;
    struct lw_error err = {0};
    int version = 0;
    struct lw_store_totals totals = {0};
    lw_status status = lw_store_version(db->store, &version, &err);
    if (status == LW_OK && version == lw_store_newest_version()) {
        status = lw_store_report_totals(db->store, &totals, &err);
    }
    struct lw_store_pack_list aside = {0};
    struct lw_arena arena;
    lw_arena_init(&arena, db->cli->alloc);
    if (status == LW_OK && version == lw_store_newest_version()) {
        status = lw_store_packs_aside(db->store, &arena, &aside, &err);
    }
    if (status != LW_OK) {
        lw_arena_free(&arena);
        return db_fail(db, db->shown, status, &err);
    }
    struct total list[N_TOTALS];
    list_totals(&totals, list);
    if (db->json) {
        info_json(db, version, list, &aside);
    } else {
        info_text(db, version, list, &aside);
    }
    lw_arena_free(&arena);
    return 0;
}

static void show_finding(void *ctx, const char *sentence) {
    struct db *db = ctx;
    (void)fputs("levelwright: ", db->cli->err);
    cli_put_safe(db->cli->err, sentence);
    (void)fputc('\n', db->cli->err);
}

static int run_check(struct db *db, const char **operands, size_t n) {
    (void)operands;
    (void)n;
    struct lw_error err = {0};
    struct lw_store_checked checked;
    lw_status status = lw_store_check(db->store, show_finding, db, &checked, &err);
    if (status != LW_OK) {
        return db_fail(db, db->shown, status, &err);
    }
    if (db->json) {
        struct lw_buffer line;
        struct lw_json_writer json;
        cli_json_begin(db->cli, &line, &json);
        lw_json_uint(&json, "findings", checked.n_findings);
        lw_json_uint(&json, "levels", checked.n_levels);
        lw_json_uint(&json, "solutions", checked.n_solutions);
        lw_json_uint(&json, "plays", checked.n_plays);
        cli_json_end(db->cli, &line, &json);
    } else {
        (void)fprintf(db->cli->out,
                      "%s: %zu levels, %zu solutions and %zu plays checked\n",
                      checked.n_findings == 0 ? "no problems found" : "problems found",
                      checked.n_levels, checked.n_solutions, checked.n_plays);
    }
    return checked.n_findings == 0 ? 0 : lw_status_exit_code(LW_BAD_INPUT);
}

static int run_backup(struct db *db, const char **operands, size_t n) {
    (void)n;
    struct lw_error err = {0};
    lw_status status = lw_store_backup(db->store, operands[0], db->force, &err);
    if (status != LW_OK) {
        return db_fail(db, NULL, status, &err);
    }
    (void)fputs("written: ", db->cli->out);
    cli_put_safe(db->cli->out, operands[0]);
    (void)fputc('\n', db->cli->out);
    return 0;
}

static int copy_into(struct db *db, struct lw_store *from, struct lw_store *to,
                     const char *shown) {
    struct lw_error err = {0};
    size_t n_rows = 0;
    lw_status status = lw_store_copy(from, to, db->force, &n_rows, &err);
    if (status != LW_OK) {
        return db_fail(db, shown, status, &err);
    }
    struct lw_store_totals a;
    struct lw_store_totals b;
    status = lw_store_report_totals(from, &a, &err);
    if (status == LW_OK) {
        status = lw_store_report_totals(to, &b, &err);
    }
    if (status == LW_OK && memcmp(&a, &b, sizeof a) != 0) {
        status =
            lw_fail(&err, LW_IO, 0, 0,
                    "the copy has fewer rows than the original, which may have been "
                    "written to meanwhile; stop the server and try again with --force");
    }
    if (status != LW_OK) {
        return db_fail(db, shown, status, &err);
    }
    (void)fprintf(db->cli->out, "%zu rows copied to ", n_rows);
    cli_put_safe(db->cli->out, shown);
    (void)fputc('\n', db->cli->out);
    return 0;
}

static int run_restore(struct db *db, const char **operands, size_t n) {
    (void)n;
    struct lw_error err = {0};
    struct lw_store *backup = NULL;
    struct lw_store_options open = {.alloc = db->cli->alloc, .must_exist = true};
    lw_status status = lw_store_open(operands[0], &open, &backup, &err);
    if (status != LW_OK) {
        return db_fail(db, operands[0], status, &err);
    }
    /* First, so that nobody who withdrew is there even for a moment. */
    const char *withdrawn = cli_value(db->args, "withdrawn")->text;
    if (withdrawn != NULL) {
        status = withdrawn_apply(db->store, withdrawn, &err);
    }
    int code = status == LW_OK ? copy_into(db, backup, db->store, db->shown)
                               : db_fail(db, withdrawn, status, &err);
    lw_store_close(backup);
    return code;
}

static int run_withdrawn(struct db *db, const char **operands, size_t n) {
    struct lw_error err = {0};
    struct lw_buffer text;
    const char *file = cli_value(db->args, "output")->text;
    (void)operands;
    (void)n;
    lw_buffer_init(&text, db->cli->alloc);
    lw_status status = withdrawn_write(db->store, &text, &err);
    if (status == LW_OK && file != NULL) {
        status = lw_platform_write_file(file, lw_buffer_text(&text), text.len, &err);
    } else if (status == LW_OK) {
        (void)fwrite(lw_buffer_text(&text), 1, text.len, db->cli->out);
    }
    lw_buffer_free(&text);
    return status == LW_OK ? 0 : db_fail(db, file, status, &err);
}

static int run_move(struct db *db, const char **operands, size_t n) {
    (void)n;
    struct lw_error err = {0};
    struct lw_store *target = NULL;
    struct lw_store_options open = {.alloc = db->cli->alloc};
    struct lw_buffer url;
    struct lw_buffer shown;
    lw_buffer_init(&url, db->cli->alloc);
    lw_buffer_init(&shown, db->cli->alloc);
    cli_take_url(operands[0], &url);
    lw_store_url_safe(lw_buffer_text(&url), &shown);
    lw_status status = lw_buffer_ok(&url) && lw_buffer_ok(&shown)
                           ? lw_store_open(lw_buffer_text(&url), &open, &target, &err)
                           : lw_fail_memory(&err);
    int code = status == LW_OK ? copy_into(db, db->store, target, lw_buffer_text(&shown))
                               : db_fail(db, lw_buffer_text(&shown), status, &err);
    if (code == 0) {
        (void)fputs("the old database was not changed\n", db->cli->out);
    }
    lw_store_close(target);
    lw_buffer_free(&shown);
    lw_buffer_free(&url);
    return code;
}

static void put_pack(struct db *db, const struct lw_store_pack *pack) {
    if (db->json) {
        struct lw_buffer line;
        struct lw_json_writer json;
        cli_json_begin(db->cli, &line, &json);
        lw_json_text(&json, "pack", pack->id);
        lw_json_text(&json, "game", pack->game);
        lw_json_uint(&json, "levels", pack->n_levels);
        lw_json_text(&json, "title", pack->title);
        cli_json_end(db->cli, &line, &json);
        return;
    }
    (void)fprintf(db->cli->out, "%s  %-12s %6" PRIu64 "  ", pack->id, pack->game,
                  pack->n_levels);
    cli_put_safe(db->cli->out, pack->title);
    (void)fputc('\n', db->cli->out);
}

static int run_packs(struct db *db, const char **operands, size_t n) {
    (void)operands;
    (void)n;
    struct lw_error err = {0};
    lw_status status = LW_OK;
    uint64_t total = 1;
    for (uint64_t first = 0; first < total && status == LW_OK && cli_out_ok(db->cli);
         first += 100) {
        struct lw_arena arena;
        struct lw_store_pack_list list;
        lw_arena_init(&arena, db->cli->alloc);
        status = lw_store_pack_list(
            db->store,
            &(struct lw_store_pack_filter){.game = cli_value(db->args, "game")->text,
                                           .page = {first, 100}},
            &arena, &list, &err);
        total = list.total;
        for (size_t i = 0; i < list.n && status == LW_OK; i++) {
            put_pack(db, &list.packs[i]);
        }
        lw_arena_free(&arena);
    }
    return status == LW_OK ? 0 : db_fail(db, db->shown, status, &err);
}

static const struct action actions[] = {
    {"info", 0, 0, "", false, true, run_info},
    {"check", 0, 0, "", false, false, run_check},
    {"backup", 1, 1, " FILE", false, false, run_backup},
    {"restore", 1, 1, " FILE", true, false, run_restore},
    {"withdrawn", 0, 0, "", false, false, run_withdrawn},
    {"move", 1, 1, " URL", false, false, run_move},
    {"packs", 0, 0, "", false, false, run_packs},
    {"import", 1, SIZE_MAX, " FILE...", true, false, db_import},
    {"export", 1, 1, " PACK|all|plays", false, false, db_export},
};
#define N_ACTIONS (sizeof actions / sizeof *actions)

static const char *name_of(size_t i) {
    return actions[i].name;
}

static const struct action *find_action(struct cli *cli, const char *name, size_t n) {
    static const struct cli_choice choice = {"action", "levelwright db --help", N_ACTIONS,
                                             name_of, NULL};
    size_t which = cli_choose(cli, &choice, name);
    if (which == choice.n) {
        return NULL;
    }
    const struct action *action = &actions[which];
    if (n >= action->min_operands && n <= action->max_operands) {
        return action;
    }
    (void)cli_usage(cli, "usage: levelwright db %s%s", name, action->operands);
    return NULL;
}

static int run(struct cli *cli, const struct cli_args *args) {
    const struct action *action =
        find_action(cli, args->operands[0], args->n_operands - 1);
    if (action == NULL) {
        return lw_status_exit_code(LW_USAGE);
    }
    struct db db = {.cli = cli,
                    .args = args,
                    .json = cli_value(args, "json")->flag,
                    .force = cli_value(args, "force")->flag};
    struct lw_error err = {0};
    struct lw_buffer url;
    struct lw_buffer shown;
    lw_buffer_init(&url, cli->alloc);
    lw_buffer_init(&shown, cli->alloc);
    struct lw_store_options open = {.alloc = cli->alloc,
                                    .must_exist = !action->makes_file,
                                    .keep_version = action->keeps_version};
    lw_status status = cli_database_url(args, action->makes_file, &url, &err);
    if (status == LW_OK) {
        lw_store_url_safe(lw_buffer_text(&url), &shown);
        status = lw_store_open(lw_buffer_text(&url), &open, &db.store, &err);
    }
    db.shown = lw_buffer_text(&shown);
    int code = status == LW_OK
                   ? action->run(&db, args->operands + 1, args->n_operands - 1)
                   : db_fail(&db, shown.len > 0 ? db.shown : NULL, status, &err);
    lw_store_close(db.store);
    lw_buffer_free(&shown);
    lw_buffer_free(&url);
    return code;
}

const struct cli_command cli_cmd_db = {
    .name = "db",
    .summary = "manage the database of levels, plays and events",
    .operands = "ACTION [...]",
    .description =
        "info shows what is in the database. check verifies it: the file, the "
        "references, that ids match their levels and that solutions solve them; if it "
        "finds problems, the exit code is 2. backup FILE writes everything into one "
        "file, even while the server runs; restore FILE reads it back. withdrawn lists "
        "who has withdrawn from studies, for restore --withdrawn. move URL copies "
        "everything into another database, from SQLite to PostgreSQL or back. packs "
        "lists the packs; import FILE... makes packs from level files of any format; "
        "export PACK writes one (export all: every level); export plays --tidy FOLDER "
        "writes what players did as tables, with a codebook and scripts that load them "
        "in R and Python.\n\nrestore and move need an "
        "empty database; --force empties it first. Either everything is copied or "
        "nothing. A password is best kept in PGPASSWORD, in ~/.pgpass or in "
        "LEVELWRIGHT_DB; one that is typed in a URL is removed from the process list and "
        "never shown.",
    .examples = "levelwright db info\n"
                "    the server's own database\n"
                "levelwright db backup tuesday.db\n"
                "    a copy of everything, while the server runs\n"
                "levelwright db move postgres://me@host/levels --db levels.db\n"
                "    from a file to PostgreSQL\n"
                "levelwright db import microban.xsb --author 'David W. Skinner'\n"
                "    make a pack from the levels in the file\n"
                "levelwright db export all > everything.jsonl\n"
                "    one JSON object per level\n"
                "levelwright db export plays --tidy plays\n"
                "    plays, events, ratings and comparisons as CSV tables\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .min_operands = 1,
    .max_operands = 10000,
    .run = run,
};
