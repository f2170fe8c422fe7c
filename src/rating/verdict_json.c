/* A verdict as members of a JSON object: the one place where it is written and read. */
#include <math.h>

#include "lw/base/json_value.h"
#include "lw/rating.h"

void lw_verdict_json(const struct lw_verdict *verdict, enum lw_former_name former,
                     struct lw_json_writer *json) {
    bool known = !isnan(verdict->percentile);
    bool calibrated = known && verdict->calibrated;
    lw_json_bool(json, "calibrated", calibrated);
    lw_json_real(json, "rating", verdict->rating);
    lw_json_real(json, "percentile", verdict->percentile);
    lw_json_text(json, "band",
                 known ? lw_band_name(lw_band_of(verdict->percentile)) : NULL);
    if (calibrated && verdict->version != 0) {
        lw_json_uint(json, "model_version", verdict->version);
    }
    if (former == LW_FORMER_RATING) {
        lw_json_real(json, calibrated ? "difficulty" : "plain_difficulty",
                     verdict->rating);
    } else if (former == LW_FORMER_PERCENTILE) {
        lw_json_real(json, "difficulty", calibrated ? verdict->percentile : (double)NAN);
    }
}

static void put_drivers(const struct lw_game_kind *kind, const struct lw_verdict *verdict,
                        struct lw_json_writer *json) {
    const struct lw_feature *features = kind->features->features;
    struct lw_buffer words;
    lw_buffer_init(&words, json->buf->alloc);
    lw_json_array(json, "drivers");
    for (size_t i = 0; i < verdict->n_drivers; i++) {
        const struct lw_driver *driver = &verdict->drivers[i];
        lw_buffer_clear(&words);
        lw_driver_words(kind, driver, &words);
        lw_json_object(json, NULL);
        lw_json_text(json, "feature", features[driver->feature].name);
        lw_json_text(json, "words", lw_buffer_text(&words));
        lw_json_real(json, "value", driver->value);
        lw_json_real(json, "error", driver->error);
        lw_json_real(json, "usual", driver->usual);
        lw_json_real(json, "push", driver->push);
        lw_json_real(json, "points", driver->points);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
    lw_json_bool(json, "outside", verdict->outside);
    lw_json_text(json, "outside_feature",
                 verdict->outside ? features[verdict->beyond.feature].name : NULL);
    lw_buffer_free(&words);
}

void lw_verdict_json_whole(const struct lw_game_kind *kind,
                           const struct lw_verdict *verdict, enum lw_former_name former,
                           struct lw_json_writer *json) {
    lw_verdict_json(verdict, former, json);
    lw_json_real(json, "low", verdict->low);
    lw_json_real(json, "high", verdict->high);
    lw_json_real(json, "score", verdict->score);
    lw_json_real(json, "score_error", verdict->score_error);
    lw_json_uint(json, "missing", verdict->n_missing);
    lw_json_uint(json, "sampled", verdict->n_sampled);
    put_drivers(kind, verdict, json);
}

static double within(const struct lw_json *object, const char *key, double least,
                     double most) {
    double value = lw_json_number_or(object, key, (double)NAN);
    return value >= least && value <= most ? value : (double)NAN;
}

bool lw_verdict_read(const struct lw_json *object, struct lw_verdict *out) {
    const struct lw_json *calibrated = lw_json_get(object, "calibrated");
    *out = (struct lw_verdict){.percentile = within(object, "percentile", 0, 100),
                               .rating = within(object, "rating", 1, 10),
                               .calibrated = calibrated != NULL &&
                                             calibrated->type == LW_JSON_TRUE};
    if (isnan(out->rating)) {
        out->rating = lw_plain_rating(out->percentile);
    }
    return !isnan(out->percentile);
}
