/* What the benches of generators share: running one generator with options given as text
 * and adding up what it emits. */
#ifndef LAB_BENCH_MAKER_H
#define LAB_BENCH_MAKER_H

#include "lw/command/cli.h"
#include "lw/make.h"

#define MAKER_MAX_ITEMS 200
#define MAKER_MAX_STATS 32

/* A table row: a name, the generator's options, the seeds. */
struct maker_row {
    const char *name;
    const char *options[16]; /* "name=value", NULL-terminated */
    uint32_t n_seeds;        /* from the bench's seed on */
    double target;           /* a level of this score counts as a hit; 0: any level */
    double limit_s;          /* CPU seconds an item unless --time says otherwise */
    bool solve;              /* find each level's fewest pushes */
    double paper[4];         /* what the paper reports; see each bench */
};

/* Sums over the levels of a row. */
struct maker_sums {
    uint32_t n_items, n_levels, n_hits, n_solved;
    double seconds[MAKER_MAX_ITEMS]; /* CPU time of each item, ascending in the end */
    double seconds_sum;
    double scores[MAKER_MAX_ITEMS]; /* of the first levels, as they came */
    double best;                    /* score of all levels, hits or not */
    double score, boxes, floor, pushes;
    double solved_pushes;  /* of the claimed solutions of levels that were solved */
    double optimal, lines; /* of their push-optimal solutions */
    double solved_boxes;
    struct maker_stat {
        char name[32];
        double value;
    } stats[MAKER_MAX_STATS]; /* as the generator reports them, summed */
    size_t n_stats;
};

/* The generator's defaults with options ("name=value", NULL-terminated) on top. */
lw_status maker_read_options(const struct lw_generator *generator,
                             const char *const *options, struct lw_option_value *values,
                             struct lw_error *err) LW_MUST_CHECK;

/* One row measured, all items one after another on one core. A level whose solution does
 * not replay is an error. */
struct maker_run {
    const char *generator;
    const struct maker_row *row;
    uint64_t seed;     /* of the first item */
    uint64_t limit_ns; /* CPU time an item; 0: the row's */
};
lw_status maker_measure(struct cli *cli, const struct maker_run *run,
                        struct maker_sums *sums, struct lw_error *err) LW_MUST_CHECK;

/* A bench of one generator: a table of rows. */
struct maker_bench {
    const char *generator;
    const char *head; /* above the text table, with its line ends */
    const struct maker_row *rows;
    size_t n_rows;
    void (*print)(FILE *out, const struct maker_row *row, const struct maker_sums *sums);
    /* Adds to the row's object, which has its name already. */
    void (*put_json)(struct lw_json_writer *json, const struct maker_row *row,
                     const struct maker_sums *sums);
};
extern const struct maker_bench maker_mcts, maker_evolve;
/* The row of that name (asserted). */
const struct maker_row *maker_find(const struct maker_bench *bench, const char *name);
/* Runs and prints the rows that the arguments ask for; an exit code. */
int maker_table(struct cli *cli, const struct cli_args *args,
                const struct maker_bench *bench);

double maker_median(const struct maker_sums *sums);
double maker_max(const struct maker_sums *sums);
double maker_stat(const struct maker_sums *sums, const char *name);
/* sum / n, 0 for none. */
double maker_mean(double sum, uint32_t n);

#endif
