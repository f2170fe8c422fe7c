/* Reading, writing and using a difficulty model. */
#include "lw/model.h"

#include <math.h>
#include <string.h>

#include "lw/base/json.h"

#define MAX_TERMS 500
#define MAX_LEVELS 1000000

static double number_of(const struct lw_json *object, const char *key, bool *good) {
    const struct lw_json *value = lw_json_get(object, key);
    if (value == NULL || value->type != LW_JSON_NUMBER) {
        *good = false;
        return 0;
    }
    return value->number;
}

static const char *text_of(struct lw_model *model, const struct lw_json *object,
                           const char *key, bool *good) {
    const struct lw_json *value = lw_json_get(object, key);
    if (value == NULL || value->type != LW_JSON_TEXT) {
        *good = false;
        return "";
    }
    char *copy = lw_arena_text(&model->arena, value->text, value->text_len);
    *good = *good && copy != NULL;
    return copy == NULL ? "" : copy;
}

static double *numbers_of(struct lw_model *model, const struct lw_json *root,
                          const char *key, size_t n, bool *good) {
    const struct lw_json *list = lw_json_get(root, key);
    double *out = lw_arena_zero(&model->arena, n + 1, sizeof *out);
    if (list == NULL || list->type != LW_JSON_ARRAY || list->n_children != n ||
        out == NULL) {
        *good = false;
        return out;
    }
    size_t i = 0;
    for (const struct lw_json *at = list->first; at != NULL; at = at->next, i++) {
        *good =
            *good && at->type == LW_JSON_NUMBER && (i == 0 || at->number >= out[i - 1]);
        out[i] = at->number;
    }
    return out;
}

static void read_terms(struct lw_model *model, const struct lw_json *root, bool *good) {
    const struct lw_json *list = lw_json_get(root, "terms");
    if (list == NULL || list->type != LW_JSON_ARRAY || list->n_children > MAX_TERMS) {
        *good = false;
        return;
    }
    model->terms =
        lw_arena_zero(&model->arena, list->n_children + 1, sizeof *model->terms);
    for (const struct lw_json *at = list->first;
         at != NULL && *good && model->terms != NULL; at = at->next) {
        const struct lw_json *log_scale = lw_json_get(at, "log");
        struct lw_model_term *term = &model->terms[model->n_terms++];
        term->feature = text_of(model, at, "feature", good);
        term->log = log_scale != NULL && log_scale->type == LW_JSON_TRUE;
        term->mean = number_of(at, "mean", good);
        term->sd = number_of(at, "sd", good);
        term->weight = number_of(at, "weight", good);
        term->low = number_of(at, "low", good);
        term->high = number_of(at, "high", good);
        *good = *good && term->sd > 0 && term->low <= term->high;
    }
    *good = *good && model->terms != NULL;
}

static lw_status check_version(const struct lw_json *root, struct lw_error *err) {
    const struct lw_json *version = lw_json_get(root, "levelwright_model");
    if (version == NULL || version->type != LW_JSON_NUMBER) {
        return lw_fail(err, LW_BAD_INPUT, 1, 1,
                       "this is no difficulty model: 'levelwright_model' is missing");
    }
    if (version->number != LW_MODEL_VERSION) {
        return lw_fail(err, LW_BAD_INPUT, version->line, 0,
                       "the model has version %g, this program reads version %d; fit it "
                       "again with 'levelwright fit'",
                       version->number, LW_MODEL_VERSION);
    }
    return LW_OK;
}

lw_status lw_model_read(const struct lw_alloc *alloc, const char *text, size_t len,
                        struct lw_model *out, struct lw_error *err) {
    struct lw_arena scratch;
    struct lw_json *root = NULL;
    *out = (struct lw_model){0};
    lw_arena_init(&out->arena, alloc);
    lw_arena_init(&scratch, alloc);
    lw_status status = lw_json_read(&scratch, text, len, &root, err);
    if (status == LW_OK) {
        status = check_version(root, err);
    }
    if (status == LW_OK) {
        bool good = true;
        double n = number_of(root, "n_levels", &good);
        good = good && n >= 1 && n <= MAX_LEVELS;
        out->n_levels = good ? (size_t)n : 0;
        out->game = text_of(out, root, "game", &good);
        out->target = text_of(out, root, "target", &good);
        out->source = text_of(out, root, "source", &good);
        out->intercept = number_of(root, "intercept", &good);
        out->error90 = number_of(root, "error90", &good);
        read_terms(out, root, &good);
        out->observed = numbers_of(out, root, "observed", out->n_levels, &good);
        out->predicted = numbers_of(out, root, "predicted", out->n_levels, &good);
        if (!good) {
            status = lw_fail(err, LW_BAD_INPUT, 1, 1,
                             "the model file is damaged: a field is missing or out of "
                             "range");
        }
    }
    lw_arena_free(&scratch);
    if (status != LW_OK) {
        lw_model_free(out);
    }
    return status;
}

