/* Models that ship with the program. */
#include "shipped_internal.h"

#include <string.h>

#include "lw/model.h"

const char *lw_model_shipped(const char *game, size_t *len) {
    for (const struct shipped_model *at = lw_shipped_models; at->game != NULL; at++) {
        if (strcmp(at->game, game) == 0) {
            *len = at->len;
            return (const char *)at->bytes;
        }
    }
    return NULL;
}
