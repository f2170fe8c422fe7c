/* Levels: playing them, and choosing the harder one of two. */
#include <math.h>
#include <string.h>

#include "simulate/actor.h"

#define MOVES_BYTES 3900 /* of an event of moves */

/* How one attempt at a level goes. */
struct attempt {
    bool solved;
    double seconds;
    int64_t moves, pushes, undos, restarts;
};

static double skill(const struct actor *a) {
    return a->traits.ability + truth_of(a, LW_STUDY_TRUTH_LEARNING) * (double)a->n_played;
}

static double difficulty(const struct actor *a, struct lw_study_level_ref ref) {
    return a->world->difficulty[ref.set][ref.level];
}

/* By a logistic curve; whoever may not give up goes on until it is solved. */
static struct attempt draw_attempt(struct actor *a, struct lw_study_level_ref ref) {
    const struct lw_study_level *level = actor_level(a, ref);
    const struct lw_study_phase *phase = a->phase->phase;
    double edge = skill(a) - difficulty(a, ref);
    double noise = draw_normal(&a->rng);
    double fewest = fewest_moves(level);
    struct attempt out = {.solved = level->solution != NULL &&
                                    (phase->give_up == LW_STUDY_GIVE_UP_NEVER ||
                                     lw_rng_chance(&a->rng, logistic(1.5 + edge)))};
    double extra = exp(-1 - 0.4 * edge + 0.6 * noise);
    out.seconds = (3 + 0.55 * fewest * (1 + extra)) * exp(0.25 * draw_normal(&a->rng));
    if (!out.solved) {
        double patience = 60 * exp(0.6 * draw_normal(&a->rng));
        out.seconds = patience + (double)phase->give_up_seconds;
        extra = patience / (0.55 * fewest) - 1;
    }
    double made = fewest * (1 + (extra > -0.9 ? extra : -0.9));
    out.moves = out.solved && made < fewest ? (int64_t)fewest : (int64_t)(made + 0.5);
    out.pushes = isnan(level->pushes)
                     ? -1
                     : (int64_t)(level->pushes * (double)out.moves / fewest + 0.5);
    out.undos = (int64_t)(2 * draw_exponential(&a->rng) * (extra > 0 ? extra : 0));
    out.restarts = (int64_t)(draw_exponential(&a->rng) * exp(-0.4 - 0.4 * edge));
    out.restarts = out.restarts > 20 ? 20 : out.restarts;
    return out;
}

static void put_moves(struct actor *a, int64_t trial,
                      const struct lw_study_level *level) {
    size_t len = strlen(level->solution);
    if (len <= MOVES_BYTES) {
        struct lw_json_writer json;
        lw_buffer_clear(&a->data);
        lw_json_begin(&json, &a->data);
        lw_json_text(&json, NULL, level->solution);
        actor_act(a, "moves", trial, "\"level\":\"%s\",\"moves\":%s", level->id,
                  lw_buffer_text(&a->data));
    }
}

static void end_level(struct actor *a, int64_t trial, const struct lw_study_level *level,
                      const struct attempt *attempt, const char *outcome) {
    struct lw_json_writer json;
    bool solved = strcmp(outcome, "solved") == 0;
    if (solved) {
        put_moves(a, trial, level);
    }
    lw_buffer_clear(&a->data);
    lw_json_begin(&json, &a->data);
    if (attempt->pushes >= 0) {
        lw_buffer_printf(&a->data, ",\"pushes\":%lld", (long long)attempt->pushes);
    }
    lw_buffer_puts(&a->data, ",\"play_ms\":");
    put_ms(&a->data, attempt->seconds * 1000);
    if (solved) {
        lw_buffer_puts(&a->data, ",\"solution\":");
        lw_json_text(&json, NULL, level->solution);
    }
    actor_act(a, "level-end", trial,
              "\"level\":\"%s\",\"outcome\":\"%s\",\"moves\":%lld,\"undos\":%lld,"
              "\"restarts\":%lld%s",
              level->id, outcome, (long long)attempt->moves, (long long)attempt->undos,
              (long long)attempt->restarts, lw_buffer_text(&a->data));
}

static const char *unsolved(struct actor *a, struct lw_study_level_ref ref) {
    const struct lw_study_phase *phase = a->phase->phase;
    if (phase->unwinnable &&
        lw_rng_chance(&a->rng, logistic(difficulty(a, ref) - skill(a) - 2))) {
        return "unwinnable";
    }
    if (phase->level_order == LW_STUDY_FREE && lw_rng_chance(&a->rng, 0.3)) {
        return "left";
    }
    return phase->give_up == LW_STUDY_GIVE_UP_NEVER ? "time" : "gave-up";
}

