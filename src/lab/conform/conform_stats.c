/* conform stats: a folder of reference answers against our statistics. */
#include "conform/conform_stats.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "conform/conform.h"

#define MAX_FILE_BYTES ((size_t)64 << 20)

void stats_broken(struct stats_case *c, const char *fmt, ...) {
    if (!c->failed) {
        va_list args;
        va_start(args, fmt);
        (void)vsnprintf(c->why, sizeof c->why, fmt, args);
        va_end(args);
    }
    c->failed = true;
}

bool stats_done(struct stats_case *c, lw_status status, const struct lw_error *err) {
    if (status != LW_OK) {
        stats_broken(c, "%s", err->text);
    }
    return status == LW_OK;
}

const struct lw_json *stats_at(const struct lw_json *object, const char *key) {
    return lw_json_get(object, key);
}

void stats_number(struct stats_case *c, const char *name, double got, double want,
                  double absolute, double relative) {
    c->n_checks++;
    if (!(fabs(got - want) <= absolute + relative * fabs(want))) {
        stats_broken(c, "%s is %.15g, the reference %.15g", name, got, want);
    }
}

void stats_near(struct stats_case *c, const char *name, double got,
                const struct lw_json *want, double absolute, double relative) {
    if (want == NULL) {
        return; /* this answer file does not give it */
    }
    /* What has no JSON number: as null, or in R's words. */
    const char *word = want->type == LW_JSON_TEXT ? want->text : "";
    bool infinite = strcmp(word, "Inf") == 0 || strcmp(word, "-Inf") == 0;
    if (want->type == LW_JSON_NULL || strcmp(word, "NA") == 0 ||
        strcmp(word, "NaN") == 0) {
        c->n_checks++;
        if (isfinite(got)) {
            stats_broken(c, "%s is %g, but it is undefined", name, got);
        }
    } else if (infinite) {
        c->n_checks++;
        if (!isinf(got) || (got < 0) != (word[0] == '-')) {
            stats_broken(c, "%s is %g, the reference %s", name, got, word);
        }
    } else if (want->type != LW_JSON_NUMBER) {
        stats_broken(c, "line %u: %s is not a number", want->line, name);
    } else {
        stats_number(c, name, got, want->number, absolute, relative);
    }
}

void stats_list(struct stats_case *c, const char *name, const double *got, size_t n,
                const struct lw_json *want, struct stats_within within) {
    if (want == NULL) {
        return;
    }
    if (want->type != LW_JSON_ARRAY && n == 1) {
        stats_near(c, name, got[0], want, within.absolute, within.relative);
        return;
    }
    if (want->n_children != n) {
        stats_broken(c, "%s has %zu entries, the reference %u", name, n,
                     want->n_children);
        return;
    }
    size_t i = 0;
    for (const struct lw_json *at = want->first; at != NULL; at = at->next, i++) {
        stats_near(c, name, got[i], at, within.absolute, within.relative);
    }
}

lw_status stats_read_table(const struct lw_alloc *alloc, const char *folder,
                           const char *name, struct lw_table *table,
                           struct lw_error *err) {
    char path[1024];
    struct lw_buffer text;
    (void)snprintf(path, sizeof path, "%s/%s.csv", folder, name);
    lw_buffer_init(&text, alloc);
    lw_status status = lw_platform_read_file(path, MAX_FILE_BYTES, &text, err);
    if (status == LW_OK) {
        status = lw_table_read(alloc, lw_buffer_text(&text), text.len, table, err);
    }
    lw_buffer_free(&text);
    return status;
}

static const struct {
    const char *folder;
    void (*run)(struct stats_case *c);
} kinds[] = {
    {"corr", stats_case_corr},
    {"descr", stats_case_descr},
    {"dist", stats_case_dist},
    {"irt", stats_case_irt},
    {"lmm", stats_case_lmm},
    {"nist", stats_case_nist},
    {"ordinal", stats_case_ordinal},
    {"pairwise", stats_case_pairwise},
    {"pca", stats_case_pca},
    {"regress", stats_case_regress},
    {"transform", stats_case_transform},
};
#define N_KINDS (sizeof kinds / sizeof *kinds)

