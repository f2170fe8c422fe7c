/* A person who does anything that the plan allows, drawn at random: for any definition.
 */
#ifndef STUDY_RANDOM_H
#define STUDY_RANDOM_H

#include "study_walk.h"

struct random_walk {
    struct walk *w;
    struct lw_rng *rng;
    const struct lw_study_plan_phase *phase;
    bool special; /* allows what needs a consent of its own */
    uint32_t prompt;
};

static inline uint32_t draw(struct random_walk *r, uint32_t below) {
    return lw_rng_below(r->rng, below);
}

LW_PRINTF(4, 5)
static inline void do_send(struct random_walk *r, const char *type, int64_t trial,
                           const char *fmt, ...) {
    struct lw_buffer data;
    va_list args;
    lw_buffer_init(&data, lw_alloc_libc());
    va_start(args, fmt);
    lw_buffer_vprintf(&data, fmt, args);
    va_end(args);
    walk_wait(r->w, draw(r, 3000) + draw(r, 1000) / 1000.0);
    walk_send(r->w, type, trial, lw_buffer_text(&data));
    lw_buffer_free(&data);
}

/* Things that may happen at any time. */
static inline void do_anything(struct random_walk *r) {
    switch (draw(r, 12)) {
    case 0:
        do_send(r, "visibility", -1, "\"visible\":%s", draw(r, 2) ? "true" : "false");
        break;
    case 1:
        do_send(r, "focus", -1, "\"focused\":%s", draw(r, 2) ? "true" : "false");
        break;
    case 2:
        do_send(r, "frames", -1, "\"frame_ms\":%u.25,\"longest_ms\":%u,\"frames\":%u",
                16 + draw(r, 3), 20 + draw(r, 50), draw(r, 300));
        break;
    case 3:
        do_send(r, "device", -1,
                "\"width\":%u,\"height\":800,\"pixel_ratio\":1.5,\"touch\":false,"
                "\"isolated\":true,\"timer_ms\":0.005",
                1000 + draw(r, 500));
        break;
    default:
        break;
    }
}

static inline void do_prompt(struct random_walk *r) {
    bool alone = r->phase->type == LW_STUDY_INSTRUMENT;
    size_t n = alone ? r->phase->n_trials : r->phase->n_prompts;
    if (r->prompt >= n) {
        return;
    }
    const struct lw_study_word *word =
        alone ? &r->phase->trials[r->prompt].word : &r->phase->prompts[r->prompt];
    do_send(r, "prompt", -1,
            "\"prompt\":%u,\"word\":\"%s\",\"voice\":\"%s\",\"audio_s\":%u.5,"
            "\"output_ms\":%u.125,\"latency_ms\":12,\"pair_audio_s\":1,\"pair_ms\":1000,"
            "\"visible\":true,\"focused\":true,\"frame_ms\":16.7",
            r->prompt, word->high ? "high" : "low", word->high_voice ? "high" : "low",
            r->prompt, r->prompt * 1000);
    for (uint32_t i = 1, answers = draw(r, 3); i <= answers; i++) {
        do_send(r, "prompt-answer", -1,
                "\"prompt\":%u,\"answer\":\"%s\",\"key\":\"Numpad8\","
                "\"reaction_ms\":%u.375,\"number\":%u",
                r->prompt, draw(r, 2) ? "high" : "low", 300 + draw(r, 900), i);
    }
    r->prompt++;
}

static inline void do_resume(struct random_walk *r) {
    static const char *const after[] = {"reload", "network", "return"};
    r->w->t = draw(r, 100);
    do_send(r, "resume", -1, "\"after\":\"%s\",\"away_ms\":%u", after[draw(r, 3)],
            draw(r, 2000));
}

static inline void put_ids(struct random_walk *r, struct lw_buffer *out,
                           const char *(*id)(struct random_walk *r, const void *of,
                                             size_t i),
                           const void *of, size_t n, size_t wanted) {
    size_t left = wanted;
    lw_buffer_putc(out, '[');
    for (size_t i = 0; i < n && left > 0; i++) {
        if (draw(r, (uint32_t)(n - i)) < left) {
            lw_buffer_printf(out, "%s\"%s\"", left == wanted ? "" : ",", id(r, of, i));
            left--;
        }
    }
    lw_buffer_putc(out, ']');
}

static inline const char *option_id(struct random_walk *r, const void *of, size_t i) {
    (void)r;
    return ((const struct lw_study_question *)of)->options[i].id;
}

static inline const char *picture_id(struct random_walk *r, const void *of, size_t i) {
    return walk_level(r->w, &((const struct lw_study_trial *)of)->refs[i]);
}

/* Texts that are hard on CSV, spreadsheets and readers. */
static inline const char *random_text(struct random_walk *r) {
    static const char *const texts[] = {"\"fine\"",
                                        "\"a, \\\"b\\\"\"",
                                        "\"two\\nlines\"",
                                        "\"=cmd|' /C\"",
                                        "\"-1+2\"",
                                        "\"'quoted\"",
                                        "\"\"",
                                        "\"\xc3\xa4\xe2\x82\xac\"",
                                        "\"NA\"",
                                        "\" blank \"",
                                        "\"@SUM(A1)\"",
                                        "\"5\"",
                                        "\"a\\r\\nb\"",
                                        "\"#\""};
    return texts[draw(r, sizeof texts / sizeof *texts)];
}

