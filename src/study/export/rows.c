/* The rows of one person: a walk over the log, an event at a time. An event that opens a
 * row looks ahead for the one that ends it. */
#include <math.h>
#include <string.h>

#include "export/export.h"
#include "lw/base/json_value.h"

const struct lw_study_event *export_event(const struct export_rows *rows) {
    return &rows->log.events[rows->at];
}

bool export_is(const struct lw_study_event *event, const char *type) {
    return strcmp(event->type->name, type) == 0;
}

static struct lw_study_table *table_of(const struct export_rows *rows,
                                       enum export_table table) {
    return rows->export->tables[table];
}

static const struct lw_study_plan_phase *phase_of(const struct export_rows *rows) {
    return &rows->plan.phases[rows->phase];
}

static const struct lw_study_trial *trial_of(const struct export_rows *rows) {
    int64_t trial = export_event(rows)->trial;
    return trial < 0 || (size_t)trial >= phase_of(rows)->n_trials
               ? NULL
               : &phase_of(rows)->trials[trial];
}

void export_put_head(struct export_rows *rows, enum export_table which) {
    struct lw_study_table *table = table_of(rows, which);
    const struct lw_study_event *event = export_event(rows);
    lw_study_put_integer(table, "person", rows->person->number);
    lw_study_put_flag(table, "simulated", rows->person->simulated);
    lw_study_put_text(table, "phase", event->phase);
    lw_study_put_integer(table, "phase_seq", (int64_t)rows->phase);
    if (event->trial >= 0) {
        lw_study_put_integer(table, "trial", event->trial);
    }
    lw_study_put_integer(table, "seq", event->seq);
    lw_study_put_integer(table, "server_ms", rows->person->events[rows->at].stored_ms);
    lw_study_put_number(table, "t_ms", event->t);
    lw_study_put_number(table, "clock_ms", event->clock);
}

void export_put_end(struct export_rows *rows, enum export_table which, size_t at,
                    const char *prefix) {
    struct lw_study_table *table = table_of(rows, which);
    const struct lw_study_event *event = &rows->log.events[at];
    bool end = prefix[0] == 'e';
    lw_study_put_integer(table, end ? "end_seq" : "answer_seq", event->seq);
    lw_study_put_integer(table, end ? "end_server_ms" : "answer_server_ms",
                         rows->person->events[at].stored_ms);
    lw_study_put_number(table, end ? "end_t_ms" : "answer_t_ms", event->t);
    lw_study_put_number(table, end ? "end_clock_ms" : "answer_clock_ms", event->clock);
}

/* Ids parted by blanks. */
static const char *list_text(struct export_rows *rows, const struct lw_json *list) {
    lw_buffer_clear(&rows->text);
    for (const struct lw_json *c = list->first; c != NULL; c = c->next) {
        lw_buffer_printf(&rows->text, "%s%s", c == list->first ? "" : " ", c->text);
    }
    const char *kept =
        lw_arena_text(rows->arena, lw_buffer_text(&rows->text), rows->text.len);
    return kept == NULL ? "" : kept;
}

static void put_value(struct export_rows *rows, struct lw_study_table *table,
                      const char *column, const struct lw_json *value) {
    switch (value->type) {
    case LW_JSON_NUMBER:
        lw_study_put_number(table, column, value->number);
        break;
    case LW_JSON_TRUE:
    case LW_JSON_FALSE:
        lw_study_put_flag(table, column, value->type == LW_JSON_TRUE);
        break;
    case LW_JSON_TEXT:
        lw_study_put_text(table, column, value->text);
        break;
    case LW_JSON_ARRAY:
        lw_study_put_text(table, column, list_text(rows, value));
        break;
    default:
        break;
    }
}

void export_put_fields(struct export_rows *rows, enum export_table which,
                       const struct lw_study_event *event) {
    size_t type = (size_t)(event->type - lw_study_event_types);
    for (size_t i = 0; i < event->type->n_fields; i++) {
        const char *column = rows->export->columns->field[which][type][i];
        const struct lw_json *value =
            lw_json_get(event->data, event->type->fields[i].name);
        if (column != NULL && value != NULL) {
            put_value(rows, table_of(rows, which), column, value);
        }
    }
}

void export_put_measures(struct lw_study_table *table,
                         const double measures[LW_STUDY_N_MEASURES]) {
    for (size_t i = 0; i < LW_STUDY_N_MEASURES; i++) {
        if (!isnan(measures[i])) {
            lw_study_put_number(table, lw_study_measures[i].name, measures[i]);
        }
    }
}

/* Levels. */

