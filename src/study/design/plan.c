/* A person's plan, drawn phase by phase. */
#include "lw/study/plan.h"

#include <stdio.h>
#include <string.h>

#include "design/draw.h"

struct planner {
    const struct lw_study_plan_request *request;
    struct lw_arena *arena;
    struct lw_study_plan *plan;
    size_t cap;
    bool **seen; /* of each set, which of its levels */
    struct lw_error *err;
};

struct lw_rng study_phase_stream(const struct lw_study *study, uint64_t person,
                                 const char *phase) {
    struct lw_rng stream = lw_rng_make((uint64_t)study->seed, person);
    return lw_rng_fork(&stream, (uint32_t)lw_hash64(phase, strlen(phase), 0));
}

static size_t set_number(const struct lw_study_levels *levels, const char *id) {
    size_t i = 0;
    while (i < levels->n_sets && strcmp(levels->sets[i].set->id, id) != 0) {
        i++;
    }
    return i;
}

struct refs {
    struct lw_study_level_ref *items;
    size_t n;
};

/* All levels of the pick's sets, one set after the other. */
static lw_status list_levels(struct planner *p, const struct lw_study_pick *pick,
                             struct refs *out) {
    const struct lw_study_plan_request *r = p->request;
    struct lw_study_names names =
        lw_study_by_cell(r->study, r->cells, r->cell, &pick->sets, p->arena);
    size_t total = 0;
    for (size_t i = 0; i < names.n; i++) {
        size_t set = set_number(r->levels, names.names[i]);
        total += set < r->levels->n_sets ? r->levels->sets[set].n : 0;
    }
    out->items = lw_arena_zero(p->arena, total + 1, sizeof *out->items);
    out->n = 0;
    if (out->items == NULL) {
        return lw_fail_memory(p->err);
    }
    for (size_t i = 0; i < names.n; i++) {
        size_t set = set_number(r->levels, names.names[i]);
        for (size_t j = 0; set < r->levels->n_sets && j < r->levels->sets[set].n; j++) {
            out->items[out->n++] =
                (struct lw_study_level_ref){(uint16_t)set, (uint16_t)j};
        }
    }
    return LW_OK;
}

static lw_status pick_levels(struct planner *p, const struct lw_study_phase *phase,
                             size_t number, struct lw_rng *rng, struct refs *out) {
    const struct lw_study_pick *pick = &phase->levels[number];
    size_t n = 0;
    lw_status status = list_levels(p, pick, out);
    if (status != LW_OK) {
        return status;
    }
    size_t last =
        pick->last == 0 || (size_t)pick->last > out->n ? out->n : (size_t)pick->last;
    for (size_t i = (size_t)pick->first - 1; i < last; i++) {
        struct lw_study_level_ref ref = out->items[i];
        if (!pick->unseen || !p->seen[ref.set][ref.level]) {
            out->items[n++] = ref;
        }
    }
    size_t wanted = pick->count > 0 ? (size_t)pick->count : n;
    bool short_slice = pick->last != 0 && (size_t)pick->last > out->n;
    if (n == 0 || wanted > n || short_slice) {
        return lw_fail(
            p->err, LW_BAD_INPUT, pick->at == NULL ? 0 : pick->at->line,
            pick->at == NULL ? 0 : pick->at->column,
            "phase '%s' wants %zu levels here%s, and there are %zu in cell '%s'; "
            "name more levels or ask for fewer",
            phase->id, wanted, short_slice ? " up to a later one" : "", n,
            p->request->cells->cells[p->request->cell].name);
    }
    if (pick->shuffled) {
        lw_rng_shuffle(rng, out->items, n, sizeof *out->items);
    }
    out->n = wanted;
    return LW_OK;
}

