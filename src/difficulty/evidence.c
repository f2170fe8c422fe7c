/* Evidence from tables: which column plays which role, and every cell checked. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lw/difficulty/evidence_set.h"
#include "lw/difficulty/joint.h"

#define MAX_ROLES 12
#define MAX_KEEPS 6

/* What a specification says: KIND:ROLE=COLUMN,… */
struct spec {
    enum lw_evidence_kind kind;
    struct {
        const char *role;
        const char *column;
    } roles[MAX_ROLES];
    size_t n_roles;
    struct {
        const struct lw_column *column;
        const char *value;
    } keeps[MAX_KEEPS];
    size_t n_keeps;
    double limit; /* seconds at which an empty time is censored; NaN: none */
};

static const char *const roles_of[LW_EVIDENCE_N_KINDS] = {
    [LW_EVIDENCE_COMPLETION] = "level solved plays",
    [LW_EVIDENCE_OUTCOME] = "level player solved",
    [LW_EVIDENCE_RATING] = "level player rating",
    [LW_EVIDENCE_TIME] = "level player seconds finished",
    [LW_EVIDENCE_CHOICE] = "a b chosen",
};

void lw_evidence_set_init(struct lw_evidence_set *set, const struct lw_alloc *alloc,
                          const char *const *level_names, size_t n_levels) {
    *set = (struct lw_evidence_set){
        .level_names = level_names, .n_names = n_levels, .n_levels = n_levels};
    lw_arena_init(&set->arena, alloc);
}

void lw_evidence_set_names(struct lw_evidence_set *set, const char *const *names,
                           const size_t *level_of, size_t n_names) {
    set->level_names = names;
    set->level_of = level_of;
    set->n_names = n_names;
}

void lw_evidence_set_free(struct lw_evidence_set *set) {
    const struct lw_alloc *alloc = set->arena.alloc;
    lw_alloc_free(alloc, set->player_names, set->players_cap * sizeof *set->player_names);
    lw_alloc_free(alloc, set->sources, set->sources_cap * sizeof *set->sources);
    lw_alloc_free(alloc, set->observations,
                  set->observations_cap * sizeof *set->observations);
    lw_arena_free(&set->arena);
    *set = (struct lw_evidence_set){.n_levels = 0};
}

struct lw_joint_data lw_evidence_set_data(const struct lw_evidence_set *set) {
    return (struct lw_joint_data){.n_levels = set->n_levels,
                                  .n_players = set->n_players,
                                  .n_sources = set->n_sources,
                                  .n_observations = set->n_observations,
                                  .sources = set->sources,
                                  .observations = set->observations};
}

static bool is_role(enum lw_evidence_kind kind, const char *name) {
    size_t len = strlen(name);
    for (const char *at = roles_of[kind]; *at != '\0';) {
        size_t word = strcspn(at, " ");
        if (word == len && memcmp(at, name, len) == 0) {
            return true;
        }
        at += word + (at[word] == ' ');
    }
    return false;
}

static lw_status read_keep(struct spec *spec, const struct lw_table *table, char *value,
                           struct lw_error *err) {
    char *colon = strchr(value, ':');
    if (colon == NULL || spec->n_keeps == MAX_KEEPS) {
        return lw_fail(err, LW_USAGE, 0, 0, "'keep=%.60s' is not keep=COLUMN:VALUE",
                       value);
    }
    *colon = '\0';
    const struct lw_column *column = lw_table_find(table, value);
    if (column == NULL) {
        return lw_fail(err, LW_BAD_INPUT, 1, 0, "there is no column '%.60s'", value);
    }
    spec->keeps[spec->n_keeps].column = column;
    spec->keeps[spec->n_keeps++].value = colon + 1;
    return LW_OK;
}

