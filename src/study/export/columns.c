/* The columns of the export: those that every row of a table has, and between them the
 * fields of the events that become rows of it. */
#include <stdio.h>
#include <string.h>

#include "export/export.h"

#define INTEGER LW_STUDY_COLUMN_INTEGER
#define NUMBER LW_STUDY_COLUMN_NUMBER
#define FLAG LW_STUDY_COLUMN_FLAG
#define WORD LW_STUDY_COLUMN_WORD
#define TEXT LW_STUDY_COLUMN_TEXT

/* clang-format off */
#define PERSON {"person", INTEGER, NULL, NULL, true, "number of the person"}
#define SIMULATED {"simulated", FLAG, NULL, NULL, true,                                  \
     "not by a participant: by someone who tried the study, or made up"}
#define PHASE                                                                            \
    {"phase", TEXT, NULL, NULL, true, "id of the phase"},                                \
    {"phase_seq", INTEGER, NULL, NULL, true,                                             \
     "place of the phase in the person's plan, from 0"}
#define TIMES                                                                            \
    {"seq", INTEGER, NULL, NULL, true, "number of the event in the person's log, from 0"},\
    {"server_ms", INTEGER, "ms", NULL, true, "when the server stored the event"},        \
    {"t_ms", NUMBER, "ms", NULL, true, "when it was, by the page's clock"},              \
    {"clock_ms", NUMBER, "ms", NULL, true, "when it was, by the person's machine"}
#define HEAD                                                                             \
    PERSON, SIMULATED, PHASE,                                                                       \
    {"trial", INTEGER, NULL, NULL, false, "number of the trial in the phase, from 0"},   \
    TIMES
#define END                                                                              \
    {"end_seq", INTEGER, NULL, NULL, false, "event that ended it; empty: none did"},     \
    {"end_server_ms", INTEGER, "ms", NULL, false, "when the server stored the end"},     \
    {"end_t_ms", NUMBER, "ms", NULL, false, "the end by the page's clock"},              \
    {"end_clock_ms", NUMBER, "ms", NULL, false, "the end by the person's machine"}
#define VERSION                                                                          \
    {"version", INTEGER, NULL, NULL, true, "of the definition that the person saw"}
#define LEVEL(prefix)                                                                    \
    {prefix "set", TEXT, NULL, NULL, false, "set that the level is from (hidden)"},      \
    {prefix "set_number", INTEGER, NULL, NULL, false, "its number in the set, from 1"},  \
    {prefix "level_number", INTEGER, NULL, NULL, false, "its number in its source"},     \
    {prefix "title", TEXT, NULL, NULL, false, "title of the level (hidden)"},            \
    {prefix "game", TEXT, NULL, NULL, false, "game of the level"},                       \
    {prefix "made_by", WORD, NULL, "program|person", false, "who made it (hidden)"},     \
    {prefix "author", TEXT, NULL, NULL, false, "author of the set (hidden)"},            \
    {prefix "technique", TEXT, NULL, NULL, false, "technique that is compared (hidden)"}
#define LEVEL_ID {"level", TEXT, NULL, NULL, false, "canonical id of the level"}
#define QUESTION                                                                         \
    {"question_type", WORD, NULL,                                                        \
     "scale|opposites|likert|one|several|number|words|mark", true,                       \
     "what kind of question it is"},                                                     \
    {"value_kind", WORD, NULL,                                                           \
     "number|option|options|levels|text|no-opinion|left-out", true, "what value is"},    \
    {"value", TEXT, NULL, NULL, false,                                                   \
     "the answer: a number, an option's id, ids parted by blanks, or a text"},           \
    {"value_number", NUMBER, NULL, NULL, false,                                          \
     "the number; of steps (likert) the number of the option, from 1"}
/* clang-format on */

