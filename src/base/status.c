/* Status names and error detail. */
#include "lw/base/status.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct status_row {
    const char *name, *text;
    int exit_code;
};

static const struct status_row rows[LW_STATUS_COUNT] = {
#define X(code, name, text, exit_code) {name, text, exit_code},
    LW_STATUS_LIST(X)
#undef X
};

const char *lw_status_name(lw_status status) {
    return rows[status].name;
}

const char *lw_status_text(lw_status status) {
    return rows[status].text;
}

int lw_status_exit_code(lw_status status) {
    return rows[status].exit_code;
}

void lw_error_vset(struct lw_error *err, lw_status status, uint32_t line, uint32_t column,
                   const char *fmt, va_list args) {
    if (err == NULL) {
        return;
    }
    err->status = status;
    err->line = line;
    err->column = column;
    err->field[0] = '\0';
    (void)vsnprintf(err->text, sizeof err->text, fmt, args);
}

void lw_error_point(struct lw_error *err, const char *field) {
    if (err != NULL) {
        (void)snprintf(err->field, sizeof err->field, "%s", field);
    }
}

void lw_error_without_dashes(struct lw_error *err) {
    char *text = err->text, *to = text;
    for (const char *at = text; *at != '\0';) {
        bool starts = at == text || strchr(" ('\"", at[-1]) != NULL;
        if (starts && at[0] == '-' && at[1] == '-' && at[2] >= 'a' && at[2] <= 'z') {
            at += 2;
        }
        *to++ = *at++;
    }
    *to = '\0';
}

void lw_error_set(struct lw_error *err, lw_status status, uint32_t line, uint32_t column,
                  const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    lw_error_vset(err, status, line, column, fmt, args);
    va_end(args);
}