static void report(struct cli *cli, const struct cli_args *args,
                   const struct stats_case *c) {
    if (cli_value(args, "json")->flag) {
        struct lw_buffer line;
        struct lw_json_writer json;
        cli_json_begin(cli, &line, &json);
        lw_json_text(&json, "case", c->stem);
        lw_json_bool(&json, "passed", !c->failed);
        lw_json_uint(&json, "checks", c->n_checks);
        lw_json_text(&json, "why", c->failed ? c->why : NULL);
        cli_json_end(cli, &line, &json);
    } else if (c->failed) {
        (void)fprintf(cli->out, "FAILED %s: %s\n", c->stem, c->why);
    } else if (cli_value(args, "verbose")->flag) {
        (void)fprintf(cli->out, "passed %s (%zu numbers)\n", c->stem, c->n_checks);
    }
}

/* dist has its answers in the CSV. */
static bool answers_in_table(size_t kind) {
    return strcmp(kinds[kind].folder, "dist") == 0;
}

/* Runs one case; its files are read here so that a case only computes. True: passed. */
static bool run_case(struct cli *cli, const struct cli_args *args, const char *folder,
                     const char *stem, size_t kind) {
    struct stats_case c = {.alloc = cli->alloc, .folder = folder, .stem = stem};
    struct lw_error err = {.text = ""};
    struct lw_arena arena;
    struct lw_buffer text;
    struct lw_json *want = NULL;
    struct lw_table table = {0};
    char path[1024];
    lw_arena_init(&arena, cli->alloc);
    lw_buffer_init(&text, cli->alloc);
    if (!answers_in_table(kind)) {
        (void)snprintf(path, sizeof path, "%s/%s.json", folder, stem);
        lw_status status = lw_platform_read_file(path, MAX_FILE_BYTES, &text, &err);
        if (status == LW_OK) {
            status = lw_json_read(&arena, lw_buffer_text(&text), text.len, &want, &err);
        }
        (void)stats_done(&c, status, &err);
        c.want = want;
    }
    if (!c.failed && stats_read_table(cli->alloc, folder, stem, &table, &err) == LW_OK) {
        c.table = &table;
    }
    if (!c.failed) {
        kinds[kind].run(&c);
    }
    if (!c.failed && c.n_checks == 0) {
        stats_broken(&c, "nothing in it can be compared");
    }
    report(cli, args, &c);
    if (c.table != NULL) {
        lw_table_free(&table);
    }
    lw_buffer_free(&text);
    lw_arena_free(&arena);
    return !c.failed;
}

static int by_name(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* Every answer file of one sub-folder is a case. */
static void run_folder(struct cli *cli, const struct cli_args *args, const char *folder,
                       size_t kind, struct conform_tally *tally) {
    char path[1024];
    struct dirent **names;
    const char *ending = answers_in_table(kind) ? ".csv" : ".json";
    (void)snprintf(path, sizeof path, "%s/%s", folder, kinds[kind].folder);
    int n = scandir(path, &names, NULL, by_name);
    for (int i = 0; i < n; i++) {
        const char *name = names[i]->d_name;
        size_t len = strlen(name), end = strlen(ending);
        if (len > end && strcmp(name + len - end, ending) == 0) {
            char stem[512];
            (void)snprintf(stem, sizeof stem, "%s/%.*s", kinds[kind].folder,
                           (int)(len - end), name);
            bool passed = run_case(cli, args, folder, stem, kind);
            tally->passed += passed;
            tally->failed += !passed;
        }
        free(names[i]);
    }
    if (n >= 0) {
        free(names);
    }
}

static int run(struct cli *cli, const struct cli_args *args, const char *const *paths,
               size_t n_paths, struct conform_tally *tally) {
    for (size_t i = 0; i < n_paths; i++) {
        size_t before = tally->passed + tally->failed;
        for (size_t kind = 0; kind < N_KINDS; kind++) {
            run_folder(cli, args, paths[i], kind, tally);
        }
        if (tally->passed + tally->failed == before) {
            struct lw_error err;
            (void)lw_fail(&err, LW_BAD_INPUT, 0, 0,
                          "no reference answers here; expected sub-folders such as "
                          "corr, lmm or nist with .json files");
            return cli_fail(cli, paths[i], &err);
        }
    }
    return 0;
}

const struct lab_conform conform_stats = {
    .name = "stats",
    .summary = "reference answers of statistical software, in a folder",
    .example = "stats-fixtures",
    .run = run,
};
