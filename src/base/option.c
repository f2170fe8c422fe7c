/* Typed options. */
#include "lw/base/option.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lw/base/option_print.h"

static lw_status refuse(const struct lw_option *option, const char *text,
                        const char *wanted, struct lw_error *err) {
    return lw_fail_option(err, LW_USAGE, option->name, "--%s: '%.60s' is not %s",
                          option->name, text, wanted);
}

static bool bounded(const struct lw_option *option) {
    return option->min != option->max;
}

static lw_status check_bounds(const struct lw_option *option, const char *text,
                              double value, struct lw_error *err) {
    if (!bounded(option) || (value >= option->min && value <= option->max)) {
        return LW_OK;
    }
    char wanted[80];
    (void)snprintf(wanted, sizeof wanted, "between %.15g and %.15g", option->min,
                   option->max);
    return refuse(option, text, wanted, err);
}

/* A whole number that takes up everything to the end of text. */
static bool whole_number(const char *text, int64_t *out) {
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0) {
        return false;
    }
    *out = value;
    return true;
}

/* A finite number at text; *end is where it stops. */
static bool real_number(const char *text, double *out, char **end) {
    *out = strtod(text, end);
    return *end != text && isfinite(*out);
}

static lw_status parse_int(const struct lw_option *option, const char *text,
                           struct lw_option_value *value, struct lw_error *err) {
    const char *dots = option->spread ? strstr(text, "..") : NULL;
    char first[40];
    if (dots == NULL) {
        return whole_number(text, &value->i)
                   ? check_bounds(option, text, (double)value->i, err)
                   : refuse(option, text,
                            option->spread ? "a whole number or a range like 2..4"
                                           : "a whole number",
                            err);
    }
    size_t len = (size_t)(dots - text);
    (void)snprintf(first, sizeof first, "%.*s", (int)(len < sizeof first ? len : 39),
                   text);
    if (len >= sizeof first || !whole_number(first, &value->i) ||
        !whole_number(dots + 2, &value->i2)) {
        return refuse(option, text, "a whole number or a range like 2..4", err);
    }
    if (value->i > value->i2) {
        return refuse(option, text, "a range with the smaller end first", err);
    }
    lw_status status = check_bounds(option, text, (double)value->i, err);
    if (status == LW_OK) {
        status = check_bounds(option, text, (double)value->i2, err);
    }
    value->spread = value->i < value->i2;
    value->i2 = value->spread ? value->i2 : 0;
    return status;
}

static lw_status parse_size(const struct lw_option *option, const char *text,
                            struct lw_option_value *value, struct lw_error *err) {
    char *end;
    errno = 0;
    value->i = strtoll(text, &end, 10);
    if (end == text || (*end | 32) != 'x' || errno != 0 ||
        !whole_number(end + 1, &value->i2)) {
        return refuse(option, text, "a size like 7x5", err);
    }
    lw_status status = check_bounds(option, text, (double)value->i, err);
    return status != LW_OK ? status : check_bounds(option, text, (double)value->i2, err);
}

static lw_status parse_range(const struct lw_option *option, const char *text,
                             struct lw_option_value *value, struct lw_error *err) {
    static const char wanted[] = "a range like 3..7, 3.., ..7 or 5";
    char *end = (char *)text;
    value->lo = -HUGE_VAL;
    value->hi = HUGE_VAL;
    if (strncmp(text, "..", 2) != 0) {
        /* strtod would take the first dot of "3..7" as a decimal point. */
        const char *dots = strstr(text, "..");
        char first[40];
        size_t len = dots == NULL ? strlen(text) : (size_t)(dots - text);
        if (len == 0 || len >= sizeof first) {
            return refuse(option, text, wanted, err);
        }
        memcpy(first, text, len);
        first[len] = '\0';
        if (!real_number(first, &value->lo, &end) || *end != '\0') {
            return refuse(option, text, wanted, err);
        }
        if (dots == NULL) {
            value->hi = value->lo;
            return check_bounds(option, text, value->lo, err);
        }
        end = (char *)dots;
    }
    end += 2;
    if (*end != '\0' && (!real_number(end, &value->hi, &end) || *end != '\0')) {
        return refuse(option, text, wanted, err);
    }
    if (value->lo > value->hi) {
        return refuse(option, text, "a range with the smaller end first", err);
    }
    lw_status status = LW_OK;
    if (isfinite(value->lo)) {
        status = check_bounds(option, text, value->lo, err);
    }
    if (status == LW_OK && isfinite(value->hi)) {
        status = check_bounds(option, text, value->hi, err);
    }
    return status;
}

