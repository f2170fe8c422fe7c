/* Model formulas into design matrices. */
#include "lw/stats.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lw/base/buffer.h"

#define MAX_TERMS 64
#define MAX_DEGREE LW_DESIGN_MAX_DEGREE

/* One term: the columns it multiplies. */
struct term {
    const struct lw_column *factor[MAX_DEGREE];
    size_t degree;
};

struct parser {
    struct lw_table *table;
    const char *text;
    size_t at;
    struct term terms[MAX_TERMS];
    size_t n_terms;
    bool intercept;
    const struct lw_column *group;
    struct lw_column *logs[MAX_TERMS]; /* made for log(…) */
    size_t n_logs;
    size_t n_put; /* columns of the matrix filled so far */
    struct lw_error *err;
};

static lw_status refuse(struct parser *p, const char *what) {
    return lw_fail(p->err, LW_BAD_INPUT, 1, (uint32_t)p->at + 1, "formula '%.120s': %s",
                   p->text, what);
}

static void skip(struct parser *p) {
    while (isspace((unsigned char)p->text[p->at])) {
        p->at++;
    }
}

static bool accept(struct parser *p, char c) {
    skip(p);
    if (p->text[p->at] != c) {
        return false;
    }
    p->at++;
    return true;
}

static lw_status read_column(struct parser *p, const struct lw_column **out) {
    skip(p);
    bool quoted = p->text[p->at] == '`';
    p->at += quoted;
    size_t len = strcspn(p->text + p->at, quoted ? "`" : "~+*:()| \t");
    if (quoted && p->text[p->at + len] != '`') {
        return refuse(p, "this name has no closing `");
    }
    for (size_t i = 0; i < p->table->n_columns; i++) {
        const char *name = p->table->columns[i].name;
        if (strlen(name) == len && memcmp(name, p->text + p->at, len) == 0) {
            *out = &p->table->columns[i];
            p->at += len + quoted;
            return LW_OK;
        }
    }
    return len == 0 ? refuse(p, "a column's name is missing here")
                    : lw_fail(p->err, LW_BAD_INPUT, 1, (uint32_t)p->at + 1,
                              "formula '%.120s': there is no column '%.*s' (put a name "
                              "with blanks or signs between ` and `)",
                              p->text, (int)(len < 60 ? len : 60), p->text + p->at);
}

/* log(column) as a column of its own, the same one every time. */
static lw_status take_log(struct parser *p, const struct lw_column **column) {
    const struct lw_column *from = *column;
    size_t n = p->table->n_rows;
    struct lw_buffer name;
    for (size_t i = 0; i < p->n_logs; i++) {
        if (p->logs[i]->text == from->text) {
            *column = p->logs[i];
            return LW_OK;
        }
    }
    const double *x;
    lw_status status = lw_table_numbers(p->table, from->name, &x, p->err);
    for (size_t i = 0; status == LW_OK && i < n; i++) {
        if (!(x[i] > 0)) {
            status =
                lw_fail(p->err, LW_BAD_INPUT, 0, 0,
                        "column '%.60s', row %zu: %g has no logarithm; values must be "
                        "above zero",
                        from->name, i + 1, x[i]);
        }
    }
    if (status != LW_OK || p->n_logs == MAX_TERMS) {
        return status != LW_OK ? status : refuse(p, "too many logarithms");
    }
    struct lw_column *logs = lw_arena_zero(&p->table->arena, 1, sizeof *logs);
    double *value = lw_arena_zero(&p->table->arena, n + 1, sizeof *value);
    lw_buffer_init(&name, p->table->arena.alloc);
    lw_buffer_printf(&name, "log(%s)", from->name);
    const char *kept = lw_arena_text(&p->table->arena, lw_buffer_text(&name), name.len);
    lw_buffer_free(&name);
    if (logs == NULL || value == NULL || kept == NULL) {
        return lw_fail_memory(p->err);
    }
    for (size_t i = 0; i < n; i++) {
        value[i] = log(x[i]);
    }
    *logs = (struct lw_column){.name = kept, .text = from->text, .value = value};
    *column = p->logs[p->n_logs++] = logs;
    return LW_OK;
}

