/* Beliefs about levels, one list for each phase that chooses pairs for information. */
#include "studies/pairs.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "lw/base/json_value.h"

#define SLIPS 0.05 /* of the answers are thought to be slips */
#define PAIR_LABEL 0x7061u
#define LOG_PAGE 2000
#define PERSONS_PAGE 200

/* How many events of each person are in the beliefs, by the person's number. */
struct known {
    int64_t *next_seq;
    size_t n;
};

/* What is believed of the levels in one phase, in the order of the frozen sets. */
struct phase_beliefs {
    const char *phase; /* of the frozen study */
    struct lw_belief *levels;
    size_t n;
    struct known known;
    struct phase_beliefs *next;
};

struct pair_beliefs {
    pthread_mutex_t lock;
    struct phase_beliefs *first;
};

struct pair_beliefs *pair_beliefs_create(void) {
    struct pair_beliefs *beliefs = lw_alloc_zero(lw_alloc_libc(), 1, sizeof *beliefs);
    if (beliefs != NULL) {
        (void)pthread_mutex_init(&beliefs->lock, NULL);
    }
    return beliefs;
}

static void phase_free(struct phase_beliefs *phase) {
    const struct lw_alloc *alloc = lw_alloc_libc();
    lw_alloc_free(alloc, phase->known.next_seq,
                  phase->known.n * sizeof *phase->known.next_seq);
    lw_alloc_free(alloc, phase->levels, phase->n * sizeof *phase->levels);
    lw_alloc_free(alloc, phase, sizeof *phase);
}

/* Under the lock, or when nobody else has it. */
static void drop_all(struct pair_beliefs *beliefs) {
    while (beliefs->first != NULL) {
        struct phase_beliefs *phase = beliefs->first;
        beliefs->first = phase->next;
        phase_free(phase);
    }
}

void pair_beliefs_destroy(struct pair_beliefs *beliefs) {
    if (beliefs != NULL) {
        drop_all(beliefs);
        (void)pthread_mutex_destroy(&beliefs->lock);
        lw_alloc_free(lw_alloc_libc(), beliefs, sizeof *beliefs);
    }
}

static void forget(const struct study_held *held, void *ctx) {
    (void)ctx;
    (void)pthread_mutex_lock(&held->beliefs->lock);
    drop_all(held->beliefs);
    (void)pthread_mutex_unlock(&held->beliefs->lock);
}

void pairs_forget(struct studies *studies, const char *study) {
    studies_each_version(studies, study, forget, NULL);
}

/* A level's place in all sets, counted through; a puzzle that is in two sets is one. */
static size_t index_of(const struct lw_study_levels *levels, const char *id) {
    size_t n = 0;
    for (size_t s = 0; s < levels->n_sets; s++) {
        for (size_t l = 0; l < levels->sets[s].n; l++, n++) {
            if (strcmp(levels->sets[s].levels[l].id, id) == 0) {
                return n;
            }
        }
    }
    return SIZE_MAX;
}

static size_t count_levels(const struct lw_study_levels *levels) {
    size_t n = 0;
    for (size_t s = 0; s < levels->n_sets; s++) {
        n += levels->sets[s].n;
    }
    return n;
}

static void learn(struct phase_beliefs *phase, size_t harder, size_t easier) {
    if (harder < phase->n && easier < phase->n && harder != easier) {
        lw_belief_update(&phase->levels[harder], &phase->levels[easier], SLIPS);
    }
}

/* From then on events of that person before next_seq are in the beliefs. */
static lw_status know(struct known *known, int64_t person, int64_t next_seq,
                      struct lw_error *err) {
    size_t at = (size_t)person;
    if (at >= known->n) {
        size_t room = at < 64 ? 128 : at * 2;
        int64_t *more = lw_alloc_zero(lw_alloc_libc(), room, sizeof *more);
        if (more == NULL) {
            return lw_fail_memory(err);
        }
        if (known->n > 0) {
            memcpy(more, known->next_seq, known->n * sizeof *more);
        }
        lw_alloc_free(lw_alloc_libc(), known->next_seq, known->n * sizeof *more);
        *known = (struct known){more, room};
    }
    known->next_seq[at] = next_seq;
    return LW_OK;
}

