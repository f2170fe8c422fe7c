/* Presets: what a kind's levels are made with when a person, or the level of the day,
 * asks for a band and nothing else. */
#ifndef LW_GAME_PRESET_H
#define LW_GAME_PRESET_H

#include <stddef.h>

#include "lw/base/option.h"
#include "lw/base/rng.h"

/* Lists of settings end with name NULL. */
struct lw_preset {
    const char *band; /* "easy", "medium", "hard": in this order, each once */
    const char *method;
    const struct lw_setting *options; /* of the method; NULL: as they are */
    const struct lw_setting *filters; /* measure and range; NULL: none */
    /* Of kinds whose games have sources: the shipped file that holds the game. */
    const char *source_file;
    double seconds; /* for several levels, on one core */
};

/* A run of many hours that draws its options anew each time. */
#define LW_MAX_DRAWN 4
struct lw_drawn {
    const char *name; /* of an option of the method */
    char value[16];   /* "": not given */
};
struct lw_batch {
    const char *method;
    const char *const *asked; /* options that a request may fix; ends with NULL */
    /* values begin with those asked for, in order. Draws what is not given and may append
     * options that follow from the others; returns how many there are now. */
    size_t (*draw)(struct lw_rng *rng, struct lw_drawn values[LW_MAX_DRAWN]);
};

struct lw_preset_ops {
    const struct lw_preset *presets;
    size_t n_presets;
    const struct lw_batch *batch; /* NULL: none */
};

#endif
