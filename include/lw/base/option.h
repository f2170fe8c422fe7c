/* Typed options: one table from which the command line, its help and manual page, the
 * HTTP API and the web form are all made. */
#ifndef LW_BASE_OPTION_H
#define LW_BASE_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/status.h"

enum lw_option_type {
    LW_OPTION_FLAG,   /* bool */
    LW_OPTION_INT,    /* i */
    LW_OPTION_REAL,   /* real */
    LW_OPTION_TEXT,   /* text */
    LW_OPTION_CHOICE, /* i = index into choices, text = the word */
    LW_OPTION_SIZE,   /* "WxH": i, i2 */
    LW_OPTION_RANGE,  /* "LO..HI", "LO..", "..HI" or "N": lo, hi */
    LW_OPTION_TIME,   /* "500ms", "10s", "5m", "23h": u = nanoseconds */
    LW_OPTION_BYTES   /* "256M", "2G": u = bytes */
};

struct lw_option {
    const char *name; /* without dashes, e.g. "max-boxes" */
    enum lw_option_type type;
    const char *fallback; /* default as text; NULL: unset */
    double min, max;     /* for INT, REAL and both parts of SIZE; min == max: unbounded */
    const char *choices; /* "a|b|c" for CHOICE */
    const char *value_name; /* in help: "N", "FILE"; NULL: made from the type */
    const char *help;       /* one line */
    char letter;            /* single-dash form, 0 if none */
    bool spread;            /* INT: "LO..HI" is taken, too */
    bool repeat;            /* may be given several times; the command reads them all */
};

struct lw_option_value {
    bool set;   /* given, or from the default */
    bool given; /* by the user */
    bool flag;
    bool spread; /* INT: any number from i to i2 */
    int64_t i, i2;
    uint64_t u;
    double real, lo, hi; /* an open end of a RANGE is -HUGE_VAL or HUGE_VAL */
    const char *text;    /* borrowed from the caller's argument or the table */
};

/* A name and its value as text, as one would type them. */
struct lw_setting {
    const char *name, *value;
};
struct lw_settings {
    const struct lw_setting *list; /* borrowed; may be NULL when n is 0 */
    size_t n;
};
/* Of a list that ends with name NULL; a NULL list is empty. */
struct lw_settings lw_settings_of(const struct lw_setting *list);

/* Fills values[0..n) from the defaults. The tables' defaults must be valid (asserted). */
void lw_options_defaults(const struct lw_option *options, size_t n,
                         struct lw_option_value *values);
/* Parses one value; the error names the option, what was given and what is allowed. */
lw_status lw_option_parse(const struct lw_option *option, const char *text,
                          struct lw_option_value *value,
                          struct lw_error *err) LW_MUST_CHECK;
/* The defaults, and the settings over them. USAGE when there is no such option, in words
 * that begin with `whose`, or when a value is wrong; the error's field is the setting's
 * name. Values borrow the texts of the settings. */
lw_status lw_options_read(const char *whose, const struct lw_option *options, size_t n,
                          const struct lw_settings *settings,
                          struct lw_option_value *values,
                          struct lw_error *err) LW_MUST_CHECK;
/* Index of the option of that name, or n. */
size_t lw_option_find(const struct lw_option *options, size_t n, const char *name,
                      size_t name_len);
/* The value of an option that must be in the table (asserted). */
const struct lw_option_value *lw_option_get(const struct lw_option *options, size_t n,
                                            const struct lw_option_value *values,
                                            const char *name);

#endif
