/* The table that the build makes from the models folder. */
#ifndef SHIPPED_INTERNAL_H
#define SHIPPED_INTERNAL_H

#include <stddef.h>

struct shipped_model {
    const char *game;
    const unsigned char *bytes;
    size_t len;
};

/* Ends with a row whose game is NULL. */
extern const struct shipped_model lw_shipped_models[];

#endif
