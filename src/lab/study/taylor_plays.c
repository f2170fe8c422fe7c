/* Levels played, and answers of the survey, as covariables. */
#include <math.h>
#include <string.h>

#include "study/taylor_data.h"

struct plays {
    const struct lw_column *person, *phase, *level, *outcome, *moves, *pushes, *version,
        *set, *number;
    size_t n;
};

/* The level's row in levels.csv: what it takes at least. */
struct fewest {
    const struct lw_column *version, *set, *number, *moves, *pushes;
    size_t n;
};

static lw_status find_plays(const struct taylor_data *d, struct plays *p,
                            struct fewest *f, struct lw_error *err) {
    const struct taylor_wanted plays[] = {
        {"person", &p->person},   {"phase", &p->phase}, {"level", &p->level},
        {"outcome", &p->outcome}, {"moves", &p->moves}, {"pushes", &p->pushes},
        {"version", &p->version}, {"set", &p->set},     {"set_number", &p->number}};
    const struct taylor_wanted levels[] = {{"version", &f->version},
                                           {"set", &f->set},
                                           {"set_number", &f->number},
                                           {"moves", &f->moves},
                                           {"pushes", &f->pushes}};
    lw_status status = taylor_columns(d->e, "plays", plays, 9, &p->n, err);
    return status == LW_OK ? taylor_columns(d->e, "levels", levels, 5, &f->n, err)
                           : status;
}

/* What one person did in one phase; a level counts once. */
struct played {
    double attempted, solved, quit;
    double moves, pushes, n_excess; /* beyond the fewest, over solved levels */
};

static bool same_level(const struct plays *p, size_t a, size_t b) {
    return p->person->value[a] == p->person->value[b] &&
           strcmp(p->phase->text[a], p->phase->text[b]) == 0 &&
           strcmp(p->level->text[a], p->level->text[b]) == 0;
}

static void count_excess(const struct plays *p, const struct fewest *f, size_t row,
                         struct played *out) {
    for (size_t i = 0; i < f->n; i++) {
        if (f->version->value[i] == p->version->value[row] &&
            f->number->value[i] == p->number->value[row] &&
            strcmp(f->set->text[i], p->set->text[row]) == 0) {
            double moves = p->moves->value[row] - f->moves->value[i];
            double pushes = p->pushes->value[row] - f->pushes->value[i];
            if (!isnan(moves) && !isnan(pushes)) {
                out->moves += moves;
                out->pushes += pushes;
                out->n_excess++;
            }
            return;
        }
    }
}

/* The rows of a person stand together, so no other has to be looked at. */
static void count_play(const struct plays *p, const struct fewest *f, size_t row,
                       struct played *out) {
    bool first = true, last = true, first_solved = true;
    bool solved = strcmp(p->outcome->text[row], "solved") == 0;
    for (size_t i = row; i-- > 0 && p->person->value[i] == p->person->value[row];) {
        if (same_level(p, i, row)) {
            first = false;
            first_solved = first_solved && strcmp(p->outcome->text[i], "solved") != 0;
        }
    }
    for (size_t i = row + 1; i < p->n && p->person->value[i] == p->person->value[row];
         i++) {
        last = last && !same_level(p, i, row);
    }
    out->attempted += first;
    out->solved += solved && first_solved;
    /* Not come back to; when the time was over nobody could. */
    out->quit += last && lw_word_find("left|gave-up|unwinnable", '|',
                                      p->outcome->text[row]) != SIZE_MAX;
    if (solved && first_solved) {
        count_excess(p, f, row, out);
    }
}

static void tally_plays(const struct taylor_data *d, const struct plays *p,
                        const struct fewest *f, const char *phase, struct played *out) {
    memset(out, 0, d->n * sizeof *out);
    for (size_t i = 0; i < p->n; i++) {
        size_t at = strcmp(p->phase->text[i], phase) == 0
                        ? taylor_place(d, p->person->value[i])
                        : d->n;
        if (at < d->n) {
            count_play(p, f, i, &out[at]);
        }
    }
}

