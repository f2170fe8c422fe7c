/* What people did in studies: from frozen definitions and logs to plays, opinions and
 * choices.
 *
 * Of each person and level the first encounter counts, over all visits to it: in a free
 * order a level may be left and taken up again. Practice is left out, as the registered
 * analyses leave it out. Only a study whose consent has a statement about learning is
 * read, and of its people those who ticked it; whoever did not pass a check or is left
 * out by a rule of the definition has no say. */
#include "learn/learn_studies.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lw/base/json_value.h"
#include "lw/store/person_log.h"
#include "lw/store/plays.h"
#include "lw/store/studies.h"
#include "lw/study.h"

#define PERSONS_A_PAGE 100

struct version {
    int64_t number;
    bool readable, wanted;
    bool asks; /* people whether anything may be learned from them */
    struct lw_study_frozen frozen;
    struct lw_study_cells cells;
};

/* A level that the person at hand has begun. */
struct encounter {
    const char *level, *phase;
    bool over, won;
    double time_ms, begun; /* begun: clock of a visit that has no end yet, else NaN */
    double undos, restarts;
    int64_t at_ms;
};

struct reading {
    struct lw_store *store;
    const struct lw_store_gathering *how;
    struct lw_arena *arena; /* of what is kept */
    struct learn_studies *out;
    struct lw_error *err;
    const struct lw_store_study *study;
    struct version *versions;
    size_t n_versions;
    const char *origin; /* of its plays and choices */
};

/* The person at hand. */
struct someone {
    struct reading *r;
    const struct lw_store_person *row;
    const struct version *version;
    const char *name;
    struct lw_study_plan_request request;
    struct lw_study_plan plan;
    struct lw_store_person_log stored;
    struct lw_study_log log;
    struct encounter *encounters;
    size_t n_encounters;
    size_t n_taken;
    struct lw_arena scratch;
};

/* Room for one more at the end of an array in the arena; NULL: no memory. */
static void *add(struct lw_arena *arena, void *array_ptr, size_t *n, size_t bytes_each) {
    char *array;
    memcpy(&array, array_ptr, sizeof array);
    if ((*n & (*n - 1)) == 0) { /* full: 0, 1, 2, 4, ... */
        char *grown = lw_arena_zero(arena, *n == 0 ? 1 : *n * 2, bytes_each);
        if (grown == NULL) {
            return NULL;
        }
        if (*n > 0) {
            memcpy(grown, array, *n * bytes_each);
        }
        array = grown;
        memcpy(array_ptr, &array, sizeof array);
    }
    return array + bytes_each * (*n)++;
}

static const char *setting(const struct lw_study *study, const char *name) {
    for (size_t i = 0; i < study->analysis.n_settings; i++) {
        if (strcmp(study->analysis.settings[i].name, name) == 0) {
            return study->analysis.settings[i].value;
        }
    }
    return NULL;
}

static bool is_event(const struct lw_study_event *event, const char *type) {
    return strcmp(event->type->name, type) == 0;
}

static const char *text_of(const struct lw_study_event *event, const char *key) {
    return lw_json_text_or(event->data, key, "");
}

/* Versions and their levels. */

static lw_status note_levels(struct reading *r, const struct lw_study_levels *levels) {
    char from[120];
    for (size_t s = 0; s < levels->n_sets; s++) {
        const struct lw_study_level_set *set = &levels->sets[s];
        if (strcmp(set->game, r->how->game) != 0) {
            continue;
        }
        int len =
            snprintf(from, sizeof from, "study %s %.40s", r->study->id, set->set->id);
        const char *kept = lw_arena_text(r->arena, from, (size_t)len);
        for (size_t i = 0; i < set->n; i++) {
            struct learn_study_level *at =
                add(r->arena, &r->out->levels, &r->out->n_levels, sizeof *at);
            if (at == NULL || kept == NULL) {
                return lw_fail_memory(r->err);
            }
            *at = (struct learn_study_level){.id = set->levels[i].id,
                                             .game = set->game,
                                             .rules = set->rules,
                                             .source = set->source,
                                             .text = set->levels[i].text,
                                             .title = set->levels[i].title,
                                             .author = set->set->author,
                                             .from = kept};
        }
    }
    return LW_OK;
}

static bool has_game(const struct lw_study_levels *levels, const char *game) {
    for (size_t s = 0; s < levels->n_sets; s++) {
        if (strcmp(levels->sets[s].game, game) == 0) {
            return true;
        }
    }
    return false;
}

