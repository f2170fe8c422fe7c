/* db import and db export: packs of levels from files and as files. */
#include "serve/db.h"

#include <string.h>
#include <time.h>

#include "lw/base/json_value.h"
#include "lw/command/levels.h"
#include "serve/tidy.h"

#define MAX_FILE_BYTES ((size_t)256 << 20)

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

/* An object that names its game and holds a level or a source. */
static bool is_level_line(struct db *db, const char *line, size_t len) {
    struct lw_arena arena;
    struct lw_json *json = NULL;
    struct lw_error why;
    lw_arena_init(&arena, db->cli->alloc);
    bool is = lw_json_read(&arena, line, len, &json, &why) == LW_OK &&
              json->type == LW_JSON_OBJECT &&
              lw_json_text_or(json, "game", NULL) != NULL &&
              (lw_json_text_or(json, "text", NULL) != NULL ||
               lw_json_text_or(json, "source_id", NULL) != NULL);
    lw_arena_free(&arena);
    return is;
}

/* By --format, the file's ending, or its first line: standard input has no ending, and a
 * kind's own reader would leave out most of what such a line says. */
static bool is_lines(struct db *db, const char *file, const struct lw_buffer *text) {
    const char *format = cli_value(db->args, "format")->text;
    size_t len = strlen(file);
    if (format != NULL) {
        return strcmp(format, "jsonl") == 0;
    }
    if (len > 6 && strcmp(file + len - 6, ".jsonl") == 0) {
        return true;
    }
    const char *first = lw_buffer_text(text);
    first += strspn(first, " \t\r\n");
    return *first == '{' && is_level_line(db, first, strcspn(first, "\n"));
}

/* A pack that has no title of its own is called after its file, without the folders:
 * players see the title. */
static const char *base_name(const char *file) {
    const char *slash = strrchr(file, '/');
    return slash != NULL ? slash + 1 : file;
}

static int import_lines(struct db *db, const char *file, const struct lw_buffer *text,
                        struct lw_store_import *how) {
    struct lw_error err = {0};
    struct lw_store_imported done;
    how->title = how->title != NULL ? how->title : base_name(file);
    how->game = cli_value(db->args, "game")->text;
    lw_status status = lw_store_import_lines(db->store, lw_buffer_text(text), text->len,
                                             how, &done, &err);
    return status == LW_OK ? report_import(db, file, &done)
                           : db_fail(db, file, status, &err);
}

static int import_levels(struct db *db, const char *file, const struct lw_buffer *text,
                         struct lw_store_import *how, struct source *source) {
    struct cli_levels levels;
    struct lw_error err = {0};
    struct lw_store_imported done;
    int code = cli_levels_text_args(db->cli, db->args, file, text, &levels);
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

static int import_file(struct db *db, const char *file, const char *rules) {
    struct source source = {.db = db, .file = file};
    struct lw_store_import how = {.title = cli_value(db->args, "title")->text,
                                  .author = cli_value(db->args, "author")->text,
                                  .rules = rules,
                                  .now_ms = cli_now_ms(),
                                  .refuse = show_refusal,
                                  .refuse_ctx = &source};
    struct lw_error err = {0};
    struct lw_buffer text;
    lw_buffer_init(&text, db->cli->alloc);
    lw_status status = lw_platform_read_file(file, MAX_FILE_BYTES, &text, &err);
    int code = status != LW_OK ? db_fail(db, file, status, &err)
               : is_lines(db, file, &text)
                   ? import_lines(db, file, &text, &how)
                   : import_levels(db, file, &text, &how, &source);
    lw_buffer_free(&text);
    return code;
}

int db_import(struct db *db, const char **operands, size_t n) {
    struct lw_buffer rules;
    lw_buffer_init(&rules, db->cli->alloc);
    list_rules(db->args, &rules);
    int code = 0;
    for (size_t i = 0; i < n && code == 0; i++) {
        code = import_file(db, operands[i], lw_buffer_text(&rules));
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