static lw_status read_part(struct spec *spec, const struct lw_table *table, char *part,
                           struct lw_error *err) {
    char *equals = strchr(part, '=');
    if (equals == NULL) {
        return lw_fail(err, LW_USAGE, 0, 0, "'%.60s' is not ROLE=COLUMN", part);
    }
    *equals = '\0';
    char *value = equals + 1, *end;
    if (strcmp(part, "keep") == 0) {
        return read_keep(spec, table, value, err);
    }
    if (strcmp(part, "limit") == 0 && spec->kind == LW_EVIDENCE_TIME) {
        spec->limit = strtod(value, &end);
        return *end == '\0' && spec->limit > 0 && isfinite(spec->limit)
                   ? LW_OK
                   : lw_fail(err, LW_USAGE, 0, 0,
                             "'limit=%.40s' is not a number of seconds", value);
    }
    if (!is_role(spec->kind, part) || spec->n_roles == MAX_ROLES) {
        return lw_fail(err, LW_USAGE, 0, 0,
                       "evidence of kind %s has no role '%.40s'; it has: %s",
                       lw_evidence_kind_name(spec->kind), part, roles_of[spec->kind]);
    }
    spec->roles[spec->n_roles].role = part;
    spec->roles[spec->n_roles++].column = value;
    return LW_OK;
}

/* text is cut up. */
static lw_status read_spec(struct spec *spec, const struct lw_table *table, char *text,
                           struct lw_error *err) {
    char *colon = strchr(text, ':'), *next = NULL;
    *spec = (struct spec){.limit = NAN};
    if (colon != NULL) {
        *colon = '\0';
        next = colon + 1;
    }
    while (spec->kind < LW_EVIDENCE_N_KINDS &&
           strcmp(text, lw_evidence_kind_name(spec->kind)) != 0) {
        spec->kind++;
    }
    if (spec->kind == LW_EVIDENCE_N_KINDS) {
        return lw_fail(
            err, LW_USAGE, 0, 0,
            "'%.40s' is not a kind of evidence; there are completion, outcome, "
            "rating, time and choice",
            text);
    }
    lw_status status = LW_OK;
    while (status == LW_OK && next != NULL && *next != '\0') {
        char *part = next, *comma = strchr(part, ',');
        next = comma == NULL ? NULL : comma + 1;
        if (comma != NULL) {
            *comma = '\0';
        }
        status = read_part(spec, table, part, err);
    }
    return status;
}

/* The column in that role: the one named, else the one that bears the role's name; NULL
 * with an error when it is needed and not there. */
static const struct lw_column *column_of(const struct spec *spec,
                                         const struct lw_table *table, const char *role,
                                         bool needed, lw_status *status,
                                         struct lw_error *err) {
    const char *name = role;
    for (size_t i = 0; i < spec->n_roles; i++) {
        if (strcmp(spec->roles[i].role, role) == 0) {
            name = spec->roles[i].column;
            needed = true;
        }
    }
    const struct lw_column *column = lw_table_find(table, name);
    if (column == NULL && needed && *status == LW_OK) {
        *status = lw_fail(err, LW_BAD_INPUT, 1, 0,
                          "there is no column '%.60s'; name the column for '%s' with "
                          "%s:%s=COLUMN",
                          name, role, lw_evidence_kind_name(spec->kind), role);
    }
    return column;
}

/* The table's columns in their roles, and which level or player each row is about. */
struct reading {
    struct lw_evidence_set *set;
    const struct spec *spec;
    const struct lw_column *level, *other, *player, *answer, *plays, *finished;
    size_t *level_at, *other_at, *player_at; /* [row] */
    size_t source;
    struct lw_error *err;
};

static lw_status refuse(const struct reading *r, const struct lw_column *column,
                        size_t row, const char *what) {
    return lw_fail(r->err, LW_BAD_INPUT, 0, 0, "column '%.60s', row %zu: '%.40s' %s",
                   column->name, row + 1, column->text[row], what);
}

