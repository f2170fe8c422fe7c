/* db import and db export: packs of levels from files and as files. */
#include "serve/db.h"

#include <string.h>
#include <time.h>

#include "lw/command/levels.h"
#include "serve/tidy.h"

#define MAX_LINES_BYTES ((size_t)256 << 20)

struct source {
    struct db *db;
    const char *file;
    const struct cli_levels *levels; /* NULL: JSON lines */
};

static void show_refusal(void *ctx, size_t number, const struct lw_error *err) {
    const struct source *source = ctx;
    if (source->levels != NULL) {
        (void)cli_refuse_level(source->db->cli, source->levels, number - 1, false, err);
    } else {
        (void)cli_fail(source->db->cli, source->file, err);
    }
}

static int report_import(struct db *db, const char *file,
                         const struct lw_store_imported *done) {
    if (db->json) {
        struct lw_buffer line;
        struct lw_json_writer json;
        cli_json_begin(db->cli, &line, &json);
        lw_json_text(&json, "file", file);
        lw_json_text(&json, "pack", done->pack);
        lw_json_uint(&json, "packs", done->n_packs);
        lw_json_uint(&json, "new", done->n_new);
        lw_json_uint(&json, "known", done->n_known);
        lw_json_uint(&json, "refused", done->n_refused);
        lw_json_uint(&json, "solutions", done->n_solutions);
        cli_json_end(db->cli, &line, &json);
        return 0;
    }
    cli_put_safe(db->cli->out, file);
    (void)fprintf(db->cli->out,
                  ": pack %s: %zu new levels, %zu known, %zu refused, %zu solutions\n",
                  done->pack, done->n_new, done->n_known, done->n_refused,
                  done->n_solutions);
    return 0;
}

/* "name=value" texts of --rule, one a line. */
static void list_rules(const struct cli_args *args, struct lw_buffer *out) {
    for (size_t i = 0; i < args->n_repeats; i++) {
        if (strcmp(args->options[args->repeats[i].option].name, "rule") == 0) {
            lw_buffer_printf(out, "%s%s", out->len > 0 ? "\n" : "",
                             args->repeats[i].text);
        }
    }
}

static bool is_lines(const struct cli_args *args, const char *file) {
    const char *format = cli_value(args, "format")->text;
    size_t len = strlen(file);
    return format != NULL ? strcmp(format, "jsonl") == 0
                          : len > 6 && strcmp(file + len - 6, ".jsonl") == 0;
}

/* A pack that has no title of its own is called after its file, without the folders:
 * players see the title. */
static const char *base_name(const char *file) {
    const char *slash = strrchr(file, '/');
    return slash != NULL ? slash + 1 : file;
}

static int import_lines(struct db *db, const char *file, struct lw_store_import *how) {
    struct lw_error err = {0};
    struct lw_buffer text;
    struct lw_store_imported done;
    lw_buffer_init(&text, db->cli->alloc);
    lw_status status = lw_platform_read_file(file, MAX_LINES_BYTES, &text, &err);
    how->title = how->title != NULL ? how->title : base_name(file);
    how->game = cli_value(db->args, "game")->text;
    if (status == LW_OK) {
        status = lw_store_import_lines(db->store, lw_buffer_text(&text), text.len, how,
                                       &done, &err);
    }
    lw_buffer_free(&text);
    return status == LW_OK ? report_import(db, file, &done)
                           : db_fail(db, file, status, &err);
}

static int import_levels(struct db *db, const char *file, struct lw_store_import *how,
                         struct source *source) {
    struct cli_levels levels;
    struct lw_error err = {0};
    struct lw_store_imported done;
    int code = cli_levels_open_args(db->cli, db->args, file, &levels);
    if (code != 0) {
        return code;
    }
    source->levels = &levels;
    how->title = how->title != NULL            ? how->title
                 : levels.set.title[0] != '\0' ? levels.set.title
                                               : base_name(file);
    lw_status status = lw_store_keep_pack(db->store, &levels.set, how, &done, &err);
    code = status == LW_OK ? report_import(db, file, &done)
                           : db_fail(db, file, status, &err);
    cli_levels_close(&levels);
    return code;
}

int db_import(struct db *db, const char **operands, size_t n) {
    struct lw_buffer rules;
    lw_buffer_init(&rules, db->cli->alloc);
    list_rules(db->args, &rules);
    int code = 0;
    for (size_t i = 0; i < n && code == 0; i++) {
        struct source source = {.db = db, .file = operands[i]};
        struct lw_store_import how = {.title = cli_value(db->args, "title")->text,
                                      .author = cli_value(db->args, "author")->text,
                                      .rules = lw_buffer_text(&rules),
                                      .now_ms = cli_now_ms(),
                                      .refuse = show_refusal,
                                      .refuse_ctx = &source};
        code = is_lines(db->args, operands[i])
                   ? import_lines(db, operands[i], &how)
                   : import_levels(db, operands[i], &how, &source);
    }
    lw_buffer_free(&rules);
    return code;
}

/* A day that has begun everywhere on earth: a file is for others to read, and has no
 * level that somebody's day has not opened. */
static void hide_days_to_come(struct db *db) {
    char date[11];
    struct tm utc;
    time_t past = time(NULL) - (time_t)12 * 3600;
    if (gmtime_r(&past, &utc) != NULL &&
        strftime(date, sizeof date, "%Y-%m-%d", &utc) > 0) {
        lw_store_see_as_of(db->store, date);
    }
}

int db_export(struct db *db, const char **operands, size_t n) {
    (void)n;
    struct lw_error err = {0};
    if (strcmp(operands[0], "plays") == 0) {
        return cli_export_plays(db->cli, db->args, db->store);
    }
    struct lw_buffer text;
    const char *to = cli_value(db->args, "to")->text;
    const char *path = cli_value(db->args, "output")->text;
    lw_buffer_init(&text, db->cli->alloc);
    lw_status status;
    hide_days_to_come(db);
    if (strcmp(operands[0], "all") != 0) {
        status = lw_store_export_pack(db->store, operands[0], to, &text, &err);
    } else if (strcmp(to, "jsonl") == 0) {
        status = lw_store_export_all(db->store, cli_value(db->args, "game")->text, &text,
                                     &err);
    } else {
        status = lw_fail(&err, LW_USAGE, 0, 0, "export all writes jsonl only");
    }
    if (status == LW_OK && path != NULL && strcmp(path, "-") != 0) {
        status = lw_platform_write_file(path, lw_buffer_text(&text), text.len, &err);
    } else if (status == LW_OK) {
        (void)fwrite(lw_buffer_text(&text), 1, text.len, db->cli->out);
    }
    lw_buffer_free(&text);
    return status == LW_OK ? 0 : db_fail(db, NULL, status, &err);
}
