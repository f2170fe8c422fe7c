/* JSON lines of any bytes: nothing may crash, and what is taken must pass the check. */
#include <stdlib.h>

#include "lw/store.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool holds) {
    if (!holds) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    /* Opening takes longer than importing, and most inputs leave nothing behind. */
    static struct lw_store *store;
    struct lw_error err;
    struct lw_store_import how = {.title = "fuzz", .game = "sokoban"};
    struct lw_store_imported imported;
    struct lw_store_checked checked;
    expect(store != NULL || lw_store_open(":memory:", NULL, &store, &err) == LW_OK);
    lw_status status =
        lw_store_import_lines(store, (const char *)data, size, &how, &imported, &err);
    expect(status == LW_OK || status == LW_BAD_INPUT);
    expect(lw_store_check(store, NULL, NULL, &checked, &err) == LW_OK);
    expect(checked.n_findings == 0);
    expect(status != LW_OK || checked.n_levels == imported.n_new);
    if (checked.n_levels > 0) {
        lw_store_close(store);
        store = NULL;
    }
    return 0;
}
