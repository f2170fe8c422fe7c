/* Assignment of the next person to a cell. */
#include "lw/study/assignment.h"

#include <string.h>

#include "lw/base/rng.h"

#define TIES_LABEL 0x7469u

static int64_t taken(const struct lw_study_cell_count *count) {
    return count->open + count->completed;
}

size_t lw_study_assign(const struct lw_study *study,
                       const struct lw_study_cell_count *counts, size_t n_cells,
                       uint64_t person) {
    size_t n_least = 0, first = 0;
    for (size_t i = 0; i < n_cells; i++) {
        if (taken(&counts[i]) < taken(&counts[first])) {
            first = i;
        }
    }
    for (size_t i = 0; i < n_cells; i++) {
        n_least += taken(&counts[i]) == taken(&counts[first]);
    }
    if (study->assignment.ties == LW_STUDY_TIES_IN_ORDER || n_least < 2) {
        return first;
    }
    struct lw_rng stream = lw_rng_make((uint64_t)study->seed, person);
    struct lw_rng rng = lw_rng_fork(&stream, TIES_LABEL);
    size_t wanted = lw_rng_below(&rng, (uint32_t)n_least);
    size_t i = first;
    while (taken(&counts[i]) != taken(&counts[first]) || wanted-- > 0) {
        i++;
    }
    return i;
}

lw_status lw_study_wants_more(const struct lw_study *study,
                              const struct lw_study_cell_count *counts, size_t n_cells,
                              const char *today, struct lw_study_wanted *out,
                              struct lw_error *err) {
    const struct lw_study_stopping *stopping = &study->stopping;
    int64_t completed = 0, open = 0;
    for (size_t i = 0; i < n_cells; i++) {
        completed += counts[i].completed;
        open += counts[i].open;
    }
    int64_t n = stopping->people == 0 ? INT64_MAX : stopping->people - completed - open;
    *out = (struct lw_study_wanted){.n = n, .why_none = LW_STUDY_WANTS_MORE};
    if (stopping->until != NULL && today != NULL && strcmp(today, stopping->until) > 0) {
        *out = (struct lw_study_wanted){.why_none = LW_STUDY_IS_OVER};
        return lw_fail(err, LW_FULL, 0, 0, "the study ended on %s", stopping->until);
    }
    if (n > 0) {
        return LW_OK;
    }
    if (completed >= stopping->people) {
        *out = (struct lw_study_wanted){.why_none = LW_STUDY_HAS_ENOUGH};
        return lw_fail(err, LW_FULL, 0, 0, "enough people have taken part");
    }
    *out = (struct lw_study_wanted){.why_none = LW_STUDY_IS_FULL};
    return lw_fail(err, LW_FULL, 0, 0,
                   "every place is taken at the moment; one may come free again");
}
