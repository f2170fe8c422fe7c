/* A codebook's fields in JSON up to the first zero byte, then the table. */
#include <stdint.h>
#include <string.h>

#include "study/export_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *zero = size == 0 ? NULL : memchr(data, 0, size);
    struct lw_arena arena;
    struct lw_json *fields;
    struct study_table table = {.rows = 2};
    struct lw_error err;
    if (zero == NULL) {
        return 0;
    }
    size_t len = (size_t)(zero - data);
    lw_arena_init(&arena, lw_alloc_libc());
    if (lw_json_read(&arena, (const char *)data, len, &fields, &err) == LW_OK &&
        fields->type == LW_JSON_ARRAY) {
        table.fields = fields;
        if (export_read_table(lw_alloc_libc(), (const char *)zero + 1, size - len - 1,
                              &table, &err) == LW_OK) {
            lw_table_free(&table.table);
        }
    }
    lw_arena_free(&arena);
    return 0;
}
