/* Fuzz target: the xsb reader. */
#include "text/fuzz_support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const formats[] = {"xsb", "sok", "json", NULL};
    fuzz_format("xsb", formats, data, size);
    return 0;
}