/* False: the phase's time is over. */
static bool play_level(struct actor *a, int64_t trial) {
    struct lw_study_level_ref ref = a->phase->trials[trial].refs[0];
    const struct lw_study_level *level = actor_level(a, ref);
    struct attempt attempt = draw_attempt(a, ref);
    double begun = a->t;
    bool late = begun + attempt.seconds * 1000 >= a->ends_t;
    if (late) {
        attempt.seconds = (a->ends_t - begun) / 1000;
        attempt.restarts = 0;
    }
    actor_act(a, "level-start", trial, "\"level\":\"%s\"", level->id);
    for (int64_t i = 1; i <= attempt.restarts; i++) {
        actor_words(a, begun + attempt.seconds * 1000 * (double)i /
                                   (double)(attempt.restarts + 1));
        actor_act(a, "restart", trial, "\"level\":\"%s\",\"moves\":%lld", level->id,
                  (long long)(attempt.moves * i / (attempt.restarts + 1)));
    }
    actor_words(a, begun + attempt.seconds * 1000);
    const char *outcome = late ? "time" : attempt.solved ? "solved" : unsolved(a, ref);
    end_level(a, trial, level, &attempt, outcome);
    a->n_played++;
    bool asks = !late && (a->phase->phase->ask == LW_STUDY_ASK_ENDED ||
                          strcmp(outcome, "solved") == 0);
    if (asks && a->phase->phase->n_questions > 0) {
        actor_answers(a, trial);
    }
    return !late;
}

static bool is_first(const struct actor *a) {
    return a->n_word_plays == 1;
}

void actor_play(struct actor *a) {
    const struct lw_study_phase *phase = a->phase->phase;
    bool is_free = phase->level_order == LW_STUDY_FREE;
    if (a->phase->n_prompts > 0) {
        a->n_word_plays++;
        if (is_first(a) && a->phase->n_trials > 0) {
            a->generated_first =
                actor_set(a, a->phase->trials[0].refs[0])->made_by == LW_STUDY_BY_PROGRAM;
        }
    }
    for (size_t i = 0; i < a->phase->n_trials && !actor_stopped(a); i++) {
        if (!play_level(a, (int64_t)i)) {
            return;
        }
        if (is_free && phase->minutes <= 0 && lw_rng_chance(&a->rng, 0.08)) {
            return; /* enough of these */
        }
        actor_words(a, a->t + 1500 + 1000 * draw_exponential(&a->rng));
        if (a->t >= a->ends_t) {
            return;
        }
    }
    if (phase->minutes > 0 && is_free) {
        actor_words(a, a->ends_t); /* everything is done, the words go on */
    }
}

/* Comparisons. */

static void look(struct actor *a, int64_t trial, const char *side,
                 struct lw_study_level_ref ref) {
    struct attempt attempt = draw_attempt(a, ref);
    actor_wait(a, attempt.seconds * 500);
    lw_buffer_clear(&a->data);
    put_ms(&a->data, attempt.seconds * 500);
    actor_act(a, "look", trial,
              "\"side\":\"%s\",\"play_ms\":%s,\"moves\":%lld,\"solved\":%s", side,
              lw_buffer_text(&a->data), (long long)attempt.moves,
              attempt.solved ? "true" : "false");
}

/* Which one is said to be harder: logistic in the difference, with lapses. */
static const char *judge(struct actor *a, struct lw_study_level_ref left,
                         struct lw_study_level_ref right) {
    double apart = difficulty(a, left) - difficulty(a, right) +
                   truth_of(a, LW_STUDY_TRUTH_SIDE_BIAS);
    bool lapse = lw_rng_chance(&a->rng, truth_of(a, LW_STUDY_TRUTH_LAPSES));
    bool says_left = lw_rng_chance(&a->rng, lapse ? 0.5 : logistic(apart));
    if (a->phase->phase->equal && lw_rng_chance(&a->rng, 0.3 * exp(-fabs(apart)))) {
        return "equal";
    }
    return says_left ? "left" : "right";
}

static void compare(struct actor *a, int64_t trial) {
    const struct lw_study_trial *of = &a->phase->trials[trial];
    struct lw_study_level_ref left = of->refs[0], right = of->refs[1];
    if (of->kind == LW_STUDY_TRIAL_OPEN_PAIR) {
        /* Whoever chooses by what it tells needs all answers so far; here by chance. */
        size_t one = lw_rng_below(&a->rng, (uint32_t)of->n_refs);
        size_t two = lw_rng_below(&a->rng, (uint32_t)of->n_refs - 1);
        left = of->refs[one];
        right = of->refs[two + (two >= one)];
    }
    double begun = a->t;
    actor_act(a, "pair-start", trial, "\"left\":\"%s\",\"right\":\"%s\"",
              actor_level(a, left)->id, actor_level(a, right)->id);
    if (a->phase->phase->play) {
        look(a, trial, "left", left);
        look(a, trial, "right", right);
    }
    actor_wait(a, 1500 + 3000 * draw_exponential(&a->rng));
    const char *answer = judge(a, left, right);
    lw_buffer_clear(&a->data);
    put_ms(&a->data, a->t - begun);
    actor_act(a, "comparison", trial, "\"answer\":\"%s\",\"reaction_ms\":%s", answer,
              lw_buffer_text(&a->data));
}

void actor_compare(struct actor *a) {
    const struct lw_study_phase *phase = a->phase->phase;
    size_t wanted = a->phase->n_trials;
    if (phase->pairs == 0) {
        /* As many as one likes: about what the stated minutes are enough for. */
        double likes = (double)phase->least_pairs + 20 * draw_exponential(&a->rng);
        wanted = likes < (double)wanted ? (size_t)likes : wanted;
    }
    for (size_t i = 0; i < wanted && !actor_stopped(a); i++) {
        compare(a, (int64_t)i);
        actor_wait(a, 800);
        if (a->t >= a->ends_t) {
            return;
        }
    }
}
