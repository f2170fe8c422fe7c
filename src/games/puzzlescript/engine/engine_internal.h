/* The engine's tables and state.
 *
 * The board is held twice: per cell as sets of objects and movements, for applying rules,
 * and per object (and per movement bit) as one bit board over all cells, for finding
 * matches: a pattern row is found everywhere at once by shifting and joining the boards
 * of its cells. Cells are numbered column-major, so one step down is a shift by 1 and one
 * step right a shift by the height.
 *
 * A rule is looked at only when something happened that could make it match (or, after it
 * matched without effect, could make its effect matter): every change of a cell raises
 * events ("object o appeared somewhere", "movement bit b vanished somewhere"), and tables
 * say which rules wait for which event. Rules known not to match are never searched. */
#ifndef ENGINE_INTERNAL_H
#define ENGINE_INTERNAL_H

#include "compile/compile_internal.h"

enum ps_test_op { PS_TEST_ALL, PS_TEST_ANY, PS_TEST_NONE };

/* One test of a pattern cell over bit boards; planes are objects, then movement bits. */
struct ps_test {
    uint16_t at; /* cell within the segment */
    uint8_t op;
    uint16_t n_planes;
    uint16_t plane;       /* the first */
    uint32_t first_plane; /* all, in program->planes */
};

/* A run of cells without an ellipsis. */
struct ps_segment {
    uint16_t first_cell, n_cells; /* in the row */
    bool exact;     /* the boards do not test everything: check the cells too */
    bool settles;   /* further tests tell where the right side holds already */
    uint32_t valid; /* which board of possible starts */
    uint32_t first_test, n_tests, n_settled;
};

struct ps_row_code {
    uint32_t first_segment;
    uint16_t n_segments;
    uint16_t n_cells; /* without the ellipses */
};

struct ps_rule_code {
    const struct lw_ps_rule *rule;
    const uint64_t *needs; /* the whole board must have these objects, then movements */
    uint32_t first_row;
    uint16_t row;     /* that changes something; the others only look */
    uint32_t segment; /* the first of that row */
    enum lw_ps_dir dir;
    bool simple;   /* one row, no ellipsis */
    bool single;   /* one row changes something, the others cannot tell; no ellipsis */
    bool pure;     /* matching without change has no effect at all */
    bool by_board; /* simple or single, and matches of its row do not touch each other */
    bool steady;   /* where the right side of its row holds, it stays so in this rule */
    bool quiet;    /* pure but for its commands */
    bool has_right;
    bool settles; /* all rows do, have no ellipsis, and the boards test everything */
};

/* Words [from, to) of a set of rules. */
struct ps_rule_set {
    uint64_t *rules;
    uint64_t only; /* the word at from: often the only one */
    uint32_t from, to;
};

/* Rules waiting for an event. */
struct ps_waiting {
    struct ps_rule_set match;  /* it could make them match */
    struct ps_rule_set effect; /* it could make a fruitless match matter */
};

/* A distinct (direction, length) for which boards of possible starts are made. */
struct ps_span {
    enum lw_ps_dir dir;
    uint16_t n_cells;
};

struct lw_ps_program {
    struct ps_rule_code *codes; /* [n_rules] */
    struct ps_row_code *rows;
    struct ps_segment *segments;
    struct ps_test *tests;
    uint16_t *planes;
    struct ps_span *spans;
    uint32_t n_spans;
    uint32_t rule_words;
    uint64_t rules;       /* of the first word */
    uint32_t n_movements; /* 5 * n_layers */
    /* [event]: objects appearing, vanishing, movements appearing, vanishing */
    struct ps_waiting *waiting;
    struct ps_rule_set *movers; /* [movement]: rules that need it */
    uint64_t *heard;            /* events that anything waits for */
    uint32_t n_events;
    uint16_t *dynamic; /* objects that can change */
    uint32_t n_dynamic;
    uint32_t first[2], end[2]; /* per list: its rules */
    int32_t *jump[2];          /* per list: [n_groups + 1], target of the loop or -1 */
    uint32_t *next_loop[2];    /* per list: next group at or after with a jump */
    bool has_move_sounds, has_cell_sounds;
};

struct ps_rc4 {
    uint8_t s[256];
    uint8_t i, j;
};

struct ps_match {
    uint32_t start;
    uint16_t gap[2];
};

struct ps_matches {
    struct ps_match *at;
    size_t n, cap;
};

/* One entry of the undo log; its cells are a run of the log. */
struct ps_frame {
    size_t first;
    bool mark; /* undo stops here */
};

struct ps_log {
    uint32_t *cells;
    size_t n, cells_cap;
    uint64_t *old; /* n * obj_words */
    size_t old_cap;
};

struct ps_core;

struct lw_ps_engine {
    const struct ps_core *core;
    const struct lw_ps_game *game;
    const struct lw_ps_program *program;
    const struct lw_alloc *alloc;
    struct lw_arena arena;
    unsigned flags;
    bool move_sounds; /* wanted, and the game has any */
    uint32_t width, height, n_cells;
    uint32_t ow, mw;                  /* words of an object and a movement set */
    uint32_t board_words;             /* of one bit board */
    uint64_t last_cells;              /* the cells of the last word of a board */
    size_t plane_bytes;               /* of a packed board */
    int64_t steps[LW_PS_N_MOVEMENTS]; /* from a cell to the next, by direction */