/* column, or log(column). */
static lw_status read_value(struct parser *p, const struct lw_column **out) {
    skip(p);
    bool is_log = strncmp(p->text + p->at, "log(", 4) == 0;
    p->at += is_log ? 4 : 0;
    lw_status status = read_column(p, out);
    if (status != LW_OK || !is_log) {
        return status;
    }
    return accept(p, ')') ? take_log(p, out) : refuse(p, "')' is missing after log(");
}

static bool same_term(const struct term *a, const struct term *b) {
    return a->degree == b->degree &&
           memcmp(a->factor, b->factor, a->degree * sizeof *a->factor) == 0;
}

static lw_status add_term(struct parser *p, const struct term *term) {
    for (size_t i = 0; i < p->n_terms; i++) {
        if (same_term(&p->terms[i], term)) {
            return LW_OK;
        }
    }
    if (p->n_terms == MAX_TERMS) {
        return refuse(p, "too many terms");
    }
    p->terms[p->n_terms++] = *term;
    return LW_OK;
}

/* a, a:b, a*b (which is a + b + a:b), a*b*c (all of its parts). */
static lw_status read_product(struct parser *p) {
    struct term all = {.degree = 0};
    bool crossed = false, coloned = false;
    do {
        if (all.degree == MAX_DEGREE) {
            return refuse(p, "an interaction of more than four columns");
        }
        lw_status status = read_value(p, &all.factor[all.degree]);
        if (status != LW_OK) {
            return status;
        }
        all.degree++;
        skip(p);
        crossed = crossed || p->text[p->at] == '*';
        coloned = coloned || p->text[p->at] == ':';
    } while (accept(p, ':') || accept(p, '*'));
    if (!crossed || all.degree == 1) {
        return add_term(p, &all);
    }
    if (coloned) {
        return refuse(p, "'*' and ':' in one product; write its parts with '+'");
    }
    /* Every subset of what is crossed; they are put in order by degree later. */
    for (size_t set = 1; set < (size_t)1 << all.degree; set++) {
        struct term part = {.degree = 0};
        for (size_t i = 0; i < all.degree; i++) {
            if (set >> i & 1) {
                part.factor[part.degree++] = all.factor[i];
            }
        }
        lw_status status = add_term(p, &part);
        if (status != LW_OK) {
            return status;
        }
    }
    return LW_OK;
}

static lw_status read_sum(struct parser *p) {
    p->intercept = true;
    do {
        lw_status status = LW_OK;
        skip(p);
        if (accept(p, '1')) {
        } else if (accept(p, '0')) {
            p->intercept = false;
        } else if (accept(p, '(')) {
            if (!accept(p, '1') || !accept(p, '|')) {
                return refuse(p, "only a random intercept (1 | group) is known");
            }
            if (p->group != NULL) {
                return refuse(p, "a second random intercept; one is allowed");
            }
            status = read_column(p, &p->group);
            if (status == LW_OK && !accept(p, ')')) {
                status = refuse(p, "')' is missing");
            }
        } else {
            status = read_product(p);
        }
        if (status != LW_OK) {
            return status;
        }
    } while (accept(p, '+'));
    skip(p);
    return p->text[p->at] == '\0' ? LW_OK : refuse(p, "this was not expected");
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

lw_status lw_table_levels(struct lw_table *table, const struct lw_column *column,
                          const char ***names, size_t *n_names, size_t **index,
                          struct lw_error *err) {
    size_t n = table->n_rows;
    *names = lw_arena_zero(&table->arena, n + 1, sizeof **names);
    *index = lw_arena_zero(&table->arena, n + 1, sizeof **index);
    if (*names == NULL || *index == NULL) {
        return lw_fail_memory(err);
    }
    *n_names = 0;
    for (size_t i = 0; i < n; i++) {
        (*names)[i] = column->text[i];
    }
    if (n > 0) {
        qsort(*names, n, sizeof **names, by_text);
    }
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || strcmp((*names)[i], (*names)[*n_names - 1]) != 0) {
            (*names)[(*n_names)++] = (*names)[i];
        }
    }
    for (size_t i = 0; i < n; i++) {
        const char **found =
            bsearch(&column->text[i], *names, *n_names, sizeof **names, by_text);
        (*index)[i] = (size_t)(found - *names);
    }
    return LW_OK;
}

