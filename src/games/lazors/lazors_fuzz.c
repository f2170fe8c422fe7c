/* Any bytes as Lazors text. */
#include "lw/lazors.h"

#include "level_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    level_fuzz(&lw_lazors_kind, (const char *)data, size);
    return 0;
}
