/* The trial lists of instruments: attention network test, auditory Stroop, tones. */
#include <string.h>

#include "design/draw.h"

#define N_ATTENTION 48
#define BLOCK 8 /* words: each of the four twice */

static struct lw_study_attention_trial attention_trial(size_t which) {
    return (struct lw_study_attention_trial){.cue = (uint8_t)(which % 4),
                                             .flanker = (uint8_t)(which / 4 % 3),
                                             .below = which / 12 % 2 == 1,
                                             .right = which / 24 == 1};
}

size_t lw_study_attention_count(const struct lw_study_attention *attention) {
    return (size_t)(attention->practice_trials +
                    attention->blocks * attention->repeats * N_ATTENTION);
}

static void draw_fixations(const struct lw_study_attention *attention, struct lw_rng *rng,
                           struct lw_study_attention_trial *trials, size_t n) {
    uint32_t span =
        (uint32_t)(attention->fixation_to_ms - attention->fixation_from_ms) + 1;
    for (size_t i = 0; i < n; i++) {
        trials[i].fixation_ms =
            (uint16_t)(attention->fixation_from_ms + lw_rng_below(rng, span));
    }
}

/* Half of the 48: every cue with every flanker twice, the two in opposite places and
 * directions, so that places and directions come equally often as well. */
static void practice(struct lw_rng *rng, struct lw_study_attention_trial *out) {
    for (size_t i = 0; i < 12; i++) {
        bool right = lw_rng_below(rng, 2) == 1;
        for (size_t half = 0; half < 2; half++) {
            struct lw_study_attention_trial *trial = &out[i * 2 + half];
            *trial = attention_trial(i);
            trial->below = half == 1;
            trial->right = right == (half == 0);
        }
    }
    lw_rng_shuffle(rng, out, 24, sizeof *out);
}

void lw_study_attention_trials(const struct lw_study_attention *attention,
                               const struct lw_rng *stream,
                               struct lw_study_attention_trial *out) {
    struct lw_rng rng = lw_rng_fork(stream, STUDY_LABEL_TRIALS);
    size_t n = lw_study_attention_count(attention), at = 0;
    for (; at < (size_t)attention->practice_trials; at += 24) {
        practice(&rng, out + at);
    }
    size_t block_size = (size_t)attention->repeats * N_ATTENTION;
    for (int64_t block = 1; block <= attention->blocks; block++) {
        struct lw_study_attention_trial *first = out + at;
        for (size_t i = 0; i < block_size; i++) {
            first[i] = attention_trial(i % N_ATTENTION);
            first[i].block = (uint8_t)block;
        }
        lw_rng_shuffle(&rng, first, block_size, sizeof *first);
        at += block_size;
    }
    draw_fixations(attention, &rng, out, n);
}

/* Of the words before the i-th, how many in a row have that property. */
enum property { PITCH, WORD, CONGRUENCY, ALL_OF_IT };

static unsigned property_of(const struct lw_study_word *word, enum property property) {
    unsigned high = word->high, voice = word->high_voice;
    return property == PITCH        ? voice
           : property == WORD       ? high
           : property == CONGRUENCY ? (unsigned)(high == voice)
                                    : high * 2 + voice;
}

static bool fits(const struct lw_study_word *words, size_t i, size_t max_run) {
    for (int p = PITCH; p <= ALL_OF_IT; p++) {
        /* Two of the properties at their limit at once would leave no word to go on with;
         * that happens only when one word was said max_run times. */
        size_t limit = p == ALL_OF_IT ? max_run - 1 : max_run, run = 1;
        while (run <= i && property_of(&words[i - run], (enum property)p) ==
                               property_of(&words[i], (enum property)p)) {
            run++;
        }
        if (run > limit) {
            return false;
        }
    }
    return true;
}

