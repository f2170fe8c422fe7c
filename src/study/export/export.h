/* The tables of a study's export. */
#ifndef STUDY_EXPORT_H
#define STUDY_EXPORT_H

#include "lw/study/export.h"

enum export_table {
    TABLE_PERSONS,
    TABLE_PHASES,
    TABLE_TRIALS,
    TABLE_PROMPTS,
    TABLE_PLAYS,
    TABLE_EVENTS,
    TABLE_RATINGS,
    TABLE_COMPARISONS,
    TABLE_SURVEYS,
    TABLE_PICTURES,
    TABLE_LEVELS,
    TABLE_VERSIONS,
    N_EXPORT_TABLES
};

#define MAX_EVENT_TYPES 32
#define MAX_EVENT_FIELDS 16

/* What the tables look like: specifications, and in which column an event's field goes.
 */
struct export_columns {
    struct lw_study_table_spec specs[N_EXPORT_TABLES];
    const char *field[N_EXPORT_TABLES][MAX_EVENT_TYPES][MAX_EVENT_FIELDS]; /* or NULL */
};

/* studies: of all versions; their factors become columns. */
struct export_factors {
    const struct lw_study *const *studies;
    const struct lw_study_cells *const *cells;
    size_t n;
};
lw_status export_columns_make(const struct export_factors *factors, const char *states,
                              struct lw_arena *arena, struct export_columns *out,
                              struct lw_error *err) LW_MUST_CHECK;

/* A version, thawed. */
struct export_version {
    int64_t number;
    struct lw_study_frozen frozen;
    struct lw_study_cells cells;
};

struct lw_study_export {
    const struct lw_alloc *alloc;
    struct lw_arena arena;
    const struct lw_study_export_about *about;
    struct export_columns *columns;
    struct export_version *versions;
    struct lw_study_folder *folder;
    struct lw_study_table *tables[N_EXPORT_TABLES];
    int64_t n_persons, n_simulated;
};

/* Rows of one person, whose log was read. */
struct export_rows {
    struct lw_study_export *export;
    const struct export_version *version;
    const struct lw_study_export_person *person;
    struct lw_study_plan_request request;
    struct lw_study_plan plan;
    struct lw_study_log log;
    struct lw_arena *arena; /* of this person */
    struct lw_buffer text;  /* for a cell that is put together */
    /* Of the event at hand: */
    size_t at;
    size_t phase; /* place in the plan */
};
lw_status export_rows_put(struct export_rows *rows, struct lw_error *err) LW_MUST_CHECK;

/* Shared by the two files of rows. */
const struct lw_study_event *export_event(const struct export_rows *rows);
bool export_is(const struct lw_study_event *event, const char *type);
void export_put_head(struct export_rows *rows, enum export_table table);
void export_put_end(struct export_rows *rows, enum export_table table, size_t at,
                    const char *prefix);
void export_put_fields(struct export_rows *rows, enum export_table table,
                       const struct lw_study_event *event);
void export_put_measures(struct lw_study_table *table,
                         const double measures[LW_STUDY_N_MEASURES]);
bool export_put_person(struct export_rows *rows, struct lw_error *err, lw_status *status);
void export_put_answer(struct export_rows *rows);
/* The level of that id in this trial, or, for pairs that were chosen on the way, in the
 * sets of the phase; false when there is none. */
bool export_find_level(const struct export_rows *rows, const char *id,
                       struct lw_study_level_ref *out);
void export_put_level(struct export_rows *rows, enum export_table table,
                      const struct lw_study_level_ref *ref);

#endif
