/* The files of data/studies and data/packs, taken into the library by the assembler. */
#ifndef STUDY_SHIPPED_FILES_H
#define STUDY_SHIPPED_FILES_H

struct study_file {
    const char *name; /* "taylor-stroop.json", "levels/microban-1.xsb" */
    const char *text, *end;
};
extern const struct study_file study_files[]; /* ends with name NULL */

#endif