static bool find_in_set(const struct lw_study_levels *levels, size_t set, const char *id,
                        struct lw_study_level_ref *out) {
    for (size_t i = 0; i < levels->sets[set].n; i++) {
        if (strcmp(levels->sets[set].levels[i].id, id) == 0) {
            *out = (struct lw_study_level_ref){(uint16_t)set, (uint16_t)i};
            return true;
        }
    }
    return false;
}

static bool find_in_pick(const struct export_rows *rows, const struct lw_study_pick *pick,
                         const char *id, struct lw_study_level_ref *out) {
    const struct lw_study_plan_request *r = &rows->request;
    struct lw_study_names names =
        lw_study_by_cell(r->study, r->cells, r->cell, &pick->sets, rows->arena);
    for (size_t i = 0; i < names.n; i++) {
        for (size_t set = 0; set < r->levels->n_sets; set++) {
            if (strcmp(r->levels->sets[set].set->id, names.names[i]) == 0 &&
                find_in_set(r->levels, set, id, out)) {
                return true;
            }
        }
    }
    return false;
}

bool export_find_level(const struct export_rows *rows, const char *id,
                       struct lw_study_level_ref *out) {
    const struct lw_study_levels *levels = rows->request.levels;
    const struct lw_study_trial *trial = trial_of(rows);
    const struct lw_study_phase *phase = phase_of(rows)->phase;
    for (size_t i = 0; trial != NULL && i < trial->n_refs; i++) {
        *out = trial->refs[i];
        if (strcmp(levels->sets[out->set].levels[out->level].id, id) == 0) {
            return true;
        }
    }
    for (size_t i = 0; phase != NULL && i < phase->n_levels; i++) {
        if (find_in_pick(rows, &phase->levels[i], id, out)) {
            return true;
        }
    }
    return false;
}

struct level_columns {
    const char *set, *set_number, *level_number, *title, *game, *made_by, *author,
        *technique;
};

static void put_level_as(struct export_rows *rows, enum export_table which,
                         const struct lw_study_level_ref *ref,
                         const struct level_columns *names) {
    struct lw_study_table *table = table_of(rows, which);
    const struct lw_study_level_set *set = &rows->request.levels->sets[ref->set];
    const struct lw_study_level *level = &set->levels[ref->level];
    lw_study_put_text(table, names->set, set->set->id);
    lw_study_put_integer(table, names->set_number, ref->level + 1);
    lw_study_put_integer(table, names->level_number, level->number);
    lw_study_put_text(table, names->title, level->title);
    lw_study_put_text(table, names->game, set->game);
    lw_study_put_choice(table, names->made_by, set->set->made_by);
    lw_study_put_text(table, names->author, set->set->author);
    lw_study_put_text(table, names->technique, set->set->technique);
}

void export_put_level(struct export_rows *rows, enum export_table which,
                      const struct lw_study_level_ref *ref) {
    static const struct level_columns names = {"set",    "set_number", "level_number",
                                               "title",  "game",       "made_by",
                                               "author", "technique"};
    put_level_as(rows, which, ref, &names);
}

static const char *text_of(const struct lw_study_event *event, const char *key) {
    return lw_json_text_or(event->data, key, "");
}

/* Rows, by their tables. */

static void put_event(struct export_rows *rows) {
    struct lw_study_table *table = table_of(rows, TABLE_EVENTS);
    const struct lw_study_event *event = export_event(rows);
    export_put_head(rows, TABLE_EVENTS);
    lw_study_put_text(table, "event", event->type->name);
    export_put_fields(rows, TABLE_EVENTS, event);
    lw_study_row_end(table);
}

/* The next event of that type that belongs to the one at hand: in its phase and trial,
 * before the trial is begun anew. The number of events when there is none. */
static size_t find_end(const struct export_rows *rows, const char *type) {
    const struct lw_study_event *from = export_event(rows);
    for (size_t i = rows->at + 1; i < rows->log.n; i++) {
        const struct lw_study_event *event = &rows->log.events[i];
        if (export_is(event, type) && event->trial == from->trial) {
            return i;
        }
        bool anew = event->type == from->type || export_is(event, "resume");
        if (strcmp(event->phase, from->phase) != 0 || (anew && from->trial >= 0)) {
            return rows->log.n;
        }
    }
    return rows->log.n;
}

static lw_status put_phase(struct export_rows *rows, struct lw_error *err) {
    struct lw_study_table *table = table_of(rows, TABLE_PHASES);
    const struct lw_study_plan_phase *phase = phase_of(rows);
    double measures[LW_STUDY_N_MEASURES];
    size_t end = find_end(rows, "phase-end");
    export_put_head(rows, TABLE_PHASES);
    lw_study_put_choice(table, "type", phase->type);
    if (phase->type == LW_STUDY_INSTRUMENT) {
        lw_study_put_choice(table, "instrument", phase->phase->instrument);
    }
    if (end < rows->log.n) {
        export_put_end(rows, TABLE_PHASES, end, "end");
        export_put_fields(rows, TABLE_PHASES, &rows->log.events[end]);
    }
    lw_status status =
        lw_study_measure(&rows->log, phase->id, rows->arena, measures, err);
    if (status == LW_OK) {
        export_put_measures(table, measures);
    }
    lw_study_row_end(table);
    return status;
}

