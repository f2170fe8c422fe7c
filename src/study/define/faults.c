/* Faults of a definition, with places and remedies. */
#include "define/faults.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lw/base/json_value.h"

#define MAX_POINTER 300
#define MAX_DEPTH 64 /* of places that are worth naming */

void lw_study_faults_init(struct lw_study_faults *faults, struct lw_arena *arena) {
    *faults = (struct lw_study_faults){.arena = arena};
}

/* Trees have no parents: the way from the root is searched when there is a fault. */
static bool find_place(const struct lw_json *at, const struct lw_json *wanted, int depth,
                       char place[MAX_POINTER]) {
    size_t len = strlen(place), i = 0;
    if (at == wanted) {
        return true;
    }
    for (const struct lw_json *child = at->first; child != NULL && depth < MAX_DEPTH;
         child = child->next, i++) {
        char number[24];
        (void)snprintf(number, sizeof number, "%zu", i);
        lw_json_point(place, MAX_POINTER,
                      at->type == LW_JSON_OBJECT ? child->key : number);
        if (find_place(child, wanted, depth + 1, place)) {
            return true;
        }
        place[len] = '\0';
    }
    return false;
}

static void add(const struct reporter *reporter, enum lw_study_gravity gravity,
                const struct lw_json *at, const char *remedy, const char *sentence) {
    struct lw_study_faults *faults = reporter->faults;
    char place[MAX_POINTER] = "";
    size_t *const counts[] = {&faults->n_wrong, &faults->n_before_opening,
                              &faults->n_advice};
    *counts[gravity] += 1;
    if (faults->n >= LW_STUDY_MAX_FAULTS) {
        return;
    }
    if (faults->n == faults->cap) {
        size_t cap = faults->cap == 0 ? 16 : faults->cap * 2;
        struct lw_study_fault *more = lw_arena_zero(faults->arena, cap, sizeof *more);
        if (more == NULL) {
            faults->no_memory = true;
            return;
        }
        if (faults->n > 0) {
            memcpy(more, faults->faults, faults->n * sizeof *more);
        }
        faults->faults = more;
        faults->cap = cap;
    }
    if (at != NULL && reporter->root != NULL &&
        !find_place(reporter->root, at, 0, place)) {
        place[0] = '\0';
    }
    struct lw_study_fault fault = {
        .gravity = gravity,
        .pointer = lw_arena_text(faults->arena, place, strlen(place)),
        .line = at == NULL ? 1 : at->line,
        .column = at == NULL ? 1 : at->column,
        .sentence = lw_arena_text(faults->arena, sentence, strlen(sentence)),
        .remedy = lw_arena_text(faults->arena, remedy, strlen(remedy))};
    if (fault.pointer == NULL || fault.sentence == NULL || fault.remedy == NULL) {
        faults->no_memory = true;
        return;
    }
    faults->faults[faults->n++] = fault;
}

#define SENTENCE 700

static void add_formatted(const struct reporter *reporter, enum lw_study_gravity gravity,
                          const struct lw_json *at, const char *remedy, const char *fmt,
                          va_list args) {
    char sentence[SENTENCE];
    (void)vsnprintf(sentence, sizeof sentence, fmt, args);
    add(reporter, gravity, at, remedy, sentence);
}

void study_wrong(const struct reporter *reporter, const struct lw_json *at,
                 const char *remedy, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    add_formatted(reporter, LW_STUDY_WRONG, at, remedy, fmt, args);
    va_end(args);
}

void study_before_opening(const struct reporter *reporter, const struct lw_json *at,
                          const char *remedy, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    add_formatted(reporter, LW_STUDY_BEFORE_OPENING, at, remedy, fmt, args);
    va_end(args);
}

void study_advise(const struct reporter *reporter, const struct lw_json *at,
                  const char *remedy, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    add_formatted(reporter, LW_STUDY_ADVICE, at, remedy, fmt, args);
    va_end(args);
}

const char *lw_study_gravity_name(enum lw_study_gravity gravity) {
    static const char *const names[] = {"wrong", "before-opening", "advice"};
    return names[gravity];
}

void lw_study_fault_add(struct lw_study_faults *faults, const struct lw_error *err,
                        const char *remedy) {
    struct lw_json at = {.line = err->line, .column = err->column};
    struct reporter reporter = {faults, NULL};
    add(&reporter, LW_STUDY_WRONG, err->line == 0 ? NULL : &at, remedy, err->text);
}

static bool before(const struct lw_study_fault *a, const struct lw_study_fault *b) {
    return a->line != b->line ? a->line < b->line : a->column < b->column;
}

/* Few, and nearly in order already; equal places keep their order. */
void study_faults_sort(struct lw_study_faults *faults) {
    for (size_t i = 1; i < faults->n; i++) {
        struct lw_study_fault moved = faults->faults[i];
        size_t at = i;
        for (; at > 0 && before(&moved, &faults->faults[at - 1]); at--) {
            faults->faults[at] = faults->faults[at - 1];
        }
        faults->faults[at] = moved;
    }
}

void lw_study_fault_line(const struct lw_study_fault *fault, const char *file,
                         struct lw_buffer *out) {
    if (file != NULL) {
        lw_buffer_safe(out, file, strlen(file));
        lw_buffer_putc(out, ':');
    }
    lw_buffer_printf(out, "%u:%u: ", fault->line, fault->column);
    if (fault->pointer[0] != '\0') {
        lw_buffer_safe(out, fault->pointer, strlen(fault->pointer));
        lw_buffer_puts(out, ": ");
    }
    lw_buffer_safe(out, fault->sentence, strlen(fault->sentence));
    lw_buffer_puts(out, "; ");
    lw_buffer_safe(out, fault->remedy, strlen(fault->remedy));
}

void lw_study_faults_json(const struct lw_study_faults *faults, const char *key,
                          struct lw_json_writer *json) {
    lw_json_array(json, key);
    for (size_t i = 0; i < faults->n; i++) {
        const struct lw_study_fault *fault = &faults->faults[i];
        lw_json_object(json, NULL);
        lw_json_text(json, "gravity", lw_study_gravity_name(fault->gravity));
        lw_json_text(json, "pointer", fault->pointer);
        lw_json_uint(json, "line", fault->line);
        lw_json_uint(json, "column", fault->column);
        lw_json_text(json, "sentence", fault->sentence);
        lw_json_text(json, "remedy", fault->remedy);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
}