static inline void put_value(struct random_walk *r, const struct lw_study_trial *trial,
                             const struct lw_study_question *q, struct lw_buffer *out) {
    if (!q->required && draw(r, 4) == 0) {
        lw_buffer_puts(out, "null");
        return;
    }
    if (q->no_opinion && q->type <= LW_STUDY_ONE && draw(r, 4) == 0) {
        lw_buffer_puts(out, "\"no-opinion\"");
        return;
    }
    switch (q->type) {
    case LW_STUDY_SCALE:
    case LW_STUDY_OPPOSITES:
        lw_buffer_number(out, q->from + draw(r, (uint32_t)(q->to - q->from) + 1));
        break;
    case LW_STUDY_NUMBER:
        lw_buffer_number(out, q->from + (q->to - q->from) * draw(r, 1001) / 1000.0);
        break;
    case LW_STUDY_LIKERT:
    case LW_STUDY_ONE:
        lw_buffer_printf(out, "\"%s\"", q->options[draw(r, (uint32_t)q->n_options)].id);
        break;
    case LW_STUDY_SEVERAL:
        put_ids(r, out, option_id, q, q->n_options, draw(r, (uint32_t)q->n_options + 1));
        break;
    case LW_STUDY_MARK:
        put_ids(r, out, picture_id, trial, trial->n_refs,
                q->marks > 0 ? (size_t)q->marks : draw(r, (uint32_t)trial->n_refs + 1));
        break;
    default:
        lw_buffer_puts(out, random_text(r));
    }
}

static inline void do_answers(struct random_walk *r, int64_t trial) {
    const struct lw_study_phase *phase = r->phase->phase;
    for (size_t i = 0; i < phase->n_questions; i++) {
        const struct lw_study_question *q = &phase->questions[i];
        struct lw_buffer value;
        if ((q->special != NULL && !r->special) || (!q->required && draw(r, 5) == 0)) {
            continue;
        }
        lw_buffer_init(&value, lw_alloc_libc());
        put_value(r, &r->phase->trials[trial], q, &value);
        do_send(r, "answer", trial,
                "\"question\":\"%s\",\"value\":%s,\"reaction_ms\":%u.5", q->id,
                lw_buffer_text(&value), 100 + draw(r, 5000));
        lw_buffer_free(&value);
    }
}

static inline void do_level(struct random_walk *r, int64_t trial, const char *outcome) {
    const char *level = walk_level(r->w, r->phase->trials[trial].refs);
    do_send(r, "level-start", trial, "\"level\":\"%s\"", level);
    if (draw(r, 4) == 0) {
        do_resume(r);
        do_send(r, "level-start", trial, "\"level\":\"%s\"", level);
    }
    do_send(r, "moves", trial, "\"level\":\"%s\",\"moves\":\"%s\",\"times\":\"1.5 2.25\"",
            level, draw(r, 2) ? "rr" : "-r");
    if (draw(r, 2) == 0) {
        do_send(r, "undo", trial, "\"level\":\"%s\",\"moves\":1", level);
        do_send(r, "restart", trial, "\"level\":\"%s\",\"moves\":1,\"pushes\":0", level);
    }
    do_send(r, "level-end", trial,
            "\"level\":\"%s\",\"outcome\":\"%s\",\"moves\":3,\"undos\":0,\"restarts\":0,"
            "\"play_ms\":%u.0625",
            level, outcome, draw(r, 60000));
}

static inline void do_play(struct random_walk *r) {
    bool is_free = r->phase->phase->level_order == LW_STUDY_FREE;
    bool never = r->phase->phase->give_up == LW_STUDY_GIVE_UP_NEVER;
    for (size_t i = 0; i < r->phase->n_trials; i++) {
        if (is_free && draw(r, 3) == 0) {
            do_level(r, (int64_t)i, "left");
            continue;
        }
        do_level(r, (int64_t)i, never || draw(r, 2) ? "solved" : "gave-up");
        do_answers(r, (int64_t)i);
        do_anything(r);
        do_prompt(r);
    }
}

static inline void do_compare(struct random_walk *r) {
    size_t n = r->phase->n_trials < 12 ? r->phase->n_trials : 12;
    size_t least = (size_t)r->phase->phase->least_pairs;
    for (size_t i = 0; i < (n < least ? least : n); i++) {
        const struct lw_study_trial *trial = &r->phase->trials[i];
        struct lw_study_level_ref open[2] = {{0, 0}, {0, 1}};
        const struct lw_study_level_ref *refs = trial->n_refs == 2 ? trial->refs : open;
        do_send(r, "pair-start", (int64_t)i, "\"left\":\"%s\",\"right\":\"%s\"",
                walk_level(r->w, &refs[0]), walk_level(r->w, &refs[1]));
        do_send(r, "look", (int64_t)i,
                "\"side\":\"left\",\"play_ms\":5.5,\"moves\":1,\"solved\":false");
        do_send(r, "comparison", (int64_t)i, "\"answer\":\"%s\",\"reaction_ms\":%u",
                draw(r, 2) ? "left" : "right", 150 + draw(r, 5000));
    }
}

