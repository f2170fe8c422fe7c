/* Reading, writing and using a difficulty model. */
#include "lw/model.h"

#include <math.h>
#include <string.h>

#include "lw/base/json.h"

#define MAX_TERMS 500
#define MAX_LEVELS 1000000
#define MAX_NODES 1000000

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

static const char *const kind_names[] = {
#define X(code, name) name,
    LW_MODEL_KINDS(X)
#undef X
};

/* Files from before there were kinds are linear. */
static lw_status read_kind(struct lw_model *model, const struct lw_json *root,
                           struct lw_error *err) {
    const struct lw_json *kind = lw_json_get(root, "kind");
    if (kind == NULL) {
        return LW_OK;
    }
    for (size_t i = 0; kind->type == LW_JSON_TEXT && i < LW_MODEL_N_KINDS; i++) {
        if (strcmp(kind->text, kind_names[i]) == 0) {
            model->kind = (enum lw_model_kind)i;
            return LW_OK;
        }
    }
    return lw_fail(err, LW_BAD_INPUT, kind->line, 0,
                   "the model (version %d) is of kind '%.40s'; this program (version %d) "
                   "reads linear, trees and khalifa",
                   LW_MODEL_VERSION, kind->type == LW_JSON_TEXT ? kind->text : "?",
                   LW_MODEL_VERSION);
}

static void read_node(struct lw_model *model, const struct lw_json *at, bool *good) {
    struct lw_model_node *node = &model->nodes[model->n_nodes];
    const size_t here = model->n_nodes++;
    node->value = number_of(at, "value", good);
    if (lw_json_get(at, "left") == NULL) {
        return;
    }
    double term = number_of(at, "term", good), left = number_of(at, "left", good);
    double right = number_of(at, "right", good);
    node->cut = number_of(at, "cut", good);
    /* Children behind their parent: no walk can turn in a circle. */
    *good = *good && term >= 0 && term < (double)model->n_terms && left > (double)here &&
            right > (double)here && left < MAX_NODES && right < MAX_NODES;
    if (*good) {
        node->term = (uint32_t)term;
        node->left = (uint32_t)left;
        node->right = (uint32_t)right;
    }
}

static void read_trees(struct lw_model *model, const struct lw_json *root, bool *good) {
    const struct lw_json *nodes = lw_json_get(root, "nodes");
    const struct lw_json *roots = lw_json_get(root, "roots");
    if (nodes == NULL || nodes->type != LW_JSON_ARRAY || nodes->n_children > MAX_NODES ||
        roots == NULL || roots->type != LW_JSON_ARRAY || roots->n_children > MAX_NODES) {
        *good = false;
        return;
    }
    model->nodes =
        lw_arena_zero(&model->arena, nodes->n_children + 1, sizeof *model->nodes);
    model->roots =
        lw_arena_zero(&model->arena, roots->n_children + 1, sizeof *model->roots);
    *good = *good && model->nodes != NULL && model->roots != NULL;
    for (const struct lw_json *at = nodes->first; at != NULL && *good; at = at->next) {
        read_node(model, at, good);
    }
    for (size_t i = 0; *good && i < model->n_nodes; i++) {
        *good = model->nodes[i].left < model->n_nodes &&
                model->nodes[i].right < model->n_nodes;
    }
    for (const struct lw_json *at = roots->first; at != NULL && *good; at = at->next) {
        *good = at->type == LW_JSON_NUMBER && at->number >= 0 &&
                at->number < (double)model->n_nodes;
        model->roots[model->n_trees++] = *good ? (uint32_t)at->number : 0;
    }
}

/* Its features in their order: the formula is fixed. */
static void read_khalifa(struct lw_model *model, const struct lw_json *root, bool *good) {
    model->slope = number_of(root, "slope", good);
    *good = *good && model->n_terms == LW_KHALIFA_TERMS;
    for (size_t i = 0; *good && i < LW_KHALIFA_TERMS; i++) {
        *good = strcmp(model->terms[i].feature, lw_khalifa_feature(i)) == 0 &&
                !model->terms[i].log;
    }
}

