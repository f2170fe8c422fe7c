/* What the experiment of Khalifa and Fayek counts: games opened, levels played, and what
 * came of the techniques and of leaving out a score. */
#include <math.h>

#include "bench/bench_khalifa.h"

static const char *const names[KHALIFA_GAMES] = {"Sokoban", "LavaGame", "BlockFaker",
                                                 "GemGame", "DestroyGame"};

const char *const khalifa_scores[LW_PS_N_SCORES] = {
#define X(code, name, weight, help) name,
    LW_PS_SCORES(X)
#undef X
};

int khalifa_open(struct cli *cli, const char *data, struct khalifa_set *set) {
    set->n = 0;
    for (size_t i = 0; i < KHALIFA_GAMES; i++) {
        struct khalifa_game *game = &set->games[i];
        char path[1024];
        struct lw_error err;
        (void)snprintf(path, sizeof path, "%s/puzzlescript/khalifa/human/%s.txt", data,
                       names[i]);
        int code = cli_levels_open(cli, path, "puzzlescript", &game->human);
        if (code != 0) {
            return code;
        }
        game->name = names[i];
        if (lw_ps_analyse(lw_ps_game_of(game->human.game), cli->alloc, &game->analysis,
                          &err) != LW_OK) {
            cli_levels_close(&game->human);
            return cli_fail(cli, path, &err);
        }
        set->n++;
    }
    return 0;
}

void khalifa_close(struct khalifa_set *set) {
    for (size_t i = 0; i < set->n; i++) {
        lw_ps_analysis_free(&set->games[i].analysis);
        cli_levels_close(&set->games[i].human);
    }
    set->n = 0;
}

lw_status khalifa_play(struct cli *cli, const struct khalifa_game *game,
                       enum lw_ps_strategy strategy, uint64_t limit,
                       struct khalifa_played *out, struct lw_error *err) {
    *out = (struct khalifa_played){.n = game->human.set.n_entries};
    for (size_t i = 0; i < out->n; i++) {
        struct lw_meter meter;
        struct lw_ps_playout playout;
        struct lw_budget budget = {.nodes = limit == 0 ? 0 : limit + 1,
                                   .cancel = cli->cancel};
        lw_meter_start(&meter, cli->runtime, &budget);
        lw_status status = lw_ps_play_level(
            &(struct lw_ps_playing){.level = game->human.set.entries[i].level,
                                    .analysis = &game->analysis,
                                    .strategy = strategy},
            cli->alloc, &meter, &playout, err);
        if (status != LW_OK) {
            return status;
        }
        bool solved = playout.outcome == LW_OUTCOME_SOLVED;
        out->n_solved += solved;
        out->explored += (double)playout.expanded;
        out->arrangements += (double)playout.arrangements;
        out->moves += solved ? (double)playout.moves.len : 0;
        lw_buffer_free(&playout.moves);
    }
    return LW_OK;
}

void khalifa_histograms(struct khalifa_histogram *lengths,
                        struct khalifa_histogram *applied) {
    *lengths = (struct khalifa_histogram){.what = "moves/area", .width = 0.25};
    *applied = (struct khalifa_histogram){.what = "rules/move", .width = 0.1};
}

static void add(struct khalifa_histogram *h, double value) {
    double at = value / h->width;
    if (!isnan(value)) {
        h->bins[at < 0 ? 0 : at >= KHALIFA_BINS ? KHALIFA_BINS - 1 : (size_t)at]++;
        h->sum += value;
        h->squares += value * value;
        h->n++;
    }
}

double khalifa_mean(const struct khalifa_histogram *h) {
    return h->n == 0 ? (double)NAN : h->sum / h->n;
}

double khalifa_spread(const struct khalifa_histogram *h) {
    return h->n < 2 ? (double)NAN
                    : sqrt((h->squares - h->sum * khalifa_mean(h)) / (h->n - 1));
}

lw_status khalifa_human(struct cli *cli, const struct khalifa_set *set,
                        struct khalifa_histogram *lengths,
                        struct khalifa_histogram *applied, struct lw_error *err) {
    for (size_t g = 0; g < KHALIFA_GAMES; g++) {
        const struct khalifa_game *game = &set->games[g];
        struct lw_ps_rater rater = lw_ps_rater_usual(&game->analysis);
        rater.strategy = LW_PS_BREADTH;
        rater.max_states = 2000000;
        for (size_t i = 0; i < game->human.set.n_entries; i++) {
            struct lw_ps_rating rating;
            lw_status status = lw_ps_rate(&rater, game->human.set.entries[i].level,
                                          cli->runtime, NULL, &rating, err);
            if (status != LW_OK) {
                return status;
            }
            add(lengths, rating.length_ratio);
            add(applied, rating.applied_ratio);
            lw_buffer_free(&rating.playout.moves);
        }
    }
    return LW_OK;
}

