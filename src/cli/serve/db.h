/* What the actions of `db` share: the open store and how they report. */
#ifndef CLI_DB_H
#define CLI_DB_H

#include "lw/command/database.h"

struct db {
    struct cli *cli;
    const struct cli_args *args;
    struct lw_store *store;
    const char *shown; /* the database's URL without its password */
    bool json, force;
};

/* Prints the error; what names its subject, or is NULL. The exit code. */
int db_fail(struct db *db, const char *what, lw_status status, struct lw_error *err);

/* Files into the database, and out of it. */
int db_import(struct db *db, const char **operands, size_t n);
int db_export(struct db *db, const char **operands, size_t n);

#endif