static lw_status read_version(struct reading *r, struct version *version) {
    struct lw_store_study_version row;
    struct lw_study_faults faults;
    lw_study_faults_init(&faults, r->arena);
    lw_status status = lw_store_study_version_get(r->store, r->study->id, version->number,
                                                  r->arena, &row, r->err);
    if (status != LW_OK) {
        return status;
    }
    status =
        lw_study_thaw(r->arena, row.frozen, strlen(row.frozen), &version->frozen, r->err);
    if (status == LW_OK) {
        status = lw_study_cells_make(version->frozen.study, r->arena, &faults,
                                     &version->cells, r->err);
    }
    version->readable = status == LW_OK;
    r->out->n_unread += status != LW_OK && status != LW_NO_MEMORY;
    if (!version->readable) {
        return status == LW_NO_MEMORY ? status : LW_OK;
    }
    version->wanted = has_game(&version->frozen.levels, r->how->game);
    version->asks = version->frozen.study->consent.learning != NULL;
    return version->wanted && version->asks ? note_levels(r, &version->frozen.levels)
                                            : LW_OK;
}

static lw_status read_versions(struct reading *r) {
    lw_status status = LW_OK;
    r->n_versions = (size_t)r->study->version;
    r->versions = lw_arena_zero(r->arena, r->n_versions + 1, sizeof *r->versions);
    if (r->versions == NULL) {
        return lw_fail_memory(r->err);
    }
    for (size_t i = 0; status == LW_OK && i < r->n_versions; i++) {
        r->versions[i].number = (int64_t)i + 1;
        status = read_version(r, &r->versions[i]);
    }
    return status;
}

/* The person at hand. */

/* The level's id as the study keeps it; NULL: it is of another game. */
static const char *level_of(const struct someone *who, const char *id) {
    const struct lw_study_levels *levels = who->request.levels;
    for (size_t s = 0; s < levels->n_sets; s++) {
        for (size_t i = 0; i < levels->sets[s].n; i++) {
            if (strcmp(levels->sets[s].levels[i].id, id) == 0) {
                return strcmp(levels->sets[s].game, who->r->how->game) == 0
                           ? levels->sets[s].levels[i].id
                           : NULL;
            }
        }
    }
    return NULL;
}

static const struct lw_study_plan_phase *phase_of(const struct someone *who,
                                                  const struct lw_study_event *event) {
    for (size_t i = 0; i < who->plan.n_phases; i++) {
        if (strcmp(who->plan.phases[i].id, event->phase) == 0) {
            return &who->plan.phases[i];
        }
    }
    return NULL;
}

/* Rows of simulated people are counted, and taken only if they are wanted. */
static bool may_take(struct someone *who) {
    who->r->out->gathered.n_simulated += who->row->simulated;
    who->n_taken += !who->row->simulated || who->r->how->with_simulated;
    return !who->row->simulated || who->r->how->with_simulated;
}

static struct encounter *encounter_of(struct someone *who, const char *level,
                                      const char *phase) {
    for (size_t i = 0; i < who->n_encounters; i++) {
        if (strcmp(who->encounters[i].level, level) == 0) {
            return &who->encounters[i];
        }
    }
    struct encounter *at = &who->encounters[who->n_encounters++];
    *at = (struct encounter){.level = level, .phase = phase, .begun = (double)NAN};
    return at;
}

static void end_visit(struct encounter *at, const struct lw_study_event *event) {
    const char *outcome = text_of(event, "outcome");
    at->time_ms += lw_json_number_or(event->data, "play_ms", 0);
    at->undos += lw_json_number_or(event->data, "undos", 0);
    at->restarts += lw_json_number_or(event->data, "restarts", 0);
    at->begun = (double)NAN;
    at->won = strcmp(outcome, "solved") == 0;
    at->over = strcmp(outcome, "left") != 0;
}

static void take_visit(struct someone *who, size_t i) {
    const struct lw_study_event *event = &who->log.events[i];
    const struct lw_study_plan_phase *phase = phase_of(who, event);
    if (phase == NULL || phase->type != LW_STUDY_PLAY) {
        return;
    }
    if (is_event(event, "phase-end")) {
        for (size_t k = 0; k < who->n_encounters; k++) {
            struct encounter *at = &who->encounters[k];
            at->over = at->over || strcmp(at->phase, event->phase) == 0;
        }
        return;
    }
    const char *level = level_of(who, text_of(event, "level"));
    bool begins = is_event(event, "level-start");
    if (level == NULL || (!begins && !is_event(event, "level-end"))) {
        return;
    }
    struct encounter *at = encounter_of(who, level, phase->id);
    if (at->over) {
        return;
    }
    at->at_ms = who->stored.events[i].stored_ms;
    if (begins) {
        at->begun = event->clock;
    } else {
        end_visit(at, event);
    }
}

