/* Progress as text and back. Sets of trials are hexadecimal digits, least trial first,
 * without the empty rest. */
#include "studies/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lw/base/json_value.h"

static const char digits[] = "0123456789abcdef";

static void put_bits(struct lw_json_writer *json, const char *key, const uint64_t *bits) {
    char text[LW_STUDY_MAX_TRIALS / 4 + 1];
    size_t len = 0;
    for (size_t i = 0; i < LW_STUDY_MAX_TRIALS / 4; i++) {
        unsigned digit = bits[i / 16] >> (i % 16 * 4) & 15;
        text[i] = digits[digit];
        len = digit != 0 ? i + 1 : len;
    }
    if (len > 0) {
        lw_json_text_len(json, key, text, len);
    }
}

static bool get_bits(const struct lw_json *object, const char *key, uint64_t *bits) {
    const char *text = lw_json_text_or(object, key, "");
    for (size_t i = 0; text[i] != '\0'; i++) {
        const char *digit = strchr(digits, text[i]);
        if (i >= LW_STUDY_MAX_TRIALS / 4 || digit == NULL) {
            return false;
        }
        bits[i / 16] |= (uint64_t)(digit - digits) << (i % 16 * 4);
    }
    return true;
}

static bool get_flag(const struct lw_json *object, const char *key) {
    const struct lw_json *value = lw_json_get(object, key);
    return value != NULL && value->type == LW_JSON_TRUE;
}

static void put_flag(struct lw_json_writer *json, const char *key, bool value) {
    if (value) {
        lw_json_bool(json, key, true);
    }
}

/* [prompt, answers, prompt before it, answers] */
static void get_heard(const struct lw_json *object, struct lw_study_heard heard[2]) {
    const struct lw_json *list = lw_json_get(object, "heard");
    const struct lw_json *at = list == NULL ? NULL : list->first;
    for (size_t i = 0; i < 4 && at != NULL; i++, at = at->next) {
        *(i % 2 == 0 ? &heard[i / 2].prompt : &heard[i / 2].answers) =
            (int64_t)at->number;
    }
}

static void put_heard(struct lw_json_writer *json, const struct lw_study_heard heard[2]) {
    if (heard[0].prompt >= 0) {
        lw_json_array(json, "heard");
        for (size_t i = 0; i < 2; i++) {
            lw_json_int(json, NULL, heard[i].prompt);
            lw_json_int(json, NULL, heard[i].answers);
        }
        lw_json_array_end(json);
    }
}

lw_status person_state_read(const char *text, struct lw_arena *arena,
                            struct person_state *out, struct lw_error *err) {
    struct lw_json *json = NULL;
    *out = (struct person_state){.pair_trial = -1};
    struct lw_study_progress *p = &out->progress;
    lw_study_progress_begin(p);
    if (text == NULL || text[0] == '\0') {
        return LW_OK;
    }
    lw_status status = lw_json_read(arena, text, strlen(text), &json, err);
    if (status != LW_OK) {
        return status;
    }
    p->next_seq = (int64_t)lw_json_number_or(json, "seq", 0);
    p->phase = (uint32_t)lw_json_number_or(json, "phase", 0);
    p->in_phase = get_flag(json, "in_phase");
    p->trial = (int64_t)lw_json_number_or(json, "trial", -1);
    p->n_done = (int64_t)lw_json_number_or(json, "done", 0);
    p->last_clock = lw_json_number_or(json, "clock", 0);
    p->right = (int64_t)lw_json_number_or(json, "right_answers", 0);
    p->attempt = (int64_t)lw_json_number_or(json, "attempt", 0);
    p->passed = get_flag(json, "passed");
    get_heard(json, p->heard);
    p->consented = get_flag(json, "consented");
    p->declined = get_flag(json, "declined");
    p->completed = get_flag(json, "completed");
    p->special = (uint32_t)lw_json_number_or(json, "special", 0);
    out->is_unfit = get_flag(json, "unfit");
    (void)snprintf(out->at, sizeof out->at, "%s", lw_json_text_or(json, "at", ""));
    out->flags = (uint32_t)lw_json_number_or(json, "flags", 0);
    out->is_excluded = get_flag(json, "excluded");
    out->been = strtoull(lw_json_text_or(json, "been", "0"), NULL, 16);
    out->pair_phase = (uint32_t)lw_json_number_or(json, "pair_phase", 0);
    out->pair_trial = (int64_t)lw_json_number_or(json, "pair_trial", -1);
    (void)snprintf(out->left, sizeof out->left, "%s", lw_json_text_or(json, "left", ""));
    (void)snprintf(out->right, sizeof out->right, "%s",
                   lw_json_text_or(json, "right", ""));
    if (!get_bits(json, "ended", p->ended) || !get_bits(json, "answered", p->answered) ||
        !get_bits(json, "prompted", p->prompted)) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "a person's progress cannot be read");
    }
    return LW_OK;
}

const char *person_uncounted(const struct lw_study *study) {
    return study->stopping.counted == LW_STUDY_COUNT_KEPT ? "%\"excluded\":true%" : NULL;
}

