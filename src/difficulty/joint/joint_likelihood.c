/* The likelihood of one observation of each kind, with exact derivatives. */
#include <math.h>
#include <string.h>

#include "joint/joint_internal.h"

static double at(const double *theta, size_t index) {
    return index == JOINT_FIXED ? 0 : theta[index];
}

static void add(struct joint_local *l, size_t index, double direct, double difference,
                double factor) {
    if (index != JOINT_FIXED) {
        l->at[l->n] = index;
        l->direct[l->n] = direct;
        l->difference[l->n] = difference;
        l->factor[l->n++] = factor;
    }
}

void joint_local_of(const struct joint *j, const struct lw_observation *o,
                    struct joint_local *local) {
    enum lw_evidence_kind kind = j->data->sources[o->source].kind;
    local->n = 0; /* the rest is filled where it is used: this runs very often */
    local->sign = kind == LW_EVIDENCE_COMPLETION || kind == LW_EVIDENCE_OUTCOME ? -1 : 1;
    add(local, j->level + o->level, 0, 1, 0);
    if (kind == LW_EVIDENCE_CHOICE) {
        add(local, j->level + o->other, 0, -1, 0);
    }
    if (o->player != LW_NO_PLAYER && kind != LW_EVIDENCE_CHOICE) {
        if (kind == LW_EVIDENCE_RATING) {
            add(local, j->bias[o->player], 1, 0, 0);
            add(local, j->stretch[o->player], 0, 0, 1);
        } else {
            add(local, j->ability[o->player], 0, -1, 0);
        }
    }
    add(local, j->offset[o->source], 1, 0, 0);
    add(local, j->slope[o->source], 0, 0, 1);
    local->noise = j->noise[o->source];
    add(local, local->noise, 0, 0, 0);
}

/* A function of the mean and of the logarithm of the spread, with derivatives. */
struct outer {
    double value, m, s, mm, ms, ss;
};

static double log_one_plus_exp(double x) {
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

/* n trials with the logit of success as mean, k of them successes. */
static struct outer binomial(double mean, double k, double n) {
    double p = 1 / (1 + exp(-mean));
    return (struct outer){.value = n * log_one_plus_exp(mean) - k * mean,
                          .m = n * p - k,
                          .mm = n * p * (1 - p)};
}

static struct outer normal(double mean, double log_spread, double value) {
    double inverse = exp(-log_spread), e = (value - mean) * inverse;
    return (struct outer){.value = 0.5 * e * e + log_spread + 0.91893853320467274178,
                          .m = -e * inverse,
                          .s = 1 - e * e,
                          .mm = inverse * inverse,
                          .ms = 2 * e * inverse,
                          .ss = 2 * e * e};
}

/* The logarithm of the normal's lower tail and its hazard, also far out where both
 * density and tail vanish. */
static double log_tail(double q, double *hazard) {
    if (q > -25) {
        double tail = 0.5 * erfc(-q * 0.70710678118654752440);
        *hazard = 0.39894228040143267794 * exp(-0.5 * q * q) / tail;
        return log(tail);
    }
    double square = q * q;
    double series = 1 - 1 / square + 3 / (square * square);
    *hazard = -q / series;
    return -0.5 * square - 0.91893853320467274178 - log(-q) + log(series);
}

/* Beyond value, how far is not known. */
static struct outer beyond(double mean, double log_spread, double value) {
    double inverse = exp(-log_spread), q = (mean - value) * inverse, h;
    double tail = log_tail(q, &h), curve = h * (q + h);
    return (struct outer){.value = -tail,
                          .m = -h * inverse,
                          .s = h * q,
                          .mm = curve * inverse * inverse,
                          .ms = (h - curve * q) * inverse,
                          .ss = curve * q * q - h * q};
}

static struct outer outer_of(const struct joint *j, const struct lw_observation *o,
                             double mean, double log_spread) {
    struct outer f;
    switch (j->data->sources[o->source].kind) {
    case LW_EVIDENCE_COMPLETION:
        f = binomial(mean, o->value / j->prior->dispersion,
                     o->plays / j->prior->dispersion);
        break;
    case LW_EVIDENCE_RATING:
    case LW_EVIDENCE_TIME:
        f = o->censored ? beyond(mean, log_spread, o->value)
                        : normal(mean, log_spread, o->value);
        break;
    default:
        f = binomial(mean, o->value, 1);
        break;
    }
    return f;
}

void joint_likelihood(const struct joint *j, const struct lw_observation *o,
                      const double *theta, bool derivatives, struct joint_local *local) {
    double direct = 0, difference = 0, log_factor = 0, slope[JOINT_MAX_LOCAL];
    struct joint_local *l = local;
    for (size_t i = 0; i < l->n; i++) {
        double value = theta[l->at[i]];
        direct += l->direct[i] * value;
        difference += l->difference[i] * value;
        log_factor += l->factor[i] * value;
    }
    double factor = l->sign * exp(log_factor), reach = factor * difference;
    struct outer f = outer_of(j, o, direct + reach, at(theta, l->noise));
    l->value = f.value;
    if (!derivatives) {
        return;
    }
    for (size_t i = 0; i < l->n; i++) {
        slope[i] = l->direct[i] + factor * l->difference[i] + reach * l->factor[i];
        bool spread = l->at[i] == l->noise;
        l->gradient[i] = f.m * slope[i] + (spread ? f.s : 0);
        for (size_t k = 0; k <= i; k++) {
            double curve = factor * (l->difference[i] * l->factor[k] +
                                     l->factor[i] * l->difference[k]) +
                           reach * l->factor[i] * l->factor[k];
            double h = f.mm * slope[i] * slope[k] + f.m * curve;
            /* The spread's variable is the last, so only i can be it. */
            h += spread ? (k == i ? f.ss : f.ms * slope[k]) : 0;
            l->hessian[i][k] = h;
        }
    }
}
