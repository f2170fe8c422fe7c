/* bench evolve: the genetic generator with the author's settings on rooms of ten seeds,
 * beside what Schaa (2021) reports, with the mutations done and rejected as its Figure
 * 4.6 counts them. */
#include "bench/bench.h"
#include "bench/bench_maker.h"

/* paper: minutes of the slowest run shown for six boxes, pushes of its recorded runs. */
static const struct maker_row rows[] = {
    {.name = "2x2/6",
     .options = {"size=2x2", "max-boxes=6"},
     .n_seeds = 10,
     .limit_s = 60},
    {.name = "2x3/6",
     .options = {"size=2x3", "max-boxes=6"},
     .n_seeds = 10,
     .limit_s = 60},
    {.name = "3x3/6",
     .options = {"size=3x3", "max-boxes=6"},
     .n_seeds = 10,
     .limit_s = 60,
     .paper = {112 * 60, 38}},
    {.name = "3x3/6/templates",
     .options = {"size=3x3", "max-boxes=6", "rooms=templates"},
     .n_seeds = 10,
     .limit_s = 60,
     .paper = {112 * 60, 38}},
    {.name = "3x3/8",
     .options = {"size=3x3", "max-boxes=8"},
     .n_seeds = 10,
     .limit_s = 120},
    {.name = "3x3/10",
     .options = {"size=3x3", "max-boxes=10"},
     .n_seeds = 10,
     .limit_s = 120},
    {.name = "archive",
     .options = {"size=3x3", "max-boxes=6", "archive=600", "archive-rooms=4"},
     .n_seeds = 3,
     .limit_s = 120},
};

static void print_row(FILE *out, const struct maker_row *row,
                      const struct maker_sums *sums) {
    (void)fprintf(
        out,
        "%-16s %3u %3u %8.3f %8.3f %8.3f | %5.2f %5.1f %6.1f | %5.0f %5.0f %5.0f %5.0f | "
        "%6.0f %5.0f %6.0f %4.0f | %6.0f %5.0f\n",
        row->name, sums->n_items, sums->n_levels, maker_median(sums),
        maker_mean(sums->seconds_sum, sums->n_items), maker_max(sums),
        maker_mean(sums->boxes, sums->n_levels), maker_mean(sums->floor, sums->n_levels),
        maker_mean(sums->pushes, sums->n_levels), maker_stat(sums, "invert-done"),
        maker_stat(sums, "invert-rejected"), maker_stat(sums, "player-done"),
        maker_stat(sums, "player-rejected"), maker_stat(sums, "any-calls"),
        maker_stat(sums, "any-limits"), maker_stat(sums, "optimal-calls"),
        maker_stat(sums, "optimal-limits"), row->paper[0], row->paper[1]);
}

static void put_json(struct lw_json_writer *json, const struct maker_row *row,
                     const struct maker_sums *sums) {
    lw_json_uint(json, "n", sums->n_items);
    lw_json_uint(json, "levels", sums->n_levels);
    lw_json_real(json, "seconds_median", maker_median(sums));
    lw_json_real(json, "seconds_mean", maker_mean(sums->seconds_sum, sums->n_items));
    lw_json_real(json, "seconds_max", maker_max(sums));
    lw_json_real(json, "boxes_mean", maker_mean(sums->boxes, sums->n_levels));
    lw_json_real(json, "floor_mean", maker_mean(sums->floor, sums->n_levels));
    lw_json_real(json, "pushes_mean", maker_mean(sums->pushes, sums->n_levels));
    for (size_t i = 0; i < sums->n_stats; i++) {
        lw_json_real(json, sums->stats[i].name, sums->stats[i].value);
    }
    lw_json_real(json, "paper_seconds", row->paper[0]);
    lw_json_real(json, "paper_pushes", row->paper[1]);
}

const struct maker_bench maker_evolve = {
    .generator = "evolve",
    .head = "CPU seconds a run, one core; 0: no figure is known; times are from "
            "the thesis, pushes from runs that its author recorded later\n"
            "row                n lev   median     mean      max | boxes floor pushes"
            " |  inv+  inv-  plr+  plr- |    any limit    opt  lim | thesis  push\n",
    .rows = rows,
    .n_rows = sizeof rows / sizeof *rows,
    .print = print_row,
    .put_json = put_json,
};

static int run(struct cli *cli, const struct cli_args *args) {
    return maker_table(cli, args, &maker_evolve);
}

const struct lab_bench bench_evolve = {
    .name = "evolve",
    .summary =
        "genetic levels: time and pushes compared with Schaa's thesis, mutation counts",
    .run = run,
};
