/* Events one after the other: read, compared with what is stored, taken by the plan, and
 * wins replayed. */
#include "studies/judge.h"

#include <stdio.h>
#include <string.h>

#include "levels/engine.h"
#include "lw/base/json_value.h"

lw_status judge_begin(struct judgement *j, const struct study_held *held,
                      const struct lw_store_person *person, struct lw_arena *arena) {
    *j = (struct judgement){.held = held, .person = person};
    lw_status status = person_state_read(person->progress, arena, &j->state, &j->err);
    if (status == LW_OK) {
        status = studies_plan(held, person, arena, &j->request, &j->plan, &j->err);
    }
    return status;
}

/* Members of the event itself, and those of its data. */
static enum judge_fault wrong_at(struct judgement *j, size_t i, enum judge_fault fault) {
    static const char head[] = "seq type phase trial t clock data";
    const char *field = j->err.field;
    bool in_head = lw_word_find(head, ' ', field) != SIZE_MAX;
    bool in_data = strncmp(field, "data/", 5) == 0 || strcmp(field, "event") == 0;
    (void)snprintf(j->place, sizeof j->place, "/events/%zu", i);
    if (field[0] != '\0' && strcmp(field, "event") != 0) {
        size_t len = strlen(j->place);
        (void)snprintf(j->place + len, sizeof j->place - len, "/%s%s",
                       in_head || in_data ? "" : "data/", field);
    }
    return fault;
}

/* Was it a matter of turn, or of what it says? */
static enum judge_fault fault_of(const struct judgement *j) {
    static const char turn[] = "seq type phase trial";
    return lw_word_find(turn, ' ', j->err.field) != SIZE_MAX ? JUDGE_OUT_OF_ORDER
                                                             : JUDGE_BAD;
}

static const char *canonical(const struct lw_json *value, struct lw_arena *arena) {
    struct lw_buffer text;
    lw_buffer_init(&text, arena->alloc);
    lw_study_canonical(value, &text);
    const char *copy = lw_buffer_ok(&text)
                           ? lw_arena_text(arena, lw_buffer_text(&text), text.len)
                           : NULL;
    lw_buffer_free(&text);
    return copy;
}

static enum judge_fault no_memory(struct judgement *j) {
    (void)lw_fail_memory(&j->err);
    return JUDGE_FAILED;
}

/* Events that were sent before: each must be the one that is stored. */
static enum judge_fault compare_old(struct judgement *j, const struct lw_json *events,
                                    struct lw_store *store, struct lw_arena *arena) {
    struct lw_store_person_log log;
    int64_t first = (int64_t)lw_json_number_or(events->first, "seq", 0);
    struct lw_store_page page = {.first = (uint64_t)first, .limit = (uint32_t)j->n_old};
    if (j->n_old == 0) {
        return JUDGE_GOOD;
    }
    if (lw_store_person_log(store, j->person->id, &page, arena, &log, &j->err) != LW_OK) {
        return JUDGE_FAILED;
    }
    const struct lw_json *event = events->first;
    for (size_t i = 0; i < j->n_old; i++, event = event->next) {
        const char *text = canonical(event, arena);
        if (text == NULL) {
            return no_memory(j);
        }
        if (i >= log.n || log.events[i].seq != first + (int64_t)i ||
            strcmp(log.events[i].event, text) != 0) {
            (void)lw_fail_option(&j->err, LW_EXISTS, "seq",
                                 "event %lld is already stored, with other content",
                                 (long long)(first + (int64_t)i));
            return wrong_at(j, i, JUDGE_DIFFERS);
        }
    }
    return JUDGE_GOOD;
}

static const struct lw_study_level *find_level(const struct lw_study_levels *levels,
                                               const char *id,
                                               const struct lw_study_level_set **set) {
    for (size_t s = 0; s < levels->n_sets; s++) {
        for (size_t l = 0; l < levels->sets[s].n; l++) {
            if (strcmp(levels->sets[s].levels[l].id, id) == 0) {
                *set = &levels->sets[s];
                return &levels->sets[s].levels[l];
            }
        }
    }
    return NULL;
}

