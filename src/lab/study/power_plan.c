/* Sizes and effects of a power analysis, from the command line. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/power.h"

#define MOST_PEOPLE 1000000
#define MOST_SIZES 1000
#define MOST_EFFECTS 12
#define USUAL_STEP 20

static bool read_whole(const char **text, int64_t *out) {
    char *end;
    long long value = strtoll(*text, &end, 10);
    bool good = end != *text && value >= 1 && value <= MOST_PEOPLE;
    *text = end;
    *out = value;
    return good;
}

static lw_status read_people(const char *text, struct power_plan *plan,
                             struct lw_arena *arena, struct lw_error *err) {
    const char *at = text;
    int64_t from = 0, to = 0, step = USUAL_STEP;
    bool good = read_whole(&at, &from);
    to = from;
    if (good && strncmp(at, "..", 2) == 0) {
        at += 2;
        good = read_whole(&at, &to) && to >= from;
        if (good && *at == ':') {
            at++;
            good = read_whole(&at, &step);
        }
    }
    if (!good || *at != '\0' || (to - from) / step >= MOST_SIZES) {
        return lw_fail(
            err, LW_USAGE, 0, 0,
            "--people takes a number, or a range as 20..200 or 20..200:10, not "
            "'%.40s'",
            text);
    }
    plan->people =
        lw_arena_zero(arena, (size_t)((to - from) / step) + 1, sizeof *plan->people);
    if (plan->people == NULL) {
        return lw_fail_memory(err);
    }
    for (int64_t n = from; n <= to; n += step) {
        plan->people[plan->n_people++] = n;
    }
    return LW_OK;
}

static lw_status read_effects(const char *text, struct power_plan *plan,
                              struct lw_error *err) {
    const struct lw_study_truth_about *about =
        &lw_study_truths[LW_STUDY_TRUTH_SET_REACTION];
    for (const char *at = text; at != NULL; at = strchr(at, ',')) {
        char *end;
        at += *at == ',';
        double value = strtod(at, &end);
        bool good = end != at && (*end == ',' || *end == '\0') && value >= about->least &&
                    value <= about->most;
        if (!good || plan->n_effects == MOST_EFFECTS) {
            return lw_fail(err, LW_USAGE, 0, 0,
                           "--vary takes up to %d numbers from %g to %g, parted by "
                           "commas, not '%.40s'",
                           MOST_EFFECTS, about->least, about->most, text);
        }
        plan->effects[plan->n_effects++] = value;
    }
    return LW_OK;
}

lw_status power_plan_read(const struct cli_args *args, struct power_plan *plan,
                          struct lw_arena *arena, struct lw_error *err) {
    const struct lw_study *study = plan->job->definition.study;
    const char *vary = cli_value(args, "vary")->text;
    plan->repetitions = (size_t)cli_value(args, "repetitions")->i;
    plan->alpha = study->analysis.alpha;
    plan->margin = taylor_margin(study);
    plan->effects = lw_arena_zero(arena, MOST_EFFECTS + 1, sizeof *plan->effects);
    if (plan->effects == NULL) {
        return lw_fail_memory(err);
    }
    lw_status status = read_people(cli_value(args, "people")->text, plan, arena, err);
    if (status == LW_OK && vary != NULL) {
        status = read_effects(vary, plan, err);
    } else if (status == LW_OK) {
        plan->effects[plan->n_effects++] = 0;
        if (plan->margin > 0) {
            plan->effects[plan->n_effects++] = plan->margin;
        }
    }
    return status;
}

const char *power_why_not(const struct cli_args *args, const struct simulate_job *job) {
    static const char effect[] = "set-reaction=";
    const struct lw_study *study = job->definition.study;
    const struct taylor_phases phases = taylor_find_phases(study);
    for (size_t i = 0; i < args->n_repeats; i++) {
        if (strcmp(args->options[args->repeats[i].option].name, "effect") == 0 &&
            strncmp(args->repeats[i].text, effect, sizeof effect - 1) == 0) {
            return "power is worked out for the true differences of --vary D1,D2,...; "
                   "--effect set-reaction=D is for one run";
        }
    }
    if (strcmp(study->analysis.design, "taylor") != 0 ||
        phases.main[TAYLOR_GENERATED] == NULL || phases.main[TAYLOR_HAND_MADE] == NULL) {
        return "power is worked out for the registered model of taylor-stroop, reaction "
               "to words while levels of two sets are played, which this design does not "
               "have; of other designs simulate exports with --seed 1, 2, ... and take "
               "their interval from 'study analyze'";
    }
    return NULL;
}
