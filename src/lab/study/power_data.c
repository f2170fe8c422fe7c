/* From the logs of simulated people to the variables of Taylor's models, without the
 * tables between. A test holds them against study analyze on the same people's export. */
#include <math.h>
#include <string.h>

#include "study/power.h"
#include "study/taylor_data.h"

struct tally {
    double n, answered, right, logs, ms;
};

struct played {
    double attempted, solved, quit, moves, pushes, n_excess;
};

struct one {
    double number;
    bool hand_made_first;
    struct tally words[TAYLOR_N_SETS][TAYLOR_N_CONGRUENCIES];
    struct tally practice[TAYLOR_N_CONGRUENCIES], attention[3];
    struct played played[TAYLOR_N_SETS], sokoban;
    double asked[TAYLOR_N_ASKED];
};

struct gathering {
    struct taylor_phases phases;
    struct lw_arena *arena;
    struct one *all;
    size_t n, cap;
};

/* One walk over a log. */
struct walk {
    const struct gathering *g;
    const struct lw_study_simulated *person;
    struct one *out;
    size_t place;                    /* in the plan */
    struct tally *words, *last_word; /* [congruencies] of the phase; of the last word */
    bool last_high;
    struct played *played;
    bool in_attention, in_survey;
};

static const struct lw_study_plan_phase *phase_of(const struct walk *w) {
    return &w->person->log.plan->phases[w->place];
}

static bool is(const struct lw_study_event *event, const char *type) {
    return strcmp(event->type->name, type) == 0;
}

static bool same(const char *id, const char *phase) {
    return id != NULL && strcmp(id, phase) == 0;
}

static void begin_phase(struct walk *w, const char *id) {
    const struct taylor_phases *p = &w->g->phases;
    w->words = w->last_word = NULL;
    w->played = NULL;
    w->in_attention = same(p->attention, id);
    w->in_survey = same(p->survey, id);
    for (size_t s = 0; s < TAYLOR_N_SETS; s++) {
        if (same(p->main[s], id)) {
            w->words = w->out->words[s];
            w->played = &w->out->played[s];
        }
    }
    if (same(p->words, id)) {
        w->words = w->out->practice;
    }
    if (same(p->sokoban, id)) {
        w->played = &w->out->sokoban;
    }
}

static void take_word(struct walk *w, const struct lw_study_event *event) {
    const struct lw_study_plan_phase *phase = phase_of(w);
    size_t which = (size_t)lw_json_number_or(event->data, "prompt", 0);
    const struct lw_study_word *word = phase->type == LW_STUDY_INSTRUMENT
                                           ? &phase->trials[which].word
                                           : &phase->prompts[which];
    if (is(event, "prompt")) {
        bool left_out =
            word->at_ms < phase->phase->prompts->left_out_min * (int64_t)60000;
        w->last_word =
            left_out ? NULL
                     : &w->words[word->high == word->high_voice ? TAYLOR_CONGRUENT
                                                                : TAYLOR_INCONGRUENT];
        if (w->last_word != NULL) {
            w->last_word->n++;
        }
        return;
    }
    if (w->last_word == NULL || lw_json_number_or(event->data, "number", 0) != 1) {
        return;
    }
    double ms = lw_json_number_or(event->data, "reaction_ms", 0);
    bool high = strcmp(lw_json_text_or(event->data, "answer", ""), "high") == 0;
    w->last_word->answered++;
    if (high == word->high_voice && ms > 0) {
        w->last_word->right++;
        w->last_word->logs += log(ms);
        w->last_word->ms += ms;
    }
}

static void take_arrows(struct walk *w, const struct lw_study_event *event) {
    static const size_t columns[] = {
        [LW_STUDY_CONGRUENT] = 0, [LW_STUDY_INCONGRUENT] = 1, [LW_STUDY_NEUTRAL] = 2};
    const struct lw_study_attention_trial *trial =
        &phase_of(w)->trials[event->trial].attention;
    const char *answer = lw_json_text_or(event->data, "answer", "none");
    struct tally *t = &w->out->attention[columns[trial->flanker]];
    if (trial->block == 0 || strcmp(answer, "none") == 0) {
        return;
    }
    t->answered++;
    if (strcmp(answer, trial->right ? "right" : "left") == 0) {
        t->right++;
        t->ms += lw_json_number_or(event->data, "reaction_ms", 0);
    }
}

