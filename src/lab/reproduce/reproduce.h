/* The papers' tables and studies run again on the shared data of human play. */
#ifndef LAB_REPRODUCE_H
#define LAB_REPRODUCE_H

#include "fit/fit.h"
#include "lw/difficulty/paper_tables.h"
#include "lw/difficulty/transfer.h"
#include "table/row.h"

struct reproduce {
    struct cli *cli;
    const struct cli_args *args;
    struct lw_game *game;
    const char *folder;
    char path[1000];        /* of the file at work */
    struct lab_rows rows;   /* where the numbers go */
    uint64_t level_time_ns; /* for measuring one level */
    uint64_t seed;
    struct lw_error err;
};

/* One study by its name; the game and the time for a level are found here. */
lw_status reproduce_study(struct reproduce *r, const char *name);

/* A table of levels of the folder, measured, with features as rows in w->learning. */
lw_status reproduce_levels(struct reproduce *r, const char *file, struct fit_work *w);
void reproduce_levels_free(struct reproduce *r, struct fit_work *w);
lw_status reproduce_table(struct reproduce *r, const char *file, struct lw_table *out);
/* The feature's column in w->learning, all rows; in the arena. */
lw_status reproduce_feature(struct reproduce *r, struct fit_work *w, const char *name,
                            double **out);

/* Judgements of which of two levels is harder, in one phase of the laboratory study. */
struct reproduce_pairs {
    struct lw_game_result *games;
    size_t *player;
    size_t n_games, n_players;
};
lw_status reproduce_pairs_read(struct reproduce *r, struct lw_table *table,
                               const struct fit_work *lab, const char *phase,
                               struct reproduce_pairs *out);

/* One line of output. */
void reproduce_put(struct reproduce *r, const char *table, const char *row,
                   const struct lab_columns *columns, const double *values);

/* reproduce_tables.c */
lw_status reproduce_kartal(struct reproduce *r);
lw_status reproduce_schaa(struct reproduce *r);
lw_status reproduce_vankreveld(struct reproduce *r);
/* reproduce_people.c */
lw_status reproduce_comparisons(struct reproduce *r);
lw_status reproduce_laboratory(struct reproduce *r);

#endif