/* Words from..to of a block, by depth-first search in random order. */
static bool fill_block(struct lw_rng *rng, struct lw_study_word *words, size_t at,
                       uint8_t left[4], size_t max_run) {
    uint8_t order[4] = {0, 1, 2, 3};
    if (left[0] + left[1] + left[2] + left[3] == 0) {
        return true;
    }
    lw_rng_shuffle(rng, order, 4, 1);
    for (size_t i = 0; i < 4; i++) {
        if (left[order[i]] == 0) {
            continue;
        }
        words[at].high = order[i] >> 1;
        words[at].high_voice = order[i] & 1;
        left[order[i]]--;
        if (fits(words, at, max_run) && fill_block(rng, words, at + 1, left, max_run)) {
            return true;
        }
        left[order[i]]++;
    }
    return false;
}

/* n is rounded up to whole blocks; words has room for them. */
static void draw_words(struct lw_rng *rng, struct lw_study_word *words, size_t n,
                       size_t max_run) {
    for (size_t at = 0; at < n; at += BLOCK) {
        uint8_t left[4] = {2, 2, 2, 2};
        bool found = fill_block(rng, words, at, left, max_run);
        for (size_t i = 0; !found && i < BLOCK; i++) {
            words[at + i].high = i >> 1 & 1; /* never needed; defined all the same */
            words[at + i].high_voice = (i >> 1 ^ i) & 1;
        }
    }
}

size_t lw_study_words_draw(const struct lw_study_prompts *prompts, double minutes,
                           const struct lw_rng *stream, struct lw_study_word *out,
                           size_t room) {
    struct lw_rng times = lw_rng_fork(stream, STUDY_LABEL_TIMES);
    struct lw_rng rng = lw_rng_fork(stream, STUDY_LABEL_WORDS);
    int64_t total = (int64_t)(minutes * 60000), at = prompts->lead_in_ms;
    uint32_t span = (uint32_t)(prompts->interval_to_ms - prompts->interval_from_ms) + 1;
    size_t n = 0;
    /* The last word leaves time for its answer. */
    for (; at + prompts->interval_from_ms <= total; n++) {
        if (n < room) {
            out[n].at_ms = (uint32_t)at;
        }
        at += prompts->interval_from_ms + (int64_t)lw_rng_below(&times, span);
    }
    size_t kept = n < room ? n : room;
    size_t whole = (kept + BLOCK - 1) / BLOCK * BLOCK;
    if (whole <= room) {
        draw_words(&rng, out, whole, (size_t)prompts->max_run);
    }
    return n;
}

/* The four words equally often in every attempt, as far as its trials allow. */
void study_pitch_check(const struct lw_rng *stream, struct lw_study_word *out,
                       size_t trials, size_t attempts) {
    struct lw_rng rng = lw_rng_fork(stream, STUDY_LABEL_WORDS);
    for (size_t attempt = 0; attempt < attempts; attempt++, out += trials) {
        for (size_t i = 0; i < trials; i++) {
            out[i] = (struct lw_study_word){i % 4 / 2 == 1, i % 2 == 1, 0};
        }
        lw_rng_shuffle(&rng, out, trials, sizeof *out);
    }
}

/* Three to six tones, of which two or more are in opposite phase in the two ears: through
 * headphones all are heard, through loudspeakers those cancel and fewer are counted. */
void study_tones(const struct lw_rng *stream, struct lw_study_tones *out, size_t n) {
    struct lw_rng rng = lw_rng_fork(stream, STUDY_LABEL_TRIALS);
    for (size_t i = 0; i < n; i++) {
        struct lw_study_tones tones = {.n = (uint8_t)(3 + lw_rng_below(&rng, 4))};
        size_t opposed = 2 + lw_rng_below(&rng, tones.n - 1u);
        for (size_t j = 0; j < opposed && j < tones.n; j++) {
            tones.opposed[j] = 1;
        }
        lw_rng_shuffle(&rng, tones.opposed, tones.n, 1);
        out[i] = tones;
    }
}
