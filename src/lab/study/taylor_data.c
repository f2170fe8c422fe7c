/* From the export's tables to the variables of the thesis. */
#include <math.h>
#include <string.h>

#include "study/taylor_data.h"

/* Sums over the words, arrows or levels of one person in one phase. */
struct tally {
    double n, answered, right, logs, ms;
};

lw_status taylor_columns(const struct study_export *e, const char *table,
                         const struct taylor_wanted *wanted, size_t n_wanted,
                         size_t *rows, struct lw_error *err) {
    const struct lw_table *found;
    lw_status status = study_export_table(e, table, &found, err);
    *rows = status == LW_OK ? found->n_rows : 0;
    for (size_t i = 0; status == LW_OK && i < n_wanted; i++) {
        status = study_export_column(e, table, wanted[i].name, wanted[i].to, err);
    }
    return status;
}

size_t taylor_place(const struct taylor_data *d, double person) {
    for (size_t i = 0; i < d->n; i++) {
        if (d->person[i] == person) {
            return i;
        }
    }
    return d->n;
}

static double mean_log(const struct tally *t) {
    return t->logs / t->right;
}

static double share_right(const struct tally *t) {
    return t->right / t->answered;
}

static double share_missed(const struct tally *t) {
    return 1 - t->answered / t->n;
}

/* Answers to words in one phase: [people][congruency]. Only the first answer counts, and
 * times of right ones; minutes that are left out do not. */
static lw_status tally_words(const struct taylor_data *d, const char *phase,
                             struct tally *out, struct lw_error *err) {
    const struct lw_column *person, *where, *congruent, *left_out, *correct, *ms;
    const struct taylor_wanted wanted[] = {
        {"person", &person},     {"phase", &where},     {"congruent", &congruent},
        {"left_out", &left_out}, {"correct", &correct}, {"reaction_ms", &ms}};
    size_t rows;
    lw_status status = taylor_columns(d->e, "prompts", wanted, 6, &rows, err);
    memset(out, 0, d->n * TAYLOR_N_CONGRUENCIES * sizeof *out);
    for (size_t i = 0; status == LW_OK && i < rows; i++) {
        size_t at = strcmp(where->text[i], phase) == 0 && left_out->value[i] != 1
                        ? taylor_place(d, person->value[i])
                        : d->n;
        if (at == d->n) {
            continue;
        }
        struct tally *t =
            &out[at * TAYLOR_N_CONGRUENCIES +
                 (congruent->value[i] == 1 ? TAYLOR_CONGRUENT : TAYLOR_INCONGRUENT)];
        t->n++;
        t->answered += !isnan(correct->value[i]);
        if (correct->value[i] == 1 && ms->value[i] > 0) {
            t->right++;
            t->logs += log(ms->value[i]);
            t->ms += ms->value[i];
        }
    }
    return status;
}

lw_status taylor_logits(const struct taylor_data *d, double *values, size_t n,
                        struct lw_error *err) {
    double *known = lw_arena_zero(d->arena, n, sizeof *known);
    size_t n_known = 0;
    struct lw_logit how;
    if (known == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < n; i++) {
        if (!isnan(values[i])) {
            known[n_known++] = values[i];
        }
    }
    lw_status status =
        n_known == 0 ? LW_OK : lw_logit_transform(known, n_known, -1, known, &how, err);
    for (size_t i = 0, k = 0; status == LW_OK && i < n; i++) {
        values[i] = isnan(values[i]) ? NAN : known[k++];
    }
    return status;
}

/* Everybody who may be analysed, then those with right answers of both kinds on both
 * sets: the differences need them. */
static lw_status choose_people(struct taylor_data *d, struct tally *words[TAYLOR_N_SETS],
                               struct lw_error *err) {
    const struct lw_column *person;
    const struct lw_table *persons;
    lw_status status = study_export_column(d->e, "persons", "person", &person, err);
    if (status == LW_OK) {
        status = study_export_table(d->e, "persons", &persons, err);
    }
    if (status != LW_OK) {
        return status;
    }
    d->person = lw_arena_zero(d->arena, persons->n_rows + 1, sizeof *d->person);
    for (size_t s = 0; s < TAYLOR_N_SETS; s++) {
        words[s] = lw_arena_zero(d->arena, persons->n_rows * TAYLOR_N_CONGRUENCIES + 1,
                                 sizeof *words[s]);
    }
    if (d->person == NULL || words[0] == NULL || words[1] == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < persons->n_rows; i++) {
        if (d->e->people.in[i]) {
            d->person[d->n++] = person->value[i];
        }
    }
    for (size_t s = 0; status == LW_OK && s < TAYLOR_N_SETS; s++) {
        status = tally_words(d, d->phases.main[s], words[s], err);
    }
    size_t kept = 0;
    for (size_t i = 0; status == LW_OK && i < d->n; i++) {
        bool good = true;
        for (size_t k = 0; k < TAYLOR_N_SETS * TAYLOR_N_CONGRUENCIES; k++) {
            good = good && words[k / 2][i * 2 + k % 2].right > 0;
        }
        if (good) {
            d->person[kept] = d->person[i];
            for (size_t s = 0; s < TAYLOR_N_SETS; s++) {
                memcpy(&words[s][kept * 2], &words[s][i * 2], 2 * sizeof *words[s]);
            }
            kept++;
        }
    }
    d->n = kept;
    return status;
}

