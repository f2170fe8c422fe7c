/* An export's folder, read: every file is held against its checksum, every cell against
 * the codebook (datapackage.json), and the frozen definitions are thawed.
 *
 * Columns are found by name. Numbers, and flags as 0 and 1, are in lw_column.value (NaN
 * where the cell is empty), texts and words in lw_column.text (without the apostrophe
 * that keeps them from being a formula; "" where the cell is empty). */
#ifndef LAB_STUDY_EXPORT_FOLDER_H
#define LAB_STUDY_EXPORT_FOLDER_H

#include "lw/stats/table.h"
#include "lw/study.h"

enum study_type {
    STUDY_INTEGER,
    STUDY_NUMBER,
    STUDY_FLAG,
    STUDY_TEXT /* and words, which are texts of a list */
};

/* events.csv is held against its checksum and no more: all that it says is in the other
 * tables, and it is by far the largest. */
struct study_table {
    const char *name, *file;
    const struct lw_json *fields; /* of the codebook */
    double rows;                  /* as the codebook says */
    bool is_read;
    struct lw_table table;
};

/* A version of the definition, as people saw it. */
struct study_version {
    int64_t number;
    struct lw_study_frozen frozen;
    struct lw_study_cells cells;
};

/* Who is analysed. */
struct study_people {
    bool *in;       /* [rows of persons.csv] */
    size_t n;       /* so many are */
    bool simulated; /* the simulated people are; otherwise the others */
};

struct study_export {
    const struct lw_alloc *alloc;
    const struct lw_runtime *runtime; /* for measuring levels; set after opening */
    struct lw_arena arena;
    const char *folder;
    char file[200];   /* in the folder, at work: where a fault is */
    const char *sums; /* checksums.sha256, once all files it names were held against it */
    const char *title;
    struct study_table *tables;
    size_t n_tables;
    struct study_version *versions; /* rising */
    size_t n_versions;
    const struct study_version *last; /* whose design, analysis and rules count */
    const struct lw_study *study;     /* of the last version */
    struct study_people people;
    size_t n_simulated, n_real; /* who entered */
    char hash[65];              /* sha256 of checksums.sha256: of the whole folder */
};

/* simulated: analyse the people marked so instead of the others. Every fault names the
 * file (out->file, also when this fails), the line where there is one, and a remedy. */
lw_status study_export_open(const struct lw_alloc *alloc, const char *folder,
                            bool simulated, struct study_export *out,
                            struct lw_error *err) LW_MUST_CHECK;
/* Also after a failure. */
void study_export_close(struct study_export *e);

/* BAD_INPUT, with the names, when there is no such table or column. */
lw_status study_export_table(const struct study_export *e, const char *table,
                             const struct lw_table **out,
                             struct lw_error *err) LW_MUST_CHECK;
lw_status study_export_column(const struct study_export *e, const char *table,
                              const char *column, const struct lw_column **out,
                              struct lw_error *err) LW_MUST_CHECK;
/* The row of persons.csv of a person's number; n_rows when there is none. */
size_t study_person_row(const struct study_export *e, double person);
/* Whether rows of that person are analysed. */
bool study_person_in(const struct study_export *e, double person);

#endif