static bool is_known(const struct known *known, int64_t person, int64_t seq) {
    return (size_t)person < known->n && seq < known->next_seq[person];
}

/* The events of one person that are about pairs of that phase. */
struct reading {
    const struct lw_study_levels *levels;
    const char *phase;
    void (*pair)(void *ctx, size_t left, size_t right);
    void (*answer)(void *ctx, size_t harder, size_t easier);
    void *ctx;
};

static void read_event(const struct reading *reading, const struct lw_json *event,
                       size_t sides[2]) {
    const char *type = lw_json_text_or(event, "type", "");
    const struct lw_json *data = lw_json_get(event, "data");
    if (strcmp(lw_json_text_or(event, "phase", ""), reading->phase) != 0) {
        return;
    }
    if (strcmp(type, "pair-start") == 0) {
        sides[0] = index_of(reading->levels, lw_json_text_or(data, "left", ""));
        sides[1] = index_of(reading->levels, lw_json_text_or(data, "right", ""));
        if (reading->pair != NULL) {
            reading->pair(reading->ctx, sides[0], sides[1]);
        }
    } else if (strcmp(type, "comparison") == 0 && reading->answer != NULL) {
        const char *answer = lw_json_text_or(data, "answer", "");
        if (strcmp(answer, "equal") != 0) {
            bool left = strcmp(answer, "left") == 0;
            reading->answer(reading->ctx, sides[!left], sides[left]);
        }
    }
}

/* Most events are about other things, and need not be read. */
static bool is_about_pairs(const char *event) {
    return strstr(event, "\"pair-start\"") != NULL ||
           strstr(event, "\"comparison\"") != NULL;
}

/* *next_seq: of the first event that was not there yet. */
static lw_status read_person(const struct reading *reading, struct lw_store *store,
                             const char *person, int64_t *next_seq,
                             struct lw_error *err) {
    size_t sides[2] = {SIZE_MAX, SIZE_MAX};
    struct lw_store_page page = {.first = 0, .limit = LOG_PAGE};
    lw_status status = LW_OK;
    bool more = true;
    while (status == LW_OK && more) {
        struct lw_store_person_log log = {0};
        struct lw_arena arena;
        lw_arena_init(&arena, lw_alloc_libc());
        status = lw_store_person_log(store, person, &page, &arena, &log, err);
        for (size_t i = 0; i < log.n && status == LW_OK; i++) {
            const char *text = log.events[i].event;
            struct lw_json *json = NULL;
            if (is_about_pairs(text)) {
                status = lw_json_read(&arena, text, strlen(text), &json, err);
            }
            if (json != NULL) {
                read_event(reading, json, sides);
            }
        }
        more = log.n == LOG_PAGE;
        page.first += log.n;
        lw_arena_free(&arena);
    }
    *next_seq = (int64_t)page.first;
    return status;
}

static void learn_answer(void *ctx, size_t harder, size_t easier) {
    learn(ctx, harder, easier);
}

/* Do the person's answers choose pairs in that version? */
static bool counts_in(const struct study_held *held,
                      const struct lw_store_person *person) {
    return person->version >= held->counts_from && person->version <= held->version &&
           !person->simulated;
}

static lw_status learn_person(const struct reading *reading, struct lw_store *store,
                              const struct lw_store_person *person,
                              struct lw_error *err) {
    struct phase_beliefs *phase = reading->ctx;
    int64_t next_seq = 0;
    lw_status status = read_person(reading, store, person->id, &next_seq, err);
    return status == LW_OK ? know(&phase->known, person->number, next_seq, err) : status;
}