struct khalifa_sums khalifa_sum(const struct khalifa_task *tasks, size_t n_tasks,
                                size_t technique) {
    struct khalifa_sums sums = {0};
    for (size_t i = 0; i < n_tasks; i++) {
        const struct khalifa_task *task = &tasks[i];
        if (task->technique != technique) {
            continue;
        }
        sums.playable += task->n_playable;
        sums.solvable += task->n_solvable;
        sums.unknown += task->n_unknown;
        sums.trivial += task->n_trivial;
        sums.rated += task->best.n_rated;
        sums.solved += task->best.n_solved;
        for (size_t k = 0; k < LW_PS_BEST && task->best.levels[k] != NULL; k++) {
            sums.n++;
            sums.fitness += task->best.ratings[k].total;
        }
    }
    return sums;
}

void khalifa_count(const struct khalifa_task *tasks, size_t n_tasks, size_t technique,
                   struct khalifa_histogram *lengths, struct khalifa_histogram *applied) {
    for (size_t i = 0; i < n_tasks; i++) {
        const struct lw_ps_best *best = &tasks[i].best;
        for (size_t k = 0;
             tasks[i].technique == technique && k < LW_PS_BEST && best->levels[k] != NULL;
             k++) {
            add(lengths, best->ratings[k].length_ratio);
            add(applied, best->ratings[k].applied_ratio);
        }
    }
}

struct khalifa_effect khalifa_effect_of(const struct khalifa_task *tasks, size_t n_tasks,
                                        size_t dropped) {
    struct khalifa_effect effect = {
        .without = dropped == LW_PS_N_SCORES ? "nothing" : khalifa_scores[dropped]};
    size_t playable = 0, n_lengths = 0;
    for (size_t i = 0; i < n_tasks; i++) {
        const struct lw_ps_best *best = &tasks[i].best;
        bool is_ours = tasks[i].dropped == dropped;
        playable += is_ours ? tasks[i].n_playable : 0;
        for (size_t k = 0; is_ours && k < LW_PS_BEST && best->levels[k] != NULL; k++) {
            effect.n++;
            for (size_t s = 0; s < LW_PS_N_SCORES; s++) {
                effect.scores[s] += best->ratings[k].scores[s];
            }
            bool solved = !isnan(best->ratings[k].length_ratio);
            effect.length_ratio += solved ? best->ratings[k].length_ratio : 0;
            n_lengths += solved;
        }
    }
    for (size_t s = 0; s < LW_PS_N_SCORES; s++) {
        effect.scores[s] /= (double)effect.n;
    }
    effect.playable = 100.0 * (double)playable / (double)effect.n;
    effect.length_ratio /= (double)n_lengths;
    return effect;
}

lw_status khalifa_effects(struct cli *cli, const struct khalifa_set *set, uint64_t seed,
                          size_t n_outlines,
                          struct khalifa_effect effects[KHALIFA_EFFECTS],
                          struct lw_error *err) {
    size_t n = KHALIFA_EFFECTS * n_outlines * KHALIFA_GAMES;
    struct khalifa_task *tasks = lw_alloc_zero(cli->alloc, n, sizeof *tasks);
    if (tasks == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < n; i++) {
        size_t place = i / KHALIFA_EFFECTS;
        /* The same random numbers at a place, so that only the fitness differs. */
        tasks[i] = (struct khalifa_task){.technique = KHALIFA_CONSTRUCTIVE_START,
                                         .dropped = i % KHALIFA_EFFECTS,
                                         .outline = place % n_outlines,
                                         .game = place / n_outlines,
                                         .stream = place};
    }
    khalifa_run(cli, set, seed, tasks, n);
    lw_status status = LW_OK;
    for (size_t i = 0; i < n && status == LW_OK; i++) {
        status = tasks[i].status;
        *err = tasks[i].err;
    }
    for (size_t i = 0; i < KHALIFA_EFFECTS && status == LW_OK; i++) {
        effects[i] = khalifa_effect_of(
            tasks, n, (i + LW_PS_N_SCORES) % KHALIFA_EFFECTS); /* all first */
    }
    khalifa_tasks_free(cli, tasks, n);
    return status;
}