static const struct lw_study_column persons_first[] = {
    PERSON,
    VERSION,
    {"hash", TEXT, NULL, NULL, true, "of the frozen definition"},
    {"cell", INTEGER, NULL, NULL, true, "number of the cell, from 1 (hidden)"},
    {"cell_name", TEXT, NULL, NULL, true, "its values joined by points (hidden)"},
};
static const struct lw_study_column persons_state[] = {
    {"language", TEXT, NULL, NULL, true, "in which the person came"},
    {"simulated", FLAG, NULL, NULL, true,
     "entered by the trial link, to try the study, or made up by `levelwright study "
     "simulate`; not to be analysed as people"},
    {"entered_ms", INTEGER, "ms", NULL, true, "when the person entered (server)"},
    {"seen_ms", INTEGER, "ms", NULL, true, "when the person was last heard of (server)"},
    {"ended_ms", INTEGER, "ms", NULL, false, "when the person ended (server)"},
    {"n_events", INTEGER, NULL, NULL, true, "events in the person's log"},
    {"reached", TEXT, NULL, NULL, false, "phase of the last event"},
    {"consented", FLAG, NULL, NULL, true, "consent was given; else there is no more"},
    {"consent_server_ms", INTEGER, "ms", NULL, false, "when that was stored (server)"},
    {"consent_t_ms", NUMBER, "ms", NULL, false, "when that was, by the page's clock"},
    {"consent_clock_ms", NUMBER, "ms", NULL, false, "when that was, by the machine"},
    {"devices", INTEGER, NULL, NULL, false, "how often the device was described"},
};
static const struct lw_study_column persons_last[] = {
    {"excluded", FLAG, NULL, NULL, false, "a rule of the definition leaves them out"},
    {"excluded_by", TEXT, NULL, NULL, false, "ids of those rules, parted by blanks"},
    {"flags", TEXT, NULL, NULL, false, "worth a second look, parted by blanks"},
};
static const struct lw_study_column phases_first[] = {
    PERSON,
    SIMULATED,
    PHASE,
    {"type", WORD, NULL,
     "instructions|instrument|practice|play|rate|compare|survey|debriefing|group|consent|"
     "end",
     true, "type of the phase"},
    {"instrument", WORD, NULL,
     "attention-network|auditory-stroop|headphone-check|pitch-check", false,
     "of a phase that is an instrument"},
    TIMES,
    END,
};
static const struct lw_study_column trials_first[] = {
    HEAD,
    {"test", WORD, NULL, "attention|pitch|tones|check", true,
     "event that the row is of; check: the end of an attempt"},
    {"block", INTEGER, NULL, NULL, false, "attention: block, 0 for practice"},
    {"cue", WORD, NULL, "none|centre|double|spatial", false, "attention: cue"},
    {"flanker", WORD, NULL, "neutral|congruent|incongruent", false, "attention: arrows"},
    {"place", WORD, NULL, "above|below", false, "attention: where the arrows were"},
    {"arrow", WORD, NULL, "left|right", false, "attention: the right answer"},
    {"planned_fixation_ms", INTEGER, "ms", NULL, false, "attention: fixation as drawn"},
    {"word", WORD, NULL, "high|low", false, "pitch: word that was said"},
    {"voice", WORD, NULL, "high|low", false, "pitch: the right answer"},
    {"tones", INTEGER, NULL, NULL, false, "tones: the right answer"},
    {"correct", FLAG, NULL, NULL, false, "the answer was right; empty: none was given"},
};
static const struct lw_study_column prompts_first[] = {
    HEAD,
    {"planned_ms", INTEGER, "ms", NULL, true, "onset as drawn, from the phase's start"},
    {"congruent", FLAG, NULL, NULL, true, "word and voice are the same"},
    {"left_out", FLAG, NULL, NULL, true, "in minutes that the analysis leaves out"},
};
static const struct lw_study_column prompts_last[] = {
    {"correct", FLAG, NULL, NULL, false, "the first answer was right; empty: none"},
    {"answers", INTEGER, NULL, NULL, true, "how many there were; events.csv has all"},
    {"answer_seq", INTEGER, NULL, NULL, false, "event of the first answer"},
    {"answer_server_ms", INTEGER, "ms", NULL, false, "when the server stored it"},
    {"answer_t_ms", NUMBER, "ms", NULL, false, "the answer by the page's clock"},
    {"answer_clock_ms", NUMBER, "ms", NULL, false, "the answer by the machine"},
};
static const struct lw_study_column plays_first[] = {
    HEAD,
    VERSION,
    LEVEL(""),
    {"attempt", INTEGER, NULL, NULL, true, "1 for the first time in this trial"},
    END,
};
static const struct lw_study_column events_first[] = {HEAD};
static const struct lw_study_column ratings_first[] = {
    HEAD,
    VERSION,
    {"n_levels", INTEGER, NULL, NULL, true, "levels or pictures that it is about"},
    LEVEL_ID,
    LEVEL(""),
    QUESTION,
};
static const struct lw_study_column comparisons_first[] = {
    HEAD,
    VERSION,
    {"chosen", WORD, NULL, "plan|information", true,
     "the pair is the plan's, or was chosen on the way for what it tells"},
    LEVEL("left_"),
    LEVEL("right_"),
    END,
};
static const struct lw_study_column comparisons_last[] = {
    {"harder", TEXT, NULL, NULL, false, "id of the level said to be harder"},
};
static const struct lw_study_column surveys_first[] = {
    HEAD,
    {"special", TEXT, NULL, NULL, false, "category that the person allowed to ask about"},
    QUESTION,
};
static const struct lw_study_column pictures_all[] = {
    PERSON,
    SIMULATED,
    {"seq", INTEGER, NULL, NULL, true, "of the answer in ratings.csv"},
    PHASE,
    {"trial", INTEGER, NULL, NULL, true, "number of the trial in the phase, from 0"},
    {"question", TEXT, NULL, NULL, true, "id of the question"},
    {"position", INTEGER, NULL, NULL, true, "place of the picture, from 1"},
    VERSION,
    LEVEL_ID,
    LEVEL(""),
    {"marked", FLAG, NULL, NULL, false, "it was marked; empty: none were to be"},
};
static const struct lw_study_column levels_all[] = {
    VERSION,
    {"set", TEXT, NULL, NULL, true, "id of the set"},
    {"set_number", INTEGER, NULL, NULL, true, "number in the set, from 1"},
    {"level", TEXT, NULL, NULL, true, "canonical id"},
    {"level_number", INTEGER, NULL, NULL, true, "number in its source, from 1"},
    {"title", TEXT, NULL, NULL, false, "title"},
    {"game", TEXT, NULL, NULL, true, "game"},
    {"made_by", WORD, NULL, "program|person", true, "who made the set"},
    {"author", TEXT, NULL, NULL, false, "of the set"},
    {"credit", TEXT, NULL, NULL, false, "to be given wherever the levels are shown"},
    {"terms", TEXT, NULL, NULL, false, "under which the levels may be passed on"},
    {"technique", TEXT, NULL, NULL, false, "that is compared"},
    {"moves", INTEGER, NULL, NULL, false, "fewest moves known"},
    {"pushes", INTEGER, NULL, NULL, false, "fewest pushes known, or of that solution"},
    {"solution", TEXT, NULL, NULL, false, "moves that win"},
    {"file", TEXT, NULL, NULL, true, "the level's text in the game's own format"},
};
static const struct lw_study_column versions_all[] = {
    VERSION,
    {"hash", TEXT, NULL, NULL, true, "of the frozen bytes, which are the file's"},
    {"added_ms", INTEGER, "ms", NULL, true, "when it was opened (server)"},
    {"file", TEXT, NULL, NULL, true, "the frozen definition with its levels"},
};

