/* Plays of a study joined with the answers that followed them. */
#include <math.h>
#include <string.h>

#include "study/levels.h"

#define MAX_QUESTIONS 4

struct columns {
    const struct lw_table *plays, *ratings;
    const struct lw_column *person, *phase, *trial, *level, *outcome, *moves, *pushes,
        *restarts, *play_ms;
    const struct lw_column *by, *in, *of, *question, *value;
};

static lw_status find_columns(const struct study_export *e, struct columns *c,
                              struct lw_error *err) {
    const struct {
        const char *table, *name;
        const struct lw_column **to;
    } wanted[] = {
        {"plays", "person", &c->person},       {"plays", "phase", &c->phase},
        {"plays", "trial", &c->trial},         {"plays", "level", &c->level},
        {"plays", "outcome", &c->outcome},     {"plays", "moves", &c->moves},
        {"plays", "pushes", &c->pushes},       {"plays", "restarts", &c->restarts},
        {"plays", "play_ms", &c->play_ms},     {"ratings", "person", &c->by},
        {"ratings", "phase", &c->in},          {"ratings", "trial", &c->of},
        {"ratings", "question", &c->question}, {"ratings", "value_number", &c->value}};
    lw_status status = study_export_table(e, "plays", &c->plays, err);
    if (status == LW_OK) {
        status = study_export_table(e, "ratings", &c->ratings, err);
    }
    for (size_t i = 0; status == LW_OK && i < sizeof wanted / sizeof *wanted; i++) {
        status =
            study_export_column(e, wanted[i].table, wanted[i].name, wanted[i].to, err);
    }
    return status;
}

static bool is_played_in(const struct study_export *e, const char *phase) {
    const struct lw_study_phase *found = lw_study_phase_find(e->study, phase);
    return found != NULL && found->type == LW_STUDY_PLAY;
}

/* Rows of one person stand together, in the order of time. */
static struct study_play *same_trial(struct study_plays *out, size_t first,
                                     const struct columns *c, size_t row) {
    for (size_t i = out->n; i > first; i--) {
        struct study_play *play = &out->plays[i - 1];
        if (play->trial == c->trial->value[row] &&
            strcmp(play->phase, c->phase->text[row]) == 0) {
            return play;
        }
    }
    return NULL;
}

static double or_nought(double value) {
    return isnan(value) ? 0 : value;
}

static void add_attempt(struct study_play *play, const struct columns *c, size_t row) {
    if (c->outcome->text[row][0] != '\0') {
        play->outcome = c->outcome->text[row];
    }
    play->moves += or_nought(c->moves->value[row]);
    play->pushes += or_nought(c->pushes->value[row]);
    play->restarts += or_nought(c->restarts->value[row]);
    play->seconds += or_nought(c->play_ms->value[row]) / 1000;
}

/* The answers of ratings' rows [from, to) that are about this play. */
static void add_answers(struct study_play *play, const struct columns *c, size_t from,
                        size_t to, const char *const *questions) {
    for (size_t row = from; row < to; row++) {
        if (c->of->value[row] != play->trial ||
            strcmp(c->in->text[row], play->phase) != 0) {
            continue;
        }
        for (size_t q = 0; q < MAX_QUESTIONS && questions[q] != NULL; q++) {
            if (strcmp(c->question->text[row], questions[q]) == 0) {
                play->answer[q] = c->value->value[row];
            }
        }
    }
}

static void join_answers(struct study_plays *out, const struct columns *c,
                         const char *const *questions) {
    size_t from = 0, to = 0, n = c->ratings->n_rows;
    for (size_t i = 0; i < out->n; i++) {
        double person = out->plays[i].number;
        if (i == 0 || person != out->plays[i - 1].number) {
            for (from = 0; from < n && c->by->value[from] != person; from++) {
            }
            for (to = from; to < n && c->by->value[to] == person; to++) {
            }
        }
        add_answers(&out->plays[i], c, from, to, questions);
    }
}

lw_status study_plays_read(const struct study_export *e,
                           const struct study_levels *levels,
                           const char *const *questions, struct study_plays *out,
                           struct lw_error *err) {
    struct columns c;
    *out = (struct study_plays){0};
    lw_status status = find_columns(e, &c, err);
    if (status != LW_OK) {
        return status;
    }
    out->plays = lw_arena_zero(levels->arena, c.plays->n_rows + 1, sizeof *out->plays);
    if (out->plays == NULL) {
        return lw_fail_memory(err);
    }
    size_t first = 0; /* play of the person at work */
    for (size_t row = 0; row < c.plays->n_rows; row++) {
        double number = c.person->value[row];
        if (!study_person_in(e, number) || !is_played_in(e, c.phase->text[row])) {
            continue;
        }
        size_t level = study_levels_find(levels, c.level->text[row]);
        if (level == levels->n) {
            out->n_unknown++;
            continue;
        }
        if (out->n == 0 || out->plays[out->n - 1].number != number) {
            first = out->n;
            out->n_people++;
        }
        struct study_play *play = same_trial(out, first, &c, row);
        if (play == NULL) {
            play = &out->plays[out->n++];
            *play = (struct study_play){.person = out->n_people - 1,
                                        .number = number,
                                        .level = level,
                                        .phase = c.phase->text[row],
                                        .trial = c.trial->value[row],
                                        .outcome = "",
                                        .answer = {NAN, NAN, NAN, NAN}};
        }
        add_attempt(play, &c, row);
    }
    join_answers(out, &c, questions);
    return LW_OK;
}

bool study_play_solved(const struct study_play *play) {
    return strcmp(play->outcome, "solved") == 0;
}