/* Simulated people take no level up again, so each start is another level. */
static void take_level(struct walk *w, const struct lw_study_event *event) {
    const char *outcome = lw_json_text_or(event->data, "outcome", "");
    struct lw_study_level_ref ref = phase_of(w)->trials[event->trial].refs[0];
    const struct lw_study_level *level =
        &w->person->log.request->levels->sets[ref.set].levels[ref.level];
    if (is(event, "level-start")) {
        w->played->attempted++;
        return;
    }
    bool solved = strcmp(outcome, "solved") == 0;
    w->played->solved += solved;
    w->played->quit += lw_word_find("left|gave-up|unwinnable", '|', outcome) != SIZE_MAX;
    double moves = lw_json_number_or(event->data, "moves", NAN) - level->moves;
    double pushes = lw_json_number_or(event->data, "pushes", NAN) - level->pushes;
    if (solved && !isnan(moves) && !isnan(pushes)) {
        w->played->moves += moves;
        w->played->pushes += pushes;
        w->played->n_excess++;
    }
}

static double option_number(const struct lw_study_question *q, const char *id) {
    for (size_t i = 0; i < q->n_options; i++) {
        if (strcmp(q->options[i].id, id) == 0) {
            return (double)(i + 1);
        }
    }
    return NAN;
}

static double value_of(const struct lw_study_question *q, const char *option,
                       const struct lw_json *value) {
    double found = 0;
    switch (value->type) {
    case LW_JSON_NUMBER:
        return value->number;
    case LW_JSON_TEXT:
        return option_number(q, value->text);
    case LW_JSON_ARRAY:
        for (const struct lw_json *c = value->first; c != NULL; c = c->next) {
            found = option != NULL && strcmp(c->text, option) == 0 ? 1 : found;
        }
        return found;
    default:
        return NAN;
    }
}

static void take_answer(struct walk *w, const struct lw_study_event *event) {
    const struct lw_study_phase *phase = phase_of(w)->phase;
    const char *id = lw_json_text_or(event->data, "question", "");
    for (size_t k = 0; k < TAYLOR_N_ASKED; k++) {
        for (size_t i = 0;
             strcmp(id, taylor_asked[k].question) == 0 && i < phase->n_questions; i++) {
            if (strcmp(phase->questions[i].id, id) == 0) {
                w->out->asked[k] = value_of(&phase->questions[i], taylor_asked[k].option,
                                            lw_json_get(event->data, "value"));
            }
        }
    }
}

static void take(struct walk *w, const struct lw_study_event *event) {
    if (is(event, "phase-start")) {
        begin_phase(w, event->phase);
    } else if (is(event, "phase-end")) {
        w->place++;
    } else if (w->words != NULL && (is(event, "prompt") || is(event, "prompt-answer"))) {
        take_word(w, event);
    } else if (w->in_attention && is(event, "attention")) {
        take_arrows(w, event);
    } else if (w->played != NULL &&
               (is(event, "level-start") || is(event, "level-end"))) {
        take_level(w, event);
    } else if (w->in_survey && is(event, "answer")) {
        take_answer(w, event);
    }
}

static bool hand_made_first(const struct lw_study_simulated *person,
                            const struct taylor_phases *phases) {
    for (size_t i = 0; i < person->log.plan->n_phases; i++) {
        const char *id = person->log.plan->phases[i].id;
        if (same(phases->main[TAYLOR_GENERATED], id) ||
            same(phases->main[TAYLOR_HAND_MADE], id)) {
            return same(phases->main[TAYLOR_HAND_MADE], id);
        }
    }
    return false;
}

static bool answered_everywhere(const struct one *one) {
    bool good = true;
    for (size_t k = 0; k < TAYLOR_N_SETS * TAYLOR_N_CONGRUENCIES; k++) {
        good = good && one->words[k / 2][k % 2].right > 0;
    }
    return good;
}

static lw_status gather(void *ctx, const struct lw_study_simulated *person,
                        struct lw_error *err) {
    struct gathering *g = ctx;
    if (g->n == g->cap) {
        size_t cap = g->cap == 0 ? 64 : 2 * g->cap;
        struct one *more = lw_arena_zero(g->arena, cap, sizeof *more);
        if (more == NULL) {
            return lw_fail_memory(err);
        }
        if (g->n > 0) {
            memcpy(more, g->all, g->n * sizeof *more);
        }
        g->all = more;
        g->cap = cap;
    }
    struct one *one = &g->all[g->n];
    *one = (struct one){.number = (double)person->number,
                        .hand_made_first = hand_made_first(person, &g->phases)};
    for (size_t k = 0; k < TAYLOR_N_ASKED; k++) {
        one->asked[k] = NAN;
    }
    struct walk w = {.g = g, .person = person, .out = one};
    for (size_t i = 0; i < person->log.n && !person->excluded; i++) {
        take(&w, &person->log.events[i]);
    }
    g->n += !person->excluded && answered_everywhere(one);
    return LW_OK;
}