/* Has the moves of a level that is said to be solved replayed. */
static lw_status prove_win(const struct judgement *j, struct exchange *exchange,
                           const struct lw_study_event *event, uint64_t *left,
                           struct lw_error *err) {
    const struct lw_study_level_set *set = NULL;
    const struct lw_study_level *level =
        find_level(j->request.levels, lw_json_text_or(event->data, "level", ""), &set);
    const char *moves = lw_json_text_or(event->data, "solution", NULL);
    double values[LW_MAX_MEASURES];
    if (level == NULL || moves == NULL) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "a solved level must come with the moves that won it");
    }
    /* The text is a file of its own; the source of a row would stand in front of it. */
    const struct lw_row row = {.game = set->game,
                               .rules = set->rules,
                               .text = level->text,
                               .title = level->title,
                               .author = ""};
    return engine_replay_row(exchange, &row, moves, left, values, err);
}

static bool is_type(const struct lw_study_event *event, const char *type) {
    return strcmp(event->type->name, type) == 0;
}

static bool says(const struct lw_study_event *event, const char *key, const char *word) {
    return strcmp(lw_json_text_or(event->data, key, ""), word) == 0;
}

/* An open pair is the one that was named. */
static enum judge_fault check_pair(struct judgement *j, size_t i,
                                   const struct lw_study_event *event) {
    const struct lw_study_progress *p = &j->state.progress;
    const struct lw_study_plan_phase *phase = &j->plan.phases[p->phase];
    if (event->trial < 0 || event->trial >= (int64_t)phase->n_trials ||
        phase->trials[event->trial].kind != LW_STUDY_TRIAL_OPEN_PAIR) {
        return JUDGE_GOOD;
    }
    bool named = j->state.pair_phase == p->phase && j->state.pair_trial == event->trial;
    if (!named) {
        (void)lw_fail_option(&j->err, LW_USAGE, "trial",
                             "the levels of this pair must be requested first");
        return wrong_at(j, i, JUDGE_OUT_OF_ORDER);
    }
    if (!says(event, "left", j->state.left) || !says(event, "right", j->state.right)) {
        (void)lw_fail_option(&j->err, LW_USAGE, "left",
                             "these are not the levels that were chosen for this pair");
        return wrong_at(j, i, JUDGE_BAD);
    }
    return JUDGE_GOOD;
}

/* What the researcher's page counts by. */
static void note_place(struct judgement *j, const struct lw_study_event *event) {
    const struct lw_study_progress *p = &j->state.progress;
    bool inside = p->phase < j->plan.n_phases;
    (void)snprintf(j->state.at, sizeof j->state.at, "%s",
                   inside ? j->plan.phases[p->phase].id : "");
    if (is_type(event, "phase-start")) {
        size_t slot = person_phase_slot(j->request.study, event->phase);
        j->state.been |= slot < 64 ? (uint64_t)1 << slot : 0;
    }
    if (is_type(event, "phase-end") && says(event, "reason", "failed")) {
        j->state.is_unfit = true;
        (void)snprintf(j->state.at, sizeof j->state.at, "%s", event->phase);
    }
}

/* Events may come late, from a queue; none can come from the future. A day covers every
 * time zone that was taken for another. */
static bool is_ahead(struct judgement *j, const struct lw_study_event *event) {
    static const double day_ms = 86400000.0;
    double ahead_ms = event->clock - (double)j->now_ms;
    if (ahead_ms <= day_ms) {
        return false;
    }
    (void)lw_fail_option(&j->err, LW_USAGE, "clock",
                         "event %lld (%s): the clock of this machine is %.0f days ahead; "
                         "set its date and time right and reload the page",
                         (long long)event->seq, event->type->name, ahead_ms / day_ms);
    return true;
}

static enum judge_fault take(struct judgement *j, size_t i,
                             const struct lw_study_event *event) {
    if (person_state_of(&j->state) != LW_PERSON_INSIDE) {
        (void)lw_fail_option(&j->err, LW_USAGE, "seq", "the person has finished");
        return wrong_at(j, i, JUDGE_FINISHED);
    }
    if (is_ahead(j, event)) {
        return wrong_at(j, i, JUDGE_BAD);
    }
    enum judge_fault fault =
        is_type(event, "pair-start") ? check_pair(j, i, event) : JUDGE_GOOD;
    if (fault != JUDGE_GOOD) {
        return fault;
    }
    if (lw_study_progress_take(&j->request, &j->plan, event, &j->state.progress,
                               &j->err) != LW_OK) {
        return wrong_at(j, i, fault_of(j));
    }
    note_place(j, event);
    if (is_type(event, "comparison") && event->trial == j->state.pair_trial &&
        j->state.pair_phase == j->state.progress.phase &&
        !says(event, "answer", "equal")) {
        j->compared = says(event, "answer", "left") ? 'l' : 'r';
        j->compared_seq = event->seq;
    }
    return JUDGE_GOOD;
}

