/* study export: everything of a study into a folder. */
#include "study/export.h"

#include "lw/command/folder.h"
#include "lw/server/export.h"

int study_export(struct cli *cli, const struct cli_args *args, struct lw_store *store) {
    const char *study = args->operands[1], *path = cli_value(args, "output")->text;
    struct cli_folder *folder = NULL;
    struct lw_error err = {0};
    if (path == NULL) {
        return cli_usage(cli, "study export needs -o FOLDER");
    }
    struct lw_arena arena;
    struct lw_store_study there;
    lw_arena_init(&arena, cli->alloc);
    lw_status status = lw_store_study_get(store, study, &arena, &there, &err);
    lw_arena_free(&arena);
    if (status == LW_OK) {
        status = cli_folder_create(path, cli->alloc, &folder, &err);
    }
    if (status == LW_OK) {
        struct lw_study_files files = cli_folder_files(folder);
        status = lw_server_study_export(store, study, &files, cli->alloc, &err);
    }
    cli_folder_destroy(folder);
    if (status != LW_OK) {
        return cli_fail(cli, NULL, &err);
    }
    (void)fputs("written: ", cli->out);
    cli_put_safe(cli->out, path);
    (void)fputc('\n', cli->out);
    return 0;
}