    uint64_t *objects;   /* [n_cells][ow] */
    uint64_t *movements; /* [n_cells][mw] */
    uint64_t *planes;    /* [n_objects + n_movements][board_words], padded at both ends */
    uint64_t *moving;    /* cells with any movement */
    uint32_t *counts;    /* cells per plane */
    uint64_t *present;   /* objects on the board, then movements */
    uint64_t *present_movements;
    uint64_t *valid; /* [n_spans][board_words] */
    bool *fits;      /* [n_spans]: whether valid has any */
    uint64_t *edges; /* [4][board_words]: cells with a neighbour in the direction */

    uint64_t *need;   /* rules to look at */
    uint64_t *asleep; /* but not these: nothing they need to move has moved this turn */
    uint64_t *idle;   /* rules that matched without effect when last looked at */
    /* A rule that cannot match because an object or movement it needs is nowhere on the
     * board is parked on that plane, and hears of nothing until the plane is no longer
     * empty. */
    uint64_t *parked;
    uint32_t *park_head; /* [plane] rule, PS_NOT_PARKED at the end */
    uint32_t *park_next; /* [rule] */
    uint32_t *rises;     /* [plane] how often it ceased to be empty */
    uint64_t *events; /* what happened since the rules were last told: 2*ow, 2*mw words */
    bool has_events;

    uint64_t *hits;     /* scratch boards */
    uint64_t *row_hits; /* [n_row_lists][board_words] */
    uint64_t *diff, *later;
    uint32_t *starts;
    uint32_t *scan;          /* [cell] its number in row-major order */
    uint16_t *row;           /* [cell] its y */
    struct ps_matches *rows; /* scratch, per row of a rule */
    uint32_t n_row_lists;

    /* the turn under way */
    uint32_t *touched_at; /* per cell: turn that saved it */
    uint32_t turn_number;
    struct ps_log save; /* first values of the cells this turn touched */
    uint32_t commands;
    const char *message;
    bool *banned;                         /* early groups */
    uint64_t *rigid_group, *rigid_layers; /* [n_cells][mw], when the game has rigid */
    uint64_t *created, *destroyed;
    uint32_t *players; /* cells that held the player */
    uint32_t n_players;
    uint64_t work; /* spent in this turn, to cut off what never ends */
    uint64_t work_limit;
    uint64_t turn_limit;       /* what work_limit is when there is enough in all */
    uint64_t spent, all_limit; /* over all turns, in the same unit */
    uint64_t turn_cost;        /* of any turn, however little its rules do */
    uint64_t unit_cost;        /* of one unit of work in this game */
    struct lw_ps_cut cut;      /* the first */
    uint32_t again_line;       /* of the rule that last asked for another turn */
    uint32_t stop_line;        /* of the group in which the last turn ran out of work */

    struct ps_log undo;
    struct ps_frame *frames;
    size_t n_frames, frames_cap;
    uint64_t *restart; /* [n_cells][ow] */
    bool restarting;
    bool win_tests;
    struct ps_rc4 rng;
    bool drew;       /* the generator was used in this turn */
    bool trial_kept; /* the trial turn of again is still on the board */

    const char **sounds;
    size_t n_sounds, sounds_cap;
    const char **move_seeds, **cant_seeds; /* of this turn */
    size_t n_move_seeds, n_cant_seeds;
    uint64_t n_applied;
    uint64_t *matched; /* rules that have matched since the engine was made */
};

/* rc4.c */
void lw_ps_rc4_seed(struct ps_rc4 *rng, const char *seed, size_t len);
double lw_ps_rc4_unit(struct ps_rc4 *rng);

static inline void ps_note_cut(struct lw_ps_engine *e, enum lw_ps_cut_kind kind,
                               uint32_t line) {
    if (e->cut.kind == LW_PS_CUT_NOT) {
        e->cut = (struct lw_ps_cut){kind, line};
    }
}

enum ps_applied { PS_NO_MATCH, PS_NO_EFFECT, PS_CHANGED };

/* The engine's inner loops, compiled for several sizes of sets and boards (core_*.c); an
 * engine uses the tightest that fits. */
struct ps_core {
    struct lw_ps_turn (*load)(struct lw_ps_engine *e, const uint64_t *cells,
                              const char *seed, size_t seed_len);
    struct lw_ps_turn (*press)(struct lw_ps_engine *e, enum lw_ps_input input);
    struct lw_ps_turn (*play)(struct lw_ps_engine *e, enum lw_ps_input input);
    bool (*undo)(struct lw_ps_engine *e);
    struct lw_ps_turn (*restart)(struct lw_ps_engine *e);
    bool (*won)(const struct lw_ps_engine *e);
    void (*pack)(const struct lw_ps_engine *e, uint8_t *to);
    void (*unpack)(struct lw_ps_engine *e, const uint8_t *from);
};
extern const struct ps_core
    lw_ps_core_small; /* one word each: objects, movements, board */
extern const struct ps_core lw_ps_core_wide; /* one word a cell, any board */
extern const struct ps_core lw_ps_core_any;

#define PS_NOT_PARKED UINT32_MAX
/* Work a turn may cost before it is cut off. */
#define PS_TURN_WORK 100000000ULL
/* What a level may spend before its first move: a hundred times what the dearest of the
 * recorded games does. */
#define PS_START_WORK 30000000ULL

#endif
