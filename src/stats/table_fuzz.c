/* Any bytes as a CSV table, and its first line as a formula. */
#include <stdint.h>
#include <string.h>

#include "lw/stats.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct lw_table table;
    struct lw_design design;
    char formula[64];
    size_t n = size < sizeof formula - 1 ? size : sizeof formula - 1;
    if (lw_table_read(lw_alloc_libc(), (const char *)data, size, &table, NULL) == LW_OK) {
        memcpy(formula, data, n);
        formula[n] = '\0';
        (void)!lw_design_build(&table, formula, true, &design, NULL);
        (void)!lw_design_build(&table, "~ a*b + (1 | c)", true, &design, NULL);
        lw_table_free(&table);
    }
    return 0;
}
