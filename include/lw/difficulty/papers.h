/* The papers' own estimates of difficulty and their tables, on any data.
 *
 *   linear       van Kreveld, Loffler and Mutser 2015: a plain least squares line
 *   kartal       Kartal, Sohre and Guy 2016: the fixed function of eq. 3
 *   kartal-grid  the same with congestion weights searched for the highest correlation
 *   schaa        Schaa 2021: of A*'s closed and open list, moves and pushes, the one that
 *                ranks the learned levels best
 *   khalifa      Khalifa and Fayek 2015: the weighted sum of six scores
 *
 * A fixed score gets a line from the learned levels, so that it predicts on the scale of
 * the answers. */
#ifndef LW_DIFFICULTY_PAPERS_H
#define LW_DIFFICULTY_PAPERS_H

#include "lw/base/runtime.h"
#include "lw/difficulty.h"
#include "lw/stats.h"

/* code, name */
#define LW_PAPERS(X)                                                                     \
    X(LINEAR, "linear")                                                                  \
    X(KARTAL, "kartal")                                                                  \
    X(KARTAL_GRID, "kartal-grid")                                                        \
    X(SCHAA, "schaa")                                                                    \
    X(KHALIFA, "khalifa")
enum lw_paper {
#define X(code, name) LW_PAPER_##code,
    LW_PAPERS(X)
#undef X
        LW_N_PAPERS
};
const char *lw_paper_name(enum lw_paper paper);
/* NULL when e has every feature that the paper's model needs, else the first it lacks.
 * kartal-grid needs the five columns "congestion:boxes", ":goals", ":walls",
 * ":boxes_by_open" and ":goals_by_open" (see lw_sokoban_congestion_of) beside the
 * features. */
const char *lw_paper_lacks(enum lw_paper paper, const struct lw_evidence *e);

/* Judged as lw_difficulty_judge does. columns is for linear: NULL takes e's line. */
lw_status lw_paper_judge(const struct lw_runtime *runtime, const struct lw_evidence *e,
                         enum lw_paper paper, const unsigned char *columns,
                         struct lw_judged *out, struct lw_error *err) LW_MUST_CHECK;
/* A model file, which predicts as the paper's model does. */
lw_status lw_paper_model(const struct lw_alloc *alloc, const struct lw_evidence *e,
                         enum lw_paper paper, const struct lw_model_request *request,
                         struct lw_model *out, struct lw_error *err) LW_MUST_CHECK;

#endif