static lw_status phase_levels(struct planner *p, const struct lw_study_phase *phase,
                              const struct lw_rng *stream, struct refs *out) {
    struct lw_rng rng = lw_rng_fork(stream, STUDY_LABEL_LEVELS);
    struct refs parts[100];
    size_t total = 0;
    *out = (struct refs){NULL, 0};
    for (size_t i = 0; i < phase->n_levels; i++) {
        lw_status status = pick_levels(p, phase, i, &rng, &parts[i]);
        if (status != LW_OK) {
            return status;
        }
        total += parts[i].n;
    }
    out->items = lw_arena_zero(p->arena, total + 1, sizeof *out->items);
    if (out->items == NULL) {
        return lw_fail_memory(p->err);
    }
    for (size_t i = 0; i < phase->n_levels; i++) {
        memcpy(out->items + out->n, parts[i].items, parts[i].n * sizeof *out->items);
        out->n += parts[i].n;
    }
    if (phase->level_order == LW_STUDY_SHUFFLED) {
        struct lw_rng order = lw_rng_fork(stream, STUDY_LABEL_ORDER);
        lw_rng_shuffle(&order, out->items, out->n, sizeof *out->items);
    }
    for (size_t i = 0; i < out->n; i++) {
        p->seen[out->items[i].set][out->items[i].level] = true;
    }
    return LW_OK;
}

static lw_status get_trials(struct planner *p, struct lw_study_plan_phase *out,
                            size_t n) {
    out->trials = lw_arena_zero(p->arena, n + 1, sizeof *out->trials);
    out->n_trials = out->trials == NULL ? 0 : n;
    return out->trials == NULL ? lw_fail_memory(p->err) : LW_OK;
}

/* Play, practice and rate: a trial a level, or one of all pictures. */
static lw_status level_trials(struct planner *p, const struct lw_study_phase *phase,
                              const struct lw_rng *stream,
                              struct lw_study_plan_phase *out) {
    struct refs refs;
    lw_status status = phase_levels(p, phase, stream, &refs);
    bool together = phase->type == LW_STUDY_RATE && phase->show == LW_STUDY_TOGETHER;
    if (status == LW_OK && phase->type == LW_STUDY_COMPARE) {
        size_t count = study_pairs_count(phase, refs.n);
        struct study_pair_draw draw = {phase, stream, refs.items, refs.n};
        if (count == 0) {
            return lw_fail(p->err, LW_BAD_INPUT, 0, 0,
                           "phase '%s' has %zu levels; a pair needs two", phase->id,
                           refs.n);
        }
        status = get_trials(p, out, count);
        return status == LW_OK ? study_pairs_draw(&draw, out->trials, count, p->arena)
                               : status;
    }
    if (status == LW_OK) {
        status = get_trials(p, out, together ? 1 : refs.n);
    }
    for (size_t i = 0; status == LW_OK && i < out->n_trials; i++) {
        out->trials[i].kind =
            phase->type == LW_STUDY_RATE ? LW_STUDY_TRIAL_PICTURES : LW_STUDY_TRIAL_LEVEL;
        out->trials[i].refs = refs.items + i;
        out->trials[i].n_refs = together ? refs.n : 1;
    }
    return status;
}

static lw_status draw_prompts(struct planner *p, const struct lw_study_phase *phase,
                              const struct lw_rng *stream, struct lw_study_word **out,
                              size_t *n) {
    *n = lw_study_words_draw(phase->prompts, phase->minutes, stream, NULL, 0);
    size_t room = *n + 8;
    *out = lw_arena_zero(p->arena, room, sizeof **out);
    if (*out == NULL) {
        return lw_fail_memory(p->err);
    }
    (void)lw_study_words_draw(phase->prompts, phase->minutes, stream, *out, room);
    return LW_OK;
}

static lw_status word_trials(struct planner *p, struct lw_study_plan_phase *out,
                             const struct lw_study_word *words, size_t n) {
    lw_status status = get_trials(p, out, n);
    for (size_t i = 0; i < n && status == LW_OK; i++) {
        out->trials[i].kind = LW_STUDY_TRIAL_WORD;
        out->trials[i].word = words[i];
    }
    return status;
}