struct unit {
    const char *suffix;
    double factor;
};

static bool with_unit(const char *text, const struct unit *units, uint64_t *out) {
    char *end;
    double amount;
    if (!real_number(text, &amount, &end) || amount < 0) {
        return false;
    }
    for (; units->suffix != NULL; units++) {
        if (strcmp(end, units->suffix) == 0) {
            amount *= units->factor;
            if (amount >= 0x1p63) {
                return false;
            }
            *out = (uint64_t)amount;
            return true;
        }
    }
    return false;
}

static lw_status parse_choice(const struct lw_option *option, const char *text,
                              struct lw_option_value *value, struct lw_error *err) {
    size_t len = strlen(text);
    int64_t index = 0;
    for (const char *at = option->choices;; index++) {
        size_t word = strcspn(at, "|");
        if (word == len && memcmp(at, text, len) == 0) {
            value->i = index;
            value->text = text;
            return LW_OK;
        }
        if (at[word] == '\0') {
            break;
        }
        at += word + 1;
    }
    char wanted[200];
    (void)snprintf(wanted, sizeof wanted, "one of %s", option->choices);
    return refuse(option, text, wanted, err);
}

static lw_status parse_flag(const struct lw_option *option, const char *text,
                            struct lw_option_value *value, struct lw_error *err) {
    static const char *const yes[] = {"", "yes", "true", "on", "1"};
    static const char *const no[] = {"no", "false", "off", "0"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
        if (strcmp(text, yes[i]) == 0) {
            value->flag = true;
            return LW_OK;
        }
    }
    for (size_t i = 0; i < sizeof no / sizeof *no; i++) {
        if (strcmp(text, no[i]) == 0) {
            value->flag = false;
            return LW_OK;
        }
    }
    return refuse(option, text, "yes or no", err);
}

static lw_status parse_by_type(const struct lw_option *option, const char *text,
                               struct lw_option_value *value, struct lw_error *err) {
    static const struct unit times[] = {{"", 1e9},     {"ns", 1},     {"us", 1e3},
                                        {"ms", 1e6},   {"s", 1e9},    {"m", 60e9},
                                        {"min", 60e9}, {"h", 3600e9}, {NULL, 0}};
    static const struct unit bytes[] = {{"", 1},         {"K", 0x1p10},   {"M", 0x1p20},
                                        {"G", 0x1p30},   {"T", 0x1p40},   {"KiB", 0x1p10},
                                        {"MiB", 0x1p20}, {"GiB", 0x1p30}, {NULL, 0}};
    char *end;
    switch (option->type) {
    case LW_OPTION_FLAG:
        return parse_flag(option, text, value, err);
    case LW_OPTION_INT:
        return parse_int(option, text, value, err);
    case LW_OPTION_REAL:
        return real_number(text, &value->real, &end) && *end == '\0'
                   ? check_bounds(option, text, value->real, err)
                   : refuse(option, text, "a number", err);
    case LW_OPTION_TEXT:
        value->text = text;
        return LW_OK;
    case LW_OPTION_CHOICE:
        return parse_choice(option, text, value, err);
    case LW_OPTION_SIZE:
        return parse_size(option, text, value, err);
    case LW_OPTION_RANGE:
        return parse_range(option, text, value, err);
    case LW_OPTION_TIME:
        return with_unit(text, times, &value->u)
                   ? LW_OK
                   : refuse(option, text, "a time like 500ms, 10s, 5m or 2h", err);
    case LW_OPTION_BYTES:
        return with_unit(text, bytes, &value->u)
                   ? LW_OK
                   : refuse(option, text, "an amount of memory like 256M or 2G", err);
    }
    return LW_OK;
}

lw_status lw_option_parse(const struct lw_option *option, const char *text,
                          struct lw_option_value *value, struct lw_error *err) {
    struct lw_option_value parsed = {.set = true, .given = true};
    lw_status status = parse_by_type(option, text, &parsed, err);
    if (status == LW_OK) {
        *value = parsed;
    }
    return status;
}