/* For each row the place of its text among names, n when it is not there. */
static lw_status places(struct lw_table *table, const struct lw_column *column,
                        const char *const *names, size_t n, size_t **out,
                        struct lw_error *err) {
    const char **distinct;
    size_t n_distinct, *index, *map;
    lw_status status =
        lw_table_levels(table, column, &distinct, &n_distinct, &index, err);
    if (status != LW_OK) {
        return status;
    }
    map = lw_arena_zero(&table->arena, n_distinct + 1, sizeof *map);
    *out = lw_arena_zero(&table->arena, table->n_rows + 1, sizeof **out);
    if (map == NULL || *out == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < n_distinct; i++) {
        while (map[i] < n && strcmp(names[map[i]], distinct[i]) != 0) {
            map[i]++;
        }
    }
    for (size_t i = 0; i < table->n_rows; i++) {
        (*out)[i] = map[index[i]];
    }
    return LW_OK;
}

/* For each row its level, n_levels when there is none of that name. */
static lw_status place_levels(const struct reading *r, struct lw_table *table,
                              const struct lw_column *column, size_t **out) {
    const struct lw_evidence_set *set = r->set;
    lw_status status = places(table, column, set->level_names, set->n_names, out, r->err);
    for (size_t i = 0; status == LW_OK && i < table->n_rows; i++) {
        size_t name = (*out)[i];
        (*out)[i] = name == set->n_names    ? set->n_levels
                    : set->level_of == NULL ? name
                                            : set->level_of[name];
    }
    return status;
}

/* Players that are new get the next number. */
static lw_status place_players(struct reading *r, struct lw_table *table) {
    struct lw_evidence_set *set = r->set;
    const char **distinct;
    size_t n_distinct, *index;
    lw_status status =
        lw_table_levels(table, r->player, &distinct, &n_distinct, &index, r->err);
    for (size_t i = 0; status == LW_OK && i < n_distinct; i++) {
        size_t at = 0;
        while (at < set->n_players && strcmp(set->player_names[at], distinct[i]) != 0) {
            at++;
        }
        if (at < set->n_players || distinct[i][0] == '\0') {
            continue;
        }
        char *copy = lw_arena_text(&set->arena, distinct[i], strlen(distinct[i]));
        if (copy == NULL ||
            !lw_grow(set->arena.alloc, &set->player_names, &set->players_cap,
                     set->n_players + 1, sizeof *set->player_names)) {
            return lw_fail_memory(r->err);
        }
        set->player_names[set->n_players++] = copy;
    }
    return status == LW_OK ? places(table, r->player, set->player_names, set->n_players,
                                    &r->player_at, r->err)
                           : status;
}

static lw_status find_columns(struct reading *r, struct lw_table *table) {
    static const char *const answers[LW_EVIDENCE_N_KINDS] = {"solved", "solved", "rating",
                                                             "seconds", "chosen"};
    enum lw_evidence_kind kind = r->spec->kind;
    bool choice = kind == LW_EVIDENCE_CHOICE;
    lw_status status = LW_OK;
    r->level = column_of(r->spec, table, choice ? "a" : "level", true, &status, r->err);
    r->answer = column_of(r->spec, table, answers[kind], true, &status, r->err);
    if (choice) {
        r->other = column_of(r->spec, table, "b", true, &status, r->err);
    } else if (kind == LW_EVIDENCE_COMPLETION) {
        r->plays = column_of(r->spec, table, "plays", true, &status, r->err);
    } else {
        r->player = column_of(r->spec, table, "player", false, &status, r->err);
    }
    if (kind == LW_EVIDENCE_TIME) {
        r->finished = column_of(r->spec, table, "finished", false, &status, r->err);
    }
    if (status == LW_OK) {
        status = place_levels(r, table, r->level, &r->level_at);
    }
    if (status == LW_OK && r->other != NULL) {
        status = place_levels(r, table, r->other, &r->other_at);
    }
    return status == LW_OK && r->player != NULL ? place_players(r, table) : status;
}

static lw_status read_completion(const struct reading *r, size_t row,
                                 struct lw_observation *o) {
    o->plays = r->plays->value[row];
    o->value = r->answer->value[row];
    if (!(o->plays > 0)) {
        return refuse(r, r->plays, row, "is not a number of plays above 0");
    }
    if (!(o->value >= 0 && o->value <= o->plays)) {
        return refuse(r, r->answer, row,
                      "is not a number of finished plays between 0 and all of them");
    }
    return LW_OK;
}

