/* How far a person has come: events in their order, judged by the plan. */
#include <math.h>
#include <string.h>

#include "log/answers.h"
#include "lw/base/json_value.h"

/* A clock may be set right by some seconds; more is not the same clock. */
#define MAX_BACKWARDS_MS 60000.0
/* Arrows go with the frame nearest to their end. A machine that hangs shows them longer,
 * and a key counts for as long as they are seen. */
#define LATE_FRAMES_MS 1000.0

struct step {
    const struct lw_study_plan_request *request;
    const struct lw_study_plan *plan;
    const struct lw_study_plan_phase *phase;
    const struct lw_study_event *event;
    struct lw_study_progress *progress;
    struct lw_error *err;
};

void lw_study_progress_begin(struct lw_study_progress *progress) {
    *progress = (struct lw_study_progress){.trial = -1, .heard = {{-1, 0}, {-1, 0}}};
}

static bool get_bit(const uint64_t *bits, size_t i) {
    return (bits[i / 64] >> (i % 64) & 1) != 0;
}

static void set_bit(uint64_t *bits, size_t i) {
    bits[i / 64] |= (uint64_t)1 << (i % 64);
}

static lw_status refuse(struct step *s, const char *field, const char *why) {
    return lw_fail_option(s->err, LW_USAGE, field, "event %lld (%s): %s",
                          (long long)s->event->seq, s->event->type->name, why);
}

static const char *text_of(const struct step *s, const char *key) {
    return lw_json_text_or(s->event->data, key, "");
}

static bool is(const struct step *s, const char *type) {
    return strcmp(s->event->type->name, type) == 0;
}

static lw_status take_consent(struct step *s) {
    const struct lw_study_consent *consent = &s->request->study->consent;
    const struct lw_json *ticked = lw_json_get(s->event->data, "statements");
    const struct lw_json *special = lw_json_get(s->event->data, "special");
    const struct lw_json *age = lw_json_get(s->event->data, "of_age");
    if (s->progress->consented || s->progress->declined) {
        return refuse(s, "type", "consent was given or refused already");
    }
    if (strcmp(text_of(s, "version"), consent->version) != 0) {
        return refuse(s, "version", "the consent text has another version");
    }
    if (strcmp(text_of(s, "answer"), "no") == 0) {
        s->progress->declined = true;
        return LW_OK;
    }
    for (size_t i = 0; i < consent->n_statements; i++) {
        bool found = !consent->statements[i].required;
        for (const struct lw_json *c = ticked->first; c != NULL; c = c->next) {
            found = found || strcmp(c->text, consent->statements[i].id) == 0;
        }
        if (!found) {
            return refuse(s, "statements", "a statement that is required was not ticked");
        }
    }
    if (age->type != LW_JSON_TRUE) {
        return refuse(s, "of_age", "the least age was not confirmed");
    }
    uint32_t given = 0;
    for (const struct lw_json *c = special->first; c != NULL; c = c->next) {
        size_t i = 0;
        while (i < consent->n_special && strcmp(consent->special[i].id, c->text) != 0) {
            i++;
        }
        if (i == consent->n_special) {
            return refuse(s, "special", "there is no such special category");
        }
        given |= 1u << i;
    }
    s->progress->special = given;
    s->progress->consented = true;
    return LW_OK;
}

/* May a special question be asked of this person? */
static bool is_asked(const struct step *s, const struct lw_study_question *question) {
    const struct lw_study_consent *consent = &s->request->study->consent;
    for (size_t i = 0; question->special != NULL && i < consent->n_special; i++) {
        if (strcmp(consent->special[i].id, question->special) == 0) {
            return (s->progress->special >> i & 1) != 0;
        }
    }
    return question->special == NULL;
}

static const struct lw_study_trial *trial_of(const struct step *s) {
    return &s->phase->trials[s->event->trial];
}

static bool played_free(const struct lw_study_plan_phase *phase) {
    return phase->phase != NULL && phase->phase->level_order == LW_STUDY_FREE;
}