static double *new_rows(const struct taylor_data *d) {
    double *out = lw_arena_zero(d->arena, TAYLOR_N_SETS * d->n + 1, sizeof *out);
    for (size_t i = 0; out != NULL && i < TAYLOR_N_SETS * d->n; i++) {
        out[i] = NAN;
    }
    return out;
}

lw_status taylor_make_rows(struct taylor_data *d, struct lw_error *err) {
    bool good = true;
    for (size_t i = 0; i < TAYLOR_N_COVARIABLES; i++) {
        d->x[i] = new_rows(d);
        good = good && d->x[i] != NULL;
    }
    for (size_t m = 0; m < TAYLOR_N_MEASURES; m++) {
        for (size_t c = 0; c < TAYLOR_N_CONGRUENCIES; c++) {
            d->y[m][c] = new_rows(d);
            d->raw[m][c] = new_rows(d);
            good = good && d->y[m][c] != NULL && d->raw[m][c] != NULL;
        }
    }
    d->hand_made_first = lw_arena_zero(d->arena, d->n + 1, sizeof *d->hand_made_first);
    d->whole = lw_arena_zero(d->arena, d->n + 1, sizeof *d->whole);
    return good && d->whole != NULL && d->hand_made_first != NULL ? LW_OK
                                                                  : lw_fail_memory(err);
}

static lw_status take_answers(struct taylor_data *d, struct tally *words[TAYLOR_N_SETS],
                              struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t c = 0; status == LW_OK && c < TAYLOR_N_CONGRUENCIES; c++) {
        for (size_t row = 0; row < TAYLOR_N_SETS * d->n; row++) {
            const struct tally *t = &words[row / d->n][row % d->n * 2 + c];
            d->y[TAYLOR_REACTION][c][row] = mean_log(t);
            d->raw[TAYLOR_REACTION][c][row] = t->ms / t->right;
            d->y[TAYLOR_ACCURACY][c][row] = d->raw[TAYLOR_ACCURACY][c][row] =
                share_right(t);
            d->y[TAYLOR_MISSES][c][row] = d->raw[TAYLOR_MISSES][c][row] = share_missed(t);
        }
        status = taylor_logits(d, d->y[TAYLOR_ACCURACY][c], TAYLOR_N_SETS * d->n, err);
        if (status == LW_OK) {
            status = taylor_logits(d, d->y[TAYLOR_MISSES][c], TAYLOR_N_SETS * d->n, err);
        }
    }
    return status;
}

void taylor_put_person(struct taylor_data *d, size_t covariable, size_t i, double value) {
    d->x[covariable][i] = d->x[covariable][d->n + i] = value;
}

lw_status taylor_person_logits(struct taylor_data *d, size_t covariable,
                               struct lw_error *err) {
    double *x = d->x[covariable];
    lw_status status = taylor_logits(d, x, d->n, err);
    memcpy(x + d->n, x, d->n * sizeof *x);
    return status;
}

static lw_status take_word_practice(struct taylor_data *d, struct lw_error *err) {
    size_t first = taylor_group(TAYLOR_WORDS).first;
    struct tally *t =
        lw_arena_zero(d->arena, d->n * TAYLOR_N_CONGRUENCIES + 1, sizeof *t);
    if (t == NULL) {
        return lw_fail_memory(err);
    }
    lw_status status = tally_words(d, d->phases.words, t, err);
    for (size_t c = 0; status == LW_OK && c < TAYLOR_N_CONGRUENCIES; c++) {
        for (size_t i = 0; i < d->n; i++) {
            taylor_put_person(d, first + c, i, mean_log(&t[i * 2 + c]));
            taylor_put_person(d, first + 2 + c, i, share_right(&t[i * 2 + c]));
            taylor_put_person(d, first + 4 + c, i, share_missed(&t[i * 2 + c]));
        }
        status = taylor_person_logits(d, first + 2 + c, err);
        if (status == LW_OK) {
            status = taylor_person_logits(d, first + 4 + c, err);
        }
    }
    return status;
}

