/* The export from beginning to end: versions and levels first, then people, one at a
 * time. */
#include "export/export.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lw/game.h"

#define PATH_BYTES 160

static lw_status thaw(struct lw_study_export *x, size_t i, struct lw_error *err) {
    const struct lw_study_export_version *from = &x->about->versions[i];
    struct export_version *out = &x->versions[i];
    struct lw_study_faults faults;
    out->number = from->number;
    lw_status status =
        lw_study_thaw(&x->arena, from->frozen, strlen(from->frozen), &out->frozen, err);
    if (status == LW_OK) {
        lw_study_faults_init(&faults, &x->arena);
        status =
            lw_study_cells_make(out->frozen.study, &x->arena, &faults, &out->cells, err);
    }
    return status;
}

static lw_status make_columns(struct lw_study_export *x, struct lw_error *err) {
    size_t n = x->about->n_versions;
    const struct lw_study **studies = lw_arena_zero(&x->arena, n + 1, sizeof *studies);
    const struct lw_study_cells **cells = lw_arena_zero(&x->arena, n + 1, sizeof *cells);
    x->columns = lw_arena_zero(&x->arena, 1, sizeof *x->columns);
    if (studies == NULL || cells == NULL || x->columns == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < n; i++) {
        studies[i] = x->versions[i].frozen.study;
        cells[i] = &x->versions[i].cells;
    }
    struct export_factors factors = {studies, cells, n};
    return export_columns_make(&factors, x->about->states, &x->arena, x->columns, err);
}

/* The ending that files of the game have. */
static void file_ending(const char *game, char out[12]) {
    const struct lw_game_kind *kind = lw_game_kind_find(game);
    const char *endings = kind == NULL ? "" : kind->level->formats[0].endings;
    size_t len = strcspn(endings, " ");
    (void)snprintf(out, 12, "%.*s", len < 11 ? (int)len : 0, endings);
    if (out[0] != '.') {
        (void)snprintf(out, 12, ".txt");
    }
}

static void put_level(struct lw_study_export *x, const struct export_version *version,
                      const struct lw_study_level_set *set, size_t number) {
    struct lw_study_table *table = x->tables[TABLE_LEVELS];
    const struct lw_study_level *level = &set->levels[number];
    char path[PATH_BYTES], ending[12];
    file_ending(set->game, ending);
    (void)snprintf(path, sizeof path, "levels/%lld/%.40s/%03zu%s",
                   (long long)version->number, set->set->id, number + 1, ending);
    lw_study_folder_file(x->folder, path, level->text, strlen(level->text));
    lw_study_put_integer(table, "version", version->number);
    lw_study_put_text(table, "set", set->set->id);
    lw_study_put_integer(table, "set_number", (int64_t)number + 1);
    lw_study_put_text(table, "level", level->id);
    lw_study_put_integer(table, "level_number", level->number);
    lw_study_put_text(table, "title", level->title);
    lw_study_put_text(table, "game", set->game);
    lw_study_put_choice(table, "made_by", set->set->made_by);
    lw_study_put_text(table, "author", set->set->author);
    lw_study_put_text(table, "credit", set->set->credit);
    lw_study_put_text(table, "terms", set->set->terms);
    lw_study_put_text(table, "technique", set->set->technique);
    if (!isnan(level->moves)) {
        lw_study_put_integer(table, "moves", (int64_t)level->moves);
    }
    if (!isnan(level->pushes)) {
        lw_study_put_integer(table, "pushes", (int64_t)level->pushes);
    }
    lw_study_put_text(table, "solution", level->solution);
    lw_study_put_text(table, "file", path);
    lw_study_row_end(table);
}