/* Ends of a range that are open stay open. */
static void print_range(const struct lw_option_value *value, struct lw_buffer *out) {
    if (isfinite(value->lo)) {
        lw_buffer_printf(out, "%.17g", value->lo);
    }
    if (value->lo < value->hi) {
        lw_buffer_puts(out, "..");
        if (isfinite(value->hi)) {
            lw_buffer_printf(out, "%.17g", value->hi);
        }
    }
}

void lw_option_print(const struct lw_option *option, const struct lw_option_value *value,
                     struct lw_buffer *out) {
    if (!value->set) {
        return;
    }
    switch (option->type) {
    case LW_OPTION_FLAG:
        lw_buffer_puts(out, value->flag ? "yes" : "no");
        break;
    case LW_OPTION_INT:
        lw_buffer_printf(out, "%lld", (long long)value->i);
        if (value->spread) {
            lw_buffer_printf(out, "..%lld", (long long)value->i2);
        }
        break;
    case LW_OPTION_REAL:
        lw_buffer_printf(out, "%.17g", value->real);
        break;
    case LW_OPTION_TEXT:
    case LW_OPTION_CHOICE:
        lw_buffer_puts(out, value->text);
        break;
    case LW_OPTION_SIZE:
        lw_buffer_printf(out, "%lldx%lld", (long long)value->i, (long long)value->i2);
        break;
    case LW_OPTION_RANGE:
        print_range(value, out);
        break;
    case LW_OPTION_TIME:
        lw_buffer_printf(out, "%lluns", (unsigned long long)value->u);
        break;
    case LW_OPTION_BYTES:
        lw_buffer_printf(out, "%llu", (unsigned long long)value->u);
        break;
    }
}

void lw_options_defaults(const struct lw_option *options, size_t n,
                         struct lw_option_value *values) {
    for (size_t i = 0; i < n; i++) {
        values[i] = (struct lw_option_value){0};
        if (options[i].fallback != NULL) {
            struct lw_error err;
            lw_status status =
                lw_option_parse(&options[i], options[i].fallback, &values[i], &err);
            assert(status == LW_OK);
            (void)status;
            values[i].given = false;
        }
    }
}

struct lw_settings lw_settings_of(const struct lw_setting *list) {
    struct lw_settings settings = {list, 0};
    while (list != NULL && list[settings.n].name != NULL) {
        settings.n++;
    }
    return settings;
}

static lw_status no_such_option(const char *whose, const struct lw_option *options,
                                size_t n, const char *name, struct lw_error *err) {
    char names[200] = "";
    size_t len = 0;
    for (size_t i = 0; i < n && len < sizeof names; i++) {
        len += (size_t)snprintf(names + len, sizeof names - len, "%s%s",
                                i > 0 ? ", " : "; it has ", options[i].name);
    }
    return lw_fail(err, LW_USAGE, 0, 0, "%.60s has no option '%.40s'%s%s", whose, name,
                   names, len >= sizeof names ? "..." : "");
}

lw_status lw_options_read(const char *whose, const struct lw_option *options, size_t n,
                          const struct lw_settings *settings,
                          struct lw_option_value *values, struct lw_error *err) {
    lw_options_defaults(options, n, values);
    for (size_t i = 0; i < settings->n; i++) {
        const struct lw_setting *at = &settings->list[i];
        size_t which = lw_option_find(options, n, at->name, strlen(at->name));
        lw_status status =
            which == n ? no_such_option(whose, options, n, at->name, err)
                       : lw_option_parse(&options[which], at->value, &values[which], err);
        if (status != LW_OK) {
            lw_error_point(err, at->name);
            return status;
        }
    }
    return LW_OK;
}

size_t lw_option_find(const struct lw_option *options, size_t n, const char *name,
                      size_t name_len) {
    for (size_t i = 0; i < n; i++) {
        if (strlen(options[i].name) == name_len &&
            memcmp(options[i].name, name, name_len) == 0) {
            return i;
        }
    }
    return n;
}

const struct lw_option_value *lw_option_get(const struct lw_option *options, size_t n,
                                            const struct lw_option_value *values,
                                            const char *name) {
    size_t at = lw_option_find(options, n, name, strlen(name));
    assert(at < n);
    return &values[at];
}