/* From everybody's answers so far. */
static lw_status learn_all(const struct study_held *held, struct phase_beliefs *phase,
                           struct lw_store *store, struct lw_error *err) {
    const struct reading reading = {.levels = &held->frozen.levels,
                                    .phase = phase->phase,
                                    .answer = learn_answer,
                                    .ctx = phase};
    struct lw_store_page page = {.first = 0, .limit = PERSONS_PAGE};
    lw_status status = LW_OK;
    bool more = true;
    while (status == LW_OK && more) {
        struct lw_store_person_list list = {0};
        struct lw_arena arena;
        lw_arena_init(&arena, lw_alloc_libc());
        status = lw_store_person_list(store, held->study, &page, &arena, &list, err);
        for (size_t i = 0; i < list.n && status == LW_OK; i++) {
            const struct lw_store_person *person = &list.persons[i];
            if (counts_in(held, person)) {
                status = learn_person(&reading, store, person, err);
            }
            page.first = (uint64_t)person->number;
        }
        more = list.n == PERSONS_PAGE;
        lw_arena_free(&arena);
    }
    return status;
}

/* Under the lock. */
static struct phase_beliefs *find_phase(struct pair_beliefs *beliefs, const char *phase) {
    struct phase_beliefs *at = beliefs->first;
    while (at != NULL && strcmp(at->phase, phase) != 0) {
        at = at->next;
    }
    return at;
}

/* Under the lock. */
static lw_status make_phase(const struct study_held *held, const char *phase,
                            struct lw_store *store, struct phase_beliefs **out,
                            struct lw_error *err) {
    const struct lw_alloc *alloc = lw_alloc_libc();
    size_t n = count_levels(&held->frozen.levels);
    *out = lw_alloc_zero(alloc, 1, sizeof **out);
    struct lw_belief *levels = lw_alloc_zero(alloc, n, sizeof *levels);
    if (*out == NULL || levels == NULL) {
        lw_alloc_free(alloc, *out, sizeof **out);
        lw_alloc_free(alloc, levels, n * sizeof *levels);
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < n; i++) {
        levels[i] = LW_BELIEF_START;
    }
    **out = (struct phase_beliefs){.phase = phase, .levels = levels, .n = n};
    lw_status status = learn_all(held, *out, store, err);
    if (status != LW_OK) {
        phase_free(*out);
        return status;
    }
    (*out)->next = held->beliefs->first;
    held->beliefs->first = *out;
    return LW_OK;
}

/* A copy of what is believed of the trial's levels. */
static lw_status get_beliefs(const struct judgement *j,
                             const struct lw_study_trial *trial, const size_t *places,
                             struct lw_store *store, struct lw_belief *out,
                             struct lw_error *err) {
    const struct study_held *held = j->held;
    const char *id = j->plan.phases[j->state.progress.phase].phase->id;
    lw_status status = LW_OK;
    (void)pthread_mutex_lock(&held->beliefs->lock);
    struct phase_beliefs *phase = find_phase(held->beliefs, id);
    if (phase == NULL) {
        status = make_phase(held, id, store, &phase, err);
    }
    for (size_t i = 0; status == LW_OK && i < trial->n_refs; i++) {
        out[i] = phase->levels[places[i]];
    }
    (void)pthread_mutex_unlock(&held->beliefs->lock);
    return status;
}

/* Pairs that this person was asked about, by places in all sets. */
struct asked {
    const size_t *places; /* of the trial's levels */
    struct {
        size_t a, b;
    } pairs[LW_STUDY_MAX_TRIALS];
    size_t n;
};

static void note_asked(void *ctx, size_t left, size_t right) {
    struct asked *asked = ctx;
    if (asked->n < LW_STUDY_MAX_TRIALS) {
        asked->pairs[asked->n].a = left;
        asked->pairs[asked->n++].b = right;
    }
}

static uint32_t count_asked(void *ctx, size_t a, size_t b) {
    const struct asked *asked = ctx;
    size_t first = asked->places[a];
    size_t second = asked->places[b];
    uint32_t n = 0;
    for (size_t i = 0; i < asked->n; i++) {
        n += (asked->pairs[i].a == first && asked->pairs[i].b == second) ||
             (asked->pairs[i].a == second && asked->pairs[i].b == first);
    }
    return n;
}

