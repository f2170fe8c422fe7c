/* Answers to questions: of levels by how hard and how pleasant they are, of surveys by
 * what the person is like. */
#include <math.h>
#include <string.h>

#include "simulate/actor.h"

/* What a question is about follows from its id. */
static bool is_about_difficulty(const char *id) {
    return strstr(id, "difficult") != NULL || strcmp(id, "rating") == 0;
}

static bool is_about_games(const char *id) {
    return strstr(id, "game") != NULL || strstr(id, "puzzle") != NULL ||
           strstr(id, "computer") != NULL || strstr(id, "competence") != NULL ||
           strstr(id, "experience") != NULL;
}

static size_t technique_of(const struct actor *a, const char *technique) {
    size_t i = 0;
    while (i < a->world->n_techniques &&
           strcmp(a->world->techniques[i], technique) != 0) {
        i++;
    }
    return i;
}

/* How hard the level feels to this person: mean 0 and SD 1 over levels. */
static double felt(const struct actor *a, struct lw_study_level_ref ref) {
    double sd = truth_of(a, LW_STUDY_TRUTH_DIFFICULTY_SD);
    double difficulty = a->world->difficulty[ref.set][ref.level];
    return sd > 0 ? (difficulty - 0.3 * a->traits.ability) / sd : difficulty;
}

static double liked(const struct actor *a, struct lw_study_level_ref ref) {
    double r = truth_of(a, LW_STUDY_TRUTH_LIKING_DIFFICULTY);
    const char *technique = actor_set(a, ref)->technique;
    double out = r * felt(a, ref) + 0.5 * a->traits.mood +
                 actor_by_maker(a, &ref, truth_of(a, LW_STUDY_TRUTH_LIKING_MADE));
    if (technique != NULL) {
        double middle = ((double)a->world->n_techniques - 1) / 2;
        out += truth_of(a, LW_STUDY_TRUTH_LIKING_TECHNIQUE) *
               ((double)technique_of(a, technique) - middle);
    }
    return out;
}

/* Where the answer lies, in SDs from the middle of the scale. */
static double latent(struct actor *a, const struct lw_study_trial *trial,
                     const struct lw_study_question *question) {
    bool hard = is_about_difficulty(question->id);
    double noise = truth_of(a, LW_STUDY_TRUTH_RATING_NOISE) * draw_normal(&a->rng);
    if (trial->n_refs == 1) {
        return noise + (hard ? felt(a, trial->refs[0]) : liked(a, trial->refs[0]));
    }
    if (trial->n_refs == 0 && is_about_games(question->id)) {
        return noise + 0.8 * a->traits.interest;
    }
    return noise + 0.7 * (hard ? a->traits.ability : a->traits.mood);
}

static double on_scale(double from, double to, double z) {
    double x = (from + to) / 2 + z * (to - from) / 4.5;
    return x < from ? from : x > to ? to : x;
}

/* Pictures one by one, those that a person made more often or less by the truth. With a
 * fixed number, the likeliest of them. */
static void put_marks(struct actor *a, const struct lw_study_trial *trial,
                      const struct lw_study_question *question, struct lw_buffer *out) {
    size_t left = question->marks > 0 ? (size_t)question->marks : trial->n_refs;
    const char *comma = "";
    lw_buffer_putc(out, '[');
    for (size_t i = 0; i < trial->n_refs && left > 0; i++) {
        double odds =
            -actor_by_maker(a, &trial->refs[i], truth_of(a, LW_STUDY_TRUTH_MAKER_SEEN));
        double base =
            question->marks > 0 ? (double)left / (double)(trial->n_refs - i) : 0.4;
        bool must = question->marks > 0 && left >= trial->n_refs - i;
        double sure = must ? 1 : logistic(log(base / (1 - base)) + odds);
        if (must || lw_rng_chance(&a->rng, sure)) {
            lw_buffer_printf(out, "%s\"%s\"", comma, actor_level(a, trial->refs[i])->id);
            comma = ",";
            left--;
        }
    }
    lw_buffer_putc(out, ']');
}

static void put_options(struct actor *a, const struct lw_study_question *question,
                        struct lw_buffer *out) {
    const char *comma = "";
    lw_buffer_putc(out, '[');
    for (size_t i = 0; i < question->n_options; i++) {
        if (lw_rng_chance(&a->rng, 0.35)) {
            lw_buffer_printf(out, "%s\"%s\"", comma, question->options[i].id);
            comma = ",";
        }
    }
    lw_buffer_putc(out, ']');
}

static void put_value(struct actor *a, const struct lw_study_trial *trial,
                      const struct lw_study_question *question, struct lw_buffer *out) {
    bool lapse = lw_rng_chance(&a->rng, truth_of(a, LW_STUDY_TRUTH_LAPSES));
    double z = lapse ? 4 * (lw_rng_unit(&a->rng) - 0.5) : latent(a, trial, question);
    switch (question->type) {
    case LW_STUDY_SCALE:
    case LW_STUDY_OPPOSITES:
        lw_buffer_number(out, floor(on_scale(question->from, question->to, z) + 0.5));
        break;
    case LW_STUDY_NUMBER:
        lw_buffer_number(out, floor(question->from +
                                    (question->to - question->from) * logistic(z - 3)));
        break;
    case LW_STUDY_LIKERT:
    case LW_STUDY_ONE: {
        double step = on_scale(0, (double)question->n_options - 1, z);
        lw_buffer_printf(out, "\"%s\"", question->options[(size_t)(step + 0.5)].id);
        break;
    }
    case LW_STUDY_SEVERAL:
        put_options(a, question, out);
        break;
    case LW_STUDY_MARK:
        put_marks(a, trial, question, out);
        break;
    default:
        lw_buffer_puts(out, "\"simulated\"");
        break;
    }
}

/* Special questions come only to who has allowed them. */
static bool is_asked(const struct actor *a, const struct lw_study_question *question) {
    const struct lw_study_consent *consent = &a->request.study->consent;
    for (size_t i = 0; question->special != NULL && i < consent->n_special; i++) {
        if (strcmp(consent->special[i].id, question->special) == 0) {
            return (a->progress.special >> i & 1) != 0;
        }
    }
    return question->special == NULL;
}

void actor_answers(struct actor *a, int64_t trial) {
    const struct lw_study_phase *phase = a->phase->phase;
    for (size_t i = 0; i < phase->n_questions && !actor_stopped(a); i++) {
        const struct lw_study_question *question = &phase->questions[i];
        if (!is_asked(a, question)) {
            continue;
        }
        double reaction = in_ms(900 + 2500 * draw_exponential(&a->rng));
        actor_wait(a, reaction);
        lw_buffer_clear(&a->data);
        lw_buffer_puts(&a->data, "\"value\":");
        if (!question->required && lw_rng_chance(&a->rng, 0.05)) {
            lw_buffer_puts(&a->data, "null");
        } else {
            put_value(a, &a->phase->trials[trial], question, &a->data);
        }
        lw_buffer_puts(&a->data, ",\"reaction_ms\":");
        put_ms(&a->data, reaction);
        actor_act(a, "answer", trial, "\"question\":\"%s\",%s", question->id,
                  lw_buffer_text(&a->data));
    }
}