static lw_status attention_trials(struct planner *p, const struct lw_study_phase *phase,
                                  const struct lw_rng *stream,
                                  struct lw_study_plan_phase *out) {
    size_t n = lw_study_attention_count(phase->attention);
    struct lw_study_attention_trial *drawn = lw_arena_zero(p->arena, n, sizeof *drawn);
    lw_status status = drawn == NULL ? lw_fail_memory(p->err) : get_trials(p, out, n);
    if (status == LW_OK) {
        lw_study_attention_trials(phase->attention, stream, drawn);
    }
    for (size_t i = 0; i < n && status == LW_OK; i++) {
        out->trials[i].kind = LW_STUDY_TRIAL_ATTENTION;
        out->trials[i].attention = drawn[i];
    }
    return status;
}

static lw_status instrument_trials(struct planner *p, const struct lw_study_phase *phase,
                                   const struct lw_rng *stream,
                                   struct lw_study_plan_phase *out) {
    struct lw_study_word *words = NULL;
    size_t n = 0;
    lw_status status;
    if (phase->instrument == LW_STUDY_ATTENTION) {
        return attention_trials(p, phase, stream, out);
    }
    if (phase->instrument == LW_STUDY_STROOP) {
        status = draw_prompts(p, phase, stream, &words, &n);
        return status == LW_OK ? word_trials(p, out, words, n) : status;
    }
    n = (size_t)(phase->check->trials * phase->check->attempts);
    if (phase->instrument == LW_STUDY_PITCH_CHECK) {
        words = lw_arena_zero(p->arena, n, sizeof *words);
        if (words == NULL) {
            return lw_fail_memory(p->err);
        }
        study_pitch_check(stream, words, (size_t)phase->check->trials,
                          (size_t)phase->check->attempts);
        return word_trials(p, out, words, n);
    }
    struct lw_study_tones *tones = lw_arena_zero(p->arena, n, sizeof *tones);
    status = tones == NULL ? lw_fail_memory(p->err) : get_trials(p, out, n);
    for (size_t i = 0; i < n && status == LW_OK; i++) {
        if (i == 0) {
            study_tones(stream, tones, n);
        }
        out->trials[i].kind = LW_STUDY_TRIAL_TONES;
        out->trials[i].tones = tones[i];
    }
    return status;
}

/* A log keeps count of what was answered with a bit each. */
static lw_status check_size(struct planner *p, const struct lw_study_plan_phase *phase) {
    size_t questions = phase->phase->n_questions > 1 ? phase->phase->n_questions : 1;
    if (phase->n_trials * questions > LW_STUDY_MAX_TRIALS ||
        phase->n_prompts > LW_STUDY_MAX_TRIALS) {
        return lw_fail(
            p->err, LW_BAD_INPUT, phase->phase->at->line, phase->phase->at->column,
            "phase '%s' has %zu trials of %zu questions and %zu words; at most %d "
            "of each can be kept; use fewer levels, pairs or minutes",
            phase->id, phase->n_trials, questions, phase->n_prompts, LW_STUDY_MAX_TRIALS);
    }
    return LW_OK;
}

static lw_status plan_phase(struct planner *p, const struct lw_study_phase *phase) {
    struct lw_study_plan_phase *out = &p->plan->phases[p->plan->n_phases++];
    struct lw_rng stream =
        study_phase_stream(p->request->study, p->request->person, phase->id);
    lw_status status = LW_OK;
    *out = (struct lw_study_plan_phase){
        .id = phase->id, .type = phase->type, .phase = phase};
    if (phase->type == LW_STUDY_INSTRUMENT) {
        status = instrument_trials(p, phase, &stream, out);
        return status == LW_OK ? check_size(p, out) : status;
    }
    if (phase->n_levels > 0) {
        status = level_trials(p, phase, &stream, out);
    } else if (phase->type == LW_STUDY_SURVEY) {
        status = get_trials(p, out, 1);
        if (status == LW_OK) {
            out->trials[0].kind = LW_STUDY_TRIAL_QUESTIONS;
        }
    }
    if (status == LW_OK && phase->prompts != NULL) {
        status = draw_prompts(p, phase, &stream, &out->prompts, &out->n_prompts);
    }
    return status == LW_OK ? check_size(p, out) : status;
}

