/* Any bytes as a model: refused, or fit to predict with. */
#include <stdint.h>

#include "lw/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct lw_model model;
    double values[500] = {0};
    struct lw_prediction prediction;
    if (lw_model_read(lw_alloc_libc(), (const char *)data, size, &model, NULL) == LW_OK) {
        lw_model_predict(&model, values, &prediction);
        lw_model_free(&model);
    }
    return 0;
}
