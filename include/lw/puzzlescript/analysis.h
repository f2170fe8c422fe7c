/* What the rules of a game mean for its objects. */
#ifndef LW_PUZZLESCRIPT_ANALYSIS_H
#define LW_PUZZLESCRIPT_ANALYSIS_H

#include "lw/puzzlescript/game.h"

enum {
    LW_PS_RULE_OBJECT = 1, /* named in a rule */
    LW_PS_PLAYER_OBJECT = 2,
    LW_PS_WINNING_OBJECT = 4, /* named in a win condition */
    LW_PS_SOLID_OBJECT = 8    /* in no rule, but in the way of objects that are */
};

/* How the relations lead from a rule object to the player and the winning objects. */
enum lw_ps_subtype {
    LW_PS_USELESS, /* to neither */
    LW_PS_NORMAL,  /* to one of them */
    LW_PS_CRITICAL /* to both */
};

enum {
    LW_PS_MOVES = 1,     /* a rule changes its movement */
    LW_PS_TELEPORTS = 2, /* as many on both sides of a rule, in other cells */
    LW_PS_CREATED = 4,   /* more on the right side of a rule */
    LW_PS_DESTROYED = 8  /* more on the left side */
};

struct lw_ps_role {
    unsigned types;
    enum lw_ps_subtype subtype; /* of rule objects */
    uint32_t priority;          /* how often rules name it */
    unsigned behaviours;
    uint32_t minimum; /* a level needs this many before every rule can happen */
};

/* Objects named together on the left side of one rule, a <= b. */
struct lw_ps_pair {
    uint16_t a, b;
};

struct lw_ps_analysis {
    const struct lw_ps_game *game;
    struct lw_arena arena;
    struct lw_ps_role *roles; /* [n_objects] */
    uint64_t *related; /* [n_objects][obj_words]: in one rule or win condition with it */
    uint64_t *ground; /* [obj_words]: the background, and what lies on layers that no rule
                         or win condition knows: such cells are empty for generators */
    struct lw_ps_pair *pairs;
    size_t n_pairs;
    unsigned symmetries; /* bit n: the rules are the same under symmetry n of the grid */
};

/* Source rules are told apart by their lines; what one line expands to counts once. */
lw_status lw_ps_analyse(const struct lw_ps_game *game, const struct lw_alloc *alloc,
                        struct lw_ps_analysis *out, struct lw_error *err) LW_MUST_CHECK;
void lw_ps_analysis_free(struct lw_ps_analysis *analysis);

#endif