static lw_status read_time(const struct reading *r, size_t row,
                           struct lw_observation *o) {
    double seconds = r->answer->value[row];
    bool empty = r->answer->text[row][0] == '\0';
    if (r->finished != NULL) {
        double finished = r->finished->value[row];
        if (finished != 0 && finished != 1) {
            return refuse(r, r->finished, row, "is neither 1 (finished) nor 0");
        }
        o->censored = finished == 0;
    }
    if (empty && !isnan(r->spec->limit)) {
        o->censored = true;
        seconds = r->spec->limit;
    }
    if (!(seconds > 0)) {
        return refuse(r, r->answer, row,
                      empty ? "is not a time; give the time at which unfinished plays "
                              "were stopped as limit=SECONDS"
                            : "is not a number of seconds above 0");
    }
    o->value = log(seconds);
    return LW_OK;
}

static lw_status read_answer(const struct reading *r, size_t row,
                             struct lw_observation *o) {
    double value = r->answer->value[row];
    const char *text = r->answer->text[row];
    switch (r->spec->kind) {
    case LW_EVIDENCE_COMPLETION:
        return read_completion(r, row, o);
    case LW_EVIDENCE_TIME:
        return read_time(r, row, o);
    case LW_EVIDENCE_RATING:
        o->value = value;
        return isnan(value) ? refuse(r, r->answer, row, "is not a number") : LW_OK;
    case LW_EVIDENCE_OUTCOME:
        o->value = value;
        return value == 0 || value == 1
                   ? LW_OK
                   : refuse(r, r->answer, row, "is neither 1 (solved) nor 0");
    default:
        o->value = strcmp(text, "a") == 0;
        if (o->level == o->other) {
            return refuse(r, r->level, row, "is compared with itself");
        }
        return o->value == 1 || strcmp(text, "b") == 0
                   ? LW_OK
                   : refuse(r, r->answer, row, "is neither a nor b");
    }
}

static bool kept(const struct spec *spec, size_t row) {
    for (size_t i = 0; i < spec->n_keeps; i++) {
        if (strcmp(spec->keeps[i].column->text[row], spec->keeps[i].value) != 0) {
            return false;
        }
    }
    return true;
}

static lw_status read_rows(struct reading *r, size_t n_rows) {
    struct lw_evidence_set *set = r->set;
    struct lw_joint_source *source = &set->sources[r->source];
    source->n_rows = n_rows;
    for (size_t row = 0; row < n_rows; row++) {
        if (!kept(r->spec, row)) {
            source->n_not_kept++;
            continue;
        }
        struct lw_observation o = {
            .source = r->source, .level = r->level_at[row], .player = LW_NO_PLAYER};
        o.other = r->other == NULL ? 0 : r->other_at[row];
        if (r->player != NULL) {
            if (r->player->text[row][0] == '\0') {
                return refuse(r, r->player, row, "names no player");
            }
            o.player = r->player_at[row];
        }
        if (o.level == set->n_levels || o.other == set->n_levels) {
            set->n_unknown++;
            source->n_unknown++;
            continue;
        }
        lw_status status = read_answer(r, row, &o);
        if (status != LW_OK) {
            return status;
        }
        if (!lw_grow(set->arena.alloc, &set->observations, &set->observations_cap,
                     set->n_observations + 1, sizeof *set->observations)) {
            return lw_fail_memory(r->err);
        }
        set->observations[set->n_observations++] = o;
    }
    return LW_OK;
}

