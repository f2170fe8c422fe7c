/* Fuzz target: the json reader. */
#include "text/fuzz_support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const formats[] = {"json", NULL};
    fuzz_format("json", formats, data, size);
    return 0;
}
