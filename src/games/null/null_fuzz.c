/* Reading any bytes as null levels: what is read writes back and reads the same. */
#include <stdint.h>
#include <stdlib.h>

#include "null_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const struct lw_alloc *alloc = lw_alloc_libc();
    const struct lw_format *format = &lw_null_kind.level->formats[0];
    struct lw_game *game;
    struct lw_collection set, again;
    struct lw_buffer out;
    if (lw_null_kind.game->create(alloc, &(struct lw_game_spec){0}, &game, NULL, NULL) !=
        LW_OK) {
        return 0;
    }
    lw_collection_init(&set, alloc);
    lw_collection_init(&again, alloc);
    lw_buffer_init(&out, alloc);
    if (format->read(game, (const char *)data, size, &set, NULL) == LW_OK) {
        if (lw_game_write(game, format, &set, &out, NULL) != LW_OK ||
            format->read(game, lw_buffer_text(&out), out.len, &again, NULL) != LW_OK ||
            again.n_entries != set.n_entries || again.n_errors != 0) {
            abort();
        }
    }
    lw_buffer_free(&out);
    lw_collection_free(&again);
    lw_collection_free(&set);
    lw_game_destroy(game);
    return 0;
}
