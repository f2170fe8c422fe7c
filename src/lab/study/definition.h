/* A definition with its levels, as the laboratory reads it. */
#ifndef LAB_STUDY_DEFINITION_H
#define LAB_STUDY_DEFINITION_H

#include "lw/command/cli.h"
#include "lw/study.h"

struct lab_definition {
    struct lw_arena arena;
    struct lw_study *study;
    struct lw_study_cells cells;
    struct lw_study_levels levels;
    struct lw_buffer frozen;
    char hash[33];
};

/* name: of a ready-made design, or a file: a definition, or one that is frozen with its
 * levels, as an export has it. Faults go to cli->err. An exit code; end it in any case.
 */
int lab_definition_read(struct cli *cli, const char *name, struct lab_definition *out);
void lab_definition_end(struct lab_definition *definition);

#endif
