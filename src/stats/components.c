/* Principal components of the correlation matrix, components with eigenvalues above one
 * or a given number of them, varimax by planar rotations (Kaiser 1958) run until nothing
 * turns any more. */
#include "lw/stats.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_matrix.h>

static size_t cells_of(size_t n, size_t p) {
    /* Every component is reserved, as k is not known before. */
    return p * p + p + 4 * p * p + n * p + p + p;
}

void lw_components_free(struct lw_components *pca) {
    lw_alloc_free(pca->alloc, pca->correlation,
                  cells_of(pca->n, pca->p) * sizeof(double));
    pca->correlation = NULL;
}

/* Standardises x into z and fills the correlation matrix. */
static lw_status correlate_all(const double *x, double *z, struct lw_components *pca,
                               struct lw_error *err) {
    size_t n = pca->n, p = pca->p;
    for (size_t j = 0; j < p; j++) {
        long double mean = 0, squares = 0;
        for (size_t i = 0; i < n; i++) {
            mean += x[i * p + j] / (long double)n;
        }
        for (size_t i = 0; i < n; i++) {
            squares += (x[i * p + j] - mean) * (x[i * p + j] - mean);
        }
        if (!(squares > 0)) {
            return lw_fail(err, LW_BAD_INPUT, 0, (uint32_t)j + 1,
                           "variable %zu is constant; leave it out", j + 1);
        }
        long double sd = sqrtl(squares / (long double)(n - 1));
        for (size_t i = 0; i < n; i++) {
            z[i * p + j] = (double)((x[i * p + j] - mean) / sd);
        }
    }
    for (size_t a = 0; a < p; a++) {
        for (size_t b = 0; b <= a; b++) {
            long double sum = 0;
            for (size_t i = 0; i < n; i++) {
                sum += (long double)z[i * p + a] * z[i * p + b];
            }
            double r = a == b ? 1 : (double)(sum / (long double)(n - 1));
            pca->correlation[a * p + b] = pca->correlation[b * p + a] = r;
        }
    }
    return LW_OK;
}

/* What the eigenvalues are computed in. */
static size_t room_of(size_t p) {
    return p * p + 4 * p;
}

/* GSL's own allocations end the process where memory is missing, unless its error handler
 * is switched off for every thread at once; so it is given room and allocates nothing. */
static void eigen(struct lw_components *pca, double *vectors, double *room) {
    size_t p = pca->p;
    double *d = room + p * p;
    gsl_eigen_symmv_workspace work = {
        .size = p, .d = d, .sd = d + p, .gc = d + 2 * p, .gs = d + 3 * p};
    gsl_matrix_view matrix = gsl_matrix_view_array(room, p, p);
    gsl_matrix_view columns = gsl_matrix_view_array(vectors, p, p);
    gsl_vector_view values = gsl_vector_view_array(pca->eigenvalues, p);
    memcpy(room, pca->correlation, p * p * sizeof(double));
    (void)gsl_eigen_symmv(&matrix.matrix, &values.vector, &columns.matrix, &work);
    (void)gsl_eigen_symmv_sort(&values.vector, &columns.matrix, GSL_EIGEN_SORT_VAL_DESC);
}

/* The varimax criterion of p x k loadings: over columns, the variance of the squares. */
static double varimax_criterion(const double *loadings, size_t p, size_t k) {
    double sum = 0;
    for (size_t c = 0; c < k; c++) {
        double squares = 0, fourths = 0;
        for (size_t i = 0; i < p; i++) {
            double s = loadings[i * k + c] * loadings[i * k + c];
            squares += s;
            fourths += s * s;
        }
        sum += fourths / (double)p - squares * squares / ((double)p * (double)p);
    }
    return sum;
}

/* The angle that maximises the criterion in the plane of columns a and b. */
static double best_angle(const double *m, size_t p, size_t k, size_t a, size_t b) {
    double u_sum = 0, v_sum = 0, cos_part = 0, sin_part = 0;
    for (size_t i = 0; i < p; i++) {
        double x = m[i * k + a], y = m[i * k + b];
        double u = x * x - y * y, v = 2 * x * y;
        u_sum += u;
        v_sum += v;
        cos_part += u * u - v * v;
        sin_part += 2 * u * v;
    }
    double n = (double)p;
    return 0.25 * atan2(sin_part - 2 * u_sum * v_sum / n,
                        cos_part - (u_sum * u_sum - v_sum * v_sum) / n);
}

static void turn(double *m, size_t rows, size_t k, size_t a, size_t b, double angle) {
    double c = cos(angle), s = sin(angle);
    for (size_t i = 0; i < rows; i++) {
        double x = m[i * k + a], y = m[i * k + b];
        m[i * k + a] = c * x + s * y;
        m[i * k + b] = c * y - s * x;
    }
}