struct answer {
    const char *text;
    double value;
    size_t row;
};

static int by_value(const void *a, const void *b) {
    const struct answer *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

lw_status lw_table_answers(struct lw_table *table, const struct lw_column *column,
                           const char ***names, size_t *n_names, size_t **index,
                           struct lw_error *err) {
    size_t n = table->n_rows;
    if (column->first_bad_row != 0) {
        return lw_table_levels(table, column, names, n_names, index, err);
    }
    struct answer *answers = lw_arena_zero(&table->arena, n + 1, sizeof *answers);
    *names = lw_arena_zero(&table->arena, n + 1, sizeof **names);
    *index = lw_arena_zero(&table->arena, n + 1, sizeof **index);
    if (answers == NULL || *names == NULL || *index == NULL) {
        return lw_fail_memory(err);
    }
    *n_names = 0;
    for (size_t i = 0; i < n; i++) {
        answers[i] = (struct answer){column->text[i], column->value[i], i};
    }
    qsort(answers, n, sizeof *answers, by_value);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || answers[i].value != answers[i - 1].value) {
            (*names)[(*n_names)++] = answers[i].text;
        }
        (*index)[answers[i].row] = *n_names - 1;
    }
    return LW_OK;
}

static bool is_factor(const struct lw_column *column) {
    return column->n_not_numbers > 0;
}

/* The columns of one table column: itself, or one a level but the first. */
struct coding {
    const struct lw_column *column;
    const char **names;
    size_t n_names, *index;
    size_t width;
};

static lw_status code(struct lw_table *table, const struct lw_column *column,
                      struct coding *out, struct lw_error *err) {
    *out = (struct coding){.column = column, .width = 1};
    if (column->n_missing > 0) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "column '%.60s' has %zu missing cells (first in row %zu); leave "
                       "such rows out first",
                       column->name, column->n_missing, column->first_missing_row);
    }
    if (!is_factor(column)) {
        return LW_OK;
    }
    lw_status status =
        lw_table_levels(table, column, &out->names, &out->n_names, &out->index, err);
    if (status == LW_OK && out->n_names < 2) {
        status =
            lw_fail(err, LW_BAD_INPUT, 0, 0, "column '%.60s' holds '%.40s' in every row",
                    column->name, out->names[0]);
    }
    out->width = out->n_names - 1;
    return status;
}

static double coded(const struct coding *coding, size_t row, size_t which) {
    return coding->names == NULL ? coding->column->value[row]
                                 : (double)(coding->index[row] == which + 1);
}

static bool is_log_column(const struct parser *p, const struct lw_column *column) {
    for (size_t i = 0; i < p->n_logs; i++) {
        if (p->logs[i] == column) {
            return true;
        }
    }
    return false;
}

/* The column of the table itself, also of its logarithm, which shares its cells. */
static const struct lw_column *origin(const struct parser *p,
                                      const struct lw_column *column) {
    for (size_t i = 0; i < p->table->n_columns; i++) {
        if (p->table->columns[i].text == column->text) {
            return &p->table->columns[i];
        }
    }
    return column;
}

static size_t variable_of(const struct parser *p, const struct lw_design *out,
                          const struct lw_column *column) {
    const char *name = origin(p, column)->name;
    size_t i = 0;
    while (i < out->n_variables && out->variables[i].name != name) {
        i++;
    }
    return i;
}

