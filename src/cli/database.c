/* Which database a command works on: the same rules as the server's. */
#include "database.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

lw_status cli_database_url(const struct cli_args *args, struct lw_buffer *out,
                           struct lw_error *err) {
    const struct lw_option_value *db = cli_value(args, "db");
    const struct lw_option_value *data = cli_value(args, "data");
    const char *variable = getenv("LEVELWRIGHT_DB");
    const char *home = getenv("HOME");
    const char *xdg = getenv("XDG_DATA_HOME");
    if (db->set) {
        cli_take_url(db->text, out);
    } else if (data->set) {
        lw_buffer_printf(out, "%s/levelwright.db", data->text);
    } else if (variable != NULL && *variable != '\0') {
        lw_buffer_puts(out, variable);
    } else if (xdg != NULL && *xdg == '/') {
        lw_buffer_printf(out, "%s/levelwright/levelwright.db", xdg);
    } else if (home != NULL && *home == '/') {
        lw_buffer_printf(out, "%s/.local/share/levelwright/levelwright.db", home);
    } else {
        return lw_fail(err, LW_USAGE, 0, 0,
                       "there is no home folder with a database in it; give --db URL");
    }
    return lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
}
