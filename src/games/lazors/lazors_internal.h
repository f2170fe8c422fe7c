/* What the files of the Lazors folder share. */
#ifndef LAZORS_INTERNAL_H
#define LAZORS_INTERNAL_H

#include "lw/grid.h"
#include "lw/lazors.h"

struct lazors_game {
    struct lw_game game;
    bool place_all;
};

enum { LAZORS_RULE_PLACE, LAZORS_N_RULES };

/* 'A', 'B', 'C'; 0 for no block. */
char lw_lazors_block_letter(unsigned block);
/* 0 when the letter names no block; takes small letters too. */
unsigned lw_lazors_block_of(char letter);
/* "mirror", "opaque block", "refracting block" */
const char *lw_lazors_block_name(unsigned block);

lw_status lw_lazors_read_bff(const struct lw_game *game, const char *text, size_t len,
                             struct lw_collection *set, struct lw_error *err);
lw_status lw_lazors_write_bff(const struct lw_game *game, const struct lw_collection *set,
                              struct lw_buffer *out, struct lw_error *err);
int lw_lazors_sniff_bff(const char *text, size_t len);
lw_status lw_lazors_read_json(const struct lw_game *game, const char *text, size_t len,
                              struct lw_collection *set, struct lw_error *err);
lw_status lw_lazors_write_json(const struct lw_game *game,
                               const struct lw_collection *set, struct lw_buffer *out,
                               struct lw_error *err);
int lw_lazors_sniff_json(const char *text, size_t len);

lw_status lw_lazors_canonical(const struct lw_level *level, struct lw_id128 *id,
                              struct lw_level **canonical);

/* Play. */

/* A packed state has one byte per open cell: the block that stands there. What the state
 * does not hold lies in the tray. */
struct lazors_play {
    struct lw_play play;
    const struct lw_alloc *alloc;
    const struct lw_lazors_level *level;
    struct lw_lazors_trace trace;
    uint8_t *blocks;  /* [cells]: scratch for a trace */
    int32_t *slot_of; /* [cells]: index into open, -1 elsewhere */
};

/* The end of a move that is not a cell but the tray; + block. */
#define LAZORS_TRAY 0xfff0u
static inline lw_step_move lazors_move(uint32_t from, uint32_t to) {
    return from << 16 | to;
}

extern const struct lw_play_ops lw_lazors_play_ops;
extern const struct lw_edit_ops lw_lazors_edit_ops;
extern const struct lw_pointing_ops lw_lazors_pointing_ops;
extern const struct lw_preset_ops lw_lazors_preset_ops;
extern const struct lw_guide lw_lazors_guide;
extern const struct lw_idea lw_lazors_ideas[];
lw_status lw_lazors_play_open(const struct lw_level *level, const struct lw_alloc *alloc,
                              struct lw_play **out, struct lw_error *err);
void lw_lazors_play_close(struct lw_play *play);
void lw_lazors_draw(struct lw_play *play, const void *state, struct lw_draw_list *list);
bool lw_lazors_pointer_text(struct lw_play *play, const void *state,
                            const uint32_t *cells, size_t n_cells, struct lw_buffer *out);
void lw_lazors_drawn_size(const struct lw_level *level, uint32_t *width,
                          uint32_t *height);
/* The middle of a board cell in the drawn grid. */
uint32_t lw_lazors_drawn_cell(const struct lw_lazors_level *level, uint32_t cell);
/* Runs the light with the state's blocks; counts what is left in the tray. */
uint32_t lw_lazors_play_trace(struct lazors_play *play, const uint8_t *state,
                              uint32_t tray[LW_LAZORS_N_BLOCKS]);
void lw_lazors_cell_text(const struct lw_lazors_level *level, uint32_t cell,
                         struct lw_buffer *out);
void lw_lazors_move_text(struct lw_play *play, const void *state, lw_step_move move,
                         struct lw_buffer *out);
enum lw_step lw_lazors_step(struct lw_play *play, const void *state, lw_step_move move,
                            void *out);

/* Solver. */

#define LAZORS_UNDECIDED 4u /* a cell that no beam of the solution touches */

struct lazors_solution {
    const uint8_t *decided;            /* [cells]: a block, EMPTY, or LAZORS_UNDECIDED */
    uint32_t left[LW_LAZORS_N_BLOCKS]; /* blocks that stand on untouched cells */
    uint32_t n_undecided;              /* open ones */
};

/* Returns false to stop. */
typedef bool (*lazors_found_fn)(void *ctx, const struct lazors_solution *solution);

struct lazors_search {
    const struct lw_lazors_level *level;
    bool place_all;
    uint32_t stock[LW_LAZORS_N_BLOCKS];
    lazors_found_fn found;
    void *ctx;
    /* Filled in. */
    uint64_t nodes, generated;
    uint64_t n_classes;
    size_t peak_bytes;
    bool complete; /* the whole space was searched, or found asked to stop: see stop */
    enum lw_stop stop;
};

/* Calls found for every class of solutions: placements that differ on a cell a beam
 * enters. */
lw_status lw_lazors_enumerate(struct lazors_search *search, struct lw_meter *meter,
                              const struct lw_alloc *alloc) LW_MUST_CHECK;

/* Moves that turn a state into a board of this class; appended to moves (grown), which
 * is n long. */
struct lazors_plan {
    const struct lw_alloc *alloc;
    lw_step_move *moves;
    size_t n, cap;
};
bool lw_lazors_plan_make(struct lazors_plan *plan, struct lazors_play *play,
                         const uint8_t *state, const struct lazors_solution *solution,
                         uint8_t *scratch_state);
void lw_lazors_plan_free(struct lazors_plan *plan);

struct lazors_first_move {
    enum lw_outcome outcome;
    bool any; /* false: nothing is left to do, or no solution was found */
    lw_step_move move;
};
/* The first move of a shortest plan from state (NULL: the start). */
lw_status lw_lazors_first_move(const struct lw_level *level, const void *state,
                               const struct lw_runtime *runtime,
                               const struct lw_budget *budget,
                               struct lazors_first_move *out) LW_MUST_CHECK;

extern const struct lw_solve_ops lw_lazors_solve_ops;
extern const struct lw_advice_ops lw_lazors_advice_ops;
extern const struct lw_feature_ops lw_lazors_feature_ops;
extern const struct lw_generator lw_lazors_generator;

#endif