static void put_attention(struct lw_study_table *table,
                          const struct lw_study_attention_trial *trial,
                          const char *answer) {
    lw_study_put_integer(table, "block", trial->block);
    lw_study_put_choice(table, "cue", trial->cue);
    lw_study_put_choice(table, "flanker", trial->flanker);
    lw_study_put_choice(table, "place", trial->below);
    lw_study_put_choice(table, "arrow", trial->right);
    lw_study_put_integer(table, "planned_fixation_ms", trial->fixation_ms);
    if (strcmp(answer, "none") != 0) {
        lw_study_put_flag(table, "correct",
                          strcmp(answer, trial->right ? "right" : "left") == 0);
    }
}

static void put_trial(struct export_rows *rows) {
    struct lw_study_table *table = table_of(rows, TABLE_TRIALS);
    const struct lw_study_event *event = export_event(rows);
    const struct lw_study_trial *trial = trial_of(rows);
    const char *answer = text_of(event, "answer");
    export_put_head(rows, TABLE_TRIALS);
    lw_study_put_text(table, "test", event->type->name);
    if (trial != NULL && trial->kind == LW_STUDY_TRIAL_ATTENTION) {
        put_attention(table, &trial->attention, answer);
    } else if (trial != NULL && trial->kind == LW_STUDY_TRIAL_WORD) {
        const char *voice = trial->word.high_voice ? "high" : "low";
        lw_study_put_text(table, "word", trial->word.high ? "high" : "low");
        lw_study_put_text(table, "voice", voice);
        lw_study_put_flag(table, "correct", strcmp(answer, voice) == 0);
    } else if (trial != NULL && trial->kind == LW_STUDY_TRIAL_TONES) {
        lw_study_put_integer(table, "tones", trial->tones.n);
        lw_study_put_flag(table, "correct",
                          lw_json_number_or(event->data, "count", -1) == trial->tones.n);
    }
    export_put_fields(rows, TABLE_TRIALS, event);
    lw_study_row_end(table);
}

/* The first answer to the word at hand, and how many there are. */
static size_t find_answer(const struct export_rows *rows, double prompt, int64_t *n) {
    size_t first = rows->log.n;
    *n = 0;
    for (size_t i = rows->at + 1; i < rows->log.n; i++) {
        const struct lw_study_event *event = &rows->log.events[i];
        if (strcmp(event->phase, export_event(rows)->phase) != 0) {
            break;
        }
        if (export_is(event, "prompt-answer") &&
            lw_json_number_or(event->data, "prompt", -1) == prompt) {
            first = *n == 0 ? i : first;
            ++*n;
        }
    }
    return first;
}

static const struct lw_study_word *word_of(const struct export_rows *rows,
                                           double prompt) {
    const struct lw_study_plan_phase *phase = phase_of(rows);
    bool alone = phase->type == LW_STUDY_INSTRUMENT;
    size_t n = alone ? phase->n_trials : phase->n_prompts;
    if (!(prompt >= 0 && prompt < (double)n)) {
        return NULL;
    }
    return alone ? &phase->trials[(size_t)prompt].word : &phase->prompts[(size_t)prompt];
}

static void put_prompt(struct export_rows *rows) {
    struct lw_study_table *table = table_of(rows, TABLE_PROMPTS);
    const struct lw_study_event *event = export_event(rows);
    double prompt = lw_json_number_or(event->data, "prompt", -1);
    const struct lw_study_word *word = word_of(rows, prompt);
    int64_t n;
    if (word == NULL) {
        return;
    }
    int64_t left_out = phase_of(rows)->phase->prompts->left_out_min * 60000;
    size_t answer = find_answer(rows, prompt, &n);
    export_put_head(rows, TABLE_PROMPTS);
    lw_study_put_integer(table, "planned_ms", word->at_ms);
    lw_study_put_flag(table, "congruent", word->high == word->high_voice);
    lw_study_put_flag(table, "left_out", word->at_ms < left_out);
    export_put_fields(rows, TABLE_PROMPTS, event);
    if (n > 0) {
        const struct lw_study_event *given = &rows->log.events[answer];
        export_put_fields(rows, TABLE_PROMPTS, given);
        lw_study_put_flag(
            table, "correct",
            strcmp(text_of(given, "answer"), word->high_voice ? "high" : "low") == 0);
        export_put_end(rows, TABLE_PROMPTS, answer, "answer");
    }
    lw_study_put_integer(table, "answers", n);
    lw_study_row_end(table);
}

