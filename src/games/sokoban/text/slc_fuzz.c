/* Fuzz target: the slc reader. */
#include "text/fuzz_support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const formats[] = {"slc", NULL};
    fuzz_format("slc", formats, data, size);
    return 0;
}