#define TO_PERSON                                                                        \
    { "person", "persons", "person" }
#define TO_PHASE                                                                         \
    { "person phase_seq", "phases", "person phase_seq" }
#define TO_EVENT                                                                         \
    { "person seq", "events", "person seq" }
#define TO_LEVEL                                                                         \
    { "version set set_number", "levels", "version set set_number" }
static const struct lw_study_foreign_key of_version[] = {
    {"version", "versions", "version"}};
static const struct lw_study_foreign_key of_person[] = {TO_PERSON, TO_EVENT};
static const struct lw_study_foreign_key of_phase[] = {TO_PERSON, TO_PHASE, TO_EVENT};
static const struct lw_study_foreign_key of_level[] = {TO_PERSON, TO_PHASE, TO_EVENT,
                                                       TO_LEVEL};
static const struct lw_study_foreign_key of_pair[] = {
    TO_PERSON,
    TO_PHASE,
    TO_EVENT,
    {"version left_set left_set_number", "levels", "version set set_number"},
    {"version right_set right_set_number", "levels", "version set set_number"}};
static const struct lw_study_foreign_key of_events[] = {TO_PERSON, TO_PHASE};
static const struct lw_study_foreign_key of_picture[] = {
    TO_PERSON, {"person seq", "ratings", "person seq"}, TO_LEVEL};