static lw_status put_play(struct someone *who, const struct encounter *at) {
    struct lw_store_gathered *all = &who->r->out->gathered;
    if (!at->over || !(at->time_ms >= 1) || !may_take(who)) {
        return LW_OK;
    }
    struct lw_store_gathered_play *play =
        add(who->r->arena, &all->plays, &all->n_plays, sizeof *play);
    if (play == NULL) {
        return lw_fail_memory(who->r->err);
    }
    *play = (struct lw_store_gathered_play){.player = who->name,
                                            .level = at->level,
                                            .won = at->won,
                                            .time_ms = (int64_t)at->time_ms,
                                            .undos = (int64_t)at->undos,
                                            .restarts = (int64_t)at->restarts,
                                            .at_ms = at->at_ms,
                                            .origin = who->r->origin};
    return LW_OK;
}

/* Someone who has ended, or is not heard of any more, has left what they were at. */
static lw_status take_plays(struct someone *who) {
    const struct lw_study_log *log = &who->log;
    bool gone = who->row->state != LW_PERSON_INSIDE ||
                who->row->seen_ms < who->r->how->now_ms - LW_STORE_SESSION_GAP_MS;
    lw_status status = LW_OK;
    for (size_t i = 0; i < log->n; i++) {
        take_visit(who, i);
    }
    for (size_t k = 0; status == LW_OK && k < who->n_encounters; k++) {
        struct encounter *at = &who->encounters[k];
        if (!at->over && gone && isfinite(at->begun)) {
            at->time_ms += fmax(log->events[log->n - 1].clock - at->begun, 0);
        }
        at->over = at->over || gone;
        status = put_play(who, at);
    }
    return status;
}

/* "How hard was it?", by the name that the definition gives it or, without one, by the
 * names in the ready-made designs. More is harder. */
static bool asks_difficulty(const struct lw_study *study,
                            const struct lw_study_question *question) {
    const char *named = setting(study, "difficulty_question");
    if (question->type != LW_STUDY_SCALE || question->special != NULL) {
        return false;
    }
    return named != NULL ? strcmp(question->id, named) == 0
                         : strcmp(question->id, "difficulty") == 0 ||
                               (strcmp(study->analysis.design, "vankreveld") == 0 &&
                                strcmp(question->id, "rating") == 0);
}

static const struct lw_study_question *
question_of(const struct lw_study_plan_phase *phase, const char *id) {
    for (size_t i = 0; i < phase->phase->n_questions; i++) {
        if (strcmp(phase->phase->questions[i].id, id) == 0) {
            return &phase->phase->questions[i];
        }
    }
    return NULL;
}

static const char *question_origin(struct someone *who, const char *question) {
    char text[140];
    const struct lw_store_gathered *all = &who->r->out->gathered;
    int len = snprintf(text, sizeof text, "%s, %.60s", who->r->origin, question);
    return all->n_opinions > 0 && all->opinions[all->n_opinions - 1].origin != NULL &&
                   strcmp(all->opinions[all->n_opinions - 1].origin, text) == 0
               ? all->opinions[all->n_opinions - 1].origin
               : lw_arena_text(who->r->arena, text, (size_t)len);
}

/* What somebody says after having played. */
static lw_status take_answer(struct someone *who, size_t i) {
    const struct lw_study_event *event = &who->log.events[i];
    const struct lw_study_plan_phase *phase = phase_of(who, event);
    const struct lw_json *value = lw_json_get(event->data, "value");
    if (phase == NULL || phase->type != LW_STUDY_PLAY || value == NULL ||
        value->type != LW_JSON_NUMBER || event->trial < 0 ||
        (size_t)event->trial >= phase->n_trials ||
        phase->trials[event->trial].n_refs != 1) {
        return LW_OK;
    }
    const struct lw_study_level_ref *ref = phase->trials[event->trial].refs;
    const char *level =
        level_of(who, who->request.levels->sets[ref->set].levels[ref->level].id);
    const struct lw_study_question *question =
        question_of(phase, text_of(event, "question"));
    if (level == NULL || question == NULL ||
        !asks_difficulty(who->request.study, question) || !may_take(who)) {
        return LW_OK;
    }
    struct lw_store_gathered *all = &who->r->out->gathered;
    const char *origin = question_origin(who, question->id);
    struct lw_store_gathered_opinion *said =
        add(who->r->arena, &all->opinions, &all->n_opinions, sizeof *said);
    if (said == NULL || origin == NULL) {
        return lw_fail_memory(who->r->err);
    }
    *said = (struct lw_store_gathered_opinion){.player = who->name,
                                               .level = level,
                                               .value = value->number,
                                               .at_ms = who->stored.events[i].stored_ms,
                                               .origin = origin};
    return LW_OK;
}