/* Congruent, incongruent, neutral: mean times of right answers, and logits of the share
 * of right ones among those given. The thesis takes no logs of these times. */
static lw_status take_attention(struct taylor_data *d, struct lw_error *err) {
    static const char flankers[] = "congruent|incongruent|neutral";
    const struct lw_column *person, *phase, *block, *flanker, *correct, *ms;
    const struct taylor_wanted wanted[] = {{"person", &person},   {"phase", &phase},
                                           {"block", &block},     {"flanker", &flanker},
                                           {"correct", &correct}, {"reaction_ms", &ms}};
    size_t rows, first = taylor_group(TAYLOR_ATTENTION).first;
    struct tally *t = lw_arena_zero(d->arena, 3 * d->n + 1, sizeof *t);
    lw_status status = t == NULL ? lw_fail_memory(err)
                                 : taylor_columns(d->e, "trials", wanted, 6, &rows, err);
    for (size_t i = 0; status == LW_OK && i < rows; i++) {
        size_t which = lw_word_find(flankers, '|', flanker->text[i]);
        size_t at = strcmp(phase->text[i], d->phases.attention) == 0 &&
                            block->value[i] > 0 && which < 3
                        ? taylor_place(d, person->value[i])
                        : d->n;
        if (at == d->n) {
            continue;
        }
        struct tally *one = &t[at * 3 + which];
        one->answered += !isnan(correct->value[i]);
        if (correct->value[i] == 1) {
            one->right++;
            one->ms += ms->value[i];
        }
    }
    for (size_t c = 0; status == LW_OK && c < 3; c++) {
        for (size_t i = 0; i < d->n; i++) {
            taylor_put_person(d, first + c, i, t[i * 3 + c].ms / t[i * 3 + c].right);
            taylor_put_person(d, first + 3 + c, i, share_right(&t[i * 3 + c]));
        }
        status = taylor_person_logits(d, first + 3 + c, err);
    }
    return status;
}

static lw_status take_orders(struct taylor_data *d, struct lw_error *err) {
    const struct lw_column *person, *phase, *seq;
    const struct taylor_wanted wanted[] = {
        {"person", &person}, {"phase", &phase}, {"phase_seq", &seq}};
    size_t rows;
    double *at[TAYLOR_N_SETS] = {new_rows(d), new_rows(d)};
    lw_status status = at[0] == NULL || at[1] == NULL
                           ? lw_fail_memory(err)
                           : taylor_columns(d->e, "phases", wanted, 3, &rows, err);
    for (size_t i = 0; status == LW_OK && i < rows; i++) {
        for (size_t s = 0; s < TAYLOR_N_SETS; s++) {
            if (strcmp(phase->text[i], d->phases.main[s]) == 0) {
                size_t one = taylor_place(d, person->value[i]);
                at[s][one] = one < d->n ? seq->value[i] : at[s][one];
            }
        }
    }
    for (size_t i = 0; status == LW_OK && i < d->n; i++) {
        d->hand_made_first[i] = at[TAYLOR_HAND_MADE][i] < at[TAYLOR_GENERATED][i];
    }
    return status;
}

void taylor_find_whole(struct taylor_data *d) {
    for (size_t i = 0; i < d->n; i++) {
        d->whole[i] = true;
        for (size_t k = 0; k < TAYLOR_N_COVARIABLES; k++) {
            d->whole[i] =
                d->whole[i] && isfinite(d->x[k][i]) && isfinite(d->x[k][d->n + i]);
        }
        d->n_whole += d->whole[i];
    }
}

lw_status taylor_read(const struct study_export *e, struct lw_arena *arena,
                      struct taylor_data *out, struct lw_error *err) {
    struct tally *words[TAYLOR_N_SETS];
    *out = (struct taylor_data){
        .e = e, .arena = arena, .phases = taylor_find_phases(e->study)};
    lw_status status = choose_people(out, words, err);
    if (status == LW_OK) {
        status = taylor_make_rows(out, err);
    }
    if (status == LW_OK) {
        status = take_answers(out, words, err);
    }
    if (status == LW_OK) {
        status = take_orders(out, err);
    }
    if (status == LW_OK && out->phases.words != NULL) {
        status = take_word_practice(out, err);
    }
    if (status == LW_OK && out->phases.attention != NULL) {
        status = take_attention(out, err);
    }
    if (status == LW_OK) {
        status = taylor_take_plays(out, err);
    }
    if (status == LW_OK && out->phases.survey != NULL) {
        status = taylor_take_survey(out, err);
    }
    if (status == LW_OK) {
        taylor_find_whole(out);
    }
    return status;
}
