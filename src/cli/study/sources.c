/* Files and packs for definitions on the command line. */
#include "study/sources.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

void study_today(char out[11]) {
    time_t now = time(NULL);
    struct tm day;
    if (gmtime_r(&now, &day) == NULL || strftime(out, 11, "%Y-%m-%d", &day) != 10) {
        (void)snprintf(out, 11, "1970-01-01");
    }
}

struct lw_study_sources study_sources_open(struct study_sources *sources,
                                           const char *file) {
    const char *slash = strrchr(file, '/');
    if (!sources->is_open) {
        lw_buffer_init(&sources->folder, lw_alloc_libc());
        lw_buffer_add(&sources->folder, file,
                      slash == NULL ? 0 : (size_t)(slash - file) + 1);
        sources->is_open = true;
    }
    sources->from.folder = lw_buffer_text(&sources->folder);
    return lw_server_study_sources(&sources->from);
}
void study_sources_close(struct study_sources *sources) {
    if (sources->is_open) {
        lw_buffer_free(&sources->folder);
        sources->is_open = false;
    }
}

static bool same_levels(const struct lw_study_level_set *set,
                        const struct lw_study_level_set *again) {
    bool same = again->n > 0;
    for (size_t i = 0; i < set->n && same; i++) {
        size_t number = (size_t)set->levels[i].number;
        same = number >= 1 && number <= again->n &&
               strcmp(set->levels[i].id, again->levels[number - 1].id) == 0;
    }
    return same;
}

int study_remake(struct cli *cli, const struct lw_study *study,
                 const struct lw_study_levels *levels, struct study_sources *sources) {
    struct lw_study_sources from = study_sources_open(sources, "");
    int code = 0;
    for (size_t i = 0; i < study->n_sets; i++) {
        struct lw_arena arena;
        struct lw_study_faults faults;
        struct lw_study_level_set again = {0};
        if (study->sets[i].made_with == NULL) {
            continue;
        }
        lw_arena_init(&arena, cli->alloc);
        lw_study_faults_init(&faults, &arena);
        struct lw_study_remake remake = {study, i, &from, cli->runtime};
        lw_status status = lw_study_set_remake(&remake, &arena, &faults, &again);
        bool same = status == LW_OK && same_levels(&levels->sets[i], &again);
        (void)fprintf(cli->err, "set %s: made again, %s\n", study->sets[i].id,
                      same ? "the same levels" : "and the levels DIFFER");
        code = same ? code : lw_status_exit_code(LW_BAD_INPUT);
        lw_arena_free(&arena);
    }
    return code;
}