#define LIST(table) (table), sizeof(table) / sizeof(table)[0]
#define NO_LIST NULL, 0

static const struct {
    const char *name, *about;
    const struct lw_study_column *first;
    size_t n_first;
    const struct lw_study_column *last;
    size_t n_last;
    const char *key;
    const struct lw_study_foreign_key *foreign;
    size_t n_foreign;
} tables[N_EXPORT_TABLES] = {
    {"persons", "one row a person who entered and did not withdraw", LIST(persons_first),
     LIST(persons_last), "person", LIST(of_version)},
    {"phases", "one row a phase that was begun, with its measures", LIST(phases_first),
     NO_LIST, "person phase_seq", LIST(of_person)},
    {"trials", "one row a trial of an instrument, and one an attempt at a check",
     LIST(trials_first), NO_LIST, "person seq", LIST(of_phase)},
    {"prompts", "one row a word that was played, with the first answer to it",
     LIST(prompts_first), LIST(prompts_last), "person seq", LIST(of_phase)},
    {"plays", "one row each time that a level was begun", LIST(plays_first), NO_LIST,
     "person seq", LIST(of_level)},
    {"events", "one row an event of the log: all of them, in order", LIST(events_first),
     NO_LIST, "person seq", LIST(of_events)},
    {"ratings", "one row an answer about a level or pictures", LIST(ratings_first),
     NO_LIST, "person seq", LIST(of_level)},
    {"comparisons", "one row a pair that was shown", LIST(comparisons_first),
     LIST(comparisons_last), "person seq", LIST(of_pair)},
    {"surveys", "one row an answer of a survey", LIST(surveys_first), NO_LIST,
     "person seq", LIST(of_phase)},
    {"pictures", "one row a picture that an answer is about", LIST(pictures_all), NO_LIST,
     "person seq position", LIST(of_picture)},
    {"levels", "one row a level of each version", LIST(levels_all), NO_LIST,
     "version set set_number", LIST(of_version)},
    {"versions", "one row a version of the definition", LIST(versions_all), NO_LIST,
     "version", NO_LIST},
};

/* Columns of one table while they are put together. */
struct columns {
    struct lw_arena *arena;
    struct lw_study_column *items;
    size_t n, cap;
    bool no_memory;
};

static void add(struct columns *c, const struct lw_study_column *column) {
    if (c->n == c->cap) {
        size_t cap = c->cap == 0 ? 32 : c->cap * 2;
        struct lw_study_column *more = lw_arena_get(c->arena, cap * sizeof *more);
        if (more == NULL) {
            c->no_memory = true;
            return;
        }
        if (c->n > 0) {
            memcpy(more, c->items, c->n * sizeof *more);
        }
        c->items = more;
        c->cap = cap;
    }
    c->items[c->n++] = *column;
}

static void add_list(struct columns *c, const struct lw_study_column *list, size_t n) {
    for (size_t i = 0; i < n; i++) {
        add(c, &list[i]);
    }
}

static struct lw_study_column *find(struct columns *c, const char *name) {
    for (size_t i = 0; i < c->n; i++) {
        if (strcmp(c->items[i].name, name) == 0) {
            return &c->items[i];
        }
    }
    return NULL;
}

/* a and b with something between; "" instead of nothing, when memory is out. */
static const char *join(struct columns *c, const char *a, const char *between,
                        const char *b) {
    size_t size = strlen(a) + strlen(between) + strlen(b) + 1;
    char *out = lw_arena_get(c->arena, size);
    if (out == NULL) {
        c->no_memory = true;
        return "";
    }
    (void)snprintf(out, size, "%s%s%s", a, between, b);
    return out;
}