static void put_words(struct taylor_data *d, size_t i, const struct one *one) {
    size_t first = taylor_group(TAYLOR_WORDS).first;
    for (size_t c = 0; c < TAYLOR_N_CONGRUENCIES; c++) {
        for (size_t s = 0; s < TAYLOR_N_SETS; s++) {
            const struct tally *t = &one->words[s][c];
            size_t row = s * d->n + i;
            d->y[TAYLOR_REACTION][c][row] = t->logs / t->right;
            d->y[TAYLOR_ACCURACY][c][row] = t->right / t->answered;
            d->y[TAYLOR_MISSES][c][row] = 1 - t->answered / t->n;
        }
        const struct tally *t = &one->practice[c];
        taylor_put_person(d, first + c, i, t->logs / t->right);
        taylor_put_person(d, first + 2 + c, i, t->right / t->answered);
        taylor_put_person(d, first + 4 + c, i, 1 - t->answered / t->n);
    }
}

static void put_person(struct taylor_data *d, size_t i, const struct one *one) {
    size_t difficulty = taylor_group(TAYLOR_DIFFICULTY).first;
    size_t attention = taylor_group(TAYLOR_ATTENTION).first;
    size_t sokoban = taylor_group(TAYLOR_SOKOBAN).first;
    size_t asked = taylor_group(TAYLOR_FAMILIARITY).first;
    d->person[i] = one->number;
    d->hand_made_first[i] = one->hand_made_first;
    put_words(d, i, one);
    for (size_t s = 0; s < TAYLOR_N_SETS; s++) {
        d->x[difficulty][s * d->n + i] = one->played[s].attempted;
        d->x[difficulty + 1][s * d->n + i] = one->played[s].solved;
        d->x[difficulty + 2][s * d->n + i] = one->played[s].quit;
    }
    for (size_t c = 0; c < 3; c++) {
        const struct tally *t = &one->attention[c];
        taylor_put_person(d, attention + c, i, t->ms / t->right);
        taylor_put_person(d, attention + 3 + c, i, t->right / t->answered);
    }
    taylor_put_person(d, sokoban, i, one->sokoban.attempted);
    taylor_put_person(d, sokoban + 1, i, one->sokoban.solved);
    taylor_put_person(d, sokoban + 2, i, one->sokoban.moves / one->sokoban.n_excess);
    taylor_put_person(d, sokoban + 3, i, one->sokoban.pushes / one->sokoban.n_excess);
    for (size_t k = 0; k < TAYLOR_N_ASKED; k++) {
        taylor_put_person(d, asked + k, i, one->asked[k]);
    }
}

lw_status power_taylor_data(const struct lw_study_simulation *simulation,
                            struct lw_arena *arena, struct taylor_data *out,
                            struct lw_error *err) {
    struct gathering g = {.phases = taylor_find_phases(simulation->study),
                          .arena = arena};
    struct lw_study_crowd crowd;
    *out = (struct taylor_data){.arena = arena, .phases = g.phases};
    if (g.phases.main[TAYLOR_GENERATED] == NULL ||
        g.phases.main[TAYLOR_HAND_MADE] == NULL) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0,
                       "power is worked out for designs with words during play of "
                       "generated and of hand-made levels, as taylor-stroop");
    }
    lw_status status =
        lw_study_simulate(simulation, arena->alloc, gather, &g, &crowd, err);
    out->n = g.n;
    out->person = lw_arena_zero(arena, g.n + 1, sizeof *out->person);
    if (status == LW_OK) {
        status = out->person == NULL ? lw_fail_memory(err) : taylor_make_rows(out, err);
    }
    for (size_t i = 0; status == LW_OK && i < g.n; i++) {
        put_person(out, i, &g.all[i]);
    }
    return status;
}

lw_status power_taylor_finish(struct taylor_data *d, struct lw_error *err) {
    size_t words = taylor_group(TAYLOR_WORDS).first;
    size_t attention = taylor_group(TAYLOR_ATTENTION).first;
    lw_status status = LW_OK;
    for (size_t c = 0; status == LW_OK && c < TAYLOR_N_CONGRUENCIES; c++) {
        size_t rows = TAYLOR_N_SETS * d->n;
        status = taylor_logits(d, d->y[TAYLOR_ACCURACY][c], rows, err);
        status = status == LW_OK ? taylor_logits(d, d->y[TAYLOR_MISSES][c], rows, err)
                                 : status;
        status = status == LW_OK ? taylor_person_logits(d, words + 2 + c, err) : status;
        status = status == LW_OK ? taylor_person_logits(d, words + 4 + c, err) : status;
    }
    for (size_t c = 0; status == LW_OK && c < 3; c++) {
        status = taylor_person_logits(d, attention + 3 + c, err);
    }
    if (status == LW_OK) {
        taylor_find_whole(d);
    }
    return status;
}