static lw_status start_trial(struct step *s) {
    struct lw_study_progress *p = s->progress;
    if (p->trial >= 0 && p->trial != s->event->trial) {
        return refuse(s, "trial", "another trial is going on");
    }
    if (get_bit(p->ended, (size_t)s->event->trial)) {
        return refuse(s, "trial", "this trial is over");
    }
    if (!played_free(s->phase) && s->event->trial != p->n_done) {
        return refuse(s, "trial", "it is not this trial's turn");
    }
    p->trial = s->event->trial;
    return LW_OK;
}

static void end_trial(struct step *s, bool for_good) {
    s->progress->trial = -1;
    if (for_good) {
        set_bit(s->progress->ended, (size_t)s->event->trial);
        s->progress->n_done++;
    }
}

static lw_status check_levels(struct step *s) {
    const struct lw_study_event_type *type = s->event->type;
    for (size_t i = 0; i < type->n_fields && s->event->trial >= 0; i++) {
        const struct lw_study_trial *trial = trial_of(s);
        if (type->fields[i].type == LW_STUDY_FIELD_LEVEL &&
            !study_trial_has_level(s->request->levels, trial,
                                   text_of(s, type->fields[i].name))) {
            return refuse(s, type->fields[i].name, "this level is not the trial's");
        }
    }
    return LW_OK;
}

/* Sides are drawn beforehand; those of an open pair are its keeper's matter. */
static lw_status check_sides(struct step *s) {
    const struct lw_study_trial *trial = trial_of(s);
    for (size_t i = 0; i < 2 && trial->kind == LW_STUDY_TRIAL_PAIR; i++) {
        const char *side = i == 0 ? "left" : "right";
        struct lw_study_level_ref ref = trial->refs[i];
        const char *id = s->request->levels->sets[ref.set].levels[ref.level].id;
        if (strcmp(text_of(s, side), id) != 0) {
            return refuse(s, side, "the plan has another level on this side");
        }
    }
    return LW_OK;
}

static lw_status take_answer(struct step *s) {
    const struct lw_study_phase *phase = s->phase->phase;
    size_t which = study_question_find(phase, text_of(s, "question"));
    if (which == phase->n_questions || s->event->trial < 0) {
        return refuse(s, "question", "this phase has no such question");
    }
    const struct lw_study_question *question = &phase->questions[which];
    size_t bit = (size_t)s->event->trial * phase->n_questions + which;
    bool played = phase->type == LW_STUDY_PLAY || phase->type == LW_STUDY_PRACTICE;
    if (get_bit(s->progress->answered, bit)) {
        return refuse(s, "question", "it has its answer already");
    }
    if (played && !get_bit(s->progress->ended, (size_t)s->event->trial)) {
        return refuse(s, "trial", "the level is not over yet");
    }
    if (!is_asked(s, question)) {
        return refuse(s, "question",
                      "the person did not allow questions of this category");
    }
    lw_status status = study_answer_check(question, lw_json_get(s->event->data, "value"),
                                          s->request->levels, trial_of(s), s->err);
    if (status == LW_OK) {
        set_bit(s->progress->answered, bit);
    }
    return status;
}

/* Answers belong to the last word, or to the one before it when the key was pressed just
 * before the last began. */
static lw_status take_prompt_answer(struct step *s, size_t which) {
    struct lw_study_heard *heard = s->progress->heard;
    struct lw_study_heard *word = heard[0].prompt == (int64_t)which   ? &heard[0]
                                  : heard[1].prompt == (int64_t)which ? &heard[1]
                                                                      : NULL;
    if (word == NULL) {
        return refuse(s, "prompt", "other words have been played since");
    }
    if (lw_json_number_or(s->event->data, "number", 0) != (double)(word->answers + 1)) {
        return refuse(s, "number",
                      "answers to a word are numbered from 1, none is left out");
    }
    word->answers++;
    return LW_OK;
}