/* The same two again, as a repeat shows them: they are known by then. */
static bool chosen_before(const struct someone *who, size_t first, const char *a,
                          const char *b) {
    const struct lw_store_gathered *all = &who->r->out->gathered;
    for (size_t i = first; i < all->n_choices; i++) {
        const struct lw_store_gathered_choice *said = &all->choices[i];
        if ((strcmp(said->level_a, a) == 0 && strcmp(said->level_b, b) == 0) ||
            (strcmp(said->level_a, b) == 0 && strcmp(said->level_b, a) == 0)) {
            return true;
        }
    }
    return false;
}

/* An answer to the pair that was shown last. */
static lw_status take_choice(struct someone *who, size_t first, size_t shown, size_t i) {
    const struct lw_study_event *pair = &who->log.events[shown];
    const struct lw_study_event *event = &who->log.events[i];
    const char *answer = text_of(event, "answer");
    const char *left = level_of(who, text_of(pair, "left"));
    const char *right = level_of(who, text_of(pair, "right"));
    struct lw_store_gathered *all = &who->r->out->gathered;
    if (left == NULL || right == NULL || strcmp(left, right) == 0 ||
        pair->trial != event->trial || strcmp(pair->phase, event->phase) != 0 ||
        chosen_before(who, first, left, right) || !may_take(who)) {
        return LW_OK;
    }
    struct lw_store_gathered_choice *said =
        add(who->r->arena, &all->choices, &all->n_choices, sizeof *said);
    if (said == NULL) {
        return lw_fail_memory(who->r->err);
    }
    *said =
        (struct lw_store_gathered_choice){.player = who->name,
                                          .level_a = left,
                                          .level_b = right,
                                          .answer = strcmp(answer, "left") == 0    ? -1
                                                    : strcmp(answer, "right") == 0 ? 1
                                                                                   : 0,
                                          .at_ms = who->stored.events[i].stored_ms,
                                          .origin = who->r->origin};
    return LW_OK;
}

static lw_status take_said(struct someone *who) {
    size_t first = who->r->out->gathered.n_choices, shown = SIZE_MAX;
    lw_status status = LW_OK;
    for (size_t i = 0; status == LW_OK && i < who->log.n; i++) {
        const struct lw_study_event *event = &who->log.events[i];
        if (is_event(event, "answer")) {
            status = take_answer(who, i);
        } else if (is_event(event, "pair-start")) {
            shown = i;
        } else if (is_event(event, "comparison") && shown != SIZE_MAX) {
            status = take_choice(who, first, shown, i);
            shown = SIZE_MAX;
        }
    }
    return status;
}

static bool ticked(const struct lw_study_event *consent, const char *statement) {
    const struct lw_json *ids = lw_json_get(consent->data, "statements");
    for (const struct lw_json *id = ids == NULL ? NULL : ids->first; id != NULL;
         id = id->next) {
        if (id->type == LW_JSON_TEXT && strcmp(id->text, statement) == 0) {
            return true;
        }
    }
    return false;
}

/* The last decision counts. */
static bool allowed(const struct someone *who) {
    const char *statement = who->version->frozen.study->consent.learning;
    bool yes = false, also_this = false;
    for (size_t i = 0; i < who->log.n; i++) {
        const struct lw_study_event *event = &who->log.events[i];
        if (is_event(event, "consent")) {
            yes = strcmp(text_of(event, "answer"), "yes") == 0;
            also_this = yes && ticked(event, statement);
        }
    }
    who->r->out->n_not_allowed += yes && !also_this;
    return also_this;
}

/* A damaged log is nobody's evidence. */
static lw_status read_log(struct someone *who, bool *whole) {
    const struct lw_store_page all = {0, 0};
    struct lw_error damage;
    lw_status status = lw_store_person_log(who->r->store, who->row->id, &all,
                                           &who->scratch, &who->stored, who->r->err);
    struct lw_study_event *events =
        status == LW_OK ? lw_arena_zero(&who->scratch, who->stored.n + 1, sizeof *events)
                        : NULL;
    if (status == LW_OK && events == NULL) {
        status = lw_fail_memory(who->r->err);
    }
    *whole = status == LW_OK;
    for (size_t i = 0; *whole && i < who->stored.n; i++) {
        const char *text = who->stored.events[i].event;
        struct lw_json *json;
        lw_status read = lw_json_read(&who->scratch, text, strlen(text), &json, &damage);
        read = read == LW_OK ? lw_study_event_read(json, &events[i], &damage) : read;
        *whole = read == LW_OK;
        status = read == LW_NO_MEMORY ? lw_fail_memory(who->r->err) : status;
    }
    who->log = (struct lw_study_log){&who->request, &who->plan, events, who->stored.n};
    return status;
}

