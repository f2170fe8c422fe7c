/* Opening a study: from its definition to what people meet. The command line and the
 * server's interface go this one way. */
#ifndef LW_SERVER_STUDIES_H
#define LW_SERVER_STUDIES_H

#include "lw/store/studies.h"
#include "lw/study.h"

/* Where a definition's levels come from: its folder, then what the program carries, then
 * the store. */
struct lw_server_study_from {
    const char *folder; /* with a slash at its end; NULL: no files but those carried */
    struct lw_store *store;  /* packs by id or title, and queries; NULL: none of these */
    struct lw_budget budget; /* as in struct lw_study_sources */
};
/* The result borrows it. */
struct lw_study_sources lw_server_study_sources(struct lw_server_study_from *from);

struct lw_server_study_input {
    const char *text; /* the definition */
    size_t len;
    struct lw_server_study_from from; /* its store is the one it is opened in */
    const char *study;                /* NULL: a new one; else a new version of that */
    const char *today;                /* "2026-11-17" */
    int64_t now_ms;
    const struct lw_runtime *runtime;
};

struct lw_server_study_opened {
    char study[LW_STORE_ID_SIZE];
    char hash[33];
    int64_t version;
    enum lw_study_state state; /* a paused one stays so with a new version */
    /* The oldest version whose people count with this one's for cells and stopping rule,
     * and why no older one does; empty: it is the first. */
    int64_t counts_from;
    char counts_why[LW_STUDY_CELLS_WHY];
    size_t n_cells, n_sets, n_levels;
};

/* Checks, resolves the levels, tries every cell's plan, freezes and stores. BAD_INPUT
 * when the definition has faults, also such that only forbid opening it: all of them are
 * in `faults`. EXISTS: the study is closed, or has this definition already. */
lw_status lw_server_study_open(const struct lw_server_study_input *input,
                               struct lw_arena *arena, struct lw_study_faults *faults,
                               struct lw_server_study_opened *out,
                               struct lw_error *err) LW_MUST_CHECK;

#endif