static lw_status plan_phases(struct planner *p, const struct lw_study_phase *phases,
                             size_t n);

static const struct lw_study_phase *inside(const struct lw_study_phase *group,
                                           const char *id) {
    for (size_t i = 0; i < group->n_phases; i++) {
        if (strcmp(group->phases[i].id, id) == 0) {
            return &group->phases[i];
        }
    }
    return NULL;
}

static lw_status plan_group(struct planner *p, const struct lw_study_phase *group) {
    const struct lw_study_plan_request *r = p->request;
    lw_status status = LW_OK;
    if (group->order != NULL) {
        struct lw_study_names names =
            lw_study_by_cell(r->study, r->cells, r->cell, group->order, p->arena);
        for (size_t i = 0; i < names.n && status == LW_OK; i++) {
            const struct lw_study_phase *phase = inside(group, names.names[i]);
            status = phase == NULL ? LW_OK : plan_phases(p, phase, 1);
        }
        return status;
    }
    uint8_t order[100];
    for (size_t i = 0; i < group->n_phases; i++) {
        order[i] = (uint8_t)i;
    }
    if (group->shuffled) {
        struct lw_rng stream = study_phase_stream(r->study, r->person, group->id);
        struct lw_rng rng = lw_rng_fork(&stream, STUDY_LABEL_ORDER);
        lw_rng_shuffle(&rng, order, group->n_phases, 1);
    }
    for (size_t i = 0; i < group->n_phases && status == LW_OK; i++) {
        status = plan_phases(p, &group->phases[order[i]], 1);
    }
    return status;
}

static lw_status plan_phases(struct planner *p, const struct lw_study_phase *phases,
                             size_t n) {
    const struct lw_study_plan_request *r = p->request;
    lw_status status = LW_OK;
    for (size_t i = 0; i < n && status == LW_OK; i++) {
        if (!lw_study_phase_in_cell(r->study, r->cells, r->cell, &phases[i])) {
            continue;
        }
        status = phases[i].type == LW_STUDY_GROUP ? plan_group(p, &phases[i])
                                                  : plan_phase(p, &phases[i]);
    }
    return status;
}

static size_t count_phases(const struct lw_study_phase *phases, size_t n) {
    size_t total = n;
    for (size_t i = 0; i < n; i++) {
        total += count_phases(phases[i].phases, phases[i].n_phases);
    }
    return total;
}

lw_status lw_study_plan_make(const struct lw_study_plan_request *request,
                             struct lw_arena *arena, struct lw_study_plan *out,
                             struct lw_error *err) {
    struct planner p = {.request = request, .arena = arena, .plan = out, .err = err};
    const struct lw_study *study = request->study;
    *out = (struct lw_study_plan){.cell = request->cell, .person = request->person};
    size_t room = count_phases(study->phases, study->n_phases) + 2;
    out->phases = lw_arena_zero(arena, room, sizeof *out->phases);
    p.seen = lw_arena_zero(arena, request->levels->n_sets + 1, sizeof *p.seen);
    if (out->phases == NULL || p.seen == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < request->levels->n_sets; i++) {
        p.seen[i] = lw_arena_zero(arena, request->levels->sets[i].n + 1, sizeof(bool));
        if (p.seen[i] == NULL) {
            return lw_fail_memory(err);
        }
    }
    out->phases[out->n_phases++] =
        (struct lw_study_plan_phase){.id = "consent", .type = LW_STUDY_CONSENT};
    lw_status status = plan_phases(&p, study->phases, study->n_phases);
    out->phases[out->n_phases++] =
        (struct lw_study_plan_phase){.id = "end", .type = LW_STUDY_END};
    return status;
}