void lw_model_free(struct lw_model *model) {
    lw_arena_free(&model->arena);
    model->terms = NULL;
    model->n_terms = 0;
}

static void put_numbers(struct lw_json_writer *json, const char *key,
                        const double *values, size_t n) {
    lw_json_array(json, key);
    for (size_t i = 0; i < n; i++) {
        lw_json_real(json, NULL, values[i]);
    }
    lw_json_array_end(json);
}

void lw_model_write(const struct lw_model *model, struct lw_buffer *out) {
    struct lw_json_writer json;
    lw_json_begin(&json, out);
    lw_json_object(&json, NULL);
    lw_json_uint(&json, "levelwright_model", LW_MODEL_VERSION);
    lw_json_text(&json, "game", model->game);
    lw_json_text(&json, "target", model->target);
    lw_json_text(&json, "source", model->source);
    lw_json_uint(&json, "n_levels", model->n_levels);
    lw_json_real(&json, "intercept", model->intercept);
    lw_json_real(&json, "error90", model->error90);
    lw_json_array(&json, "terms");
    for (size_t i = 0; i < model->n_terms; i++) {
        const struct lw_model_term *term = &model->terms[i];
        lw_buffer_putc(out, '\n');
        lw_json_object(&json, NULL);
        lw_json_text(&json, "feature", term->feature);
        lw_json_bool(&json, "log", term->log);
        lw_json_real(&json, "mean", term->mean);
        lw_json_real(&json, "sd", term->sd);
        lw_json_real(&json, "weight", term->weight);
        lw_json_real(&json, "low", term->low);
        lw_json_real(&json, "high", term->high);
        lw_json_object_end(&json);
    }
    lw_json_array_end(&json);
    put_numbers(&json, "observed", model->observed, model->n_levels);
    put_numbers(&json, "predicted", model->predicted, model->n_levels);
    lw_json_object_end(&json);
    lw_buffer_putc(out, '\n');
}

/* Share of a sorted list below value, ties in the middle, in percent. */
static double percentile_in(const double *sorted, size_t n, double value) {
    size_t below = 0, up_to = 0;
    for (size_t i = 0; i < n; i++) {
        below += sorted[i] < value;
        up_to += sorted[i] <= value;
    }
    return 50.0 * (double)(below + up_to) / (double)n;
}

static void note_driver(struct lw_prediction *out, size_t term, double push) {
    size_t at = out->n_drivers;
    while (at > 0 && fabs(out->push[at - 1]) < fabs(push)) {
        at--;
    }
    if (at >= LW_MODEL_DRIVERS) {
        return;
    }
    if (out->n_drivers < LW_MODEL_DRIVERS) {
        out->n_drivers++;
    }
    for (size_t i = out->n_drivers - 1; i > at; i--) {
        out->driver[i] = out->driver[i - 1];
        out->push[i] = out->push[i - 1];
    }
    out->driver[at] = term;
    out->push[at] = push;
}

void lw_model_predict(const struct lw_model *model, const double *values,
                      struct lw_prediction *out) {
    double worst = 0;
    *out = (struct lw_prediction){.score = model->intercept};
    for (size_t i = 0; i < model->n_terms; i++) {
        const struct lw_model_term *term = &model->terms[i];
        double value = term->log && values[i] > -1 ? log1p(values[i]) : values[i];
        if (isnan(value)) {
            out->n_missing++;
            continue;
        }
        double beyond = value < term->low    ? (term->low - value) / term->sd
                        : value > term->high ? (value - term->high) / term->sd
                                             : 0;
        if (beyond > 0.5 && beyond > worst) {
            worst = beyond;
            out->outside = true;
            out->outside_term = i;
        }
        /* Weights hold where they were learned; beyond, a value counts as its bound. */
        value = fmin(fmax(value, term->low), term->high);
        double push = term->weight * (value - term->mean) / term->sd;
        out->score += push;
        note_driver(out, i, push);
    }
    size_t n = model->n_levels;
    out->percentile = percentile_in(model->predicted, n, out->score);
    out->low = percentile_in(model->observed, n, out->score - model->error90);
    out->high = percentile_in(model->observed, n, out->score + model->error90);
    out->low = fmin(out->low, out->percentile);
    out->high = fmax(out->high, out->percentile);
    out->rating = 1 + 9 * out->percentile / 100;
}

lw_status lw_model_bind(const struct lw_model *model, const char *const *names,
                        size_t n_names, size_t *index, struct lw_error *err) {
    for (size_t i = 0; i < model->n_terms; i++) {
        size_t at = 0;
        while (at < n_names && strcmp(names[at], model->terms[i].feature) != 0) {
            at++;
        }
        if (at == n_names) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "the model (version %d) uses a feature '%.60s' that this "
                           "program (version %d) does not know",
                           LW_MODEL_VERSION, model->terms[i].feature, LW_MODEL_VERSION);
        }
        index[i] = at;
    }
    return LW_OK;
}