static lw_status take_prompt(struct step *s) {
    const struct lw_study_plan_phase *phase = s->phase;
    bool alone = phase->type == LW_STUDY_INSTRUMENT;
    size_t n = alone ? phase->n_trials : phase->n_prompts;
    size_t which = (size_t)lw_json_number_or(s->event->data, "prompt", 0);
    if (which >= n || (alone && phase->trials[which].kind != LW_STUDY_TRIAL_WORD)) {
        return refuse(s, "prompt", "the phase has no such word");
    }
    const struct lw_study_word *word =
        alone ? &phase->trials[which].word : &phase->prompts[which];
    if (is(s, "prompt-answer")) {
        return get_bit(s->progress->prompted, which)
                   ? take_prompt_answer(s, which)
                   : refuse(s, "prompt", "this word was not played yet");
    }
    if (get_bit(s->progress->prompted, which)) {
        return refuse(s, "prompt", "this word was played already");
    }
    if (strcmp(text_of(s, "word"), word->high ? "high" : "low") != 0 ||
        strcmp(text_of(s, "voice"), word->high_voice ? "high" : "low") != 0) {
        return refuse(s, "word", "the plan has another word here");
    }
    set_bit(s->progress->prompted, which);
    s->progress->heard[1] = s->progress->heard[0];
    s->progress->heard[0] = (struct lw_study_heard){(int64_t)which, 0};
    return LW_OK;
}

static lw_status take_level_end(struct step *s) {
    const char *outcome = text_of(s, "outcome");
    bool left = strcmp(outcome, "left") == 0;
    if (left && !played_free(s->phase)) {
        return refuse(s, "outcome", "a level can be left only where the order is free");
    }
    if (strcmp(outcome, "unwinnable") == 0 && !s->phase->phase->unwinnable) {
        return refuse(s, "outcome", "this phase does not offer that answer");
    }
    if (strcmp(outcome, "gave-up") == 0 &&
        s->phase->phase->give_up == LW_STUDY_GIVE_UP_NEVER) {
        return refuse(s, "outcome", "levels of this phase cannot be given up");
    }
    end_trial(s, !left);
    return LW_OK;
}

/* A reaction belongs to an answer, and comes while the arrows are seen. */
static lw_status check_reaction(struct step *s) {
    const struct lw_study_attention *attention = s->phase->phase->attention;
    const struct lw_json *reaction = lw_json_get(s->event->data, "reaction_ms");
    bool answered = strcmp(text_of(s, "answer"), "none") != 0;
    if (answered != (reaction != NULL)) {
        return refuse(s, "reaction_ms",
                      answered ? "an answer has a reaction time"
                               : "without an answer there is no reaction time");
    }
    if (answered && reaction->number > (double)attention->answer_ms + LATE_FRAMES_MS) {
        return refuse(s, "reaction_ms", "the arrows were gone by then");
    }
    return LW_OK;
}

static bool is_right(const struct step *s) {
    const struct lw_study_trial *trial = trial_of(s);
    return trial->kind == LW_STUDY_TRIAL_TONES
               ? lw_json_number_or(s->event->data, "count", -1) == trial->tones.n
               : strcmp(text_of(s, "answer"), trial->word.high_voice ? "high" : "low") ==
                     0;
}

/* An attempt at a check is over. Whether it is passed follows from its trials. A page
 * that was loaded again may have lost count and state fewer right answers than there
 * were, never more. */
static lw_status take_check(struct step *s) {
    struct lw_study_progress *p = s->progress;
    const struct lw_study_tone_check *check = s->phase->phase->check;
    const struct lw_json *passed = lw_json_get(s->event->data, "passed");
    double right = lw_json_number_or(s->event->data, "right", 0);
    if (check == NULL) {
        return refuse(s, "type", "this phase is no check");
    }
    if (p->n_done == 0 || p->n_done % check->trials != 0) {
        return refuse(s, "type", "the trials of this attempt are not over");
    }
    int64_t attempt = p->n_done / check->trials;
    if (p->attempt == attempt) {
        return refuse(s, "type", "this attempt has its result already");
    }
    if (lw_json_number_or(s->event->data, "attempt", 0) != (double)attempt) {
        return refuse(s, "attempt", "this is another attempt");
    }
    if (right > (double)p->right) {
        return refuse(s, "right", "fewer answers were right");
    }
    if ((passed->type == LW_JSON_TRUE) != (right >= (double)check->needed)) {
        return refuse(s, "passed",
                      "whether it is passed follows from the number of right answers");
    }
    p->attempt = attempt;
    p->passed = p->passed || passed->type == LW_JSON_TRUE;
    return LW_OK;
}

