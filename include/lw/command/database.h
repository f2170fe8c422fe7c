/* Which database a command works on. */
#ifndef LW_COMMAND_DATABASE_H
#define LW_COMMAND_DATABASE_H

#include "lw/command/cli.h"
#include "lw/store.h"

/* The database of --db, of LEVELWRIGHT_DB, or the file in the data folder, in this order;
 * a password in --db is wiped from the list of processes. make_folder: make the data
 * folder when the database is to be in it. */
lw_status cli_database_url(const struct cli_args *args, bool make_folder,
                           struct lw_buffer *out, struct lw_error *err) LW_MUST_CHECK;
/* Opens that database; make: it may be made, and its folder. */
lw_status cli_database_open(const struct cli *cli, const struct cli_args *args, bool make,
                            struct lw_store **out, struct lw_error *err) LW_MUST_CHECK;
/* Copies a URL that was typed and wipes its password where it was typed. */
void cli_take_url(const char *typed, struct lw_buffer *out);
/* Milliseconds since 1970. */
int64_t cli_now_ms(void);

#define CLI_DATABASE_OPTIONS                                                             \
    {.name = "db",                                                                       \
     .type = LW_OPTION_TEXT,                                                             \
     .value_name = "URL",                                                                \
     .help = "the database: a file or postgres://...; default: LEVELWRIGHT_DB"},         \
    {                                                                                    \
        .name = "data", .type = LW_OPTION_TEXT, .value_name = "DIR",                     \
        .help =                                                                          \
            "folder of the server's own database; default: ~/.local/share/levelwright"   \
    }

#endif
