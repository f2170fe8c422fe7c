/* A folder while it is written. */
#ifndef STUDY_FOLDER_H
#define STUDY_FOLDER_H

#include "lw/study/tables.h"

enum cell_kind { CELL_EMPTY, CELL_INTEGER, CELL_NUMBER, CELL_TEXT, CELL_WORD };

struct cell {
    enum cell_kind kind;
    int64_t integer;
    double number;
    const char *text;
    size_t len; /* of a WORD, which ends where the next choice begins */
};

struct written {
    const char *path;
    char sha256[65];
    uint64_t bytes;
};

struct lw_study_table {
    struct lw_study_folder *folder;
    const struct lw_study_table_spec *spec;
    struct cell *cells;
    size_t next; /* where the next column is looked for first */
    struct lw_buffer buf;
    void *file;
    bool open;
    int64_t n_rows;
    struct written written;
    struct lw_study_table *after;
};

struct lw_study_folder {
    const struct lw_alloc *alloc;
    struct lw_arena arena;
    struct lw_study_files files;
    struct lw_study_table *first, **last;
    size_t n_tables;
    struct written *others; /* besides the tables */
    size_t n_others, cap;
    lw_status status;
    struct lw_error err;
};

/* The folder's own files; the tables are closed. */
void study_package_json(const struct lw_study_folder *folder,
                        const struct lw_study_folder_about *about, struct lw_buffer *out);
void study_readme(const struct lw_study_folder *folder,
                  const struct lw_study_folder_about *about, struct lw_buffer *out);
void study_load_r(const struct lw_study_folder *folder, struct lw_buffer *out);
void study_load_py(struct lw_buffer *out);

/* The next word of a list that is parted by `mark`; false past the last. */
bool study_next_word(const char **list, char mark, const char **word, size_t *len);

#endif
