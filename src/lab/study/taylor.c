/* The design Taylor. */
#include "study/designs.h"

static lw_status analyze(const struct study_export *e, struct report *r,
                         struct lw_error *err) {
    (void)e;
    (void)err;
    (void)report_words(r, "Of this design there is the general part so far.");
    return LW_OK;
}

const struct study_design study_taylor = {"taylor", analyze};
