/* The ready-made designs that the program carries, and their level files and packs. */
#ifndef LW_STUDY_SHIPPED_H
#define LW_STUDY_SHIPPED_H

#include <stdbool.h>
#include <stddef.h>

/* Static text: a file of data/studies. */
struct lw_study_shipped {
    const char *file; /* "taylor-stroop.json", "levels/microban-1.xsb" */
    const char *text; /* len bytes, then a NUL */
    size_t len;
};

/* The i-th design, in the order of their names; false past the last. */
bool lw_study_design_get(size_t i, struct lw_study_shipped *out);
/* By name, "taylor-stroop". */
bool lw_study_design_find(const char *name, struct lw_study_shipped *out);
/* A pack that comes with the program by its name, "sokoban-easy"; file is that of the
 * pack without its folder. False when there is none. */
bool lw_study_pack_find(const char *name, struct lw_study_shipped *out);
/* A level file by its path there, "levels/..."; false when there is none. */
bool lw_study_file_find(const char *path, struct lw_study_shipped *out);

#endif