lw_status taylor_take_plays(struct taylor_data *d, struct lw_error *err) {
    struct plays p;
    struct fewest f;
    struct played *played = lw_arena_zero(d->arena, d->n + 1, sizeof *played);
    size_t difficulty = taylor_group(TAYLOR_DIFFICULTY).first;
    size_t practice = taylor_group(TAYLOR_SOKOBAN).first;
    lw_status status = played == NULL ? lw_fail_memory(err) : find_plays(d, &p, &f, err);
    for (size_t s = 0; status == LW_OK && s < TAYLOR_N_SETS; s++) {
        tally_plays(d, &p, &f, d->phases.main[s], played);
        for (size_t i = 0; i < d->n; i++) {
            d->x[difficulty][s * d->n + i] = played[i].attempted;
            d->x[difficulty + 1][s * d->n + i] = played[i].solved;
            d->x[difficulty + 2][s * d->n + i] = played[i].quit;
        }
    }
    if (status != LW_OK || d->phases.sokoban == NULL) {
        return status;
    }
    tally_plays(d, &p, &f, d->phases.sokoban, played);
    for (size_t i = 0; i < d->n; i++) {
        taylor_put_person(d, practice, i, played[i].attempted);
        taylor_put_person(d, practice + 1, i, played[i].solved);
        taylor_put_person(d, practice + 2, i, played[i].moves / played[i].n_excess);
        taylor_put_person(d, practice + 3, i, played[i].pushes / played[i].n_excess);
    }
    return LW_OK;
}

/* The survey. Bands are numbered from 1, games liked are a yes or a no. */

const struct taylor_asked taylor_asked[TAYLOR_N_ASKED] = {
    {"computer-hours", NULL},
    {"hours-game-playing", NULL},
    {"like-games", NULL},
    {"genres", "puzzle"},
    {"terrible-wonderful", NULL},
    {"difficult-easy", NULL},
    {"frustrating-satisfying", NULL},
    {"dull-stimulating", NULL},
    {"boring-fun", NULL}};

static double band_of(const struct lw_study_phase *survey, const char *question,
                      const char *value) {
    for (size_t i = 0; i < survey->n_questions; i++) {
        const struct lw_study_question *q = &survey->questions[i];
        for (size_t k = 0; strcmp(q->id, question) == 0 && k < q->n_options; k++) {
            if (strcmp(q->options[k].id, value) == 0) {
                return (double)(k + 1);
            }
        }
    }
    return NAN;
}

lw_status taylor_take_survey(struct taylor_data *d, struct lw_error *err) {
    const struct lw_column *person, *phase, *question, *kind, *value, *number;
    const struct taylor_wanted wanted[] = {
        {"person", &person},   {"phase", &phase}, {"question", &question},
        {"value_kind", &kind}, {"value", &value}, {"value_number", &number}};
    size_t rows, first = taylor_group(TAYLOR_FAMILIARITY).first;
    lw_status status = taylor_columns(d->e, "surveys", wanted, 6, &rows, err);
    for (size_t i = 0; status == LW_OK && i < rows; i++) {
        size_t at = strcmp(phase->text[i], d->phases.survey) == 0
                        ? taylor_place(d, person->value[i])
                        : d->n;
        for (size_t k = 0; at < d->n && k < TAYLOR_N_ASKED; k++) {
            if (strcmp(question->text[i], taylor_asked[k].question) != 0) {
                continue;
            }
            double got = number->value[i];
            if (taylor_asked[k].option != NULL && strcmp(kind->text[i], "options") == 0) {
                got =
                    lw_word_find(value->text[i], ' ', taylor_asked[k].option) != SIZE_MAX;
            } else if (strcmp(kind->text[i], "option") == 0 && isnan(got)) {
                got = band_of(d->phases.survey_phase, question->text[i], value->text[i]);
            }
            taylor_put_person(d, first + k, at, got);
        }
    }
    return status;
}