static bool has_word(const char *words, const char *word, size_t len) {
    const char *at;
    size_t n;
    for (const char *end; words != NULL && *words != '\0'; words = end) {
        end = strchr(words, '|');
        at = words;
        n = end == NULL ? strlen(words) : (size_t)(end - words);
        end = end == NULL ? words + n : end + 1;
        if (n == len && memcmp(at, word, len) == 0) {
            return true;
        }
    }
    return false;
}

/* The choices of a and those of b that a has not. */
static const char *unite(struct columns *c, const char *a, const char *b) {
    while (b != NULL && *b != '\0') {
        const char *end = strchr(b, '|');
        size_t len = end == NULL ? strlen(b) : (size_t)(end - b);
        if (!has_word(a, b, len)) {
            const char *word = lw_arena_text(c->arena, b, len);
            a = join(c, a, a[0] == '\0' ? "" : "|", word == NULL ? "" : word);
        }
        b = end == NULL ? NULL : end + 1;
    }
    return a;
}

/* "level-end" as the beginning of a column's name. */
static const char *prefixed(struct columns *c, const char *type, const char *field) {
    char *name = lw_arena_text(c->arena, type, strlen(type));
    for (char *at = name; at != NULL && *at != '\0'; at++) {
        *at = *at == '-' ? '_' : *at;
    }
    return join(c, name == NULL ? "" : name, "_", field);
}

/* Which events give a table its columns. The log of all events keeps what may come more
 * often than its table has rows: a device again, a second answer to a word. */
static bool gives_columns(enum export_table table,
                          const struct lw_study_event_type *type) {
    if (table == TABLE_EVENTS &&
        (strcmp(type->name, "device") == 0 || strcmp(type->name, "prompt-answer") == 0)) {
        return true;
    }
    if (table == TABLE_SURVEYS) {
        return strcmp(type->name, "answer") == 0;
    }
    return strcmp(type->table, tables[table].name) == 0;
}

static const struct lw_study_field *field_of(const struct lw_study_event_type *type,
                                             const char *name) {
    for (size_t i = 0; i < type->n_fields; i++) {
        if (strcmp(type->fields[i].name, name) == 0) {
            return &type->fields[i];
        }
    }
    return NULL;
}