/* Ratings and logarithms of times on a common scale. */
static lw_status standardise(struct reading *r, size_t first) {
    struct lw_evidence_set *set = r->set;
    struct lw_joint_source *source = &set->sources[r->source];
    double sum = 0, squares = 0;
    size_t n = set->n_observations - first;
    source->spread = 1;
    if (n < 3) {
        return lw_fail(r->err, LW_BAD_INPUT, 0, 0,
                       "only %zu rows are about levels of the list; at least 3 are "
                       "needed",
                       n);
    }
    if (source->kind != LW_EVIDENCE_RATING && source->kind != LW_EVIDENCE_TIME) {
        return LW_OK;
    }
    for (size_t i = first; i < set->n_observations; i++) {
        sum += set->observations[i].value;
    }
    source->centre = sum / (double)n;
    for (size_t i = first; i < set->n_observations; i++) {
        double d = set->observations[i].value - source->centre;
        squares += d * d;
    }
    source->spread = sqrt(squares / (double)(n - 1));
    if (!(source->spread > 1e-12)) {
        return lw_fail(r->err, LW_BAD_INPUT, 0, 0,
                       "column '%.60s': all %zu rows hold the same value, so nothing can "
                       "be learned from it",
                       r->answer->name, n);
    }
    for (size_t i = first; i < set->n_observations; i++) {
        double *value = &set->observations[i].value;
        *value = (*value - source->centre) / source->spread;
    }
    return LW_OK;
}

/* Names the column whose answers are all the same. */
static lw_status check_varied(const struct reading *r, size_t first) {
    const struct lw_evidence_set *set = r->set;
    bool some = false, not_all = false;
    if (r->spec->kind != LW_EVIDENCE_OUTCOME && r->spec->kind != LW_EVIDENCE_COMPLETION) {
        return LW_OK;
    }
    for (size_t i = first; i < set->n_observations; i++) {
        const struct lw_observation *o = &set->observations[i];
        double all = r->spec->kind == LW_EVIDENCE_COMPLETION ? o->plays : 1;
        some = some || o->value > 0;
        not_all = not_all || o->value < all;
    }
    return some && not_all
               ? LW_OK
               : lw_fail(r->err, LW_BAD_INPUT, 0, 0,
                         "column '%.60s': %s in all %zu rows, so nothing separates the "
                         "levels",
                         r->answer->name,
                         some ? "everything is solved" : "nothing is solved",
                         set->n_observations - first);
}

lw_status lw_evidence_set_add(struct lw_evidence_set *set, const char *name,
                              struct lw_table *table, const char *text,
                              struct lw_error *err) {
    struct spec spec;
    struct reading r = {.set = set, .spec = &spec, .source = set->n_sources, .err = err};
    size_t first = set->n_observations;
    char *copy = lw_arena_text(&table->arena, text, strlen(text));
    char *kept_name = lw_arena_text(&set->arena, name, strlen(name));
    if (copy == NULL || kept_name == NULL ||
        !lw_grow(set->arena.alloc, &set->sources, &set->sources_cap, set->n_sources + 1,
                 sizeof *set->sources)) {
        return lw_fail_memory(err);
    }
    lw_status status = read_spec(&spec, table, copy, err);
    if (status == LW_OK) {
        status = find_columns(&r, table);
    }
    if (status == LW_OK) {
        set->sources[set->n_sources++] =
            (struct lw_joint_source){.kind = spec.kind, .name = kept_name};
        status = read_rows(&r, table->n_rows);
    }
    if (status == LW_OK) {
        status = check_varied(&r, first);
    }
    return status == LW_OK ? standardise(&r, first) : status;
}

lw_status lw_evidence_set_completion(struct lw_evidence_set *set,
                                     const struct lw_completion *source,
                                     struct lw_error *err) {
    const struct lw_alloc *alloc = set->arena.alloc;
    char *kept_name = lw_arena_text(&set->arena, source->name, strlen(source->name));
    if (kept_name == NULL ||
        !lw_grow(alloc, &set->sources, &set->sources_cap, set->n_sources + 1,
                 sizeof *set->sources) ||
        !lw_grow(alloc, &set->observations, &set->observations_cap,
                 set->n_observations + source->n, sizeof *set->observations)) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < source->n; i++) {
        set->observations[set->n_observations++] =
            (struct lw_observation){.source = set->n_sources,
                                    .level = source->level[i],
                                    .player = LW_NO_PLAYER,
                                    .value = source->solved[i],
                                    .plays = source->plays[i]};
    }
    set->sources[set->n_sources++] = (struct lw_joint_source){
        .kind = LW_EVIDENCE_COMPLETION, .name = kept_name, .spread = 1};
    return LW_OK;
}
