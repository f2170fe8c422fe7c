/* Whom the rules leave out, and who deserves a second look. */
#include <math.h>
#include <string.h>

#include "lw/study/measures.h"

#define FAST_SHARE (1.0 / 3) /* of the stated minutes */
#define FAST_ANSWER_MS 200.0
#define AWAY_SECONDS 60.0
#define AWAY_TIMES 10.0
#define MISSED_SHARE 0.25

const char *lw_study_flag_name(enum lw_study_flag flag) {
    static const char *const names[LW_STUDY_N_FLAGS] = {
#define X(code, name, about) name,
        LW_STUDY_FLAG_LIST(X)
#undef X
    };
    return names[flag];
}

static size_t measure_code(const char *name) {
    size_t i = 0;
    while (i < LW_STUDY_N_MEASURES && strcmp(lw_study_measures[i].name, name) != 0) {
        i++;
    }
    return i;
}

/* The flag that a measure out of its bounds raises; N_FLAGS: none. */
static enum lw_study_flag flag_of(const struct lw_study_exclusion *rule) {
    switch (measure_code(rule->measure)) {
    case LW_STUDY_MEASURE_SECONDS:
    case LW_STUDY_MEASURE_FASTEST_ANSWER_MS:
    case LW_STUDY_MEASURE_REACTION_MS:
        return isnan(rule->below) ? LW_STUDY_N_FLAGS : LW_STUDY_FLAG_TOO_FAST;
    case LW_STUDY_MEASURE_HIDDEN_SECONDS:
    case LW_STUDY_MEASURE_HIDDEN_TIMES:
        return LW_STUDY_FLAG_BLURRED;
    case LW_STUDY_MEASURE_MISSED_SHARE:
        return LW_STUDY_FLAG_MISSED;
    case LW_STUDY_MEASURE_HEADPHONES:
        return LW_STUDY_FLAG_NO_HEADPHONES;
    case LW_STUDY_MEASURE_EVENTS_LOST:
        return LW_STUDY_FLAG_EVENTS_LOST;
    default:
        return LW_STUDY_N_FLAGS;
    }
}

static bool is_completed(const struct lw_study_log *log) {
    const struct lw_study_event *last = log->n == 0 ? NULL : &log->events[log->n - 1];
    return last != NULL && strcmp(last->type->name, "phase-end") == 0 &&
           strcmp(last->phase, log->plan->phases[log->plan->n_phases - 1].id) == 0;
}

/* Comparisons with NaN are false: what was not measured raises nothing. */
static uint32_t general_flags(const struct lw_study_log *log, const double *m) {
    double minutes = (double)log->request->study->minutes;
    bool fast =
        m[LW_STUDY_MEASURE_FASTEST_ANSWER_MS] < FAST_ANSWER_MS ||
        (is_completed(log) && m[LW_STUDY_MEASURE_SECONDS] < minutes * 60 * FAST_SHARE);
    bool blurred = m[LW_STUDY_MEASURE_HIDDEN_SECONDS] > AWAY_SECONDS ||
                   m[LW_STUDY_MEASURE_HIDDEN_TIMES] > AWAY_TIMES;
    bool missed = m[LW_STUDY_MEASURE_MISSED_SHARE] > MISSED_SHARE;
    bool deaf = m[LW_STUDY_MEASURE_HEADPHONES] < 1;
    bool lost = m[LW_STUDY_MEASURE_EVENTS_LOST] > 0;
    return (uint32_t)fast << LW_STUDY_FLAG_TOO_FAST |
           (uint32_t)blurred << LW_STUDY_FLAG_BLURRED |
           (uint32_t)missed << LW_STUDY_FLAG_MISSED |
           (uint32_t)deaf << LW_STUDY_FLAG_NO_HEADPHONES |
           (uint32_t)lost << LW_STUDY_FLAG_EVENTS_LOST;
}

static lw_status rule_holds(const struct lw_study_log *log,
                            const struct lw_study_exclusion *rule, struct lw_arena *arena,
                            bool *holds, struct lw_error *err) {
    double measures[LW_STUDY_N_MEASURES];
    size_t code = measure_code(rule->measure);
    *holds = false;
    lw_status status = lw_study_measure(log, rule->phase, arena, measures, err);
    if (status == LW_OK && code < LW_STUDY_N_MEASURES) {
        *holds = measures[code] > rule->above || measures[code] < rule->below;
    }
    return status;
}

lw_status lw_study_judge(const struct lw_study_log *log, struct lw_arena *arena,
                         struct lw_study_verdict *out, struct lw_error *err) {
    const struct lw_study *study = log->request->study;
    bool *holds = lw_arena_zero(arena, study->n_exclusions + 1, sizeof *holds);
    *out = (struct lw_study_verdict){.holds = holds};
    if (holds == NULL) {
        return lw_fail_memory(err);
    }
    lw_status status = lw_study_measure(log, NULL, arena, out->measures, err);
    out->flags = status == LW_OK ? general_flags(log, out->measures) : 0;
    for (size_t i = 0; i < study->n_exclusions && status == LW_OK; i++) {
        const struct lw_study_exclusion *rule = &study->exclusions[i];
        status = rule_holds(log, rule, arena, &holds[i], err);
        out->excluded = out->excluded || (holds[i] && !rule->only_flag);
        if (holds[i] && flag_of(rule) < LW_STUDY_N_FLAGS) {
            out->flags |= 1u << flag_of(rule);
        }
    }
    return status;
}

/* A rule may have the name of the flag that it raises. */
static bool is_raised(const struct lw_study_verdict *verdict, const char *name) {
    for (int i = 0; i < LW_STUDY_N_FLAGS; i++) {
        if ((verdict->flags >> i & 1) != 0 &&
            strcmp(lw_study_flag_name((enum lw_study_flag)i), name) == 0) {
            return true;
        }
    }
    return false;
}

static void put_rules(const struct lw_study *study,
                      const struct lw_study_verdict *verdict, bool only_flag,
                      struct lw_buffer *out, const char *before) {
    for (size_t i = 0; i < study->n_exclusions; i++) {
        if (verdict->holds[i] && study->exclusions[i].only_flag == only_flag &&
            !(only_flag && is_raised(verdict, study->exclusions[i].id))) {
            lw_buffer_printf(out, "%s%s", before, study->exclusions[i].id);
            before = " ";
        }
    }
}

void lw_study_verdict_flags(const struct lw_study *study,
                            const struct lw_study_verdict *verdict,
                            struct lw_buffer *out) {
    const char *before = "";
    for (int i = 0; i < LW_STUDY_N_FLAGS; i++) {
        if ((verdict->flags >> i & 1) != 0) {
            lw_buffer_printf(out, "%s%s", before,
                             lw_study_flag_name((enum lw_study_flag)i));
            before = " ";
        }
    }
    put_rules(study, verdict, true, out, before);
}

void lw_study_verdict_excluded_by(const struct lw_study *study,
                                  const struct lw_study_verdict *verdict,
                                  struct lw_buffer *out) {
    put_rules(study, verdict, false, out, "");
}