void person_state_write(const struct person_state *state, struct lw_buffer *out) {
    const struct lw_study_progress *p = &state->progress;
    struct lw_json_writer json;
    char been[20];
    lw_json_begin(&json, out);
    lw_json_object(&json, NULL);
    lw_json_int(&json, "seq", p->next_seq);
    lw_json_uint(&json, "phase", p->phase);
    put_flag(&json, "in_phase", p->in_phase);
    lw_json_int(&json, "trial", p->trial);
    lw_json_int(&json, "done", p->n_done);
    lw_json_real(&json, "clock", p->last_clock);
    if (p->right > 0 || p->attempt > 0) {
        lw_json_int(&json, "right_answers", p->right);
        lw_json_int(&json, "attempt", p->attempt);
    }
    put_flag(&json, "passed", p->passed);
    put_heard(&json, p->heard);
    put_flag(&json, "consented", p->consented);
    put_flag(&json, "declined", p->declined);
    put_flag(&json, "completed", p->completed);
    put_flag(&json, "unfit", state->is_unfit);
    lw_json_uint(&json, "special", p->special);
    lw_json_text(&json, "at", state->at);
    (void)snprintf(been, sizeof been, "%llx", (unsigned long long)state->been);
    lw_json_text(&json, "been", been);
    lw_json_uint(&json, "flags", state->flags);
    put_flag(&json, "excluded", state->is_excluded);
    put_bits(&json, "ended", p->ended);
    put_bits(&json, "answered", p->answered);
    put_bits(&json, "prompted", p->prompted);
    if (state->pair_trial >= 0) {
        lw_json_uint(&json, "pair_phase", state->pair_phase);
        lw_json_int(&json, "pair_trial", state->pair_trial);
        lw_json_text(&json, "left", state->left);
        lw_json_text(&json, "right", state->right);
    }
    lw_json_object_end(&json);
}

/* The n-th phase that is no group; *n counts down to it. */
static const char *nth_phase(const struct lw_study_phase *phases, size_t n_phases,
                             size_t *n) {
    for (size_t i = 0; i < n_phases; i++) {
        const char *found = NULL;
        if (phases[i].type == LW_STUDY_GROUP) {
            found = nth_phase(phases[i].phases, phases[i].n_phases, n);
        } else if ((*n)-- == 0) {
            found = phases[i].id;
        }
        if (found != NULL) {
            return found;
        }
    }
    return NULL;
}

const char *person_phase_name(const struct lw_study *study, size_t slot) {
    if (slot == 0) {
        return "consent";
    }
    size_t left = slot - 1;
    const char *found = nth_phase(study->phases, study->n_phases, &left);
    return found != NULL ? found : left == 0 ? "end" : NULL;
}

size_t person_phase_slot(const struct lw_study *study, const char *id) {
    const char *name;
    for (size_t slot = 0; (name = person_phase_name(study, slot)) != NULL; slot++) {
        if (strcmp(name, id) == 0) {
            return slot;
        }
    }
    return SIZE_MAX;
}

enum lw_person_state person_state_of(const struct person_state *state) {
    return state->progress.declined    ? LW_PERSON_DECLINED
           : state->is_unfit           ? LW_PERSON_UNFIT
           : state->progress.completed ? LW_PERSON_COMPLETED
                                       : LW_PERSON_INSIDE;
}

static bool get_bit(const uint64_t *bits, size_t i) {
    return (bits[i / 64] >> (i % 64) & 1) != 0;
}

static void numbers_json(struct lw_json_writer *json, const char *key,
                         const uint64_t *bits) {
    lw_json_array(json, key);
    for (size_t i = 0; i < LW_STUDY_MAX_TRIALS; i++) {
        if (get_bit(bits, i)) {
            lw_json_uint(json, NULL, i);
        }
    }
    lw_json_array_end(json);
}

/* Bits of answers are trial times questions plus question. */
static void answered_json(struct lw_json_writer *json, const uint64_t *bits,
                          const struct lw_study_plan_phase *phase) {
    size_t n = phase == NULL || phase->phase == NULL ? 0 : phase->phase->n_questions;
    lw_json_array(json, "answered");
    for (size_t i = 0; i < LW_STUDY_MAX_TRIALS && n > 0; i++) {
        if (get_bit(bits, i)) {
            lw_json_array(json, NULL);
            lw_json_text(json, NULL, phase->phase->questions[i % n].id);
            lw_json_uint(json, NULL, i / n);
            lw_json_array_end(json);
        }
    }
    lw_json_array_end(json);
}

static void special_json(struct lw_json_writer *json, uint32_t special,
                         const struct lw_study_consent *consent) {
    lw_json_array(json, "special");
    for (size_t i = 0; i < consent->n_special; i++) {
        if ((special >> i & 1) != 0) {
            lw_json_text(json, NULL, consent->special[i].id);
        }
    }
    lw_json_array_end(json);
}

void person_state_json(const struct person_state *state, const struct lw_study *study,
                       const struct lw_study_plan *plan, struct lw_json_writer *json) {
    const struct lw_study_progress *p = &state->progress;
    const struct lw_study_plan_phase *phase =
        p->phase < plan->n_phases ? &plan->phases[p->phase] : NULL;
    lw_json_uint(json, "phase", p->phase);
    lw_json_text(json, "phase_id", phase == NULL ? NULL : phase->id);
    lw_json_bool(json, "in_phase", p->in_phase);
    lw_json_int(json, "trial", p->trial);
    lw_json_int(json, "n_done", p->n_done);
    numbers_json(json, "ended", p->ended);
    answered_json(json, p->answered, phase);
    numbers_json(json, "prompted", p->prompted);
    lw_json_bool(json, "consented", p->consented);
    special_json(json, p->special, &study->consent);
    lw_json_bool(json, "completed", p->completed);
}
