/* Marginal means: a model's prediction with one variable held at a point and the others
 * averaged over theirs, as in the R package emmeans.
 *
 * The grid of all points is a full crossing with equal weights, so the mean of a product
 * over it is the product of the means over each variable: the grid is never laid out. */
#include "lw/stats.h"

#include <math.h>

static double part_at(const struct lw_design *design, const struct lw_design_part *part,
                      size_t point) {
    const struct lw_design_variable *v = &design->variables[part->variable];
    if (v->levels != NULL) {
        return point == part->level;
    }
    return part->log ? log(v->points[point]) : v->points[point];
}

/* The parts of one variable in a product, multiplied. */
static double variable_at(const struct lw_design *design,
                          const struct lw_design_product *product, size_t variable,
                          size_t point) {
    double value = 1;
    for (size_t i = 0; i < product->degree; i++) {
        if (product->part[i].variable == variable) {
            value *= part_at(design, &product->part[i], point);
        }
    }
    return value;
}

static bool is_first_use(const struct lw_design_product *product, size_t part) {
    for (size_t i = 0; i < part; i++) {
        if (product->part[i].variable == product->part[part].variable) {
            return false;
        }
    }
    return true;
}

void lw_design_point(const struct lw_design *design, size_t variable, size_t point,
                     double *row) {
    for (size_t j = 0; j < design->p; j++) {
        const struct lw_design_product *product = &design->products[j];
        row[j] = 1;
        for (size_t i = 0; i < product->degree; i++) {
            size_t v = product->part[i].variable;
            size_t n = design->variables[v].n_points;
            double sum = 0;
            if (!is_first_use(product, i)) {
                continue;
            }
            for (size_t k = 0; k < n && v != variable; k++) {
                sum += variable_at(design, product, v, k) / (double)n;
            }
            row[j] *= v == variable ? variable_at(design, product, v, point) : sum;
        }
    }
}