/* The mean of a number, or both of its values when it has no more. */
static lw_status number_points(struct parser *p, const struct lw_column *column,
                               struct lw_design_variable *out) {
    size_t n = p->table->n_rows, n_values = 0;
    long double sum = 0;
    out->points = lw_arena_zero(&p->table->arena, 2, sizeof *out->points);
    if (out->points == NULL) {
        return lw_fail_memory(p->err);
    }
    for (size_t i = 0; i < n; i++) {
        double x = column->value[i];
        sum += x;
        if (n_values < 3 && (n_values == 0 || x != out->points[0]) &&
            (n_values < 2 || x != out->points[1])) {
            if (n_values < 2) {
                out->points[n_values] = x;
            }
            n_values++;
        }
    }
    out->n_points = n_values == 2 ? 2 : 1;
    if (n_values != 2) {
        out->points[0] = (double)(sum / (long double)n);
    } else if (out->points[0] > out->points[1]) {
        double first = out->points[0];
        out->points[0] = out->points[1];
        out->points[1] = first;
    }
    return LW_OK;
}

static lw_status note_variable(struct parser *p, const struct lw_column *column,
                               struct lw_design *out) {
    const struct lw_column *from = origin(p, column);
    if (variable_of(p, out, column) < out->n_variables) {
        return LW_OK;
    }
    struct lw_design_variable *variable = &out->variables[out->n_variables];
    struct coding coding;
    lw_status status = code(p->table, from, &coding, p->err);
    if (status != LW_OK) {
        return status;
    }
    variable->name = from->name;
    out->n_variables++;
    if (coding.names == NULL) {
        return number_points(p, from, variable);
    }
    variable->levels = coding.names;
    variable->n_points = coding.n_names;
    return LW_OK;
}

static lw_status note_variables(struct parser *p, struct lw_design *out) {
    lw_status status = LW_OK;
    size_t most = 0;
    for (size_t i = 0; i < p->n_terms; i++) {
        most += p->terms[i].degree;
    }
    out->variables = lw_arena_zero(&p->table->arena, most + 1, sizeof *out->variables);
    if (out->variables == NULL) {
        return lw_fail_memory(p->err);
    }
    for (size_t i = 0; status == LW_OK && i < p->n_terms; i++) {
        for (size_t k = 0; status == LW_OK && k < p->terms[i].degree; k++) {
            status = note_variable(p, p->terms[i].factor[k], out);
        }
    }
    return status;
}

/* Appends the columns of one term; interactions run their first factor fastest. */
static lw_status put_term(struct parser *p, const struct term *term,
                          struct lw_design *out) {
    struct coding coding[MAX_DEGREE];
    size_t width = 1;
    for (size_t i = 0; i < term->degree; i++) {
        lw_status status = code(p->table, term->factor[i], &coding[i], p->err);
        if (status != LW_OK) {
            return status;
        }
        width *= coding[i].width;
    }
    for (size_t c = 0; c < width; c++) {
        struct lw_buffer name;
        struct lw_design_product *product = &out->products[p->n_put];
        lw_buffer_init(&name, p->table->arena.alloc);
        product->degree = term->degree;
        for (size_t row = 0; row < out->n; row++) {
            out->x[row * out->p + p->n_put] = 1;
        }
        size_t rest = c;
        for (size_t i = 0; i < term->degree; i++) {
            size_t which = rest % coding[i].width;
            rest /= coding[i].width;
            product->part[i] =
                (struct lw_design_part){.variable = variable_of(p, out, term->factor[i]),
                                        .level = which + 1,
                                        .log = is_log_column(p, term->factor[i])};
            lw_buffer_puts(&name, i > 0 ? ":" : "");
            lw_buffer_puts(&name, term->factor[i]->name);
            lw_buffer_puts(&name,
                           coding[i].names == NULL ? "" : coding[i].names[which + 1]);
            for (size_t row = 0; row < out->n; row++) {
                out->x[row * out->p + p->n_put] *= coded(&coding[i], row, which);
            }
        }
        out->terms[p->n_put++] =
            lw_arena_text(&p->table->arena, lw_buffer_text(&name), name.len);
        lw_buffer_free(&name);
    }
    return LW_OK;
}

