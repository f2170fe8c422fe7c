/* Why a level is as hard as it is said to be, in words that players use. */
#include <math.h>
#include <string.h>

#include "lw/rating.h"

#define NEARLY 1.3 /* times more or less still counts as usual */
#define LARGE 1e6

/* 12, 3.3, 0.25, 150,000, 10^8 */
static void put_number(struct lw_buffer *out, double value) {
    /* Two digits that count; rounding may make it a digit longer. */
    double unit = value >= 999.5 ? pow(10, floor(log10(value)) - 1) : 1;
    double rounded = round(value / unit) * unit;
    if (rounded >= LARGE) {
        lw_buffer_printf(out, "10^%.0f", log10(value));
    } else if (rounded >= 1000) {
        unsigned long whole = (unsigned long)(rounded + 0.5);
        lw_buffer_printf(out, "%lu,%03lu", whole / 1000, whole % 1000);
    } else if (fabs(value) >= 10) {
        lw_buffer_printf(out, "%.0f", value);
    } else {
        lw_buffer_printf(out, "%.2g", value);
    }
}

static bool ends_with(const char *text, size_t len, const char *end) {
    size_t n = strlen(end);
    return len >= n && memcmp(text + len - n, end, n) == 0;
}

/* One of what the unit counts: "boxes" -> "box", "moves a cell" -> "move a cell". The
 * counted noun is the last word, or the one before " a ". */
static void put_single(struct lw_buffer *out, const char *unit) {
    const char *rest = strstr(unit, " a ");
    size_t len = rest != NULL ? (size_t)(rest - unit) : strlen(unit);
    size_t cut = ends_with(unit, len, "xes") || ends_with(unit, len, "shes") ? 2
                 : ends_with(unit, len, "s")                                 ? 1
                                                                             : 0;
    lw_buffer_printf(out, " %.*s%s", (int)(len - cut), unit, unit + len);
}

static void put_unit(struct lw_buffer *out, const char *unit) {
    if (unit[0] != '\0') {
        lw_buffer_printf(out, " %s", unit);
    }
}

/* "12 boxes", "1 box" */
static void put_counted(struct lw_buffer *out, const char *unit, double value) {
    put_number(out, value);
    if (value == 1 && unit[0] != '\0') {
        put_single(out, unit);
    } else {
        put_unit(out, unit);
    }
}

/* How many times the usual, where that means something. */
static bool is_unlike(double value, double usual) {
    return usual > 0 && value > 0 && (value >= NEARLY * usual || value <= usual / NEARLY);
}

static void put_count(struct lw_buffer *out, const char *unit, double value,
                      double usual) {
    put_counted(out, unit, value);
    if (is_unlike(value, usual)) {
        lw_buffer_puts(out, ", ");
        put_number(out, value / usual);
        lw_buffer_puts(out, " times the usual ");
        put_number(out, usual);
    } else {
        lw_buffer_puts(out, "; ");
        put_number(out, usual);
        lw_buffer_puts(out, " is usual");
    }
}

/* Tries until he comes through once, from ln(1 - log10 u). */
static double tries(double scale) {
    return pow(10, fmin(exp(scale) - 1, 300));
}

static void put_chance(struct lw_buffer *out, double value, double usual) {
    double n = tries(value), common = tries(usual);
    if (n < NEARLY) {
        lw_buffer_puts(out, "nearly every time");
    } else {
        lw_buffer_puts(out, "once in ");
        put_number(out, n);
        lw_buffer_puts(out, " tries");
    }
    if (!is_unlike(n, common)) {
        lw_buffer_puts(out, ", about as usual");
    } else if (n < NEARLY || n > common * LARGE || common > n * LARGE) {
        lw_buffer_puts(out, "; once in ");
        put_number(out, common);
        lw_buffer_puts(out, " is usual");
    } else {
        lw_buffer_puts(out, ", ");
        put_number(out, n > common ? n / common : common / n);
        lw_buffer_puts(out, n > common ? " times more rarely than usual"
                                       : " times more often than usual");
    }
}

static void put_degree(struct lw_buffer *out, double value, double usual) {
    if (is_unlike(value, usual)) {
        put_number(out, value / usual);
        lw_buffer_puts(out, " times the usual");
    } else {
        lw_buffer_puts(out, value > usual ? "more than usual" : "less than usual");
    }
}

static void put_figure(struct lw_buffer *out, const struct lw_feature_words *words,
                       const struct lw_driver *d) {
    if (d->error > 0 && words->how != LW_WORDING_DEGREE) {
        lw_buffer_puts(out, "about ");
    }
    switch (words->how) {
    case LW_WORDING_NUMBER:
        put_count(out, words->unit, d->value, d->usual);
        break;
    case LW_WORDING_LOG10:
        put_count(out, words->unit, pow(10, d->value), pow(10, d->usual));
        break;
    case LW_WORDING_SHARE:
        lw_buffer_printf(out, "%.0f %%", 100 * d->value);
        put_unit(out, words->unit);
        lw_buffer_printf(out, "; %.0f %% is usual", 100 * d->usual);
        break;
    case LW_WORDING_CHANCE:
        put_chance(out, d->value, d->usual);
        break;
    case LW_WORDING_DEGREE:
        put_degree(out, d->value, d->usual);
        break;
    }
}

static void put_value(struct lw_buffer *out, const struct lw_feature_words *words,
                      double value) {
    if (words->how == LW_WORDING_SHARE) {
        lw_buffer_printf(out, "%.0f %%", 100 * value);
    } else {
        put_number(out, words->how == LW_WORDING_LOG10    ? pow(10, value)
                        : words->how == LW_WORDING_CHANCE ? tries(value)
                                                          : value);
    }
}

void lw_beyond_words(const struct lw_game_kind *kind, const struct lw_driver *driver,
                     struct lw_buffer *out) {
    const struct lw_feature_ops *ops = kind->features;
    static const struct lw_feature_words bare = {.unit = ""};
    bool told = ops->words != NULL && ops->words[driver->feature].more != NULL;
    const struct lw_feature_words *words = told ? &ops->words[driver->feature] : &bare;
    bool above = driver->value > driver->usual;
    lw_buffer_puts(out, !told   ? ops->features[driver->feature].name
                        : above ? words->more
                                : words->less);
    lw_buffer_puts(out, words->how == LW_WORDING_CHANCE ? " (once in " : " (");
    if (words->how == LW_WORDING_NUMBER) {
        put_counted(out, words->unit, driver->value);
    } else {
        put_value(out, words, driver->value);
        put_unit(out, words->how == LW_WORDING_CHANCE ? "tries" : words->unit);
    }
    lw_buffer_puts(out, above ? "; the most among known levels is "
                              : "; the least among known levels is ");
    put_value(out, words, driver->usual);
    lw_buffer_putc(out, ')');
}

void lw_driver_words(const struct lw_game_kind *kind, const struct lw_driver *driver,
                     struct lw_buffer *out) {
    const struct lw_feature_ops *ops = kind->features;
    if (ops->words == NULL || ops->words[driver->feature].more == NULL) {
        lw_buffer_printf(out, "%s is %.3g; %.3g is usual",
                         ops->features[driver->feature].name, driver->value,
                         driver->usual);
        return;
    }
    const struct lw_feature_words *words = &ops->words[driver->feature];
    lw_buffer_puts(out, driver->value > driver->usual ? words->more : words->less);
    lw_buffer_puts(out, " (");
    put_figure(out, words, driver);
    lw_buffer_putc(out, ')');
}
