/* Words, the attention test and the checks. */
#include <math.h>

#include "simulate/actor.h"

/* Parts of a reaction whose mean is 1: an exponential tail, and a normal part with a
 * third of its spread (ex-Gaussian). */
static double draw_shape(struct actor *a) {
    double tail = truth_of(a, LW_STUDY_TRUTH_REACTION_SHAPE);
    /* One by one: which of two calls in an expression comes first is the compiler's. */
    double x = 1 - tail + tail / 3 * draw_normal(&a->rng);
    x += tail * draw_exponential(&a->rng);
    return x > 0.3 ? x : 0.3;
}

/* What is true of the answer to one word. */
struct odds {
    double log_reaction, accuracy, misses;
};

/* Set and order matter only while levels are played. */
static void add_play(const struct actor *a, struct odds *out) {
    const struct lw_study_level_ref *ref =
        a->phase->n_trials > 0 && a->phase->trials[0].n_refs > 0
            ? a->phase->trials[0].refs
            : NULL;
    double by_set = truth_of(a, LW_STUDY_TRUTH_SET_REACTION) + a->traits.set_shift;
    double order = a->n_word_plays > 1 ? 0.5 : -0.5;
    by_set +=
        truth_of(a, LW_STUDY_TRUTH_ORDER_BY_SET) * (a->generated_first ? 0.5 : -0.5);
    out->log_reaction += actor_by_maker(a, ref, by_set) +
                         order * truth_of(a, LW_STUDY_TRUTH_ORDER_REACTION);
    out->accuracy += actor_by_maker(a, ref, truth_of(a, LW_STUDY_TRUTH_SET_ACCURACY)) +
                     order * truth_of(a, LW_STUDY_TRUTH_ORDER_ACCURACY);
    out->misses += actor_by_maker(a, ref, truth_of(a, LW_STUDY_TRUTH_SET_MISSES)) +
                   order * truth_of(a, LW_STUDY_TRUTH_ORDER_MISSES);
}

static struct odds odds_of(const struct actor *a, const struct lw_study_word *word) {
    double half = word->high == word->high_voice ? -0.5 : 0.5;
    struct odds out = {
        .log_reaction =
            a->traits.speed + half * a->traits.stroop +
            truth_of(a, LW_STUDY_TRUTH_STROOP_REACTION) / 2 +
            truth_of(a, LW_STUDY_TRUTH_REACTION_LEARNING) * exp(-(double)a->n_words / 40),
        .accuracy = truth_of(a, LW_STUDY_TRUTH_ACCURACY) + a->traits.accuracy +
                    (half + 0.5) * truth_of(a, LW_STUDY_TRUTH_STROOP_ACCURACY),
        .misses = truth_of(a, LW_STUDY_TRUTH_MISSES) + a->traits.misses +
                  half * truth_of(a, LW_STUDY_TRUTH_STROOP_MISSES),
    };
    if (a->phase->type == LW_STUDY_INSTRUMENT) {
        out.misses -= 1; /* there is nothing else to attend to */
    } else {
        add_play(a, &out);
    }
    return out;
}

static void answer_word(struct actor *a, size_t number, const struct lw_study_word *word,
                        double room_ms) {
    const struct lw_study_prompts *prompts = a->phase->phase->prompts;
    struct odds odds = odds_of(a, word);
    bool lapse = lw_rng_chance(&a->rng, truth_of(a, LW_STUDY_TRUTH_LAPSES) / 4);
    bool missed = lw_rng_chance(&a->rng, logistic(odds.misses));
    bool right = lw_rng_chance(&a->rng, lapse ? 0.5 : logistic(odds.accuracy));
    double reaction =
        truth_of(a, LW_STUDY_TRUTH_REACTION_MS) * draw_shape(a) * exp(odds.log_reaction);
    reaction = in_ms(reaction);
    if (missed || reaction >= room_ms) {
        return;
    }
    bool high = word->high_voice == right;
    actor_wait(a, reaction);
    lw_buffer_clear(&a->data);
    put_ms(&a->data, reaction);
    actor_act(a, "prompt-answer", -1,
              "\"prompt\":%zu,\"answer\":\"%s\",\"key\":\"%s\",\"reaction_ms\":%s,"
              "\"number\":1",
              number, high ? "high" : "low", high ? prompts->high_key : prompts->low_key,
              lw_buffer_text(&a->data));
}

static void hear(struct actor *a, size_t number, const struct lw_study_word *word,
                 double room_ms) {
    lw_buffer_clear(&a->data);
    lw_buffer_puts(&a->data, "\"audio_s\":");
    put_ms(&a->data, (a->t - a->phase_t) / 1000);
    lw_buffer_puts(&a->data, ",\"output_ms\":");
    put_ms(&a->data, a->t);
    lw_buffer_puts(&a->data, ",\"pair_ms\":");
    put_ms(&a->data, a->phase_t);
    actor_act(a, "prompt", -1,
              "\"prompt\":%zu,\"word\":\"%s\",\"voice\":\"%s\",%s,\"latency_ms\":10,"
              "\"pair_audio_s\":0,\"visible\":true,\"focused\":true,\"frame_ms\":16.667",
              number, word->high ? "high" : "low", word->high_voice ? "high" : "low",
              lw_buffer_text(&a->data));
    a->n_words++;
    answer_word(a, number, word, room_ms);
}