static int64_t count_attempts(const struct export_rows *rows) {
    const struct lw_study_event *event = export_event(rows);
    int64_t n = 1;
    for (size_t i = rows->at; i-- > 0;) {
        const struct lw_study_event *before = &rows->log.events[i];
        if (strcmp(before->phase, event->phase) != 0) {
            break;
        }
        n += before->type == event->type && before->trial == event->trial;
    }
    return n;
}

static void put_play(struct export_rows *rows) {
    struct lw_study_table *table = table_of(rows, TABLE_PLAYS);
    const struct lw_study_event *event = export_event(rows);
    struct lw_study_level_ref ref;
    size_t end = find_end(rows, "level-end");
    export_put_head(rows, TABLE_PLAYS);
    lw_study_put_integer(table, "version", rows->version->number);
    if (export_find_level(rows, text_of(event, "level"), &ref)) {
        export_put_level(rows, TABLE_PLAYS, &ref);
    }
    lw_study_put_integer(table, "attempt", count_attempts(rows));
    export_put_fields(rows, TABLE_PLAYS, event);
    if (end < rows->log.n) {
        export_put_end(rows, TABLE_PLAYS, end, "end");
        export_put_fields(rows, TABLE_PLAYS, &rows->log.events[end]);
    }
    lw_study_row_end(table);
}

static void put_comparison(struct export_rows *rows) {
    static const struct level_columns sides[] = {
        {"left_set", "left_set_number", "left_level_number", "left_title", "left_game",
         "left_made_by", "left_author", "left_technique"},
        {"right_set", "right_set_number", "right_level_number", "right_title",
         "right_game", "right_made_by", "right_author", "right_technique"}};
    struct lw_study_table *table = table_of(rows, TABLE_COMPARISONS);
    const struct lw_study_event *event = export_event(rows);
    const struct lw_study_trial *trial = trial_of(rows);
    size_t end = find_end(rows, "comparison");
    export_put_head(rows, TABLE_COMPARISONS);
    lw_study_put_integer(table, "version", rows->version->number);
    lw_study_put_choice(table, "chosen",
                        trial != NULL && trial->kind == LW_STUDY_TRIAL_OPEN_PAIR);
    for (int side = 0; side < 2; side++) {
        struct lw_study_level_ref ref;
        if (export_find_level(rows, text_of(event, side == 0 ? "left" : "right"), &ref)) {
            put_level_as(rows, TABLE_COMPARISONS, &ref, &sides[side]);
        }
    }
    export_put_fields(rows, TABLE_COMPARISONS, event);
    if (end < rows->log.n) {
        const struct lw_study_event *given = &rows->log.events[end];
        const char *answer = text_of(given, "answer");
        export_put_end(rows, TABLE_COMPARISONS, end, "end");
        export_put_fields(rows, TABLE_COMPARISONS, given);
        if (strcmp(answer, "equal") != 0) {
            lw_study_put_text(table, "harder", text_of(event, answer));
        }
    }
    lw_study_row_end(table);
}

static lw_status put_one(struct export_rows *rows, struct lw_error *err) {
    const struct lw_study_event *event = export_event(rows);
    put_event(rows);
    if (export_is(event, "phase-start")) {
        return put_phase(rows, err);
    }
    if (strcmp(event->type->table, "trials") == 0) {
        put_trial(rows);
    } else if (export_is(event, "prompt")) {
        put_prompt(rows);
    } else if (export_is(event, "level-start")) {
        put_play(rows);
    } else if (export_is(event, "pair-start")) {
        put_comparison(rows);
    } else if (export_is(event, "answer")) {
        export_put_answer(rows);
    }
    return LW_OK;
}

/* Phases come in the order of the plan. */
static lw_status find_phase(struct export_rows *rows, struct lw_error *err) {
    const char *id = export_event(rows)->phase;
    while (rows->phase < rows->plan.n_phases &&
           strcmp(rows->plan.phases[rows->phase].id, id) != 0) {
        rows->phase++;
    }
    return rows->phase < rows->plan.n_phases
               ? LW_OK
               : lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "the log of person %lld is damaged: event %lld is of a phase "
                         "that is not their plan's",
                         (long long)rows->person->number,
                         (long long)export_event(rows)->seq);
}

lw_status export_rows_put(struct export_rows *rows, struct lw_error *err) {
    lw_status status = LW_OK;
    bool consented = export_put_person(rows, err, &status);
    for (rows->at = 0; status == LW_OK && consented && rows->at < rows->log.n;
         rows->at++) {
        status = find_phase(rows, err);
        status = status == LW_OK ? put_one(rows, err) : status;
    }
    return status;
}
