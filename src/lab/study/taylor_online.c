/* The play of every set, as the thesis' chapter 3 has it: Tables 3.1 and 3.2. */
#include <math.h>
#include <string.h>

#include "study/taylor_data.h"

/* Nobody begins a level for so long: the next one begins another session. */
#define SESSION_GAP_MS (30 * 60 * 1000.0)
#define MAX_SESSIONS 20
#define N(array) (sizeof(array) / sizeof *(array))

struct online {
    const struct study_export *e;
    struct report *r;
    const struct lw_column *person, *set, *made_by, *level, *outcome, *restarts, *play_ms,
        *server_ms, *phase;
    size_t n;
};

static bool counts(const struct online *o, size_t row) {
    return o->set->text[row][0] != '\0' && study_person_in(o->e, o->person->value[row]);
}

static void put_sessions(const struct online *o) {
    static const char *const columns[] = {"sessions", "people"};
    size_t people[MAX_SESSIONS + 1] = {0}, n = 0, total = 0;
    for (size_t i = 0; i < o->n; i++) {
        bool same = i > 0 && o->person->value[i] == o->person->value[i - 1];
        n = !same ? 1
                  : n + (o->server_ms->value[i] - o->server_ms->value[i - 1] >
                         SESSION_GAP_MS);
        bool last = i + 1 == o->n || o->person->value[i + 1] != o->person->value[i];
        if (last && study_person_in(o->e, o->person->value[i])) {
            people[n < MAX_SESSIONS ? n : MAX_SESSIONS]++;
            total++;
        }
    }
    struct report_part *part = report_table(
        o->r, "sessions", "Sessions per person",
        "A session ends when no level is begun for half an hour; the thesis counted how "
        "often the start button was pressed.",
        columns, N(columns));
    report_about(o->r, part, "Table 3.1 of the thesis", (double)total);
    for (size_t i = 1; i <= MAX_SESSIONS; i++) {
        if (people[i] > 0) {
            report_text(
                o->r, part,
                report_print(o->r, "%zu%s", i, i == MAX_SESSIONS ? " or more" : ""));
            report_number(o->r, part, (double)people[i]);
        }
    }
}

/* Whether an earlier row of the person is of the same set, and of the same level. */
static void look_back(const struct online *o, size_t row, bool *set, bool *level,
                      bool *solved) {
    *set = *level = *solved = false;
    for (size_t i = row; i-- > 0 && o->person->value[i] == o->person->value[row];) {
        bool same = strcmp(o->set->text[i], o->set->text[row]) == 0;
        bool one = same && strcmp(o->level->text[i], o->level->text[row]) == 0;
        *set = *set || same;
        *level = *level || one;
        *solved = *solved || (one && strcmp(o->outcome->text[i], "solved") == 0);
    }
}

static void put_set(const struct online *o, struct report_part *part,
                    const struct lw_study_set *set) {
    double users = 0, attempted = 0, restarted = 0, solved = 0, quit = 0, seconds = 0;
    for (size_t i = 0; i < o->n; i++) {
        bool before_set, before_level, before_solved;
        if (strcmp(o->set->text[i], set->id) != 0 || !counts(o, i)) {
            continue;
        }
        look_back(o, i, &before_set, &before_level, &before_solved);
        users += !before_set;
        attempted += !before_level;
        solved += strcmp(o->outcome->text[i], "solved") == 0 && !before_solved;
        quit += lw_word_find("left|gave-up", '|', o->outcome->text[i]) != SIZE_MAX;
        restarted += isnan(o->restarts->value[i]) ? 0 : o->restarts->value[i];
        seconds += isnan(o->play_ms->value[i]) ? 0 : o->play_ms->value[i] / 1000;
    }
    report_text(o->r, part, set->id);
    report_text(o->r, part,
                set->made_by == LW_STUDY_BY_PROGRAM ? "generated" : "hand-made");
    report_number(o->r, part, users);
    report_number(o->r, part, attempted);
    report_number(o->r, part, restarted);
    report_number(o->r, part, solved);
    report_number(o->r, part, quit);
    report_number(o->r, part, floor(seconds + 0.5));
    report_number(o->r, part, solved / attempted);
}

static void put_sets(const struct online *o) {
    static const char *const columns[] = {
        "set",    "made", "people",  "attempted",          "restarted",
        "solved", "quit", "seconds", "solved of attempted"};
    struct report_part *part = report_table(
        o->r, "sets", "Play of the sets",
        "Over all phases in which levels are played. People who began a level of the "
        "set; "
        "levels attempted and solved, each once a person; how often levels were begun "
        "again, and left or given up.",
        columns, N(columns));
    report_about(o->r, part, "Table 3.2 of the thesis", (double)o->e->people.n);
    for (size_t i = 0; i < o->e->study->n_sets; i++) {
        put_set(o, part, &o->e->study->sets[i]);
    }
}

