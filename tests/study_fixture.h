/* The small study of tests/data/studies, with its levels. */
#ifndef STUDY_FIXTURE_H
#define STUDY_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lw/study.h"

#define STUDY_TODAY "2026-11-17"

static const char fixture_made[] = "#######\n#@ $ .#\n#######\n\n"
                                   "########\n#@ $  .#\n########\n\n"
                                   "######\n#@$ .#\n######\n";
static const char fixture_drawn[] = "#####\n#@$.#\n#####\n\n"
                                    "#########\n#@$    .#\n#########\n";

/* The whole file; free it. */
static inline char *fixture_file(const char *path, size_t *len) {
    FILE *file = fopen(path, "rb");
    char *text = malloc((size_t)1 << 20);
    *len = file == NULL || text == NULL ? 0 : fread(text, 1, ((size_t)1 << 20) - 1, file);
    if (text != NULL) {
        text[*len] = '\0';
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return text;
}

static inline lw_status fixture_levels(void *ctx, const char *path, struct lw_buffer *out,
                                       struct lw_error *err) {
    struct lw_study_shipped shipped;
    (void)ctx;
    if (strcmp(path, "made.sok") == 0) {
        lw_buffer_puts(out, fixture_made);
    } else if (strcmp(path, "drawn.sok") == 0) {
        lw_buffer_puts(out, fixture_drawn);
    } else if (lw_study_file_find(path, &shipped)) {
        lw_buffer_add(out, shipped.text, shipped.len);
    } else {
        return lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no file '%s'", path);
    }
    return LW_OK;
}

static inline struct lw_study_sources fixture_sources(void) {
    return (struct lw_study_sources){.file = fixture_levels};
}

/* Everything about a definition, in one arena. */
struct fixture_study {
    struct lw_arena arena;
    struct lw_study_faults faults;
    struct lw_study *study;
    struct lw_study_cells cells;
    struct lw_study_levels levels;
    lw_status status;
    struct lw_error err;
};

static inline void fixture_read(struct fixture_study *f, const char *text, size_t len) {
    memset(f, 0, sizeof *f);
    lw_arena_init(&f->arena, lw_alloc_libc());
    lw_study_faults_init(&f->faults, &f->arena);
    struct lw_study_input input = {text, len, STUDY_TODAY};
    f->status = lw_study_read(&f->arena, &input, &f->study, &f->faults, &f->err);
    if (f->status == LW_OK) {
        f->status =
            lw_study_cells_make(f->study, &f->arena, &f->faults, &f->cells, &f->err);
    }
}

static inline void fixture_resolve(struct fixture_study *f) {
    struct lw_study_sources sources = fixture_sources();
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    if (f->status == LW_OK) {
        f->status = lw_study_levels_resolve(f->study, &sources, &runtime, &f->arena,
                                            &f->faults, &f->levels);
    }
}

static inline void fixture_small(struct fixture_study *f) {
    size_t len;
    char *text = fixture_file(LW_TEST_DATA "/studies/small.json", &len);
    fixture_read(f, text, len);
    fixture_resolve(f);
    free(text);
}

static inline void fixture_free(struct fixture_study *f) {
    lw_arena_free(&f->arena);
}

#endif
