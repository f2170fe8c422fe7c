/* Making the engine's tables: what its two parts share. */
#ifndef PROGRAM_INTERNAL_H
#define PROGRAM_INTERNAL_H

#include "engine/engine_internal.h"

struct ps_builder {
    struct ps_compile *c;
    struct lw_ps_game *game;
    struct lw_ps_program *program;
    size_t n_rows, n_segments, n_tests, n_planes, n_spans;
    uint64_t *scratch; /* 16 sets of objects and movements */
};

/* program.c */

/* Bits that an effect may change in a cell that matches the pattern: objects, then
 * movements. */
void lw_ps_find_written(const struct ps_builder *b, const struct lw_ps_pattern *left,
                        const struct lw_ps_effect *right, uint64_t *out);
/* Bits that a pattern looks at. */
void lw_ps_find_read(const struct ps_builder *b, const struct lw_ps_pattern *left,
                     uint64_t *out);

/* program_rules.c: rules, rows, segments and tests */
void lw_ps_make_codes(struct ps_builder *b);

#endif
