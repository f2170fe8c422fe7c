/* The quality-diversity archive the thesis asks for: MAP-Elites over number of boxes,
 * floor squares, box lines a push and congestion; every cell keeps its fittest level, and
 * all cells are the output. */
#include "make/evolve/evolve_internal.h"

#define LINE_BINS 4
#define CONGESTION_BINS 4

struct archive {
    struct evolve_run *run;
    const char **solutions;
    size_t n, cap;
};

static bool seed(void *ctx, struct lw_rng *rng, void *item) {
    struct archive *archive = ctx;
    return lw_sok_evolve_seed(archive->run, lw_rng_below(rng, archive->run->n_grounds),
                              rng, item);
}

static bool vary(void *ctx, struct lw_rng *rng, const void *parent, const void *other,
                 void *item) {
    struct archive *archive = ctx;
    const struct evolve_level *level = parent, *mate = other;
    struct evolve_level partner;
    *(struct evolve_level *)item = *level;
    /* Levels of different rooms have no squares in common; a fresh pair of the same room
     * takes the partner's place. */
    if (mate->ground == level->ground) {
        partner = *mate;
    } else if (!lw_sok_evolve_seed(archive->run, level->ground, rng, &partner)) {
        return false;
    }
    lw_sok_evolve_cross(archive->run, rng, item, &partner);
    lw_sok_evolve_mutate(archive->run, rng, item);
    return true;
}

static bool between(uint32_t at, uint32_t a, uint32_t b) {
    return (at >= a && at <= b) || (at >= b && at <= a);
}

/* Kartal's second congestion, a box: other boxes and goals in the rectangle of each pair
 * for each of its open squares. */
static double congestion(const struct evolve_ground *ground,
                         const struct evolve_level *level) {
    uint32_t width = ground->room->width;
    double sum = 0;
    for (uint32_t i = 0; i < level->n_pairs; i++) {
        const struct evolve_pair *pair = &level->pairs[i];
        uint32_t a = ground->cell[pair->route[pair->box]];
        uint32_t b = ground->cell[pair->route[pair->goal]];
        uint32_t open = 0, things = 0;
        for (uint32_t s = 0; s < ground->n; s++) {
            uint32_t at = ground->cell[s];
            open += between(at % width, a % width, b % width) &&
                    between(at / width, a / width, b / width);
        }
        for (uint32_t j = 0; j < 2 * level->n_pairs; j++) {
            const struct evolve_pair *other = &level->pairs[j / 2];
            uint32_t end = j % 2 == 0 ? other->box : other->goal;
            uint32_t at = ground->cell[other->route[end]];
            things += between(at % width, a % width, b % width) &&
                      between(at / width, a / width, b / width);
        }
        sum += (double)things / (double)open;
    }
    return sum / (double)level->n_pairs;
}

static bool keep_solution(struct archive *archive, struct evolve_level *level) {
    struct evolve_run *run = archive->run;
    const struct lw_buffer *text = &run->result.solution;
    char *copy = lw_arena_text(&run->arena, lw_buffer_text(text), text->len);
    if (copy == NULL || !lw_grow(run->runtime->alloc, &archive->solutions, &archive->cap,
                                 archive->n + 1, sizeof *archive->solutions)) {
        run->failed = true;
        return false;
    }
    level->solution = (uint32_t)archive->n;
    archive->solutions[archive->n++] = copy;
    return true;
}

/* A level rated before is either archived or was beaten: only fresh ones count. */
static bool rate(void *ctx, void *item, double *score, double *coords) {
    struct archive *archive = ctx;
    struct evolve_run *run = archive->run;
    struct evolve_level *level = item;
    const struct evolve_ground *ground = &run->grounds[level->ground];
    bool fresh;
    *score = lw_sok_evolve_rate(run, level, &fresh);
    if (!fresh || *score <= 0 || !keep_solution(archive, level)) {
        return false;
    }
    const double *measures = run->result.measures;
    coords[0] = level->n_pairs;
    coords[1] = ground->n;
    coords[2] = measures[LW_SOKOBAN_LINES] / measures[LW_SOKOBAN_PUSHES];
    coords[3] = congestion(ground, level);
    return true;
}

static lw_status emit_cells(struct archive *archive, const struct lw_archive *cells,
                            lw_emit_fn emit, void *emit_ctx, struct lw_error *err) {
    for (uint32_t i = 0; i < cells->n_cells; i++) {
        const struct evolve_level *level = lw_archive_get(cells, i);
        if (level == NULL) {
            continue;
        }
        struct lw_candidate candidate = {.solution = archive->solutions[level->solution],
                                         .score = cells->scores[i]};
        lw_status status = lw_sok_evolve_to_level(archive->run, level, candidate.solution,
                                                  &candidate.level, err);
        if (status != LW_OK) {
            return status;
        }
        if (!emit(emit_ctx, &candidate)) {
            return LW_OK;
        }
    }
    return LW_OK;
}

lw_status lw_sok_evolve_archive(struct evolve_run *run, struct lw_rng *rng,
                                lw_emit_fn emit, void *emit_ctx, struct lw_error *err) {
    const struct evolve_settings *settings = run->settings;
    const struct lw_archive_axis axes[] = {
        {"boxes", 1, (double)settings->max_boxes + 1, settings->max_boxes},
        {"floor", 10, 130, 6},
        {"lines-per-push", 0.2, 1, LINE_BINS},
        {"congestion", 0.2, 1.2, CONGESTION_BINS}};
    struct archive archive = {.run = run};
    const struct lw_elites_problem problem = {
        .ctx = &archive, .seed = seed, .vary = vary, .rate = rate};
    struct lw_archive cells;
    lw_status status = lw_archive_init(&cells, run->runtime->alloc, axes, 4,
                                       sizeof(struct evolve_level));
    if (status != LW_OK) {
        return status;
    }
    uint64_t n_seeds = 4u * (uint64_t)run->n_grounds;
    status = lw_elites_run(&problem, &cells, n_seeds, settings->archive_rounds, rng,
                           &run->meter);
    if (status == LW_OK && run->failed) {
        status = LW_NO_MEMORY;
    }
    if (status == LW_OK) {
        status = emit_cells(&archive, &cells, emit, emit_ctx, err);
    }
    if (run->request->stat != NULL) {
        run->request->stat(run->request->stat_ctx, "archive-cells", cells.n_filled);
    }
    lw_alloc_free(run->runtime->alloc, archive.solutions,
                  archive.cap * sizeof *archive.solutions);
    lw_archive_free(&cells);
    return status;
}
