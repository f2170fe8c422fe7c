/* Answers, judged by their questions. */
#include "log/answers.h"

#include <math.h>
#include <string.h>

size_t study_question_find(const struct lw_study_phase *phase, const char *id) {
    size_t i = 0;
    while (i < phase->n_questions && strcmp(phase->questions[i].id, id) != 0) {
        i++;
    }
    return i;
}

bool study_trial_has_level(const struct lw_study_levels *levels,
                           const struct lw_study_trial *trial, const char *id) {
    for (size_t i = 0; i < trial->n_refs; i++) {
        if (strcmp(levels->sets[trial->refs[i].set].levels[trial->refs[i].level].id,
                   id) == 0) {
            return true;
        }
    }
    return false;
}

static lw_status refuse(struct lw_error *err, const struct lw_study_question *question,
                        const char *why) {
    return lw_fail_option(err, LW_USAGE, "value", "the answer to '%s' %s", question->id,
                          why);
}

static bool is_option(const struct lw_study_question *question,
                      const struct lw_json *value) {
    for (size_t i = 0; i < question->n_options && value->type == LW_JSON_TEXT; i++) {
        if (strcmp(question->options[i].id, value->text) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_no_opinion(const struct lw_study_question *question,
                          const struct lw_json *value) {
    return question->no_opinion && value->type == LW_JSON_TEXT &&
           strcmp(value->text, "no-opinion") == 0;
}

static lw_status check_number(const struct lw_study_question *question,
                              const struct lw_json *value, struct lw_error *err) {
    bool steps = question->type != LW_STUDY_NUMBER;
    if (is_no_opinion(question, value)) {
        return LW_OK;
    }
    if (value->type != LW_JSON_NUMBER || !isfinite(value->number) ||
        value->number < question->from || value->number > question->to ||
        (steps && floor(value->number) != value->number)) {
        return lw_fail_option(
            err, LW_USAGE, "value", "the answer to '%s' is not a %snumber from %g to %g",
            question->id, steps ? "whole " : "", question->from, question->to);
    }
    return LW_OK;
}

static size_t n_characters(const char *text) {
    size_t n = 0;
    for (; *text != '\0'; text++) {
        n += ((unsigned char)*text & 0xc0) != 0x80;
    }
    return n;
}

static bool came_before(const struct lw_json *list, const struct lw_json *value) {
    for (const struct lw_json *c = list->first; c != value; c = c->next) {
        if (strcmp(c->text, value->text) == 0) {
            return true;
        }
    }
    return false;
}

static lw_status check_list(const struct lw_study_question *question,
                            const struct lw_json *value,
                            const struct lw_study_levels *levels,
                            const struct lw_study_trial *trial, struct lw_error *err) {
    bool mark = question->type == LW_STUDY_MARK;
    if (value->type != LW_JSON_ARRAY || value->n_children > 200) {
        return refuse(err, question, "must be a list");
    }
    for (const struct lw_json *c = value->first; c != NULL; c = c->next) {
        if (c->type != LW_JSON_TEXT || came_before(value, c) ||
            !(mark ? study_trial_has_level(levels, trial, c->text)
                   : is_option(question, c))) {
            return refuse(err, question,
                          mark ? "names a level that is not shown, or one twice"
                               : "names no option of it, or one twice");
        }
    }
    if (mark && question->marks > 0 && value->n_children != (uint32_t)question->marks) {
        return refuse(err, question, "does not mark as many pictures as it should");
    }
    return LW_OK;
}

lw_status study_answer_check(const struct lw_study_question *question,
                             const struct lw_json *value,
                             const struct lw_study_levels *levels,
                             const struct lw_study_trial *trial, struct lw_error *err) {
    if (value->type == LW_JSON_NULL) {
        return question->required ? refuse(err, question, "cannot be left out") : LW_OK;
    }
    switch (question->type) {
    case LW_STUDY_SCALE:
    case LW_STUDY_OPPOSITES:
    case LW_STUDY_NUMBER:
        return check_number(question, value, err);
    case LW_STUDY_LIKERT:
    case LW_STUDY_ONE:
        return is_option(question, value) || is_no_opinion(question, value)
                   ? LW_OK
                   : refuse(err, question, "is none of its options");
    case LW_STUDY_WORDS:
        if (value->type != LW_JSON_TEXT || strlen(value->text) != value->text_len ||
            n_characters(value->text) > (size_t)question->max_length) {
            return refuse(err, question, "is no text, or too long");
        }
        return LW_OK;
    default:
        return check_list(question, value, levels, trial, err);
    }
}