static void put_version(struct lw_study_export *x, size_t i) {
    const struct lw_study_export_version *from = &x->about->versions[i];
    const struct export_version *version = &x->versions[i];
    struct lw_study_table *table = x->tables[TABLE_VERSIONS];
    const struct lw_study_levels *levels = &version->frozen.levels;
    char path[PATH_BYTES];
    (void)snprintf(path, sizeof path, "definitions/%lld.json", (long long)from->number);
    lw_study_folder_file(x->folder, path, from->frozen, strlen(from->frozen));
    lw_study_put_integer(table, "version", from->number);
    lw_study_put_text(table, "hash", version->frozen.id);
    lw_study_put_integer(table, "added_ms", from->added_ms);
    lw_study_put_text(table, "file", path);
    lw_study_row_end(table);
    for (size_t set = 0; set < levels->n_sets; set++) {
        const struct lw_study_level_set *of = &levels->sets[set];
        for (size_t number = 0; number < of->n; number++) {
            put_level(x, version, of, number);
        }
        if (of->source != NULL) {
            (void)snprintf(path, sizeof path, "levels/%lld/%.40s/game.txt",
                           (long long)from->number, of->set->id);
            lw_study_folder_file(x->folder, path, of->source, strlen(of->source));
        }
    }
}

lw_status lw_study_export_create(const struct lw_study_export_about *about,
                                 const struct lw_study_files *files,
                                 const struct lw_alloc *alloc,
                                 struct lw_study_export **out, struct lw_error *err) {
    struct lw_study_export *x = lw_alloc_zero(alloc, 1, sizeof *x);
    *out = x;
    if (x == NULL) {
        return lw_fail_memory(err);
    }
    x->alloc = alloc;
    x->about = about;
    lw_arena_init(&x->arena, alloc);
    x->versions = lw_arena_zero(&x->arena, about->n_versions + 1, sizeof *x->versions);
    lw_status status = x->versions == NULL ? lw_fail_memory(err) : LW_OK;
    for (size_t i = 0; i < about->n_versions && status == LW_OK; i++) {
        status = thaw(x, i, err);
    }
    status = status == LW_OK ? make_columns(x, err) : status;
    if (status == LW_OK) {
        status = lw_study_folder_create(alloc, files, &x->folder, err);
    }
    for (int i = 0; i < N_EXPORT_TABLES && status == LW_OK; i++) {
        x->tables[i] = lw_study_folder_table(x->folder, &x->columns->specs[i]);
    }
    for (size_t i = 0; i < about->n_versions && status == LW_OK; i++) {
        put_version(x, i);
        status = lw_study_folder_status(x->folder, err);
    }
    return status;
}

void lw_study_export_destroy(struct lw_study_export *x) {
    if (x == NULL) {
        return;
    }
    lw_study_folder_destroy(x->folder);
    lw_arena_free(&x->arena);
    lw_alloc_free(x->alloc, x, sizeof *x);
}

static lw_status read_log(const struct lw_study_export_person *person,
                          struct lw_arena *arena, struct lw_study_event *events,
                          struct lw_error *err) {
    for (size_t i = 0; i < person->n; i++) {
        const char *text = person->events[i].event;
        struct lw_json *json;
        lw_status status = lw_json_read(arena, text, strlen(text), &json, err);
        status = status == LW_OK ? lw_study_event_read(json, &events[i], err) : status;
        if (status == LW_NO_MEMORY) {
            return status;
        }
        if (status != LW_OK || events[i].seq != (int64_t)i) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "the log of person %lld is damaged at event %zu",
                           (long long)person->number, i);
        }
    }
    return LW_OK;
}

static const struct export_version *find_version(const struct lw_study_export *x,
                                                 int64_t number) {
    for (size_t i = 0; i < x->about->n_versions; i++) {
        if (x->versions[i].number == number) {
            return &x->versions[i];
        }
    }
    return NULL;
}

