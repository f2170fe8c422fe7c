/* Any bytes as Move text. */
#include "lw/move.h"

#include "level_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    level_fuzz(&lw_move_kind, (const char *)data, size);
    return 0;
}
