/* What the files of this room share. */
#ifndef EDIT_INTERNAL_H
#define EDIT_INTERNAL_H

#include "sokoban_internal.h"

/* A level of these cells without void around it. */
lw_status lw_sokoban_level_tight(const struct lw_game *game, uint32_t width,
                                 uint32_t height, const uint8_t *cells,
                                 struct lw_level **out,
                                 struct lw_error *err) LW_MUST_CHECK;
lw_status lw_sokoban_mutate(const struct lw_level *level, struct lw_rng *rng,
                            struct lw_level **out, struct lw_error *err);
lw_status lw_sokoban_survey(const struct lw_level *level, uint8_t *cells,
                            struct lw_error *err);

#endif
