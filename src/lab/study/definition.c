/* Reads a definition and has its levels made. Packs are those that come with the program;
 * what only a database knows is in the frozen definition of an export. */
#include "study/definition.h"

#include <string.h>

#define MAX_LEVELS_BYTES ((size_t)8 << 20)

struct place {
    const char *folder; /* of the definition, with a slash at its end; may be empty */
    size_t len;
};

static lw_status get_pack(void *ctx, const struct lw_study_set *set,
                          const struct lw_open_request *how, struct lw_arena *arena,
                          struct lw_study_opened *out, struct lw_error *err) {
    struct lw_study_shipped pack;
    struct lw_open_request request = *how;
    (void)ctx;
    if (!lw_study_pack_find(set->pack, &pack)) {
        return lw_fail(err, LW_NOT_FOUND, 0, 0,
                       "no pack '%.60s' comes with the program; for packs of a database "
                       "take the frozen definition of an export, definitions/1.json",
                       set->pack);
    }
    request.text = pack.text;
    request.len = pack.len;
    request.file = pack.file;
    return lw_study_text_open(&request, arena, out, err);
}

static lw_status get_file(void *ctx, const char *path, struct lw_buffer *out,
                          struct lw_error *err) {
    const struct place *place = ctx;
    struct lw_study_shipped shipped;
    struct lw_buffer full;
    lw_buffer_init(&full, out->alloc);
    lw_buffer_add(&full, place->folder, place->len);
    lw_buffer_puts(&full, path);
    lw_status status =
        lw_platform_read_file(lw_buffer_text(&full), MAX_LEVELS_BYTES, out, err);
    lw_buffer_free(&full);
    if (status != LW_OK && lw_study_file_find(path, &shipped)) {
        lw_buffer_add(out, shipped.text, shipped.len);
        status = lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
    }
    return status;
}

static void print_faults(struct cli *cli, const struct lw_study_faults *faults,
                         const char *name) {
    for (size_t i = 0; i < faults->n; i++) {
        struct lw_buffer line;
        if (faults->faults[i].gravity == LW_STUDY_BEFORE_OPENING ||
            faults->faults[i].gravity == LW_STUDY_ADVICE) {
            continue; /* nobody is let in */
        }
        lw_buffer_init(&line, cli->alloc);
        lw_study_fault_line(&faults->faults[i], name, &line);
        (void)fprintf(cli->err, "%s\n", lw_buffer_text(&line));
        lw_buffer_free(&line);
    }
}

static lw_status resolve(struct cli *cli, const char *name, const struct lw_buffer *text,
                         struct lab_definition *out, struct lw_study_faults *faults,
                         struct lw_error *err) {
    const char *slash = strrchr(name, '/');
    struct place place = {name, slash == NULL ? 0 : (size_t)(slash - name) + 1};
    struct lw_study_sources sources = {.ctx = &place,
                                       .pack = get_pack,
                                       .file = get_file,
                                       .budget = {.cancel = cli->cancel}};
    const struct lw_study_input input = {lw_buffer_text(text), text->len, NULL};
    lw_status status = lw_study_read(&out->arena, &input, &out->study, faults, err);
    if (status == LW_OK) {
        status = lw_study_cells_make(out->study, &out->arena, faults, &out->cells, err);
    }
    if (status == LW_OK) {
        status = lw_study_levels_resolve(out->study, &sources, cli->runtime, &out->arena,
                                         faults, &out->levels);
        if (status != LW_OK) {
            lw_error_set(err, status, 0, 0, "the levels are not available");
        }
    }
    return status == LW_OK
               ? lw_study_freeze(out->study, &out->levels, &out->frozen, out->hash, err)
               : status;
}

static lw_status thaw(const struct lw_buffer *text, struct lab_definition *out,
                      struct lw_study_faults *faults, struct lw_error *err) {
    struct lw_study_frozen frozen;
    lw_status status =
        lw_study_thaw(&out->arena, lw_buffer_text(text), text->len, &frozen, err);
    if (status != LW_OK) {
        return status;
    }
    out->study = frozen.study;
    out->levels = frozen.levels;
    memcpy(out->hash, frozen.id, sizeof out->hash);
    lw_buffer_add(&out->frozen, lw_buffer_text(text), text->len);
    return lw_study_cells_make(out->study, &out->arena, faults, &out->cells, err);
}

/* {"definition": ..., "sets": ...} */
static bool is_frozen(const struct lw_buffer *text) {
    static const char head[] = "{\"definition\":";
    return text->len > sizeof head &&
           strncmp(lw_buffer_text(text), head, sizeof head - 1) == 0;
}

static lw_status read_text(const char *name, struct lw_buffer *text,
                           struct lw_error *err) {
    struct lw_study_shipped design;
    if (strchr(name, '/') == NULL && lw_study_design_find(name, &design)) {
        lw_buffer_add(text, design.text, design.len);
        return lw_buffer_ok(text) ? LW_OK : lw_fail_memory(err);
    }
    return lw_platform_read_file(name, 16 * LW_STUDY_MAX_BYTES, text, err);
}

int lab_definition_read(struct cli *cli, const char *name, struct lab_definition *out) {
    struct lw_study_faults faults;
    struct lw_buffer text;
    struct lw_error err = {0};
    *out = (struct lab_definition){.study = NULL};
    lw_arena_init(&out->arena, cli->alloc);
    lw_buffer_init(&out->frozen, cli->alloc);
    lw_buffer_init(&text, cli->alloc);
    lw_study_faults_init(&faults, &out->arena);
    lw_status status = read_text(name, &text, &err);
    if (status == LW_OK) {
        status = is_frozen(&text) ? thaw(&text, out, &faults, &err)
                                  : resolve(cli, name, &text, out, &faults, &err);
    }
    if (status == LW_OK && !lw_buffer_ok(&out->frozen)) {
        status = lw_fail_memory(&err);
    }
    lw_buffer_free(&text);
    if (status == LW_OK) {
        return 0;
    }
    print_faults(cli, &faults, name);
    err.status = status;
    return cli_fail(cli, name, &err);
}

void lab_definition_end(struct lab_definition *definition) {
    lw_buffer_free(&definition->frozen);
    lw_arena_free(&definition->arena);
}