static lw_status count_columns(struct parser *p, size_t *out) {
    *out = p->intercept ? 1 : 0;
    for (size_t i = 0; i < p->n_terms; i++) {
        size_t width = 1;
        for (size_t j = 0; j < p->terms[i].degree; j++) {
            struct coding coding;
            lw_status status = code(p->table, p->terms[i].factor[j], &coding, p->err);
            if (status != LW_OK) {
                return status;
            }
            width *= coding.width;
        }
        *out += width;
    }
    return *out > 0 ? LW_OK : refuse(p, "there is nothing on the right side");
}

static lw_status put_all(struct parser *p, struct lw_design *out) {
    if (p->intercept) {
        for (size_t row = 0; row < out->n; row++) {
            out->x[row * out->p] = 1;
        }
        out->terms[p->n_put++] = "(Intercept)";
    }
    for (size_t degree = 1; degree <= MAX_DEGREE; degree++) {
        for (size_t i = 0; i < p->n_terms; i++) {
            lw_status status =
                p->terms[i].degree == degree ? put_term(p, &p->terms[i], out) : LW_OK;
            if (status != LW_OK) {
                return status;
            }
        }
    }
    return LW_OK;
}

static lw_status read_response(struct parser *p, bool text, struct lw_design *out) {
    const struct lw_column *column;
    if (accept(p, '~')) {
        return LW_OK;
    }
    lw_status status = text ? read_column(p, &column) : read_value(p, &column);
    if (status != LW_OK) {
        return status;
    }
    out->response = column->name;
    if (!text && p->n_logs > 0) {
        out->y = column->value;
    } else if (!text) {
        status = lw_table_numbers(p->table, column->name, &out->y, p->err);
    }
    return status != LW_OK || accept(p, '~') ? status : refuse(p, "'~' is missing");
}

lw_status lw_design_build(struct lw_table *table, const char *formula, bool response_text,
                          struct lw_design *out, struct lw_error *err) {
    struct parser p = {.table = table, .text = formula, .err = err};
    *out = (struct lw_design){.n = table->n_rows};
    lw_status status = read_response(&p, response_text, out);
    if (status == LW_OK) {
        status = read_sum(&p);
    }
    if (status == LW_OK) {
        status = count_columns(&p, &out->p);
    }
    if (status != LW_OK) {
        return status;
    }
    out->intercept = p.intercept;
    out->x = lw_arena_zero(&table->arena, out->n * out->p, sizeof *out->x);
    out->terms = lw_arena_zero(&table->arena, out->p, sizeof *out->terms);
    out->products = lw_arena_zero(&table->arena, out->p, sizeof *out->products);
    if (out->x == NULL || out->terms == NULL || out->products == NULL) {
        return lw_fail_memory(err);
    }
    status = note_variables(&p, out);
    if (status == LW_OK) {
        status = put_all(&p, out);
    }
    if (status == LW_OK && p.group != NULL) {
        size_t *index = NULL;
        status = lw_column_names(p.group, err);
        if (status == LW_OK) {
            status = lw_table_levels(table, p.group, &out->group_names, &out->n_groups,
                                     &index, err);
        }
        out->group = index;
        out->group_column = p.group->name;
    }
    return status;
}

struct lw_regression_data lw_design_data(const struct lw_design *design,
                                         const double *weights) {
    return (struct lw_regression_data){.x = design->x,
                                       .y = design->y,
                                       .weights = weights,
                                       .n = design->n,
                                       .p = design->p,
                                       .intercept = design->intercept};
}
