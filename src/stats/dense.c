/* Cholesky for the small Hessians of the fits (never for least squares). */
#include "stats_internal.h"

#include <math.h>
#include <string.h>

bool dense_cholesky(double *a, size_t n) {
    for (size_t j = 0; j < n; j++) {
        for (size_t i = j; i < n; i++) {
            double sum = a[i * n + j];
            for (size_t k = 0; k < j; k++) {
                sum -= a[i * n + k] * a[j * n + k];
            }
            if (i == j) {
                if (!(sum > 0)) {
                    return false;
                }
                a[i * n + i] = sqrt(sum);
            } else {
                a[i * n + j] = sum / a[j * n + j];
            }
        }
    }
    return true;
}

void dense_solve(const double *lower, size_t n, double *b) {
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++) {
            b[i] -= lower[i * n + k] * b[k];
        }
        b[i] /= lower[i * n + i];
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++) {
            b[i] -= lower[k * n + i] * b[k];
        }
        b[i] /= lower[i * n + i];
    }
}

void dense_inverse(const double *lower, size_t n, double *out) {
    memset(out, 0, n * n * sizeof *out);
    for (size_t i = 0; i < n; i++) {
        out[i * n + i] = 1;
        dense_solve(lower, n, out + i * n);
    }
}

double dense_log_det(const double *lower, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += 2 * log(lower[i * n + i]);
    }
    return sum;
}