static const char *id_of(const struct judgement *j, struct lw_study_level_ref ref) {
    return j->request.levels->sets[ref.set].levels[ref.level].id;
}

lw_status pairs_choose(struct judgement *j, int64_t trial, struct lw_store *store,
                       struct lw_arena *arena, struct lw_error *err) {
    const struct lw_study_plan_phase *phase = &j->plan.phases[j->state.progress.phase];
    const struct lw_study_trial *open = &phase->trials[trial];
    size_t *places = lw_arena_zero(arena, open->n_refs, sizeof *places);
    struct lw_belief *beliefs = lw_arena_zero(arena, open->n_refs, sizeof *beliefs);
    struct asked *asked = lw_arena_zero(arena, 1, sizeof *asked);
    if (places == NULL || beliefs == NULL || asked == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < open->n_refs; i++) {
        places[i] = index_of(j->request.levels, id_of(j, open->refs[i]));
    }
    asked->places = places;
    const struct reading reading = {.levels = j->request.levels,
                                    .phase = phase->id,
                                    .pair = note_asked,
                                    .ctx = asked};
    int64_t next_seq = 0;
    lw_status status = get_beliefs(j, open, places, store, beliefs, err);
    if (status == LW_OK) {
        status = read_person(&reading, store, j->person->id, &next_seq, err);
    }
    if (status != LW_OK) {
        return status;
    }
    struct lw_rng stream =
        lw_rng_make((uint64_t)j->request.study->seed, j->request.person);
    struct lw_rng rng = lw_rng_fork(&stream, PAIR_LABEL + (uint32_t)trial);
    const struct lw_pair_question question = {
        .beliefs = beliefs, .n = open->n_refs, .asked = count_asked, .ctx = asked};
    size_t pair[2];
    lw_pair_choose(&question, &rng, &pair[0], &pair[1]);
    j->state.pair_phase = j->state.progress.phase;
    j->state.pair_trial = trial;
    (void)snprintf(j->state.left, sizeof j->state.left, "%s",
                   id_of(j, open->refs[pair[open->swap]]));
    (void)snprintf(j->state.right, sizeof j->state.right, "%s",
                   id_of(j, open->refs[pair[!open->swap]]));
    return LW_OK;
}

static void note(const struct study_held *held, void *ctx) {
    const struct judgement *j = ctx;
    if (!counts_in(held, j->person)) {
        return;
    }
    bool left = j->compared == 'l';
    size_t harder = index_of(&held->frozen.levels, left ? j->state.left : j->state.right);
    size_t easier = index_of(&held->frozen.levels, left ? j->state.right : j->state.left);
    (void)pthread_mutex_lock(&held->beliefs->lock);
    struct phase_beliefs *phase =
        find_phase(held->beliefs, j->plan.phases[j->state.pair_phase].id);
    /* Else it is read from the log when it is needed, or was: beliefs may have been made
     * since the answer was stored. Without memory it is in doubt and left out. */
    struct lw_error none = {.status = LW_OK};
    if (phase != NULL && !is_known(&phase->known, j->person->number, j->compared_seq) &&
        know(&phase->known, j->person->number, j->compared_seq + 1, &none) == LW_OK) {
        learn(phase, harder, easier);
    }
    (void)pthread_mutex_unlock(&held->beliefs->lock);
}

bool pairs_believed(const struct study_held *held, const char *phase, const char *level,
                    struct lw_belief *out) {
    size_t at = index_of(&held->frozen.levels, level);
    (void)pthread_mutex_lock(&held->beliefs->lock);
    const struct phase_beliefs *found = find_phase(held->beliefs, phase);
    bool is_there = found != NULL && at < found->n;
    if (is_there) {
        *out = found->levels[at];
    }
    (void)pthread_mutex_unlock(&held->beliefs->lock);
    return is_there;
}

void pairs_note(struct judgement *j, struct studies *studies) {
    if (j->compared != '\0') {
        studies_each_version(studies, j->held->study, note, j);
    }
}
