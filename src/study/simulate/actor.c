/* What a simulated person is like, and doing one thing after the other. */
#include "simulate/actor.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#define PAGE_T_MS 1000.0 /* what the page's clock says when the first event happens */

double draw_normal(struct lw_rng *rng) {
    /* Box and Muller; the second of the pair is not kept, so that a draw has no memory.
     */
    static const double two_pi = 6.283185307179586;
    double u = 1 - lw_rng_unit(rng), v = lw_rng_unit(rng);
    return sqrt(-2 * log(u)) * cos(two_pi * v);
}

double draw_exponential(struct lw_rng *rng) {
    return -log(1 - lw_rng_unit(rng));
}

double logistic(double x) {
    return 1 / (1 + exp(-x));
}

void put_ms(struct lw_buffer *out, double ms) {
    char text[32];
    size_t at = sizeof text;
    uint64_t left = (uint64_t)(ms * 1000 + 0.5);
    bool shown = false; /* zeros at the end are not */
    for (int i = 0; i < 3; i++, left /= 10) {
        if (shown || left % 10 != 0) {
            text[--at] = (char)('0' + left % 10);
            shown = true;
        }
    }
    if (shown) {
        text[--at] = '.';
    }
    do {
        text[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    lw_buffer_add(out, text + at, sizeof text - at);
}

void actor_wait(struct actor *a, double ms) {
    a->t += ms;
    a->clock += ms;
}

const struct lw_study_level *actor_level(const struct actor *a,
                                         struct lw_study_level_ref ref) {
    return &a->request.levels->sets[ref.set].levels[ref.level];
}

const struct lw_study_set *actor_set(const struct actor *a,
                                     struct lw_study_level_ref ref) {
    return a->request.levels->sets[ref.set].set;
}

double actor_by_maker(const struct actor *a, const struct lw_study_level_ref *ref,
                      double effect) {
    if (ref == NULL) {
        return 0;
    }
    return actor_set(a, *ref)->made_by == LW_STUDY_BY_PROGRAM ? effect / 2 : -effect / 2;
}

/* Judges the text as the server would, and keeps it. */
static lw_status take(struct actor *a, const char *text, size_t len) {
    struct lw_json *json;
    if (a->n == a->cap) {
        size_t cap = a->cap == 0 ? 512 : 2 * a->cap;
        struct lw_study_event *events = lw_arena_get(a->arena, cap * sizeof *events);
        const char **texts = lw_arena_get(a->arena, cap * sizeof *texts);
        if (events == NULL || texts == NULL) {
            return lw_fail_memory(a->err);
        }
        if (a->n > 0) {
            memcpy(events, a->events, a->n * sizeof *events);
            memcpy(texts, a->texts, a->n * sizeof *texts);
        }
        a->events = events;
        a->texts = texts;
        a->cap = cap;
    }
    char *kept = lw_arena_text(a->arena, text, len);
    if (kept == NULL) {
        return lw_fail_memory(a->err);
    }
    struct lw_study_event *event = &a->events[a->n];
    lw_status status = lw_json_read(a->arena, kept, len, &json, a->err);
    status = status == LW_OK ? lw_study_event_read(json, event, a->err) : status;
    if (status == LW_OK) {
        status =
            lw_study_progress_take(&a->request, &a->plan, event, &a->progress, a->err);
    }
    if (status == LW_OK) {
        a->texts[a->n++] = kept;
    }
    return status;
}

void actor_act(struct actor *a, const char *type, int64_t trial, const char *fmt, ...) {
    va_list args;
    if (actor_stopped(a)) {
        return;
    }
    if (a->progress.phase > a->traits.leaves_in ||
        (a->progress.phase == a->traits.leaves_in &&
         a->n_in_phase >= a->traits.leaves_after)) {
        a->gone = true;
        return;
    }
    lw_buffer_clear(&a->text);
    lw_buffer_printf(&a->text, "{\"seq\":%lld,\"type\":\"%s\",\"phase\":\"%s\",",
                     (long long)a->progress.next_seq, type, a->phase->id);
    if (trial >= 0) {
        lw_buffer_printf(&a->text, "\"trial\":%lld,", (long long)trial);
    }
    lw_buffer_puts(&a->text, "\"t\":");
    put_ms(&a->text, a->t);
    lw_buffer_puts(&a->text, ",\"clock\":");
    put_ms(&a->text, a->clock);
    if (fmt[0] != '\0') {
        lw_buffer_puts(&a->text, ",\"data\":{");
        va_start(args, fmt);
        lw_buffer_vprintf(&a->text, fmt, args);
        va_end(args);
        lw_buffer_putc(&a->text, '}');
    }
    lw_buffer_putc(&a->text, '}');
    a->n_in_phase++;
    a->status = lw_buffer_ok(&a->text) ? take(a, lw_buffer_text(&a->text), a->text.len)
                                       : lw_fail_memory(a->err);
}

static void do_consent(struct actor *a) {
    const struct lw_study_consent *consent = &a->request.study->consent;
    const char *comma = "";
    lw_buffer_clear(&a->data);
    lw_buffer_puts(&a->data, "\"statements\":[");
    for (size_t i = 0; i < consent->n_statements; i++) {
        lw_buffer_printf(&a->data, "%s\"%s\"", i == 0 ? "" : ",",
                         consent->statements[i].id);
    }
    lw_buffer_puts(&a->data, "],\"special\":[");
    for (size_t i = 0; i < consent->n_special; i++) {
        if (lw_rng_chance(&a->rng, 0.7)) {
            lw_buffer_printf(&a->data, "%s\"%s\"", comma, consent->special[i].id);
            comma = ",";
        }
    }
    actor_wait(a, 20000 + 30000 * draw_exponential(&a->rng));
    actor_act(a, "consent", -1,
              "\"answer\":\"yes\",\"version\":\"%s\",\"of_age\":true,%s],"
              "\"language\":\"%s\"",
              consent->version, lw_buffer_text(&a->data), a->request.study->languages[0]);
    actor_act(a, "device", -1,
              "\"width\":1280,\"height\":800,\"pixel_ratio\":1,\"touch\":false,"
              "\"isolated\":true,\"timer_ms\":0.005");
}

static void read_pages(struct actor *a) {
    const struct lw_study_phase *phase = a->phase->phase;
    for (size_t i = 0; phase != NULL && i < phase->n_pages; i++) {
        actor_act(a, "page", -1, "\"page\":%zu", i);
        actor_wait(a, 4000 + 8000 * draw_exponential(&a->rng));
    }
}

/* The page is left for something else and seen again. */
static void go_away(struct actor *a) {
    actor_act(a, "visibility", -1, "\"visible\":false");
    actor_wait(a, 3000 + 15000 * draw_exponential(&a->rng));
    actor_act(a, "visibility", -1, "\"visible\":true");
}

static void do_phase(struct actor *a) {
    switch (a->phase->type) {
    case LW_STUDY_CONSENT:
        do_consent(a);
        break;
    case LW_STUDY_INSTRUMENT:
        actor_instrument(a);
        break;
    case LW_STUDY_PRACTICE:
    case LW_STUDY_PLAY:
        actor_play(a);
        break;
    case LW_STUDY_COMPARE:
        actor_compare(a);
        break;
    case LW_STUDY_RATE:
    case LW_STUDY_SURVEY:
        for (size_t i = 0; i < a->phase->n_trials && !actor_stopped(a); i++) {
            actor_answers(a, (int64_t)i);
        }
        break;
    default:
        break;
    }
}

/* Why it is over: by its minutes, by choice, or because all of it is done. */
static const char *why_over(const struct actor *a) {
    const struct lw_study_phase *phase = a->phase->phase;
    bool is_check =
        phase != NULL && phase->type == LW_STUDY_INSTRUMENT && phase->check != NULL;
    if (is_check && !a->progress.passed) {
        return "failed";
    }
    if (a->t >= a->ends_t) {
        return "time";
    }
    bool all = a->progress.n_done == (int64_t)a->phase->n_trials;
    return (a->phase->type == LW_STUDY_COMPARE || a->phase->type == LW_STUDY_PLAY ||
            a->phase->type == LW_STUDY_PRACTICE) &&
                   !all
               ? "stopped"
               : "done";
}

void actor_walk(struct actor *a) {
    struct lw_rng person = a->rng;
    a->t = PAGE_T_MS;
    for (size_t i = 0; i < a->plan.n_phases && !actor_stopped(a); i++) {
        a->phase = &a->plan.phases[i];
        a->rng = lw_rng_fork(&person, 1000 + (uint32_t)i);
        a->n_in_phase = 0;
        a->next_word = 0;
        actor_act(a, "phase-start", -1, "%s", "");
        read_pages(a);
        a->phase_t = a->t;
        double minutes = a->phase->phase == NULL ? 0 : a->phase->phase->minutes;
        a->ends_t = minutes > 0 ? a->phase_t + minutes * 60000 : INFINITY;
        do_phase(a);
        if (a->traits.goes_away && i == a->plan.n_phases / 2) {
            go_away(a);
        }
        const char *why = why_over(a);
        actor_wait(a, 500 + 1500 * draw_exponential(&a->rng));
        actor_act(a, "phase-end", -1, "\"reason\":\"%s\"", why);
        a->unfit = a->unfit || strcmp(why, "failed") == 0;
    }
}
