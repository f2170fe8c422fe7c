/* Ideas: what a level can teach. Each is a range of measures and features, so that any
 * program can ask whether a level has it; a campaign brings one new idea at a time. */
#ifndef LW_GAME_IDEAS_H
#define LW_GAME_IDEAS_H

#define LW_IDEA_BOUNDS 3

struct lw_idea_bound {
    const char *what; /* a measure or feature of the kind; NULL: no further bound */
    double lo, hi;    /* both ends belong to it; HUGE_VAL: open */
};

struct lw_idea {
    const char *name; /* "parking" */
    const char *help; /* for players: "a box has to wait beside its way" */
    struct lw_idea_bound bounds[LW_IDEA_BOUNDS]; /* a level has the idea within all */
};

#endif