static lw_status take_log(struct someone *who) {
    struct reading *r = who->r;
    struct lw_study_verdict verdict;
    lw_status status = lw_study_judge(&who->log, &who->scratch, &verdict, r->err);
    if (status != LW_OK) {
        return status;
    }
    if (verdict.excluded) {
        r->out->n_excluded++;
        return LW_OK;
    }
    who->encounters =
        lw_arena_zero(&who->scratch, who->log.n + 1, sizeof *who->encounters);
    who->name = lw_arena_text(r->arena, who->row->id, strlen(who->row->id));
    status = who->encounters == NULL || who->name == NULL ? lw_fail_memory(r->err)
                                                          : take_plays(who);
    status = status == LW_OK ? take_said(who) : status;
    r->out->n_people += who->n_taken > 0;
    return status;
}

/* One who withdrew between the list and the log has no log any more. */
static lw_status take_person(struct reading *r, const struct lw_store_person *row) {
    struct someone who = {.r = r, .row = row};
    bool whole = false;
    if (row->version < 1 || (size_t)row->version > r->n_versions ||
        row->state == LW_PERSON_DECLINED || row->state == LW_PERSON_UNFIT) {
        return LW_OK;
    }
    who.version = &r->versions[row->version - 1];
    if (!who.version->readable || !who.version->wanted || row->cell < 0 ||
        (size_t)row->cell >= who.version->cells.n) {
        return LW_OK;
    }
    if (!who.version->asks) {
        r->out->n_not_allowed++;
        return LW_OK;
    }
    who.request = (struct lw_study_plan_request){
        who.version->frozen.study, &who.version->cells, &who.version->frozen.levels,
        (size_t)row->cell, (uint64_t)row->number};
    lw_arena_init(&who.scratch, r->arena->alloc);
    lw_status status = lw_study_plan_make(&who.request, &who.scratch, &who.plan, r->err);
    status = status == LW_OK ? read_log(&who, &whole) : status;
    r->out->n_unread += status == LW_OK && !whole;
    if (status == LW_OK && whole && who.log.n > 0 && allowed(&who)) {
        status = take_log(&who);
    }
    lw_arena_free(&who.scratch);
    return status;
}

static lw_status take_persons(struct reading *r) {
    lw_status status = LW_OK;
    uint64_t after = 0;
    for (bool more = true; more && status == LW_OK;) {
        struct lw_arena arena;
        struct lw_store_person_list list = {0};
        const struct lw_store_page page = {after, PERSONS_A_PAGE};
        lw_arena_init(&arena, r->arena->alloc);
        status =
            lw_store_person_list(r->store, r->study->id, &page, &arena, &list, r->err);
        for (size_t i = 0; i < list.n && status == LW_OK; i++) {
            after = (uint64_t)list.persons[i].number;
            status = take_person(r, &list.persons[i]);
        }
        more = list.n == PERSONS_A_PAGE;
        lw_arena_free(&arena);
    }
    return status;
}

static lw_status take_study(struct reading *r) {
    char origin[60];
    int len = snprintf(origin, sizeof origin, "study %s", r->study->id);
    size_t before = r->out->n_people;
    r->origin = lw_arena_text(r->arena, origin, (size_t)len);
    lw_status status = r->origin == NULL ? lw_fail_memory(r->err) : read_versions(r);
    status = status == LW_OK ? take_persons(r) : status;
    r->out->n_studies += r->out->n_people > before;
    return status;
}

lw_status learn_studies_gather(struct lw_store *store,
                               const struct lw_store_gathering *how,
                               struct lw_arena *arena, struct learn_studies *out,
                               struct lw_error *err) {
    struct lw_store_study_list list;
    *out = (struct learn_studies){.n_levels = 0};
    lw_status status = lw_store_study_list(store, arena, &list, err);
    for (size_t i = list.n; status == LW_OK && i-- > 0;) {
        struct reading r = {.store = store,
                            .how = how,
                            .arena = arena,
                            .out = out,
                            .err = err,
                            .study = &list.studies[i]};
        if (list.studies[i].state != LW_STUDY_STATE_DELETED) {
            status = take_study(&r);
        }
    }
    return status;
}
