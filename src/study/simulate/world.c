/* What is the same for all simulated people: how hard levels are, which techniques are
 * compared. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "simulate/actor.h"

#define LEVEL_LABEL 0x6c76u

/* FNV-1a: names a level's stream by what the level is, not by where it stands. */
static uint64_t name_of(const char *id) {
    uint64_t hash = UINT64_C(1469598103934665603);
    for (; *id != '\0'; id++) {
        hash = (hash ^ (unsigned char)*id) * UINT64_C(1099511628211);
    }
    return hash;
}

double fewest_moves(const struct lw_study_level *level) {
    if (!isnan(level->moves)) {
        return level->moves;
    }
    return level->solution == NULL ? 20 : (double)strlen(level->solution);
}

static double log_moves(const struct lw_study_level *level) {
    return log(1 + fewest_moves(level));
}

/* Part of it can be told from the fewest moves, the rest is drawn. */
static void draw_difficulties(struct world *w) {
    const struct lw_study_simulation *s = w->simulation;
    const struct lw_study_levels *levels = s->levels;
    const double *truth = s->truth->value;
    double sum = 0, squares = 0, n = 0;
    for (size_t i = 0; i < levels->n_sets; i++) {
        for (size_t k = 0; k < levels->sets[i].n; k++) {
            double x = log_moves(&levels->sets[i].levels[k]);
            sum += x;
            squares += x * x;
            n++;
        }
    }
    double mean = n > 0 ? sum / n : 0;
    double spread = n > 1 ? sqrt(fmax(squares / n - mean * mean, 0)) : 0;
    double known = truth[LW_STUDY_TRUTH_DIFFICULTY_KNOWN];
    for (size_t i = 0; i < levels->n_sets; i++) {
        bool made = levels->sets[i].set->made_by == LW_STUDY_BY_PROGRAM;
        for (size_t k = 0; k < levels->sets[i].n; k++) {
            const struct lw_study_level *level = &levels->sets[i].levels[k];
            struct lw_rng stream = lw_rng_make(s->seed, name_of(level->id));
            struct lw_rng rng = lw_rng_fork(&stream, LEVEL_LABEL + s->repetition);
            double z = spread > 0 ? (log_moves(level) - mean) / spread : 0;
            w->difficulty[i][k] =
                truth[LW_STUDY_TRUTH_DIFFICULTY_SD] *
                    (known * z + sqrt(1 - known * known) * draw_normal(&rng)) +
                truth[LW_STUDY_TRUTH_DIFFICULTY_MADE] * (made ? 0.5 : -0.5);
        }
    }
}

static int by_name(const void *a, const void *b) {
    const char *const *one = a, *const *two = b;
    return strcmp(*one, *two);
}

static void find_techniques(struct world *w) {
    const struct lw_study_levels *levels = w->simulation->levels;
    for (size_t i = 0; i < levels->n_sets; i++) {
        const char *technique = levels->sets[i].set->technique;
        size_t k = 0;
        while (technique != NULL && k < w->n_techniques &&
               strcmp(w->techniques[k], technique) != 0) {
            k++;
        }
        if (technique != NULL && k == w->n_techniques) {
            w->techniques[w->n_techniques++] = technique;
        }
    }
    if (w->n_techniques > 1) {
        qsort(w->techniques, w->n_techniques, sizeof *w->techniques, by_name);
    }
}

lw_status world_make(const struct lw_study_simulation *simulation,
                     const struct lw_alloc *alloc, struct world *out,
                     struct lw_error *err) {
    const struct lw_study_levels *levels = simulation->levels;
    *out = (struct world){.simulation = simulation, .alloc = alloc};
    lw_arena_init(&out->arena, alloc);
    out->difficulty =
        lw_arena_zero(&out->arena, levels->n_sets + 1, sizeof *out->difficulty);
    out->techniques =
        lw_arena_zero(&out->arena, levels->n_sets + 1, sizeof *out->techniques);
    bool good = out->difficulty != NULL && out->techniques != NULL;
    for (size_t i = 0; good && i < levels->n_sets; i++) {
        out->difficulty[i] =
            lw_arena_zero(&out->arena, levels->sets[i].n + 1, sizeof *out->difficulty[i]);
        good = out->difficulty[i] != NULL;
    }
    if (!good) {
        world_free(out);
        return lw_fail_memory(err);
    }
    draw_difficulties(out);
    find_techniques(out);
    return LW_OK;
}

void world_free(struct world *world) {
    lw_arena_free(&world->arena);
}

double lw_study_simulated_difficulty(const struct lw_study_simulation *simulation,
                                     struct lw_study_level_ref ref) {
    struct world world;
    double out = NAN;
    if (world_make(simulation, lw_alloc_libc(), &world, NULL) == LW_OK) {
        if (ref.set < simulation->levels->n_sets &&
            ref.level < simulation->levels->sets[ref.set].n) {
            out = world.difficulty[ref.set][ref.level];
        }
        world_free(&world);
    }
    return out;
}
