/* Where a definition's levels come from on the command line: its folder, then what the
 * program carries. */
#ifndef CLI_STUDY_SOURCES_H
#define CLI_STUDY_SOURCES_H

#include "lw/command/cli.h"
#include "lw/server/studies.h"
#include "lw/study.h"

struct study_sources {
    struct lw_buffer
        folder; /* of the definition, with a slash at its end; may be empty */
    struct lw_server_study_from from; /* from.store may be set beforehand */
    bool is_open;
};

/* The result borrows both. */
struct lw_study_sources study_sources_open(struct study_sources *sources,
                                           const char *file);
void study_sources_close(struct study_sources *sources); /* also of one never opened */

/* "2026-11-17", in UTC. */
void study_today(char out[11]);

/* Makes every file of generated levels again by its recipe and compares; an exit code. */
int study_remake(struct cli *cli, const struct lw_study *study,
                 const struct lw_study_levels *levels, struct study_sources *sources);

#endif
