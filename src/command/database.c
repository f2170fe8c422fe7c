/* Which database a command works on; one answer for the server and for db. */
#include "lw/command/database.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "lw/platform.h"

void cli_take_url(const char *typed, struct lw_buffer *out) {
    lw_buffer_puts(out, typed);
    /* The text is the process's own argument, which others can list. */
    (void)lw_store_url_hide((char *)(uintptr_t)typed);
}

int64_t cli_now_ms(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static lw_status make_dirs(char *path, struct lw_error *err) {
    for (char *at = path + 1;; at++) {
        if (*at != '/' && *at != '\0') {
            continue;
        }
        char kept = *at;
        *at = '\0';
        bool created = mkdir(path, 0700) == 0;
        if (!created && errno != EEXIST) {
            return lw_fail(err, LW_IO, 0, 0, "cannot create the folder '%.200s': %s",
                           path, strerror(errno));
        }
        /* Or a power cut would take it away with all that is acknowledged in it. */
        lw_status status = created ? lw_platform_sync_folder_of(path, err) : LW_OK;
        if (status != LW_OK) {
            return status;
        }
        *at = kept;
        if (kept == '\0') {
            return LW_OK;
        }
    }
}

/* The server's data folder. */
static lw_status find_folder(const struct cli_args *args, struct lw_buffer *out,
                             struct lw_error *err) {
    const struct lw_option_value *data = cli_value(args, "data");
    const char *home = getenv("HOME");
    const char *xdg = getenv("XDG_DATA_HOME");
    if (data->set) {
        lw_buffer_puts(out, data->text);
    } else if (xdg != NULL && *xdg == '/') {
        lw_buffer_printf(out, "%s/levelwright", xdg);
    } else if (home != NULL && *home == '/') {
        lw_buffer_printf(out, "%s/.local/share/levelwright", home);
    } else {
        return lw_fail(err, LW_USAGE, 0, 0,
                       "there is no home folder for the database; give --data DIR");
    }
    return lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
}

lw_status cli_database_url(const struct cli_args *args, bool make_folder,
                           struct lw_buffer *out, struct lw_error *err) {
    const struct lw_option_value *db = cli_value(args, "db");
    const char *variable = getenv("LEVELWRIGHT_DB");
    lw_status status = LW_OK;
    if (db->set) {
        cli_take_url(db->text, out);
    } else if (variable != NULL && *variable != '\0' && !cli_value(args, "data")->set) {
        lw_buffer_puts(out, variable);
    } else {
        status = find_folder(args, out, err);
        if (status == LW_OK && make_folder) {
            status = make_dirs(out->data, err);
        }
        lw_buffer_puts(out, "/levelwright.db");
    }
    return status == LW_OK && !lw_buffer_ok(out) ? lw_fail_memory(err) : status;
}

lw_status cli_database_open(const struct cli *cli, const struct cli_args *args, bool make,
                            struct lw_store **out, struct lw_error *err) {
    struct lw_store_options open = {.alloc = cli->alloc, .must_exist = !make};
    struct lw_buffer url;
    *out = NULL;
    lw_buffer_init(&url, cli->alloc);
    lw_status status = cli_database_url(args, make, &url, err);
    if (status == LW_OK) {
        status = lw_store_open(lw_buffer_text(&url), &open, out, err);
    }
    lw_buffer_free(&url);
    return status;
}
