/* What the files of this folder share besides the solver (engine.h). */
#ifndef FLOW_INTERNAL_H
#define FLOW_INTERNAL_H

#include "lw/flow.h"

struct flow_game {
    struct lw_game game;
    bool strict;
};

/* The letters of generated and canonical levels, in colour order. */
extern const char lw_flow_letters[LW_FLOW_MAX_COLOURS + 1];
bool lw_flow_is_colour(char c);
lw_status lw_flow_check_size(uint32_t width, uint32_t height, uint32_t line,
                             uint32_t column, struct lw_error *err) LW_MUST_CHECK;

/* level.c */
void lw_flow_level_destroy(struct lw_level *level);
lw_status lw_flow_level_dup(const struct lw_level *level, struct lw_level **out);
void lw_flow_level_size(const struct lw_level *level, uint32_t *width, uint32_t *height);
lw_status lw_flow_level_validate(const struct lw_level *level, struct lw_error *err);
lw_status lw_flow_level_canonical(const struct lw_level *level, struct lw_id128 *id,
                                  struct lw_level **canonical);

/* A square as text: column letters, row number from 1 ("A1", "AB12"). */
void lw_flow_put_cell(uint32_t width, uint32_t cell, struct lw_buffer *out);

/* Mean |dx| + |dy| of the pairs; steps of all paths beyond that. */
double lw_flow_mean_distance(const struct lw_flow_level *level);
double lw_flow_detour(const struct lw_flow_level *level);

extern const struct lw_play_ops lw_flow_play_ops;
extern const struct lw_solve_ops lw_flow_solve_ops;
extern const struct lw_advice_ops lw_flow_advice_ops;
extern const struct lw_feature_ops lw_flow_feature_ops;
extern const struct lw_generator lw_flow_paths_generator;
extern const struct lw_edit_ops lw_flow_edit_ops;
extern const struct lw_pointing_ops lw_flow_pointing_ops;
extern const struct lw_preset_ops lw_flow_preset_ops;
extern const struct lw_guide lw_flow_guide;
extern const struct lw_idea lw_flow_ideas[];

#endif