/* Those whose time comes until then; the clocks stand there afterwards. */
void actor_words(struct actor *a, double until_t) {
    bool alone = a->phase->type == LW_STUDY_INSTRUMENT;
    size_t n = alone ? a->phase->n_trials : a->phase->n_prompts;
    const struct lw_study_prompts *prompts =
        a->phase->phase == NULL ? NULL : a->phase->phase->prompts;
    while (prompts != NULL && a->next_word < n && !actor_stopped(a)) {
        size_t i = a->next_word;
        const struct lw_study_word *word =
            alone ? &a->phase->trials[i].word : &a->phase->prompts[i];
        const struct lw_study_word *after =
            i + 1 == n
                ? NULL
                : (alone ? &a->phase->trials[i + 1].word : &a->phase->prompts[i + 1]);
        double at = a->phase_t + word->at_ms;
        if (at > until_t || at >= a->ends_t) {
            break;
        }
        if (at > a->t) {
            actor_wait(a, at - a->t);
        }
        hear(a, i, word,
             after == NULL ? (double)prompts->interval_from_ms
                           : (double)(after->at_ms - word->at_ms));
        a->next_word++;
    }
    if (until_t > a->t && isfinite(until_t)) {
        actor_wait(a, until_t - a->t);
    }
}

static void attend(struct actor *a, size_t number) {
    const struct lw_study_attention *test = a->phase->phase->attention;
    const struct lw_study_attention_trial *trial = &a->phase->trials[number].attention;
    /* By cue: none, centre, double, spatial. None less double is the first alone, centre
     * less spatial the second alone. */
    static const double alerting[] = {0.5, 0, -0.5, 0};
    static const double orienting[] = {0, 0.5, 0, -0.5};
    double flanked = trial->flanker == LW_STUDY_INCONGRUENT ? a->traits.executive : 0;
    double shape = 0.9 + 0.07 * draw_normal(&a->rng);
    shape += 0.1 * draw_exponential(&a->rng);
    double reaction =
        (520 + 60 * exp(-(double)number / 20)) * exp(0.7 * a->traits.speed) * shape +
        alerting[trial->cue] * a->traits.alerting +
        orienting[trial->cue] * a->traits.orienting + flanked;
    bool lapse = lw_rng_chance(&a->rng, truth_of(a, LW_STUDY_TRUTH_LAPSES) / 4);
    double odds =
        4 + a->traits.accuracy - (trial->flanker == LW_STUDY_INCONGRUENT ? 1.2 : 0);
    bool right = lw_rng_chance(&a->rng, lapse ? 0.5 : logistic(odds));
    bool none =
        (lapse && lw_rng_chance(&a->rng, 0.3)) || reaction > (double)test->answer_ms;
    reaction = in_ms(reaction < 150 ? 150 : reaction);
    lw_buffer_clear(&a->data);
    if (!none) {
        lw_buffer_puts(&a->data, ",\"reaction_ms\":");
        put_ms(&a->data, reaction);
    }
    actor_wait(a, (double)test->trial_ms);
    actor_act(a, "attention", (int64_t)number,
              "\"answer\":\"%s\"%s,\"fixation_ms\":%u,\"cue_ms\":%lld,\"gap_ms\":%lld,"
              "\"arrows_ms\":%lld,\"trial_ms\":%lld,\"frame_ms\":16.667",
              none                    ? "none"
              : trial->right == right ? "right"
                                      : "left",
              lw_buffer_text(&a->data), (unsigned)trial->fixation_ms,
              (long long)test->cue_ms, (long long)test->gap_ms,
              none ? (long long)test->answer_ms : (long long)reaction,
              (long long)test->trial_ms);
}

/* Attempts until one is passed. */
static void do_check(struct actor *a) {
    const struct lw_study_tone_check *check = a->phase->phase->check;
    for (int64_t attempt = 1; attempt <= check->attempts && !actor_stopped(a);
         attempt++) {
        int64_t right = 0;
        for (int64_t i = 0; i < check->trials; i++) {
            int64_t number = (attempt - 1) * check->trials + i;
            const struct lw_study_trial *trial = &a->phase->trials[number];
            bool is_right = lw_rng_chance(&a->rng, 0.97);
            right += is_right;
            actor_wait(a, 2500 + 1000 * draw_exponential(&a->rng));
            if (trial->kind == LW_STUDY_TRIAL_TONES) {
                actor_act(a, "tones", number, "\"count\":%u",
                          (unsigned)trial->tones.n + (is_right ? 0u : 1u));
            } else {
                actor_act(a, "pitch", number, "\"answer\":\"%s\",\"reaction_ms\":%d",
                          trial->word.high_voice == is_right ? "high" : "low",
                          (int)(700 * exp(a->traits.speed)));
            }
        }
        bool passed = right >= check->needed;
        actor_act(a, "check", -1, "\"passed\":%s,\"attempt\":%lld,\"right\":%lld",
                  passed ? "true" : "false", (long long)attempt, (long long)right);
        if (passed) {
            return;
        }
    }
}

void actor_instrument(struct actor *a) {
    switch (a->phase->phase->instrument) {
    case LW_STUDY_STROOP:
        actor_words(a, a->ends_t);
        break;
    case LW_STUDY_ATTENTION:
        for (size_t i = 0; i < a->phase->n_trials && !actor_stopped(a); i++) {
            attend(a, i);
        }
        break;
    default:
        do_check(a);
        break;
    }
}
