/* The numbers that simulated people follow. */
#include "lw/study/truth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct lw_study_truth_about lw_study_truths[LW_STUDY_N_TRUTHS] = {
#define X(code, name, unit, fallback, least, most, about)                                \
    {name, unit, fallback, least, most, about},
    LW_STUDY_TRUTH_LIST(X)
#undef X
};

void lw_study_truth_begin(struct lw_study_truth *truth) {
    for (size_t i = 0; i < LW_STUDY_N_TRUTHS; i++) {
        truth->value[i] = lw_study_truths[i].fallback;
    }
}

static size_t find(const char *name, size_t len) {
    size_t i = 0;
    while (i < LW_STUDY_N_TRUTHS && (strlen(lw_study_truths[i].name) != len ||
                                     memcmp(lw_study_truths[i].name, name, len) != 0)) {
        i++;
    }
    return i;
}

/* One that begins alike, to be named in a refusal. */
static const char *like(const char *name, size_t len) {
    const char *best = NULL;
    size_t most = 1;
    for (size_t i = 0; i < LW_STUDY_N_TRUTHS; i++) {
        size_t same = 0;
        while (same < len && lw_study_truths[i].name[same] == name[same]) {
            same++;
        }
        if (same > most) {
            most = same;
            best = lw_study_truths[i].name;
        }
    }
    return best;
}

lw_status lw_study_truth_set(struct lw_study_truth *truth, const char *text,
                             struct lw_error *err) {
    const char *is = strchr(text, '=');
    size_t len = is == NULL ? strlen(text) : (size_t)(is - text);
    size_t which = find(text, len);
    if (which == LW_STUDY_N_TRUTHS) {
        const char *near = like(text, len);
        return lw_fail(err, LW_USAGE, 0, 0, "there is no effect '%.*s'%s%s%s",
                       (int)(len < 60 ? len : 60), text,
                       near == NULL ? "" : "; did you mean ", near == NULL ? "" : near,
                       near == NULL ? "; --effects lists all of them" : "?");
    }
    const struct lw_study_truth_about *about = &lw_study_truths[which];
    char *end = NULL;
    double value = is == NULL ? NAN : strtod(is + 1, &end);
    if (is == NULL || end == is + 1 || *end != '\0' ||
        !(value >= about->least && value <= about->most)) {
        return lw_fail(err, LW_USAGE, 0, 0,
                       "effect %s: a number from %g to %g (%s) is expected after '='",
                       about->name, about->least, about->most, about->unit);
    }
    truth->value[which] = value;
    return LW_OK;
}

void lw_study_truth_page(struct lw_buffer *out) {
    lw_buffer_puts(out, "| effect | unit | usual | meaning |\n|---|---|---|---|\n");
    for (size_t i = 0; i < LW_STUDY_N_TRUTHS; i++) {
        const struct lw_study_truth_about *about = &lw_study_truths[i];
        lw_buffer_printf(out, "| `%s` | %s | %g | %s |\n", about->name, about->unit,
                         about->fallback, about->about);
    }
}
