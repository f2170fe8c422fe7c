/* Fuzz target: the rle reader. */
#include "text/fuzz_support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const formats[] = {"rle", "sok", NULL};
    fuzz_format("rle", formats, data, size);
    return 0;
}
