/* What is wrong with a definition: every fault with its place and a remedy. */
#ifndef LW_STUDY_FAULTS_H
#define LW_STUDY_FAULTS_H

#include "lw/base/json.h"

enum lw_study_gravity {
    LW_STUDY_WRONG,          /* the definition cannot be used */
    LW_STUDY_BEFORE_OPENING, /* it can be tried, but not opened to people */
    LW_STUDY_ADVICE          /* it can be opened; people would be better off */
};

struct lw_study_fault {
    enum lw_study_gravity gravity;
    const char *pointer;   /* JSON pointer; "" is the whole file */
    uint32_t line, column; /* from 1 */
    const char *sentence;  /* what is wrong */
    const char *remedy;    /* what to do about it */
};

#define LW_STUDY_MAX_FAULTS 500 /* that are kept; all are counted */

struct lw_study_faults {
    struct lw_arena *arena; /* owns the texts */
    struct lw_study_fault *faults;
    size_t n, cap;
    size_t n_wrong, n_before_opening, n_advice;
    bool no_memory;
};

void lw_study_faults_init(struct lw_study_faults *faults, struct lw_arena *arena);
/* wrong, before-opening or advice. */
const char *lw_study_gravity_name(enum lw_study_gravity gravity);
/* What another check found, at its line and column. */
void lw_study_fault_add(struct lw_study_faults *faults, const struct lw_error *err,
                        const char *remedy);
/* One line: "FILE:LINE:COLUMN: /pointer: sentence; remedy". */
void lw_study_fault_line(const struct lw_study_fault *fault, const char *file,
                         struct lw_buffer *out);
/* As an array of objects under that key. */
void lw_study_faults_json(const struct lw_study_faults *faults, const char *key,
                          struct lw_json_writer *json);

#endif