static lw_status put_rows(struct lw_study_export *x, const struct export_version *version,
                          const struct lw_study_export_person *person,
                          struct lw_arena *arena, struct lw_error *err) {
    struct export_rows rows = {
        .export = x, .version = version, .person = person, .arena = arena};
    struct lw_study_event *events = lw_arena_zero(arena, person->n + 1, sizeof *events);
    rows.request = (struct lw_study_plan_request){
        version->frozen.study, &version->cells, &version->frozen.levels,
        (size_t)person->cell, (uint64_t)person->number};
    rows.log = (struct lw_study_log){&rows.request, &rows.plan, events, person->n};
    lw_status status = events == NULL ? lw_fail_memory(err) : LW_OK;
    if (status == LW_OK) {
        status = lw_study_plan_make(&rows.request, arena, &rows.plan, err);
    }
    status = status == LW_OK ? read_log(person, arena, events, err) : status;
    lw_buffer_init(&rows.text, x->alloc);
    status = status == LW_OK ? export_rows_put(&rows, err) : status;
    if (status == LW_OK && !lw_buffer_ok(&rows.text)) {
        status = lw_fail_memory(err);
    }
    lw_buffer_free(&rows.text);
    return status == LW_OK ? lw_study_folder_status(x->folder, err) : status;
}

lw_status lw_study_export_person(struct lw_study_export *x,
                                 const struct lw_study_export_person *person,
                                 struct lw_error *err) {
    struct lw_arena arena;
    const struct export_version *version = find_version(x, person->version);
    if (version == NULL || person->cell < 0 || (size_t)person->cell >= version->cells.n) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "person %lld is in a version or cell that the study lacks",
                       (long long)person->number);
    }
    lw_arena_init(&arena, x->alloc);
    lw_status status = put_rows(x, version, person, &arena, err);
    lw_arena_free(&arena);
    x->n_persons++;
    x->n_simulated += person->simulated;
    return status;
}

lw_status lw_study_export_end(struct lw_study_export *x, struct lw_error *err) {
    struct lw_buffer text;
    char name[60];
    lw_buffer_init(&text, x->alloc);
    lw_buffer_printf(
        &text,
        "Everything that %lld %s did in this study, and what they were shown. "
        "Persons are\nnumbers; who withdrew is not here, and of who did not consent "
        "there is only a row in\n`persons.csv`. What the design hid from people (cell, "
        "set, author, technique, title) is\njoined in: columns that say \"hidden\".\n\n"
        "`definitions` has the frozen definition of each version with its levels, byte "
        "for byte;\n`levels/VERSION/SET` has each level as a file of its game, and "
        "`levels.csv` says who is to\nbe credited and on what terms a level may be "
        "passed on.\n",
        (long long)x->n_persons, x->n_persons == 1 ? "person" : "people");
    if (x->n_simulated > 0) {
        lw_buffer_printf(
            &text,
            "\n**%lld of them %s simulated**, and marked so in every row: no "
            "participants did this.\n",
            (long long)x->n_simulated, x->n_simulated == 1 ? "is" : "are");
    }
    (void)snprintf(name, sizeof name, "study-%.40s", x->about->study);
    struct lw_study_folder_about about = {
        .name = name, .title = x->about->title, .text = lw_buffer_text(&text)};
    lw_status status = lw_buffer_ok(&text) ? lw_study_folder_end(x->folder, &about, err)
                                           : lw_fail_memory(err);
    lw_buffer_free(&text);
    return status;
}

lw_status lw_study_export_page(struct lw_buffer *out, struct lw_error *err) {
    struct lw_arena arena;
    const struct lw_study_table_spec *specs[N_EXPORT_TABLES];
    lw_arena_init(&arena, out->alloc);
    struct export_columns *columns = lw_arena_zero(&arena, 1, sizeof *columns);
    lw_status status = columns == NULL
                           ? lw_fail_memory(err)
                           : export_columns_make(&(struct export_factors){NULL, NULL, 0},
                                                 "inside|completed|declined|unfit",
                                                 &arena, columns, err);
    for (int i = 0; i < N_EXPORT_TABLES && status == LW_OK; i++) {
        specs[i] = &columns->specs[i];
    }
    if (status == LW_OK) {
        lw_study_tables_page(specs, N_EXPORT_TABLES, out);
    }
    lw_arena_free(&arena);
    return status;
}
