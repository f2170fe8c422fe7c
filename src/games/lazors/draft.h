/* A board in the making: what the generator (generate.c) and its proofs (draft.c) share.
 */
#ifndef LAZORS_DRAFT_H
#define LAZORS_DRAFT_H

#include "lazors_internal.h"

#define MAX_SIDE 16 /* of generated boards */
#define MAX_POINTS ((2 * MAX_SIDE + 1) * (2 * MAX_SIDE + 1))
#define MAX_LASERS 16

enum {
    O_WIDTH,
    O_HEIGHT,
    O_MIRRORS,
    O_OPAQUE,
    O_REFRACT,
    O_EMITTERS,
    O_TARGETS,
    O_CLOSED,
    O_FIXED,
    O_SYMMETRY,
    O_HOLES,
    O_UNIQUE,
    O_REPAIR,
    O_NEEDED,
    O_TRIES,
    N_OPTIONS
};

enum lazors_symmetry { LAZORS_NO_SYMMETRY, LAZORS_ACROSS, LAZORS_DOWN, LAZORS_TURNED };

struct draft {
    const struct lw_generate_request *request;
    const struct lw_runtime *runtime;
    struct lw_rng *rng;
    uint32_t width, height;
    enum lazors_symmetry symmetry; /* of the closed cells */
    uint8_t cells[MAX_SIDE * MAX_SIDE];
    uint8_t blocks[MAX_SIDE * MAX_SIDE]; /* the solution, fixed cells included */
    struct lw_lazors_laser lasers[MAX_LASERS];
    uint32_t n_lasers;
    struct lw_lazors_target points[MAX_POINTS];
    uint32_t n_points;
    uint32_t stock[LW_LAZORS_N_BLOCKS];
    uint32_t needed; /* mirrors; UINT32_MAX: all */
    bool failed;     /* memory ran out */
};

/* NULL when the draft is no level, or memory is out (then failed is set). */
struct lw_lazors_level *lw_lazors_draft_level(struct draft *draft);
/* The cell that has to look like this one; itself without symmetry. */
uint32_t lw_lazors_draft_partner(const struct draft *draft, uint32_t cell);
/* Closes cells until the intended solution is the only one; false: it gave up. */
bool lw_lazors_draft_repair(struct draft *draft);
/* One solution and no fewer blocks than wanted? */
bool lw_lazors_draft_proved(struct draft *draft);

#endif