/* Rotates loadings; weights (may be NULL) is turned along. */
static void varimax(double *loadings, double *weights, size_t p, size_t k) {
    double largest = 1;
    for (int sweep = 0; sweep < 1000 && largest > 1e-13; sweep++) {
        largest = 0;
        for (size_t a = 0; a < k; a++) {
            for (size_t b = a + 1; b < k; b++) {
                double angle = best_angle(loadings, p, k, a, b);
                turn(loadings, p, k, a, b, angle);
                if (weights != NULL) {
                    turn(weights, p, k, a, b, angle);
                }
                largest = fmax(largest, fabs(angle));
            }
        }
    }
}

static void rotate_both(struct lw_components *pca) {
    size_t p = pca->p, k = pca->k;
    memcpy(pca->varimax_raw, pca->loadings, p * k * sizeof(double));
    varimax(pca->varimax_raw, NULL, p, k);
    for (size_t i = 0; i < p; i++) {
        double length = 0;
        for (size_t c = 0; c < k; c++) {
            length += pca->loadings[i * k + c] * pca->loadings[i * k + c];
        }
        pca->communality[i] = length;
        for (size_t c = 0; c < k; c++) {
            /* A variable that no component carries stays where it is. */
            pca->varimax[i * k + c] =
                length > 0 ? pca->loadings[i * k + c] / sqrt(length) : 0;
        }
    }
    varimax(pca->varimax, pca->weights, p, k);
    pca->criterion = varimax_criterion(pca->varimax, p, k);
    for (size_t i = 0; i < p; i++) {
        for (size_t c = 0; c < k; c++) {
            pca->varimax[i * k + c] *= sqrt(pca->communality[i]);
            pca->ss_rotated[c] += pca->varimax[i * k + c] * pca->varimax[i * k + c];
        }
    }
}

static void score(const double *z, struct lw_components *pca) {
    for (size_t i = 0; i < pca->n; i++) {
        for (size_t c = 0; c < pca->k; c++) {
            double sum = 0;
            for (size_t j = 0; j < pca->p; j++) {
                sum += z[i * pca->p + j] * pca->weights[j * pca->k + c];
            }
            pca->scores[i * pca->k + c] = sum;
        }
    }
}

static void lay_out(struct lw_components *pca) {
    size_t p = pca->p;
    pca->eigenvalues = pca->correlation + p * p;
    pca->loadings = pca->eigenvalues + p;
    pca->varimax = pca->loadings + p * p;
    pca->varimax_raw = pca->varimax + p * p;
    pca->weights = pca->varimax_raw + p * p;
    pca->scores = pca->weights + p * p;
    pca->communality = pca->scores + pca->n * p;
    pca->ss_rotated = pca->communality + p;
}

/* How many to keep; one without variance has no scores. */
static lw_status choose(struct lw_components *pca, size_t wanted, struct lw_error *err) {
    size_t n_above = 0, n_usable = 0;
    for (size_t i = 0; i < pca->p; i++) {
        n_above += pca->eigenvalues[i] > 1;
        n_usable += pca->eigenvalues[i] > 1e-10 * (double)pca->p;
    }
    pca->k = wanted == 0 ? n_above : wanted;
    return pca->k <= n_usable
               ? LW_OK
               : lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "%zu components were asked for, but only %zu have any variance",
                         wanted, n_usable);
}

static void rotate(struct lw_components *pca, const double *vectors, const double *z) {
    size_t p = pca->p, k = pca->k;
    for (size_t i = 0; i < p; i++) {
        for (size_t c = 0; c < k; c++) {
            double root = sqrt(pca->eigenvalues[c]);
            pca->loadings[i * k + c] = vectors[i * p + c] * root;
            pca->weights[i * k + c] = vectors[i * p + c] / root;
        }
    }
    rotate_both(pca);
    score(z, pca);
}

lw_status lw_components_fit(const struct lw_alloc *alloc,
                            const struct lw_components_data *data,
                            struct lw_components *out, struct lw_error *err) {
    size_t n = data->n, p = data->p;
    if (n < 3 || p < 2) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "components need at least 3 rows and 2 variables; there are %zu "
                       "and %zu",
                       n, p);
    }
    double *cells = lw_alloc_zero(alloc, cells_of(n, p), sizeof *cells);
    size_t n_scratch = n * p + p * p + room_of(p);
    double *z = lw_alloc_get(alloc, n_scratch * sizeof *z);
    *out = (struct lw_components){.alloc = alloc, .n = n, .p = p, .correlation = cells};
    lw_status status = cells == NULL || z == NULL ? lw_fail_memory(err) : LW_OK;
    double *vectors = z == NULL ? NULL : z + n * p;
    if (status == LW_OK) {
        lay_out(out);
        status = correlate_all(data->x, z, out, err);
    }
    if (status == LW_OK) {
        eigen(out, vectors, vectors + p * p);
        status = choose(out, data->k, err);
    }
    if (status == LW_OK) {
        rotate(out, vectors, z);
    } else {
        lw_components_free(out);
    }
    lw_alloc_free(alloc, z, n_scratch * sizeof *z);
    return status;
}
