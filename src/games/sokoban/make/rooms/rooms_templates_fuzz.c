/* Any bytes as a template file: refused with a place, or templates that fill a room. */
#include <stddef.h>
#include <stdint.h>

#include "make/rooms/rooms.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct room_templates set;
    struct lw_error err;
    if (lw_sok_room_templates_read(&set, lw_alloc_libc(), (const char *)data, size,
                                   &err) != LW_OK) {
        return 0;
    }
    struct room room = {.width = 7, .height = 6};
    struct lw_rng rng = lw_rng_make(size, 0);
    (void)lw_sok_room_fill_templates(&set, &rng, &room);
    (void)lw_sok_room_fill_candidates(&set, &rng, &room);
    lw_sok_room_templates_free(&set);
    return 0;
}