/* A trial that begins and ends with one event. */
static lw_status take_at_once(struct step *s) {
    static const struct {
        const char *event;
        enum lw_study_trial_kind kind;
    } kinds[] = {{"attention", LW_STUDY_TRIAL_ATTENTION},
                 {"pitch", LW_STUDY_TRIAL_WORD},
                 {"tones", LW_STUDY_TRIAL_TONES}};
    for (size_t i = 0; i < 3; i++) {
        if (is(s, kinds[i].event) &&
            (s->event->trial < 0 || trial_of(s)->kind != kinds[i].kind)) {
            return refuse(s, "trial", "this phase has other trials");
        }
    }
    lw_status status = start_trial(s);
    if (status == LW_OK && is(s, "attention")) {
        status = check_reaction(s);
    }
    const struct lw_study_tone_check *check = s->phase->phase->check;
    if (status == LW_OK && check != NULL) {
        bool begins = s->progress->n_done % check->trials == 0;
        s->progress->right = (begins ? 0 : s->progress->right) + is_right(s);
    }
    if (status == LW_OK) {
        end_trial(s, true);
    }
    return status;
}

static bool answers_complete(const struct step *s) {
    const struct lw_study_phase *phase = s->phase->phase;
    for (size_t t = 0; t < s->phase->n_trials; t++) {
        for (size_t q = 0; q < phase->n_questions; q++) {
            if (phase->questions[q].required && is_asked(s, &phase->questions[q]) &&
                !get_bit(s->progress->answered, t * phase->n_questions + q)) {
                return false;
            }
        }
    }
    return true;
}

/* Whether a phase may end as done. */
static bool is_complete(const struct step *s) {
    const struct lw_study_plan_phase *phase = s->phase;
    switch (phase->type) {
    case LW_STUDY_CONSENT:
        return s->progress->consented;
    case LW_STUDY_RATE:
    case LW_STUDY_SURVEY:
        return answers_complete(s);
    case LW_STUDY_COMPARE:
        return s->progress->n_done >= phase->phase->least_pairs;
    case LW_STUDY_PRACTICE:
    case LW_STUDY_PLAY:
        return played_free(phase) || s->progress->n_done == (int64_t)phase->n_trials;
    case LW_STUDY_INSTRUMENT:
        return phase->phase->check != NULL ? s->progress->passed
               : phase->phase->instrument == LW_STUDY_ATTENTION
                   ? s->progress->n_done == (int64_t)phase->n_trials
                   : true;
    default:
        return true;
    }
}

static lw_status take_phase_end(struct step *s) {
    struct lw_study_progress *p = s->progress;
    const char *reason = text_of(s, "reason");
    const struct lw_study_phase *phase = s->phase->phase;
    if (p->trial >= 0) {
        return refuse(s, "phase", "a trial is still going on");
    }
    if (strcmp(reason, "done") == 0 && !is_complete(s)) {
        return refuse(s, "reason", "the phase is not done yet");
    }
    if (strcmp(reason, "time") == 0 && (phase == NULL || phase->minutes <= 0)) {
        return refuse(s, "reason", "this phase does not end by time");
    }
    bool may_stop =
        s->phase->type == LW_STUDY_COMPARE
            ? p->n_done >= phase->least_pairs
            : s->phase->type == LW_STUDY_PLAY || s->phase->type == LW_STUDY_PRACTICE;
    if (strcmp(reason, "stopped") == 0 && !may_stop) {
        return refuse(s, "reason", "this phase cannot be stopped");
    }
    if (strcmp(reason, "failed") == 0 &&
        (phase == NULL || (phase->check == NULL && phase->prompts == NULL))) {
        return refuse(s, "reason", "only checks and phases with words can fail");
    }
    p->phase++;
    p->in_phase = false;
    p->n_done = p->right = p->attempt = 0;
    p->passed = false;
    p->heard[0] = p->heard[1] = (struct lw_study_heard){-1, 0};
    memset(p->ended, 0, sizeof p->ended);
    memset(p->answered, 0, sizeof p->answered);
    memset(p->prompted, 0, sizeof p->prompted);
    p->completed = p->phase == s->plan->n_phases;
    return LW_OK;
}