/* One attempt after the other until one is passed; the last one always is. */
static inline void do_check(struct random_walk *r) {
    const struct lw_study_tone_check *check = r->phase->phase->check;
    bool passed = false;
    for (int64_t attempt = 1; attempt <= check->attempts && !passed; attempt++) {
        int64_t right = 0;
        bool sure = attempt == check->attempts || draw(r, 2) == 0;
        for (int64_t i = 0; i < check->trials; i++) {
            int64_t number = (attempt - 1) * check->trials + i;
            const struct lw_study_trial *trial = &r->phase->trials[number];
            bool is_right = sure || draw(r, 2) == 0;
            right += is_right;
            if (trial->kind == LW_STUDY_TRIAL_TONES) {
                do_send(r, "tones", number, "\"count\":%u",
                        (unsigned)trial->tones.n + (is_right ? 0u : 1u));
            } else {
                do_send(r, "pitch", number, "\"answer\":\"%s\",\"reaction_ms\":%u",
                        trial->word.high_voice == is_right ? "high" : "low",
                        300 + draw(r, 500));
            }
        }
        passed = right >= check->needed;
        do_send(r, "check", -1, "\"passed\":%s,\"attempt\":%d,\"right\":%d",
                passed ? "true" : "false", (int)attempt, (int)right);
    }
}

static inline void do_instrument(struct random_walk *r) {
    enum lw_study_instrument which = r->phase->phase->instrument;
    size_t n = r->phase->n_trials;
    if (which == LW_STUDY_STROOP) {
        while (r->prompt < n) {
            do_prompt(r);
        }
        return;
    }
    if (which != LW_STUDY_ATTENTION) {
        do_check(r);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        uint32_t answer = draw(r, 3);
        static const char *const answers[] = {"left", "right", "none"};
        do_send(r, "attention", (int64_t)i,
                "\"answer\":\"%s\",%s\"fixation_ms\":800.25,\"cue_ms\":100,"
                "\"gap_ms\":400,\"arrows_ms\":480,\"trial_ms\":4000,"
                "\"frame_ms\":16.7",
                answers[answer], answer == 2 ? "" : "\"reaction_ms\":480.125,");
    }
}

static inline void do_consent(struct random_walk *r) {
    const struct lw_study_consent *consent = &r->w->f->study->consent;
    struct lw_buffer lists;
    lw_buffer_init(&lists, lw_alloc_libc());
    lw_buffer_puts(&lists, "\"statements\":[");
    const char *comma = "";
    for (size_t i = 0; i < consent->n_statements; i++) {
        if (consent->statements[i].required || draw(r, 2) == 1) {
            lw_buffer_printf(&lists, "%s\"%s\"", comma, consent->statements[i].id);
            comma = ",";
        }
    }
    lw_buffer_puts(&lists, "],\"special\":[");
    for (size_t i = 0; i < consent->n_special && r->special; i++) {
        lw_buffer_printf(&lists, "%s\"%s\"", i == 0 ? "" : ",", consent->special[i].id);
    }
    do_send(r, "consent", -1,
            "\"answer\":\"yes\",\"version\":\"%s\",\"of_age\":true,%s],"
            "\"language\":\"en\"",
            consent->version, lw_buffer_text(&lists));
    lw_buffer_free(&lists);
}

static inline void do_phase(struct random_walk *r) {
    switch (r->phase->type) {
    case LW_STUDY_CONSENT:
        do_consent(r);
        break;
    case LW_STUDY_INSTRUMENT:
        do_instrument(r);
        break;
    case LW_STUDY_PRACTICE:
    case LW_STUDY_PLAY:
        do_play(r);
        break;
    case LW_STUDY_COMPARE:
        do_compare(r);
        break;
    case LW_STUDY_RATE:
    case LW_STUDY_SURVEY:
        for (size_t i = 0; i < r->phase->n_trials; i++) {
            do_answers(r, (int64_t)i);
        }
        break;
    default:
        do_send(r, "page", -1, "\"page\":0");
    }
}

/* So many phases at most; all of them: the person completes the study. */
static inline void walk_at_random(struct walk *w, struct lw_rng *rng, size_t n_phases) {
    struct random_walk r = {.w = w, .rng = rng};
    r.special = draw(&r, 2) == 1;
    for (size_t i = 0; i < w->plan.n_phases && i < n_phases; i++) {
        r.phase = &w->plan.phases[i];
        r.prompt = 0;
        w->phase = r.phase->id;
        do_send(&r, "phase-start", -1, "%s", "");
        do_anything(&r);
        do_phase(&r);
        if (i + 1 == n_phases && n_phases < w->plan.n_phases) {
            return; /* left in the middle of it */
        }
        bool timed = r.phase->phase != NULL && r.phase->phase->minutes > 0;
        do_send(&r, "phase-end", -1, "\"reason\":\"%s\"", timed ? "time" : "done");
    }
}

#endif
