/* The design Taylor: in the laboratory with words during play, or online without. */
#include "study/taylor.h"

static lw_status laboratory(const struct taylor_data *d, struct report *r,
                            struct lw_error *err) {
    if (d->n < 3) {
        (void)report_words(
            r, report_print(r,
                            "Right answers to congruent and incongruent words on both "
                            "sets are there from %zu people; the models need three.",
                            d->n));
        return LW_OK;
    }
    lw_status status = taylor_put_primary(d, r, err);
    if (status == LW_OK) {
        status = taylor_put_raw(d, r, err);
    }
    if (status == LW_OK) {
        status = taylor_put_components(d, r, err);
    }
    if (status == LW_OK) {
        status = taylor_put_models(d, r, err);
    }
    taylor_put_script(d, r);
    return status;
}

static lw_status analyze(const struct study_export *e, struct report *r,
                         struct lw_error *err) {
    struct taylor_phases phases = taylor_find_phases(e->study);
    struct taylor_data d;
    lw_status status = LW_OK;
    if (phases.main[TAYLOR_GENERATED] != NULL && phases.main[TAYLOR_HAND_MADE] != NULL) {
        status = taylor_read(e, &r->arena, &d, err);
        if (status == LW_OK) {
            status = laboratory(&d, r, err);
        }
        if (status == LW_OK && phases.survey != NULL) {
            status = taylor_put_survey(&d, r, err);
        }
    }
    return status == LW_OK ? taylor_put_online(e, r, err) : status;
}

const struct study_design study_taylor = {"taylor", analyze};
