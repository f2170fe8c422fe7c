/* A log in numbers: one walk over the events, with what each adds to the measures. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "log/answers.h"
#include "lw/base/json_value.h"
#include "lw/study/measures.h"

struct numbers {
    double *items;
    size_t n, cap;
};

/* A judged pair: the two levels in the order of their ids, and the harder one. */
struct judged {
    const char *first, *second, *harder; /* harder "": equal */
};

struct given {
    const struct lw_json *value;
    size_t n;
};

struct meter {
    const struct lw_study_log *log;
    struct lw_arena *arena;
    const char *scope; /* NULL: over all */
    const struct lw_study_event *event, *before;
    const struct lw_study_plan_phase *phase; /* of the event */
    bool no_memory;
    bool hidden, visible, focused;
    double ms, hidden_ms, hidden_times;
    double n_asked, n_given, n_right;
    double levels_started, levels_solved, n_repeated, n_alike;
    double fastest_ms, headphones, pitch, events_lost;
    uint64_t started[LW_STUDY_MAX_TRIALS / 64]; /* trials of the phase */
    const char *left, *right;                   /* the pair on the screen */
    struct numbers reactions, frames;
    struct judged *judged;
    size_t n_judged, judged_cap;
    struct given *ratings;
    size_t n_ratings, n_distinct, ratings_cap;
};

static bool grow(struct meter *m, void *array, size_t *cap, size_t n, size_t bytes) {
    void **items = array;
    if (n < *cap) {
        return true;
    }
    size_t room = *cap == 0 ? 64 : *cap * 2;
    void *more = lw_arena_get(m->arena, room * bytes);
    if (more == NULL) {
        m->no_memory = true;
        return false;
    }
    if (n > 0) {
        memcpy(more, *items, n * bytes);
    }
    *items = more;
    *cap = room;
    return true;
}

static void add(struct meter *m, struct numbers *list, double value) {
    if (isfinite(value) &&
        grow(m, &list->items, &list->cap, list->n, sizeof *list->items)) {
        list->items[list->n++] = value;
    }
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const struct numbers *list) {
    if (list->n == 0) {
        return NAN;
    }
    qsort(list->items, list->n, sizeof *list->items, by_size);
    size_t middle = list->n / 2;
    return list->n % 2 == 1 ? list->items[middle]
                            : (list->items[middle - 1] + list->items[middle]) / 2;
}

static bool is(const struct meter *m, const char *type) {
    return strcmp(m->event->type->name, type) == 0;
}

static const char *text(const struct meter *m, const char *key) {
    return lw_json_text_or(m->event->data, key, "");
}

static double number(const struct meter *m, const char *key) {
    return lw_json_number_or(m->event->data, key, NAN);
}

static bool flag(const struct meter *m, const char *key) {
    const struct lw_json *value = lw_json_get(m->event->data, key);
    return value != NULL && value->type == LW_JSON_TRUE;
}

static bool inside(const struct lw_study_phase *phase, const char *id) {
    if (strcmp(phase->id, id) == 0) {
        return true;
    }
    for (size_t i = 0; i < phase->n_phases; i++) {
        if (inside(&phase->phases[i], id)) {
            return true;
        }
    }
    return false;
}

static bool in_scope(const struct meter *m, const char *phase) {
    if (m->scope == NULL || strcmp(m->scope, phase) == 0) {
        return true;
    }
    const struct lw_study_phase *group =
        lw_study_phase_find(m->log->request->study, m->scope);
    return group != NULL && group->type == LW_STUDY_GROUP && inside(group, phase);
}

/* Performance clocks do not jump, but begin anew with the page; the time of day goes on,
 * but may be set. */
static double ms_between(const struct lw_study_event *a, const struct lw_study_event *b) {
    bool same_page = strcmp(b->type->name, "resume") != 0 && b->t >= a->t;
    double ms = same_page ? b->t - a->t : b->clock - a->clock;
    return ms > 0 ? ms : 0;
}

/* Where the person was between the event before and this one. */
static void take_time(struct meter *m) {
    if (m->before == NULL || !in_scope(m, m->before->phase)) {
        return;
    }
    double ms = ms_between(m->before, m->event);
    m->ms += ms;
    if (m->hidden) {
        m->hidden_ms += ms;
    } else if (is(m, "resume") && strcmp(text(m, "after"), "network") != 0) {
        double away = number(m, "away_ms"); /* the page was closed for so long */
        m->hidden_ms += away < ms ? away : ms;
        m->hidden_times += strcmp(text(m, "after"), "return") == 0;
    }
}

static void take_sight(struct meter *m, bool counts) {
    bool was_hidden = m->hidden;
    if (is(m, "visibility")) {
        m->visible = flag(m, "visible");
    } else if (is(m, "focus")) {
        m->focused = flag(m, "focused");
    } else if (is(m, "resume") && strcmp(text(m, "after"), "network") != 0) {
        m->visible = m->focused = true;
    }
    m->hidden = !m->visible || !m->focused;
    m->hidden_times += counts && m->hidden && !was_hidden;
}

