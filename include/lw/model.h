/* Difficulty prediction from a model file: libc only, so that it runs in the browser.
 *
 * A model is a line of weighted features, a sum of small trees over them or a line of
 * Khalifa and Fayek's score, learned from people's play (see difficulty.h), with what is
 * needed to say how sure it is: the answers of the levels it learned from and the spread
 * of its errors on collections it had not seen. Format in docs/formats.md.
 */
#ifndef LW_MODEL_H
#define LW_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/buffer.h"
#include "lw/base/status.h"

#define LW_MODEL_VERSION 1
#define LW_MODEL_DRIVERS 3

/* code, name in the file */
#define LW_MODEL_KINDS(X)                                                                \
    X(LINEAR, "linear")                                                                  \
    X(TREES, "trees")                                                                    \
    X(KHALIFA, "khalifa")
enum lw_model_kind {
#define X(code, name) LW_MODEL_##code,
    LW_MODEL_KINDS(X)
#undef X
        LW_MODEL_N_KINDS
};

struct lw_model_term {
    const char *feature;
    bool log; /* ln(1 + value) is used */
    double mean, sd;
    double weight;    /* per standard deviation; positive is harder */
    double low, high; /* the range it learned from, as used */
};

/* A node of a tree. Its children stand behind it; a leaf has none (left is 0). */
struct lw_model_node {
    uint32_t term;        /* compared in standard deviations from its mean */
    uint32_t left, right; /* up to the cut: left */
    double cut;
    double value; /* a leaf's share of the score; what a node would give as a leaf */
};

struct lw_model {
    struct lw_arena arena;
    enum lw_model_kind kind;
    const char *game;
    const char *target; /* what it predicts, in words */
    const char *source; /* what it learned from, in words */
    size_t n_levels;    /* it learned from */
    double intercept;
    double slope;   /* khalifa: of its score */
    double error90; /* nine in ten held-out errors are at most this, on the score scale */
    struct lw_model_term *terms;
    size_t n_terms;
    struct lw_model_node *nodes; /* of all trees */
    uint32_t *roots;             /* [n_trees] */
    size_t n_nodes, n_trees;
    double *observed;  /* [n_levels], answers in ascending order */
    double *predicted; /* [n_levels], held-out predictions in ascending order */
};

/* Khalifa and Fayek's weighted sum of six scores, from these features in this order. */
#define LW_KHALIFA_TERMS 7
const char *lw_khalifa_feature(size_t i);
double lw_khalifa_score(const double *values);

/* The text of the model that ships with the program for that kind of game; NULL: none. */
const char *lw_model_shipped(const char *game, size_t *len);

/* Texts of models that are used in place of those that ship: one of a game at most. */
struct lw_model_text {
    const char *game;
    const char *text;
    size_t len;
    uint32_t version; /* of the store that it comes from, from 1 */
};
struct lw_model_texts {
    const struct lw_model_text *models;
    size_t n;
};

/* Refuses other versions, naming both. */
lw_status lw_model_read(const struct lw_alloc *alloc, const char *text, size_t len,
                        struct lw_model *out, struct lw_error *err) LW_MUST_CHECK;
void lw_model_write(const struct lw_model *model, struct lw_buffer *out);
void lw_model_free(struct lw_model *model);

struct lw_prediction {
    double score;                    /* on the model's own scale */
    double percentile;               /* among the levels it learned from, 0 to 100 */
    double low, high;                /* 90 % interval of the percentile */
    double rating;                   /* 1 to 10, from the percentile */
    size_t driver[LW_MODEL_DRIVERS]; /* terms that move it most, strongest first */
    double push[LW_MODEL_DRIVERS];   /* how far, on the score scale */
    size_t n_drivers;
    size_t n_missing;    /* features without a value; the mean stood in */
    bool outside;        /* some feature lies outside what it learned from */
    size_t outside_term; /* the one that lies furthest */
};
/* values[i] belongs to terms[i]; NaN where it is not known. */
void lw_model_predict(const struct lw_model *model, const double *values,
                      struct lw_prediction *out);

/* The 1 to 10 reading of a score. */
double lw_model_rating(const struct lw_model *model, double score);

/* The prediction for features of which some were sampled: errors[i] is the standard error
 * of values[i], 0 when exact. The interval is widened by what these errors do to the
 * score, and by what a feature without a value might be. values is as before afterwards.
 */
struct lw_model_doubt {
    size_t n_sampled;   /* terms whose feature was sampled */
    double score_error; /* standard error of the score from that */
};
void lw_model_predict_sampled(const struct lw_model *model, double *values,
                              const double *errors, struct lw_prediction *out,
                              struct lw_model_doubt *doubt);

/* For each term the index of its feature among names, or an error that names the one that
 * is not there. */
lw_status lw_model_bind(const struct lw_model *model, const char *const *names,
                        size_t n_names, size_t *index,
                        struct lw_error *err) LW_MUST_CHECK;

#endif
