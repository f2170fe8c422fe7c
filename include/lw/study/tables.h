/* A folder of tidy tables: CSV files with a codebook, checksums and scripts that load
 * them.
 *
 *   TABLE.csv ...       one row a thing, one column a variable
 *   datapackage.json    the codebook: a Frictionless data package with a schema a table
 *   README.md           the same for people
 *   load.R, load.py     read the folder without edits, with types, and verify it
 *   checksums.sha256    of every other file, as sha256sum writes and reads it
 *
 * Rows go to their files as they come, so a folder of any size needs little memory. The
 * same rows make the same bytes: nothing here looks at a clock. A text that a spreadsheet
 * would take for a formula, or that begins with an apostrophe, gets an apostrophe in
 * front, and the scripts take one off again. */
#ifndef LW_STUDY_TABLES_H
#define LW_STUDY_TABLES_H

#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/buffer.h"
#include "lw/base/status.h"

/* Where the files go; the one who writes them takes their checksums. Several files are
 * open at once. A failure ends the folder: what was opened is closed all the same. */
struct lw_study_files {
    void *ctx;
    /* path: relative, with folders before slashes. */
    lw_status (*open)(void *ctx, const char *path, void **file, struct lw_error *err);
    lw_status (*put)(void *ctx, void *file, const char *bytes, size_t len,
                     struct lw_error *err);
    /* 64 hexadecimal digits and a NUL. */
    lw_status (*close)(void *ctx, void *file, char sha256[65], struct lw_error *err);
};

enum lw_study_column_type {
    LW_STUDY_COLUMN_INTEGER,
    LW_STUDY_COLUMN_NUMBER,
    LW_STUDY_COLUMN_FLAG, /* true or false */
    LW_STUDY_COLUMN_WORD, /* one of choices: a factor */
    LW_STUDY_COLUMN_TEXT
};

struct lw_study_column {
    const char *name;
    enum lw_study_column_type type;
    const char *unit;    /* "ms"; NULL: none */
    const char *choices; /* of a WORD: "yes|no" */
    bool required;       /* no cell is empty */
    const char *about;
};

/* Columns, parted by blanks, whose values stand in that table's columns. */
struct lw_study_foreign_key {
    const char *columns, *table, *there;
};

struct lw_study_table_spec {
    const char *name, *about;
    const struct lw_study_column *columns;
    size_t n_columns;
    const char *primary_key; /* columns parted by blanks */
    const struct lw_study_foreign_key *foreign_keys;
    size_t n_foreign_keys;
};

struct lw_study_folder_about {
    const char *name;    /* of the package: small letters, digits, '-' */
    const char *title;   /* one line */
    const char *text;    /* Markdown, the beginning of README.md */
    const char *version; /* of the package; NULL: none */
};

struct lw_study_folder;
struct lw_study_table;

lw_status lw_study_folder_create(const struct lw_alloc *alloc,
                                 const struct lw_study_files *files,
                                 struct lw_study_folder **out,
                                 struct lw_error *err) LW_MUST_CHECK;
/* Closes what is open; NULL-safe. */
void lw_study_folder_destroy(struct lw_study_folder *folder);

/* The specification is borrowed until the folder is destroyed. NULL after a failure:
 * functions below take that, and lw_study_folder_end reports it. */
struct lw_study_table *lw_study_folder_table(struct lw_study_folder *folder,
                                             const struct lw_study_table_spec *spec);
/* One row: cells by the names of their columns, in any order, fastest in that of the
 * columns; those not put are empty. Texts are borrowed until the row ends. */
void lw_study_put_integer(struct lw_study_table *table, const char *column,
                          int64_t value);
void lw_study_put_number(struct lw_study_table *table, const char *column, double value);
void lw_study_put_flag(struct lw_study_table *table, const char *column, bool value);
/* NULL: the cell stays empty. */
void lw_study_put_text(struct lw_study_table *table, const char *column,
                       const char *text);
/* Of a WORD: its choice of that number, from 0. */
void lw_study_put_choice(struct lw_study_table *table, const char *column, size_t which);
void lw_study_row_end(struct lw_study_table *table);

/* A file that is no table. */
void lw_study_folder_file(struct lw_study_folder *folder, const char *path,
                          const char *bytes, size_t len);
/* What has failed so far; LW_OK: nothing. */
lw_status lw_study_folder_status(const struct lw_study_folder *folder,
                                 struct lw_error *err) LW_MUST_CHECK;
/* Closes the tables and writes codebook, README, scripts and checksums. */
lw_status lw_study_folder_end(struct lw_study_folder *folder,
                              const struct lw_study_folder_about *about,
                              struct lw_error *err) LW_MUST_CHECK;

/* The tables as Markdown: for README.md and docs/studies.md. */
void lw_study_tables_page(const struct lw_study_table_spec *const *specs, size_t n,
                          struct lw_buffer *out);

#endif