static bool is_check(const struct lw_study_plan_phase *phase) {
    return phase->phase != NULL && phase->phase->check != NULL;
}

/* Practice and checks say nothing of how well a person did, unless they are asked for by
 * name. */
static bool is_test(const struct meter *m) {
    return m->scope != NULL ||
           (m->phase->type != LW_STUDY_PRACTICE && !is_check(m->phase));
}

static const struct lw_study_trial *trial_of(const struct meter *m) {
    return m->event->trial < 0 || (size_t)m->event->trial >= m->phase->n_trials
               ? NULL
               : &m->phase->trials[m->event->trial];
}

static void take_result(struct meter *m, bool right) {
    m->n_given++;
    m->n_right += right;
    if (right) {
        add(m, &m->reactions, number(m, "reaction_ms"));
    }
}

static const struct lw_study_word *word_of(const struct meter *m) {
    bool alone = m->phase->type == LW_STUDY_INSTRUMENT;
    double which = number(m, "prompt");
    size_t n = alone ? m->phase->n_trials : m->phase->n_prompts;
    if (!(which >= 0 && which < (double)n)) {
        return NULL;
    }
    return alone ? &m->phase->trials[(size_t)which].word
                 : &m->phase->prompts[(size_t)which];
}

static bool says(const struct meter *m, const char *key, bool high) {
    return strcmp(text(m, key), high ? "high" : "low") == 0;
}

static void take_test(struct meter *m) {
    const struct lw_study_trial *trial = trial_of(m);
    const struct lw_study_word *word;
    if (is(m, "prompt")) {
        m->n_asked++;
    } else if (is(m, "prompt-answer") && number(m, "number") == 1 &&
               (word = word_of(m)) != NULL) {
        take_result(m, says(m, "answer", word->high_voice));
    } else if (is(m, "attention") && trial != NULL && trial->attention.block > 0) {
        m->n_asked++;
        if (strcmp(text(m, "answer"), "none") != 0) {
            take_result(m, strcmp(text(m, "answer"),
                                  trial->attention.right ? "right" : "left") == 0);
        }
    } else if (is(m, "pitch") && trial != NULL) {
        m->n_asked++;
        take_result(m, says(m, "answer", trial->word.high_voice));
    } else if (is(m, "tones") && trial != NULL) {
        m->n_asked++;
        take_result(m, number(m, "count") == trial->tones.n);
    }
}

static void take_play(struct meter *m) {
    size_t trial = m->event->trial < 0 ? 0 : (size_t)m->event->trial;
    if (is(m, "phase-start")) {
        memset(m->started, 0, sizeof m->started);
    } else if (is(m, "level-start")) {
        uint64_t bit = (uint64_t)1 << (trial % 64);
        m->levels_started += (m->started[trial / 64] & bit) == 0;
        m->started[trial / 64] |= bit;
    } else if (is(m, "level-end")) {
        m->levels_solved += strcmp(text(m, "outcome"), "solved") == 0;
    }
}

static void judge_pair(struct meter *m) {
    const char *answer = text(m, "answer");
    bool in_order = strcmp(m->left, m->right) <= 0;
    struct judged now = {in_order ? m->left : m->right, in_order ? m->right : m->left,
                         strcmp(answer, "left") == 0    ? m->left
                         : strcmp(answer, "right") == 0 ? m->right
                                                        : ""};
    for (size_t i = 0; i < m->n_judged; i++) {
        if (strcmp(m->judged[i].first, now.first) == 0 &&
            strcmp(m->judged[i].second, now.second) == 0) {
            m->n_repeated++;
            m->n_alike += strcmp(m->judged[i].harder, now.harder) == 0;
            return; /* all later ones are held against the first */
        }
    }
    if (grow(m, &m->judged, &m->judged_cap, m->n_judged, sizeof now)) {
        m->judged[m->n_judged++] = now;
    }
}

static void note_speed(struct meter *m) {
    double ms = number(m, "reaction_ms");
    if (isnan(m->fastest_ms) || ms < m->fastest_ms) {
        m->fastest_ms = ms;
    }
}

static void take_pair(struct meter *m) {
    if (is(m, "pair-start")) {
        m->left = text(m, "left");
        m->right = text(m, "right");
    } else if (is(m, "comparison") && m->left != NULL) {
        note_speed(m);
        judge_pair(m);
    }
}

static bool same_value(const struct lw_json *a, const struct lw_json *b) {
    return a->type == b->type &&
           (a->type == LW_JSON_NUMBER ? a->number == b->number
                                      : strcmp(a->text, b->text) == 0);
}

static void count_rating(struct meter *m, const struct lw_json *value) {
    m->n_ratings++;
    for (size_t i = 0; i < m->n_distinct; i++) {
        if (same_value(m->ratings[i].value, value)) {
            m->ratings[i].n++;
            return;
        }
    }
    if (grow(m, &m->ratings, &m->ratings_cap, m->n_distinct, sizeof *m->ratings)) {
        m->ratings[m->n_distinct++] = (struct given){value, 1};
    }
}