static lw_status check_version(const struct lw_json *root, struct lw_error *err) {
    const struct lw_json *version = lw_json_get(root, "levelwright_model");
    if (version == NULL || version->type != LW_JSON_NUMBER) {
        return lw_fail(err, LW_BAD_INPUT, 1, 1,
                       "this is not a difficulty model: 'levelwright_model' is missing");
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
        status = read_kind(out, root, err);
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
        if (out->kind == LW_MODEL_TREES) {
            read_trees(out, root, &good);
        } else if (out->kind == LW_MODEL_KHALIFA) {
            read_khalifa(out, root, &good);
        }
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

static void put_trees(struct lw_json_writer *json, const struct lw_model *model) {
    lw_json_array(json, "roots");
    for (size_t i = 0; i < model->n_trees; i++) {
        lw_json_uint(json, NULL, model->roots[i]);
    }
    lw_json_array_end(json);
    lw_json_array(json, "nodes");
    for (size_t i = 0; i < model->n_nodes; i++) {
        const struct lw_model_node *node = &model->nodes[i];
        lw_json_object(json, NULL);
        lw_json_real(json, "value", node->value);
        if (node->left != 0) {
            lw_json_uint(json, "term", node->term);
            lw_json_real(json, "cut", node->cut);
            lw_json_uint(json, "left", node->left);
            lw_json_uint(json, "right", node->right);
        }
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
}

void lw_model_write(const struct lw_model *model, struct lw_buffer *out) {
    struct lw_json_writer json;
    lw_json_begin(&json, out);
    lw_json_object(&json, NULL);
    lw_json_uint(&json, "levelwright_model", LW_MODEL_VERSION);
    if (model->kind != LW_MODEL_LINEAR) {
        lw_json_text(&json, "kind", kind_names[model->kind]);
    }
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
    if (model->kind == LW_MODEL_TREES) {
        put_trees(&json, model);
    } else if (model->kind == LW_MODEL_KHALIFA) {
        lw_json_real(&json, "slope", model->slope);
    }
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

/* The term's value as the model uses it, in standard deviations from the mean; notes what
 * is missing or lies outside the range that was learned from. */
static double standard(const struct lw_model_term *term, double value, size_t i,
                       double *worst, struct lw_prediction *out) {
    value = term->log && value > -1 ? log1p(value) : value;
    if (isnan(value)) {
        out->n_missing++;
        return 0;
    }
    double beyond = value < term->low    ? (term->low - value) / term->sd
                    : value > term->high ? (value - term->high) / term->sd
                                         : 0;
    if (beyond > 0.5 && beyond > *worst) {
        *worst = beyond;
        out->outside = true;
        out->outside_term = i;
    }
    /* Weights hold where they were learned; beyond, a value counts as its bound. */
    return (fmin(fmax(value, term->low), term->high) - term->mean) / term->sd;
}

/* Walks every tree; what each question changes is the push of its feature. */
static void walk_trees(const struct lw_model *model, const double *z, double *push) {
    for (size_t t = 0; t < model->n_trees; t++) {
        const struct lw_model_node *node = &model->nodes[model->roots[t]];
        while (node->left != 0) {
            const struct lw_model_node *next =
                &model->nodes[z[node->term] <= node->cut ? node->left : node->right];
            push[node->term] += next->value - node->value;
            node = next;
        }
    }
}

static double roots_value(const struct lw_model *model) {
    double sum = 0;
    for (size_t t = 0; t < model->n_trees; t++) {
        sum += model->nodes[model->roots[t]].value;
    }
    return sum;
}

/* The score of the level as it is; a feature's push is what its mean in its place would
 * take away. */
static double walk_khalifa(const struct lw_model *model, const double *z, double *push) {
    double values[LW_KHALIFA_TERMS];
    for (size_t i = 0; i < LW_KHALIFA_TERMS; i++) {
        values[i] = model->terms[i].mean + z[i] * model->terms[i].sd;
    }
    double score = lw_khalifa_score(values);
    for (size_t i = 0; i < LW_KHALIFA_TERMS; i++) {
        double value = values[i];
        values[i] = model->terms[i].mean;
        push[i] = model->slope * (score - lw_khalifa_score(values));
        values[i] = value;
    }
    return model->slope * score;
}

void lw_model_predict(const struct lw_model *model, const double *values,
                      struct lw_prediction *out) {
    double worst = 0, z[MAX_TERMS], push[MAX_TERMS] = {0};
    *out = (struct lw_prediction){.score = model->intercept};
    for (size_t i = 0; i < model->n_terms; i++) {
        z[i] = standard(&model->terms[i], values[i], i, &worst, out);
        push[i] = model->terms[i].weight * z[i];
    }
    if (model->kind == LW_MODEL_TREES) {
        out->score += roots_value(model);
        walk_trees(model, z, push);
    }
    if (model->kind == LW_MODEL_KHALIFA) {
        out->score += walk_khalifa(model, z, push);
    }
    for (size_t i = 0; i < model->n_terms; i++) {
        out->score += model->kind == LW_MODEL_KHALIFA ? 0 : push[i];
        if (push[i] != 0) {
            note_driver(out, i, push[i]);
        }
    }
    size_t n = model->n_levels;
    out->percentile = percentile_in(model->predicted, n, out->score);
    out->low = percentile_in(model->observed, n, out->score - model->error90);
    out->high = percentile_in(model->observed, n, out->score + model->error90);
    out->low = fmin(out->low, out->percentile);
    out->high = fmax(out->high, out->percentile);
    out->rating = lw_model_rating(model, out->score);
}

double lw_model_rating(const struct lw_model *model, double score) {
    return 1 + 9 * percentile_in(model->predicted, model->n_levels, score) / 100;
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
