/* Text in columns. */
#include "judge/columns.h"

#include <string.h>

#include "lw/base/buffer.h"

static size_t count_scalars(const char *text) {
    size_t n = 0;
    for (; *text != '\0'; text++) {
        n += ((unsigned char)*text & 0xc0) != 0x80;
    }
    return n;
}

void cli_put_columns(FILE *out, const char *text, size_t columns) {
    struct lw_buffer safe;
    lw_buffer_init(&safe, lw_alloc_libc());
    lw_buffer_safe(&safe, text, strlen(text));
    const char *at = lw_buffer_text(&safe);
    size_t n = count_scalars(at);
    if (n <= columns) {
        (void)fprintf(out, "%s%*s", at, (int)(columns - n), "");
    } else {
        size_t bytes = 0;
        for (size_t shown = 0; shown + 1 < columns; shown++) {
            bytes++;
            while (((unsigned char)at[bytes] & 0xc0) == 0x80) {
                bytes++;
            }
        }
        (void)fprintf(out, "%.*s\u2026", (int)bytes, at);
    }
    lw_buffer_free(&safe);
}
