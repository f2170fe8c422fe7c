/* The export: from the frozen study, its people and their logs to a folder of tables
 * (lw/study/tables.h).
 *
 * The columns come from the table of events, so that the two cannot differ; what the
 * design hid from people (cell, set, maker, technique, title) is joined in. A person is a
 * number and nothing else. Whoever did not consent has a row in persons.csv and in no
 * other table; answers of a special category that was not allowed are left out. One
 * person is in memory at a time. */
#ifndef LW_STUDY_EXPORT_H
#define LW_STUDY_EXPORT_H

#include "lw/study/measures.h"
#include "lw/study/tables.h"

/* A frozen definition, as it came to people. */
struct lw_study_export_version {
    int64_t number; /* from 1 */
    int64_t added_ms;
    const char *frozen;
};

struct lw_study_export_about {
    const char *study, *title; /* its id; one line */
    const char *states;        /* that a person can be in: "inside|completed|..." */
    const struct lw_study_export_version *versions;
    size_t n_versions; /* at least one */
};

struct lw_study_export_event {
    int64_t stored_ms; /* the server's time */
    const char *event; /* JSON */
};

struct lw_study_export_person {
    int64_t number, version, cell; /* cell: from 0 */
    const char *state, *language;
    bool simulated;
    int64_t entered_ms, seen_ms, ended_ms;      /* ended 0: not yet */
    const struct lw_study_export_event *events; /* all, in order */
    size_t n;
};

struct lw_study_export;

/* Writes definitions and levels; texts of about are borrowed until the end. */
lw_status lw_study_export_create(const struct lw_study_export_about *about,
                                 const struct lw_study_files *files,
                                 const struct lw_alloc *alloc,
                                 struct lw_study_export **out,
                                 struct lw_error *err) LW_MUST_CHECK;
/* In the order of their numbers. BAD_INPUT: the log is damaged. */
lw_status lw_study_export_person(struct lw_study_export *export,
                                 const struct lw_study_export_person *person,
                                 struct lw_error *err) LW_MUST_CHECK;
lw_status lw_study_export_end(struct lw_study_export *export,
                              struct lw_error *err) LW_MUST_CHECK;
/* Closes what is open; NULL-safe. */
void lw_study_export_destroy(struct lw_study_export *export);

/* Files and columns as Markdown, for docs/studies.md; factors are left out. */
lw_status lw_study_export_page(struct lw_buffer *out, struct lw_error *err) LW_MUST_CHECK;

#endif