static void take_answer(struct meter *m) {
    const struct lw_study_phase *phase = m->phase->phase;
    const struct lw_json *value = lw_json_get(m->event->data, "value");
    if (!is(m, "answer") || phase == NULL || value == NULL ||
        value->type == LW_JSON_NULL) {
        return;
    }
    size_t which = study_question_find(phase, text(m, "question"));
    note_speed(m);
    if (which == phase->n_questions ||
        (phase->type == LW_STUDY_SURVEY && m->scope == NULL)) {
        return;
    }
    enum lw_study_question_type type = phase->questions[which].type;
    if (type == LW_STUDY_SCALE || type == LW_STUDY_OPPOSITES || type == LW_STUDY_LIKERT) {
        count_rating(m, value);
    }
}

static void take_check(struct meter *m) {
    double passed = flag(m, "passed");
    if (is(m, "check") && is_check(m->phase)) {
        bool ears = m->phase->phase->instrument == LW_STUDY_HEADPHONE_CHECK;
        *(ears ? &m->headphones : &m->pitch) = passed;
    }
}

static const struct lw_study_plan_phase *find_phase(const struct lw_study_plan *plan,
                                                    const char *id) {
    for (size_t i = 0; i < plan->n_phases; i++) {
        if (strcmp(plan->phases[i].id, id) == 0) {
            return &plan->phases[i];
        }
    }
    return NULL;
}

static void take(struct meter *m, const struct lw_study_event *event) {
    m->event = event;
    if (m->phase == NULL || strcmp(m->phase->id, event->phase) != 0) {
        m->phase = find_phase(m->log->plan, event->phase);
    }
    bool counts = m->phase != NULL && in_scope(m, event->phase);
    if (counts) {
        take_time(m);
    }
    take_sight(m, counts);
    if (counts) {
        if (is_test(m)) {
            take_test(m);
        }
        take_play(m);
        take_pair(m);
        take_answer(m);
        take_check(m);
        add(m, &m->frames, number(m, "frame_ms"));
        m->events_lost += is(m, "lost") ? number(m, "events") : 0;
    }
    m->before = event;
}

static double share(double part, double whole) {
    return whole > 0 ? part / whole : NAN;
}

static void finish(struct meter *m, double out[LW_STUDY_N_MEASURES]) {
    size_t most = 0;
    for (size_t i = 0; i < m->n_distinct; i++) {
        most = m->ratings[i].n > most ? m->ratings[i].n : most;
    }
    out[LW_STUDY_MEASURE_SECONDS] = m->ms / 1000;
    out[LW_STUDY_MEASURE_HIDDEN_SECONDS] = m->hidden_ms / 1000;
    out[LW_STUDY_MEASURE_HIDDEN_TIMES] = m->hidden_times;
    out[LW_STUDY_MEASURE_ACCURACY] = share(m->n_right, m->n_given);
    out[LW_STUDY_MEASURE_MISSED_SHARE] = share(m->n_asked - m->n_given, m->n_asked);
    out[LW_STUDY_MEASURE_REACTION_MS] = median(&m->reactions);
    out[LW_STUDY_MEASURE_LEVELS_STARTED] = m->levels_started;
    out[LW_STUDY_MEASURE_LEVELS_SOLVED] = m->levels_solved;
    out[LW_STUDY_MEASURE_COMPARISONS] = (double)m->n_judged + m->n_repeated;
    out[LW_STUDY_MEASURE_REPEAT_AGREEMENT] = share(m->n_alike, m->n_repeated);
    out[LW_STUDY_MEASURE_SAME_ANSWER_SHARE] =
        m->n_ratings > 1 ? share((double)most, (double)m->n_ratings) : NAN;
    out[LW_STUDY_MEASURE_FASTEST_ANSWER_MS] = m->fastest_ms;
    out[LW_STUDY_MEASURE_HEADPHONES] = m->headphones;
    out[LW_STUDY_MEASURE_PITCH] = m->pitch;
    out[LW_STUDY_MEASURE_FRAME_MS] = median(&m->frames);
    out[LW_STUDY_MEASURE_EVENTS_LOST] = m->events_lost;
}

/* Whether the person's plan has any phase of the scope: other cells may lack it. */
static bool is_planned(const struct meter *m) {
    for (size_t i = 0; i < m->log->plan->n_phases; i++) {
        if (in_scope(m, m->log->plan->phases[i].id)) {
            return true;
        }
    }
    return false;
}

lw_status lw_study_measure(const struct lw_study_log *log, const char *phase,
                           struct lw_arena *arena, double out[LW_STUDY_N_MEASURES],
                           struct lw_error *err) {
    struct meter m = {.log = log,
                      .arena = arena,
                      .scope = phase,
                      .visible = true,
                      .focused = true,
                      .fastest_ms = NAN,
                      .headphones = NAN,
                      .pitch = NAN};
    for (size_t i = 0; i < log->n; i++) {
        take(&m, &log->events[i]);
    }
    finish(&m, out);
    for (size_t i = 0; i < LW_STUDY_N_MEASURES && !is_planned(&m); i++) {
        out[i] = NAN;
    }
    return m.no_memory ? lw_fail_memory(err) : LW_OK;
}
