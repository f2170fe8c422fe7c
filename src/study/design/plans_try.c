/* Whether people can go through what a definition asks of them. What is refused here
 * keeps a study from being opened; its plan can be made all the same, for studies that
 * were opened before have data to be exported. */
#include "define/check.h"
#include "lw/study/plan.h"

/* Exactly so many marks are an answer: with fewer pictures there is none. */
static void try_marks(const struct reporter *report,
                      const struct lw_study_plan_phase *planned) {
    const struct lw_study_phase *phase = planned->phase;
    for (size_t i = 0; i < phase->n_questions && planned->n_trials > 0; i++) {
        const struct lw_study_question *question = &phase->questions[i];
        size_t n = planned->trials[0].n_refs;
        if (question->type == LW_STUDY_MARK && question->marks > (int64_t)n) {
            study_wrong(report, study_member_or(question->at, "marks"),
                        "ask for fewer marks, or show more levels",
                        "%lld pictures are to be marked, and %zu are shown",
                        (long long)question->marks, n);
        }
    }
}

static void try_phase(const struct reporter *report,
                      const struct lw_study_plan_phase *planned) {
    const struct lw_study_phase *phase = planned->phase;
    if (planned->type == LW_STUDY_COMPARE &&
        phase->least_pairs > (int64_t)planned->n_trials) {
        study_wrong(report, study_member_or(phase->at, "least_pairs"),
                    "write a smaller number, or name more levels",
                    "at least %lld pairs are asked for, and there are %zu",
                    (long long)phase->least_pairs, planned->n_trials);
    }
    if (planned->type == LW_STUDY_RATE) {
        try_marks(report, planned);
    }
}

static lw_status try_cell(const struct lw_study_plan_request *request,
                          const struct lw_alloc *alloc, struct lw_study_faults *faults,
                          struct lw_error *err) {
    const struct reporter report = {faults, request->study->json};
    struct lw_study_plan plan;
    struct lw_arena arena;
    lw_arena_init(&arena, alloc);
    lw_status status = lw_study_plan_make(request, &arena, &plan, err);
    if (status != LW_OK && status != LW_NO_MEMORY) {
        lw_study_fault_add(faults, err, "see `levelwright study plan`");
        status = LW_OK;
    } else if (status == LW_OK) {
        for (size_t i = 0; i < plan.n_phases; i++) {
            try_phase(&report, &plan.phases[i]);
        }
    }
    lw_arena_free(&arena);
    return status;
}

lw_status lw_study_plans_try(const struct lw_study *study,
                             const struct lw_study_cells *cells,
                             const struct lw_study_levels *levels,
                             const struct lw_alloc *alloc, struct lw_study_faults *faults,
                             struct lw_error *err) {
    size_t before = faults->n_wrong;
    lw_status status = LW_OK;
    /* What one cell lacks, others mostly lack too: it is said once. */
    for (size_t cell = 0; cell < cells->n && status == LW_OK && faults->n_wrong == before;
         cell++) {
        const struct lw_study_plan_request request = {study, cells, levels, cell, 1};
        status = try_cell(&request, alloc, faults, err);
    }
    return status == LW_OK && faults->no_memory ? lw_fail_memory(err) : status;
}