static enum judge_fault take_new(struct judgement *j, size_t i,
                                 const struct lw_json *json,
                                 const struct lw_study_event *event,
                                 struct lw_arena *arena) {
    enum judge_fault fault = take(j, i, event);
    if (fault != JUDGE_GOOD) {
        return fault;
    }
    const char *text = canonical(json, arena);
    if (text == NULL) {
        return no_memory(j);
    }
    j->events[j->n_new] = *event;
    j->texts[j->n_new++] = text;
    return JUDGE_GOOD;
}

static enum judge_fault check_win(struct judgement *j, struct exchange *exchange,
                                  size_t i, const struct lw_study_event *event,
                                  uint64_t *left) {
    if (!is_type(event, "level-end") || !says(event, "outcome", "solved")) {
        return JUDGE_GOOD;
    }
    lw_status status = prove_win(j, exchange, event, left, &j->err);
    if (status == LW_OK) {
        return JUDGE_GOOD;
    }
    if (status == LW_NO_MEMORY || status == LW_IO || status == LW_BUSY ||
        status == LW_CRASHED) {
        return JUDGE_FAILED;
    }
    lw_error_point(&j->err, "solution");
    return wrong_at(j, i, JUDGE_NO_WIN);
}

/* What a page measures without being asked. */
static bool is_measured(const struct lw_study_event *event) {
    static const char types[] = "device visibility focus full-screen frames";
    return lw_word_find(types, ' ', event->type->name) != SIZE_MAX;
}

/* Of whoever has not agreed only the decision is stored. Pages hold back what they
 * measure until then, so it comes in one request with a yes, or never. */
static enum judge_fault check_consent(struct judgement *j, size_t measured) {
    if (measured == SIZE_MAX || j->state.progress.consented) {
        return JUDGE_GOOD;
    }
    (void)lw_fail_option(&j->err, LW_USAGE, "type",
                         "nothing that was measured is stored before the person agrees");
    return wrong_at(j, measured, JUDGE_OUT_OF_ORDER);
}

enum judge_fault judge_events(struct judgement *j, struct exchange *exchange,
                              const struct lw_json *events, struct lw_store *store) {
    struct lw_arena *arena = &exchange->arena;
    uint64_t left = engine_costs().replay;
    size_t i = 0;
    size_t measured = SIZE_MAX; /* the first new event that a page measured */
    enum judge_fault fault = JUDGE_GOOD;
    j->events = lw_arena_zero(arena, events->n_children, sizeof *j->events);
    if (j->events == NULL) {
        return no_memory(j);
    }
    for (const struct lw_json *at = events->first; at != NULL; at = at->next, i++) {
        struct lw_study_event event;
        j->err.field[0] = '\0';
        if (lw_study_event_read(at, &event, &j->err) != LW_OK) {
            return wrong_at(j, i, JUDGE_BAD);
        }
        bool is_old = event.seq < j->person->next_seq;
        if (is_old && (j->n_new > 0 ||
                       event.seq != (int64_t)lw_json_number_or(events->first, "seq", 0) +
                                        (int64_t)i)) {
            (void)lw_fail_option(&j->err, LW_USAGE, "seq",
                                 "the numbers of events must be consecutive");
            return wrong_at(j, i, JUDGE_OUT_OF_ORDER);
        }
        if (is_old) {
            j->n_old++;
            continue;
        }
        fault = take_new(j, i, at, &event, arena);
        fault = fault == JUDGE_GOOD ? check_win(j, exchange, i, &event, &left) : fault;
        if (fault != JUDGE_GOOD) {
            return fault;
        }
        measured = measured == SIZE_MAX && is_measured(&event) ? i : measured;
    }
    fault = check_consent(j, measured);
    return fault == JUDGE_GOOD ? compare_old(j, events, store, arena) : fault;
}