static lw_status check_place(struct step *s) {
    const struct lw_study_event *event = s->event;
    const struct lw_study_event_type *type = event->type;
    if (strcmp(event->phase, s->phase->id) != 0) {
        return refuse(s, "phase", "it is another phase's turn");
    }
    if (s->progress->in_phase == is(s, "phase-start")) {
        return refuse(s, "type",
                      s->progress->in_phase ? "the phase has begun already"
                                            : "the phase has not begun");
    }
    if (type->phases != 0 && (type->phases >> s->phase->type & 1) == 0) {
        return refuse(s, "type", "this phase has no such event");
    }
    if (event->trial >= (int64_t)s->phase->n_trials) {
        return refuse(s, "trial", "the phase has no such trial");
    }
    if (event->trial >= 0 ? type->trial == LW_STUDY_NO_TRIAL
                          : type->trial == LW_STUDY_THE_TRIAL) {
        return refuse(s, "trial",
                      event->trial >= 0 ? "this event belongs to no trial"
                                        : "this event belongs to a trial");
    }
    if (type->trial == LW_STUDY_THE_TRIAL && event->trial != s->progress->trial) {
        return refuse(s, "trial", "this trial is not going on");
    }
    return check_levels(s);
}

static lw_status apply(struct step *s) {
    if (is(s, "phase-start")) {
        s->progress->in_phase = true;
        return LW_OK;
    }
    if (is(s, "phase-end")) {
        return take_phase_end(s);
    }
    if (is(s, "consent")) {
        return take_consent(s);
    }
    if (is(s, "level-start") || is(s, "pair-start")) {
        if (s->event->trial < 0) {
            return refuse(s, "trial", "this event belongs to a trial");
        }
        lw_status status = is(s, "pair-start") ? check_sides(s) : LW_OK;
        return status == LW_OK ? start_trial(s) : status;
    }
    if (is(s, "level-end")) {
        return take_level_end(s);
    }
    if (is(s, "comparison")) {
        if (strcmp(text_of(s, "answer"), "equal") == 0 && !s->phase->phase->equal) {
            return refuse(s, "answer", "one of the two has to be chosen");
        }
        end_trial(s, true);
        return LW_OK;
    }
    if (is(s, "answer")) {
        return take_answer(s);
    }
    if (is(s, "prompt") || is(s, "prompt-answer")) {
        return take_prompt(s);
    }
    if (is(s, "attention") || is(s, "pitch") || is(s, "tones")) {
        return take_at_once(s);
    }
    if (is(s, "check")) {
        return take_check(s);
    }
    if (is(s, "resume")) {
        s->progress->trial = -1; /* begun anew */
    }
    return LW_OK;
}

lw_status lw_study_progress_take(const struct lw_study_plan_request *request,
                                 const struct lw_study_plan *plan,
                                 const struct lw_study_event *event,
                                 struct lw_study_progress *progress,
                                 struct lw_error *err) {
    struct lw_study_progress next = *progress;
    struct step s = {request, plan, NULL, event, &next, err};
    if (event->seq < progress->next_seq) {
        return lw_fail_option(err, LW_EXISTS, "seq", "event %lld is already stored",
                              (long long)event->seq);
    }
    if (event->seq > progress->next_seq) {
        return lw_fail_option(err, LW_USAGE, "seq", "event %lld comes before event %lld",
                              (long long)event->seq, (long long)progress->next_seq);
    }
    if (progress->declined || progress->completed) {
        return refuse(&s, "seq", "the person has finished");
    }
    /* Whoever comes back may have set the clock right meanwhile. A clock goes on evenly
     * while a page is open, so a phase that begins earlier than the one before has ended
     * is begun by a page that was opened since; its resume comes inside the phase. */
    bool is_back = is(&s, "resume") || (!progress->in_phase && is(&s, "phase-start"));
    if (!is_back && event->clock < progress->last_clock - MAX_BACKWARDS_MS) {
        return refuse(&s, "clock",
                      "the clock jumped back by more than a minute; reload the page to "
                      "go on with the clock as it is now");
    }
    s.phase = &plan->phases[progress->phase];
    lw_status status = check_place(&s);
    if (status == LW_OK) {
        status = apply(&s);
    }
    if (status == LW_OK) {
        next.next_seq++;
        next.last_clock =
            is_back || event->clock > next.last_clock ? event->clock : next.last_clock;
        *progress = next;
    }
    return status;
}
