/* bench mcts: time to each score beside Table 2 of Kartal, Sohre and Guy (2016), for the
 * default search, for its tree without local search and for the paper's literal search;
 * playouts a second; and what the solver says about levels made for pushes. */
#include <string.h>

#include "bench/bench.h"
#include "bench/bench_maker.h"
#include "bench/bench_mcts_run.h"

/* paper: seconds, boxes, open squares. */
#define AT_0_4                                                                           \
    { 0.01, 2.0, 10.8 }
#define AT_0_8                                                                           \
    { 0.54, 4.2, 16.8 }
#define AT_1_2                                                                           \
    { 39.7, 6.0, 21.1 }
#define AT_1_4                                                                           \
    { 120, 7.0, 27.3 }
#define SCORE(name_, target_, target_text, paper_, ...)                                  \
    {                                                                                    \
        .name = name_, .options = {"playouts=1000000000000", target_text, __VA_ARGS__},  \
        .n_seeds = 5, .target = target_, .limit_s = 20, .solve = true, .paper = paper_   \
    }
#define LITERAL "search=literal", "board=6x6"
#define LONG LITERAL, "rollout-first=60"
#define ODDS                                                                             \
    LONG, "odds-open=3", "odds-box=1.5", "odds-freeze=0.3", "min-open=0", "min-boxes=1", \
        "push-bias=0.6"
static const struct maker_row rows[] = {
    SCORE("0.4", 0.4, "target=0.4", AT_0_4, NULL),
    SCORE("0.8", 0.8, "target=0.8", AT_0_8, NULL),
    SCORE("1.2", 1.2, "target=1.2", AT_1_2, NULL),
    SCORE("1.4", 1.4, "target=1.4", AT_1_4, NULL),
    SCORE("tree/0.8", 0.8, "target=0.8", AT_0_8, "refine=0"),
    SCORE("tree/1.2", 1.2, "target=1.2", AT_1_2, "refine=0"),
    SCORE("tree/1.4", 1.4, "target=1.4", AT_1_4, "refine=0"),
    SCORE("literal/0.4", 0.4, "target=0.4", AT_0_4, LITERAL),
    SCORE("literal/0.8", 0.8, "target=0.8", AT_0_8, LITERAL),
    SCORE("literal/1.2", 1.2, "target=1.2", AT_1_2, LITERAL),
    SCORE("literal/1.4", 1.4, "target=1.4", AT_1_4, LITERAL),
    SCORE("literal-long/0.8", 0.8, "target=0.8", AT_0_8, LONG),
    SCORE("literal-long/1.2", 1.2, "target=1.2", AT_1_2, LONG),
    SCORE("literal-odds/1.2", 1.2, "target=1.2", AT_1_2, ODDS),
    SCORE("literal-odds/1.4", 1.4, "target=1.4", AT_1_4, ODDS),
    {.name = "default", .options = {NULL}, .n_seeds = 20, .limit_s = 20, .solve = true},
    {.name = "pushes",
     .options = {"objective=pushes", "board=8x8", "max-boxes=8"},
     .n_seeds = 20,
     .limit_s = 20,
     .solve = true},
    {.name = "lines",
     .options = {"objective=lines", "board=7x7"},
     .n_seeds = 20,
     .limit_s = 20,
     .solve = true},
};

static void print_row(FILE *out, const struct maker_row *row,
                      const struct maker_sums *sums) {
    double seconds = sums->seconds_sum, ratio = 0;
    if (sums->solved_pushes > 0) {
        ratio = sums->optimal / sums->solved_pushes;
    }
    (void)fprintf(
        out,
        "%-18s %2u/%-2u %9.4f %9.4f %8.2f | %5.2f %5.2f %5.1f %5.1f %6.1f %7.1f %5.2f "
        "%6.2f | %6.2f %5.1f %5.1f\n",
        row->name, sums->n_hits, sums->n_items, maker_mean(seconds, sums->n_items),
        maker_max(sums), seconds > 0 ? maker_stat(sums, "playouts") / seconds / 1000 : 0,
        sums->best, maker_mean(sums->score, sums->n_levels),
        maker_mean(sums->boxes, sums->n_levels), maker_mean(sums->floor, sums->n_levels),
        maker_mean(sums->pushes, sums->n_levels),
        maker_mean(sums->optimal, sums->n_solved), ratio,
        sums->solved_boxes > 0 ? sums->optimal / sums->solved_boxes : 0, row->paper[0],
        row->paper[1], row->paper[2]);
}

static void put_json(struct lw_json_writer *json, const struct maker_row *row,
                     const struct maker_sums *sums) {
    lw_json_uint(json, "n", sums->n_items);
    lw_json_uint(json, "hits", sums->n_hits);
    lw_json_real(json, "seconds_mean", maker_mean(sums->seconds_sum, sums->n_items));
    lw_json_real(json, "seconds_median", maker_median(sums));
    lw_json_real(json, "seconds_max", maker_max(sums));
    lw_json_real(json, "playouts_per_second",
                 sums->seconds_sum > 0 ? maker_stat(sums, "playouts") / sums->seconds_sum
                                       : 0);
    lw_json_real(json, "score_best", sums->best);
    lw_json_real(json, "score_mean", maker_mean(sums->score, sums->n_levels));
    lw_json_real(json, "boxes_mean", maker_mean(sums->boxes, sums->n_levels));
    lw_json_real(json, "open_mean", maker_mean(sums->floor, sums->n_levels));
    lw_json_real(json, "pushes_mean", maker_mean(sums->pushes, sums->n_levels));
    lw_json_uint(json, "solved", sums->n_solved);
    lw_json_real(json, "optimal_mean", maker_mean(sums->optimal, sums->n_solved));
    lw_json_real(json, "optimal_per_simulated",
                 sums->solved_pushes > 0 ? sums->optimal / sums->solved_pushes : 0);
    lw_json_real(json, "optimal_per_box",
                 sums->solved_boxes > 0 ? sums->optimal / sums->solved_boxes : 0);
    lw_json_real(json, "lines_mean", maker_mean(sums->lines, sums->n_solved));
    lw_json_real(json, "paper_seconds", row->paper[0]);
    lw_json_real(json, "paper_boxes", row->paper[1]);
    lw_json_real(json, "paper_open", row->paper[2]);
}

const struct maker_bench maker_mcts = {
    .generator = "mcts",
    .head = "CPU seconds to a level of that score, one core; best: of all; the paper's "
            "Table 2 on the right\n"
            "row                 hits    mean s     max s  kplay/s |  bes"
            "t score boxes  open pushes optimal ratio opt/bx |      s boxes  open\n",
    .rows = rows,
    .n_rows = sizeof rows / sizeof *rows,
    .print = print_row,
    .put_json = put_json,
};

/* Is the one run all that is asked for? */
static bool only_run(const struct cli_args *args) {
    return args->n_repeats == 1 && strcmp(args->repeats[0].text, "run") == 0;
}

static int run(struct cli *cli, const struct cli_args *args) {
    int code = only_run(args) ? 0 : maker_table(cli, args, &maker_mcts);
    return code == 0 && bench_wants(args, "run") ? mcts_run_bench(cli, args) : code;
}

const struct lab_bench bench_mcts = {
    .name = "mcts",
    .summary = "Monte Carlo levels: time to each score compared with Kartal's Table 2; "
               "row run: one run, Figures 4 and 5, drawn in an operand FILE.svg",
    .run = run,
};
