/* What the files of this folder share. */
#ifndef NULL_INTERNAL_H
#define NULL_INTERNAL_H

#include "lw/game.h"

extern const struct lw_game_kind lw_null_kind;

#define MAX_WIDTH 200

struct null_level {
    struct lw_level level;
    uint32_t width;
    uint32_t start, flag;
    char cells[MAX_WIDTH]; /* '.' or '#' */
};

static inline const struct null_level *level_of(const struct lw_level *level) {
    return (const struct null_level *)lw_level_expect(level, &lw_null_kind);
}

lw_status lw_null_level_dup(const struct lw_level *level, struct lw_level **out);
lw_status lw_null_solve(const struct lw_level *level,
                        const struct lw_solve_request *request,
                        const struct lw_runtime *runtime, struct lw_solve_result *result,
                        struct lw_error *err);

/* The groups of the table, each in a file of its own. */
extern const struct lw_level_ops lw_null_level_ops;
extern const struct lw_play_ops lw_null_play_ops;
extern const struct lw_solve_ops lw_null_solve_ops;
extern const struct lw_advice_ops lw_null_advice_ops;
extern const struct lw_feature_ops lw_null_feature_ops;
extern const struct lw_generator *const lw_null_generators[]; /* NULL-terminated */
extern const struct lw_edit_ops lw_null_edit_ops;
extern const struct lw_preset_ops lw_null_preset_ops;
extern const struct lw_guide lw_null_guide;

#endif
