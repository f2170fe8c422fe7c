/* db export --tidy: what players did, in the form of a study's export. */
#include "serve/tidy.h"

#include "lw/command/folder.h"
#include "lw/store/tidy.h"

struct tidy {
    struct lw_study_folder *folder;
    struct lw_study_table **tables; /* follow lw_store_tidy_tables */
    struct lw_arena arena;
};

static struct lw_study_column column_of(const struct lw_store_tidy_column *from) {
    static const enum lw_study_column_type types[] = {
        [LW_STORE_TIDY_INTEGER] = LW_STUDY_COLUMN_INTEGER,
        [LW_STORE_TIDY_NUMBER] = LW_STUDY_COLUMN_NUMBER,
        [LW_STORE_TIDY_FLAG] = LW_STUDY_COLUMN_FLAG,
        [LW_STORE_TIDY_TEXT] = LW_STUDY_COLUMN_TEXT};
    return (struct lw_study_column){.name = from->name,
                                    .type = from->choices != NULL ? LW_STUDY_COLUMN_WORD
                                                                  : types[from->type],
                                    .unit = from->unit,
                                    .choices = from->choices,
                                    .required = from->required,
                                    .about = from->about};
}

static lw_status make_spec(struct tidy *tidy, const struct lw_store_tidy_table *from,
                           struct lw_study_table_spec *out, struct lw_error *err) {
    struct lw_study_column *columns =
        lw_arena_zero(&tidy->arena, from->n_columns, sizeof *columns);
    struct lw_study_foreign_key *keys =
        lw_arena_zero(&tidy->arena, from->n_keys + 1, sizeof *keys);
    if (columns == NULL || keys == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < from->n_columns; i++) {
        columns[i] = column_of(&from->columns[i]);
    }
    for (size_t i = 0; i < from->n_keys; i++) {
        keys[i] = (struct lw_study_foreign_key){from->keys[i].columns,
                                                from->keys[i].table, from->keys[i].there};
    }
    *out = (struct lw_study_table_spec){from->name,      from->about,       columns,
                                        from->n_columns, from->primary_key, keys,
                                        from->n_keys};
    return LW_OK;
}

static void put_cell(struct lw_study_table *table,
                     const struct lw_store_tidy_column *column,
                     const struct lw_store_tidy_value *value) {
    if (value->is_null) {
        return;
    }
    switch (column->type) {
    case LW_STORE_TIDY_INTEGER:
        lw_study_put_integer(table, column->name, value->integer);
        break;
    case LW_STORE_TIDY_NUMBER:
        lw_study_put_number(table, column->name, value->number);
        break;
    case LW_STORE_TIDY_FLAG:
        lw_study_put_flag(table, column->name, value->integer != 0);
        break;
    default:
        lw_study_put_text(table, column->name, value->text);
    }
}

static lw_status put_row(void *ctx, const struct lw_store_tidy_table *from,
                         const struct lw_store_tidy_value *values, struct lw_error *err) {
    struct tidy *tidy = ctx;
    struct lw_study_table *table = tidy->tables[from - lw_store_tidy_tables];
    for (size_t i = 0; i < from->n_columns; i++) {
        put_cell(table, &from->columns[i], &values[i]);
    }
    lw_study_row_end(table);
    return lw_study_folder_status(tidy->folder, err);
}

static lw_status export_all(struct tidy *tidy, struct lw_store *store,
                            struct lw_error *err) {
    size_t n = 0;
    while (lw_store_tidy_tables[n].name != NULL) {
        n++;
    }
    struct lw_study_table_spec *specs = lw_arena_zero(&tidy->arena, n + 1, sizeof *specs);
    tidy->tables = lw_arena_zero(&tidy->arena, n + 1, sizeof *tidy->tables);
    lw_status status =
        specs == NULL || tidy->tables == NULL ? lw_fail_memory(err) : LW_OK;
    for (size_t i = 0; i < n && status == LW_OK; i++) {
        status = make_spec(tidy, &lw_store_tidy_tables[i], &specs[i], err);
        if (status == LW_OK) {
            tidy->tables[i] = lw_study_folder_table(tidy->folder, &specs[i]);
        }
    }
    if (status == LW_OK) {
        status = lw_store_tidy(store, put_row, tidy, err);
    }
    const struct lw_study_folder_about about = {
        .name = "open-studio",
        .title = "Plays of the open studio",
        .text =
            "What players did in the open studio, outside of studies. Players are "
            "numbered in the\norder in which they arrived. Players who were deleted are "
            "left out, which changes the\nnumbers of those who came after them.\n"};
    return status == LW_OK ? lw_study_folder_end(tidy->folder, &about, err) : status;
}

static lw_status export_to(struct lw_store *store, const char *path,
                           const struct lw_alloc *alloc, struct lw_error *err) {
    struct tidy tidy = {.folder = NULL};
    struct cli_folder *place = NULL;
    lw_arena_init(&tidy.arena, alloc);
    lw_status status = cli_folder_create(path, alloc, &place, err);
    if (status == LW_OK) {
        struct lw_study_files files = cli_folder_files(place);
        status = lw_study_folder_create(alloc, &files, &tidy.folder, err);
    }
    status = status == LW_OK ? export_all(&tidy, store, err) : status;
    lw_study_folder_destroy(tidy.folder);
    cli_folder_destroy(place);
    lw_arena_free(&tidy.arena);
    return status;
}

int cli_export_plays(struct cli *cli, const struct cli_args *args,
                     struct lw_store *store) {
    const char *folder = cli_value(args, "tidy")->text;
    struct lw_error err = {0};
    if (folder == NULL) {
        return cli_usage(cli, "db export plays needs --tidy FOLDER");
    }
    if (export_to(store, folder, cli->alloc, &err) != LW_OK) {
        return cli_fail(cli, NULL, &err);
    }
    (void)fputs("written: ", cli->out);
    cli_put_safe(cli->out, folder);
    (void)fputc('\n', cli->out);
    return 0;
}
