/* Parts of the evidence, and what they alone say about levels. */
#include <math.h>
#include <string.h>

#include "difficulty_internal.h"
#include "joint/joint_internal.h"

bool joint_part_init(struct joint_part *part, struct lw_arena *arena,
                     const struct lw_joint_data *data) {
    *part = (struct joint_part){.data = *data, .unit = 1};
    part->sources = lw_arena_zero(arena, data->n_sources + 1, sizeof *part->sources);
    part->observations =
        lw_arena_zero(arena, data->n_observations + 1, sizeof *part->observations);
    return part->sources != NULL && part->observations != NULL;
}

/* Centre and spread of what is left of one source; they stay when too little is left. */
static void standardise(struct joint_part *part, size_t s) {
    struct lw_joint_source *source = &part->sources[s];
    double sum = 0, squares = 0, n = 0;
    for (size_t i = 0; i < part->data.n_observations; i++) {
        if (part->observations[i].source == s) {
            sum += part->observations[i].value;
            n++;
        }
    }
    double centre = n > 0 ? sum / n : 0;
    for (size_t i = 0; i < part->data.n_observations; i++) {
        double d = part->observations[i].value - centre;
        squares += part->observations[i].source == s ? d * d : 0;
    }
    double spread = n > 2 ? sqrt(squares / (n - 1)) : 0;
    if (!(spread > 1e-12)) {
        return;
    }
    for (size_t i = 0; i < part->data.n_observations; i++) {
        struct lw_observation *o = &part->observations[i];
        o->value = o->source == s ? (o->value - centre) / spread : o->value;
    }
    source->centre += source->spread * centre;
    source->spread *= spread;
    part->unit = s == 0 ? spread : part->unit;
}

void joint_part_take(struct joint_part *part, const struct lw_joint_data *data,
                     const unsigned char *learned) {
    size_t n = 0;
    memcpy(part->sources, data->sources, data->n_sources * sizeof *part->sources);
    for (size_t i = 0; i < data->n_observations; i++) {
        const struct lw_observation *o = &data->observations[i];
        bool pair = data->sources[o->source].kind == LW_EVIDENCE_CHOICE;
        if (learned[o->level] && (!pair || learned[o->other])) {
            part->observations[n++] = *o;
        }
    }
    part->data.observations = part->observations;
    part->data.sources = part->sources;
    part->data.n_observations = n;
    part->unit = 1;
    for (size_t s = 0; s < data->n_sources && n < data->n_observations; s++) {
        if (data->sources[s].kind == LW_EVIDENCE_RATING ||
            data->sources[s].kind == LW_EVIDENCE_TIME) {
            standardise(part, s);
        }
    }
}

/* Wide: what is said about one level is hardly drawn to what is said about others. */
static struct lw_joint_prior wide_prior(const struct lw_joint_prior *prior) {
    struct lw_joint_prior wide = *prior;
    wide.level = 3;
    return wide;
}

lw_status lw_joint_answers(const struct lw_alloc *alloc, const struct lw_joint_data *data,
                           const struct lw_joint_prior *prior, double *answers,
                           struct lw_error *err) {
    const struct lw_joint_prior wide = wide_prior(prior);
    struct lw_joint_fit fit;
    lw_status status =
        lw_joint_fit(alloc, data, (struct lw_joint_features){0}, &wide, &fit, err);
    if (status == LW_OK) {
        for (size_t i = 0; i < data->n_levels; i++) {
            answers[i] = fit.difficulty[i].value;
        }
        lw_joint_fit_free(&fit);
    }
    return status;
}

struct answering {
    const struct lw_runtime *runtime;
    const struct lw_evidence *e;
    const struct lw_joint_data *data;
    struct lw_joint_prior prior;
    double *answers;
};

static lw_status answer_group(void *ctx, size_t g, struct lw_error *err) {
    struct answering *job = ctx;
    const struct lw_evidence *e = job->e;
    const struct joint_how how = {.cancel = e->cancel, .weights_only = true};
    struct lw_arena arena;
    struct joint_part part;
    struct lw_joint_fit fit;
    lw_arena_init(&arena, job->runtime->alloc);
    unsigned char *learned = lw_arena_zero(&arena, e->n + 1, 1);
    lw_status status = learned == NULL || !joint_part_init(&part, &arena, job->data)
                           ? lw_fail_memory(err)
                           : LW_OK;
    if (status == LW_OK) {
        for (size_t i = 0; i < e->n; i++) {
            learned[i] = e->group[i] != g;
        }
        joint_part_take(&part, job->data, learned);
        status =
            joint_fit_any(job->runtime->alloc, &part.data, &job->prior, &how, &fit, err);
    }
    if (status == LW_OK) {
        for (size_t i = 0; i < e->n; i++) {
            job->answers[g * e->n + i] = part.unit * fit.difficulty[i].value;
        }
        lw_joint_fit_free(&fit);
    }
    lw_arena_free(&arena);
    return status;
}

lw_status lw_joint_answers_without(const struct lw_runtime *runtime,
                                   const struct lw_evidence *e,
                                   const struct lw_joint_data *data,
                                   const struct lw_joint_prior *prior, double *answers,
                                   struct lw_error *err) {
    struct answering job = {.runtime = runtime,
                            .e = e,
                            .data = data,
                            .prior = wide_prior(prior),
                            .answers = answers};
    const struct lw_group_work work = {
        .phase = "bringing evidence to one scale", .ctx = &job, .run = answer_group};
    return lw_groups_run(runtime, e, &work, err);
}