static bool same_unit(const char *a, const char *b) {
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* Whether the table needs the event's name before the field's. */
static bool is_ambiguous(enum export_table table, struct columns *fixed,
                         const struct lw_study_field *field) {
    if (table == TABLE_PERSONS || find(fixed, field->name) != NULL) {
        return true;
    }
    for (const struct lw_study_event_type *type = lw_study_event_types;
         type->name != NULL; type++) {
        const struct lw_study_field *other =
            gives_columns(table, type) ? field_of(type, field->name) : NULL;
        if (other != NULL &&
            (other->type != field->type || !same_unit(other->unit, field->unit))) {
            return true;
        }
    }
    return false;
}

static struct lw_study_column column_of(const struct lw_study_field *field) {
    static const enum lw_study_column_type types[] = {
        [LW_STUDY_FIELD_NUMBER] = NUMBER, [LW_STUDY_FIELD_WHOLE] = INTEGER,
        [LW_STUDY_FIELD_FLAG] = FLAG,     [LW_STUDY_FIELD_WORD] = WORD,
        [LW_STUDY_FIELD_TEXT] = TEXT,     [LW_STUDY_FIELD_LEVEL] = TEXT,
        [LW_STUDY_FIELD_NAMES] = TEXT,    [LW_STUDY_FIELD_VALUE] = TEXT};
    return (struct lw_study_column){.type = types[field->type],
                                    .unit = field->unit,
                                    .choices = field->choices,
                                    .about = field->about};
}

static void add_fields(struct columns *c, enum export_table table, struct columns *fixed,
                       struct export_columns *out) {
    for (const struct lw_study_event_type *type = lw_study_event_types;
         type->name != NULL; type++) {
        for (size_t i = 0; gives_columns(table, type) && i < type->n_fields; i++) {
            const struct lw_study_field *field = &type->fields[i];
            const char *name = field->name;
            if (field->type == LW_STUDY_FIELD_VALUE) {
                continue; /* it has columns of its own */
            }
            if (is_ambiguous(table, fixed, field)) {
                name = prefixed(c, type->name, name);
            }
            out->field[table][type - lw_study_event_types][i] = name;
            struct lw_study_column *there = find(c, name);
            struct lw_study_column column = column_of(field);
            column.name = name;
            if (there == NULL) {
                add(c, &column);
                continue;
            }
            if (there->choices != NULL) {
                there->choices = unite(c, there->choices, field->choices);
            }
            if (strstr(there->about, field->about) == NULL) {
                there->about = join(c, there->about, "; ", field->about);
            }
        }
    }
}

/* A column a factor: its values in all versions. */
static void add_factors(struct columns *c, const struct export_factors *factors) {
    for (size_t i = 0; i < factors->n; i++) {
        const struct lw_study *study = factors->studies[i];
        for (size_t j = 0; j < study->n_factors; j++) {
            const char *name = join(c, "factor_", "", study->factors[j].id);
            const struct lw_study_values *values = &factors->cells[i]->values[j];
            struct lw_study_column *column = find(c, name);
            if (column == NULL) {
                add(c, &(struct lw_study_column){name, WORD, NULL, "", false,
                                                 "value of this factor (hidden)"});
                column = find(c, name);
            }
            for (size_t k = 0; k < values->n && column != NULL; k++) {
                column->choices = unite(c, column->choices, values->names[k]);
            }
        }
    }
}

static void add_measures(struct columns *c) {
    for (size_t i = 0; i < LW_STUDY_N_MEASURES; i++) {
        const struct lw_study_measure *measure = &lw_study_measures[i];
        add(c, &(struct lw_study_column){measure->name, NUMBER, measure->unit, NULL,
                                         false, measure->about});
    }
}

static const char *all_events(struct columns *c) {
    const char *names = "";
    for (const struct lw_study_event_type *type = lw_study_event_types;
         type->name != NULL; type++) {
        names = unite(c, names, type->name);
    }
    return names;
}

static void add_before(struct columns *c, enum export_table table,
                       const struct export_factors *factors, const char *states) {
    add_list(c, tables[table].first, tables[table].n_first);
    if (table == TABLE_PERSONS) {
        add_factors(c, factors);
        add(c, &(struct lw_study_column){"state", WORD, NULL, states, true,
                                         "how far the person is"});
        add_list(c, LIST(persons_state));
    } else if (table == TABLE_EVENTS) {
        add(c, &(struct lw_study_column){"event", WORD, NULL, all_events(c), true,
                                         "type of the event"});
    }
}

lw_status export_columns_make(const struct export_factors *factors, const char *states,
                              struct lw_arena *arena, struct export_columns *out,
                              struct lw_error *err) {
    memset(out, 0, sizeof *out);
    for (int i = 0; i < N_EXPORT_TABLES; i++) {
        enum export_table table = (enum export_table)i;
        struct columns c = {.arena = arena}, fixed = {.arena = arena};
        add_before(&fixed, table, factors, states);
        add_list(&fixed, tables[table].last, tables[table].n_last);
        add_before(&c, table, factors, states);
        add_fields(&c, table, &fixed, out);
        if (table == TABLE_PERSONS || table == TABLE_PHASES) {
            add_measures(&c);
        }
        add_list(&c, tables[table].last, tables[table].n_last);
        if (c.no_memory || fixed.no_memory) {
            return lw_fail_memory(err);
        }
        out->specs[i] = (struct lw_study_table_spec){
            .name = tables[i].name,
            .about = tables[i].about,
            .columns = c.items,
            .n_columns = c.n,
            .primary_key = tables[i].key,
            .foreign_keys = tables[i].foreign,
            .n_foreign_keys = tables[i].n_foreign,
        };
    }
    return LW_OK;
}