/* One row an attempted level: solved or not. */
static lw_status make_table(const struct online *o, struct lw_table *out,
                            struct lw_error *err) {
    struct lw_buffer text;
    lw_buffer_init(&text, o->r->arena.alloc);
    lw_buffer_puts(&text, "person,set,made,y\n");
    for (size_t i = 0; i < o->n; i++) {
        bool set, level, solved, any = false;
        if (!counts(o, i)) {
            continue;
        }
        look_back(o, i, &set, &level, &solved);
        for (size_t k = i;
             !level && k < o->n && o->person->value[k] == o->person->value[i]; k++) {
            any = any || (strcmp(o->level->text[k], o->level->text[i]) == 0 &&
                          strcmp(o->set->text[k], o->set->text[i]) == 0 &&
                          strcmp(o->outcome->text[k], "solved") == 0);
        }
        if (!level) {
            lw_buffer_printf(
                &text, "%.0f,%s,%s,%d\n", o->person->value[i], o->set->text[i],
                strcmp(o->made_by->text[i], "program") == 0 ? "generated" : "hand-made",
                any);
        }
    }
    lw_status status =
        lw_buffer_ok(&text)
            ? lw_table_read(o->r->arena.alloc, lw_buffer_text(&text), text.len, out, err)
            : lw_fail_memory(err);
    lw_buffer_free(&text);
    return status;
}

/* Data that a model cannot be fitted to say why. */
static lw_status not_compared(const struct online *o, lw_status status,
                              const struct lw_error *why, struct lw_error *err) {
    if (status == LW_NO_MEMORY) {
        return lw_fail_memory(err);
    }
    (void)report_words(o->r, report_print(o->r,
                                          "The share of levels solved could not be "
                                          "compared: %s.",
                                          why->text));
    return LW_OK;
}

/* The rows of a person stand together. */
static size_t people_of(const struct lw_table *table) {
    const struct lw_column *person = lw_table_find(table, "person");
    size_t n = 0;
    for (size_t i = 0; i < table->n_rows; i++) {
        n += i == 0 || person->value[i] != person->value[i - 1];
    }
    return n;
}

/* What the ready-made definition of the study online registers. */
static lw_status put_solved_by_set(const struct online *o, struct lw_table *table,
                                   struct lw_error *err) {
    static const char *const columns[] = {"set", "share", "low 95 %", "high 95 %"};
    struct study_adjusted_mean *means;
    struct lw_error why = {.text = ""};
    size_t n;
    lw_status status =
        study_adjusted_means(table, "y ~ set + (1 | person)", "set", &means, &n, &why);
    if (status != LW_OK) {
        return not_compared(o, status, &why, err);
    }
    struct report_part *part = report_table(
        o->r, "solved-sets", "Share of attempted levels that were solved, by set",
        "One row a person and attempted level, linear mixed model on the set with the "
        "person random. In the ready-made definition of the study online this analysis "
        "decides.",
        columns, N(columns));
    report_about(o->r, part, NULL, (double)people_of(table));
    for (size_t i = 0; i < n; i++) {
        report_text(o->r, part, means[i].level);
        report_number(o->r, part, means[i].mean.value);
        report_number(o->r, part, means[i].mean.low);
        report_number(o->r, part, means[i].mean.high);
    }
    return LW_OK;
}

static lw_status put_solved_by_maker(const struct online *o, struct lw_table *table,
                                     struct lw_error *err) {
    static const char *const columns[] = {"levels",   "people",    "difference",
                                          "low 95 %", "high 95 %", "p"};
    struct study_adjusted got;
    struct lw_error why = {.text = ""};
    lw_status status =
        study_adjusted_fit(table, "y ~ made + (1 | person)", "made", &got, &why);
    if (status != LW_OK) {
        return not_compared(o, status, &why, err);
    }
    struct report_part *part = report_table(
        o->r, "solved", "Share of attempted levels that were solved",
        "Generated less hand-made sets; one row a person and attempted level, linear "
        "mixed model with the person random.",
        columns, N(columns));
    report_about(o->r, part, NULL, (double)got.groups);
    report_number(o->r, part, (double)got.rows);
    report_number(o->r, part, (double)got.groups);
    report_number(o->r, part, got.difference.value);
    report_number(o->r, part, got.difference.low);
    report_number(o->r, part, got.difference.high);
    report_number(o->r, part, got.difference.p_value);
    return LW_OK;
}

static lw_status put_solved(const struct online *o, struct lw_error *err) {
    struct lw_table table;
    lw_status status = make_table(o, &table, err);
    if (status != LW_OK) {
        return status;
    }
    status = put_solved_by_set(o, &table, err);
    if (status == LW_OK) {
        status = put_solved_by_maker(o, &table, err);
    }
    lw_table_free(&table);
    return status;
}

lw_status taylor_put_online(const struct study_export *e, struct report *r,
                            struct lw_error *err) {
    struct online o = {.e = e, .r = r};
    const struct taylor_wanted wanted[] = {
        {"person", &o.person},   {"set", &o.set},
        {"made_by", &o.made_by}, {"level", &o.level},
        {"outcome", &o.outcome}, {"restarts", &o.restarts},
        {"play_ms", &o.play_ms}, {"server_ms", &o.server_ms},
        {"phase", &o.phase}};
    lw_status status = taylor_columns(e, "plays", wanted, N(wanted), &o.n, err);
    if (status != LW_OK) {
        return status;
    }
    (void)report_section(r, "Play", "");
    put_sessions(&o);
    put_sets(&o);
    return put_solved(&o, err);
}
