/* Studies whose answers are not public, on simulated people: they walk the design that
 * the program carries (study simulate), and its analysis (study analyze) says which of
 * its tables and figures stands for which of the paper's. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lw/command/folder.h"
#include "reproduce/papers.h"
#include "study/designs.h"
#include "study/simulate.h"

#define HASH_SIZE sizeof((struct lab_definition *)0)->hash

/* Takes the export from the simulation into the folder; hash: the definition's. */
static lw_status walk(struct paper_job *job, const char *design, const char *folder,
                      char hash[HASH_SIZE], struct lw_error *err) {
    struct simulate_job simulate = {.cli = &job->cli};
    struct lw_study_crowd crowd = {0};
    lw_study_truth_begin(&simulate.truth);
    lw_status status = LW_OK;
    if (lab_definition_read(&job->cli, design, &simulate.definition) != 0) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0, "the design %s cannot be read", design);
    }
    if (status == LW_OK) {
        memcpy(hash, simulate.definition.hash, HASH_SIZE);
        simulate.simulation =
            (struct lw_study_simulation){.study = simulate.definition.study,
                                         .cells = &simulate.definition.cells,
                                         .levels = &simulate.definition.levels,
                                         .truth = &simulate.truth,
                                         .seed = job->seed,
                                         .people = job->row->people,
                                         .cancel = job->cli.cancel};
        status = simulate_write_export(&simulate, folder, &crowd, err);
    }
    lab_definition_end(&simulate.definition);
    return status;
}

/* "Figures 5.6 and 5.7 of the thesis" stands for two items: each gets the number that the
 * part has in the analysis, the first part if several stand for it. */
static void put_items(struct paper_job *job, const struct report_part *part) {
    char key[40];
    const char *kind = strncmp(part->source, "Table", 5) == 0    ? "Table"
                       : strncmp(part->source, "Figure", 6) == 0 ? "Figure"
                                                                 : NULL;
    for (const char *at = part->source;
         kind != NULL && strncmp(at, " of ", 4) != 0 && *at != '\0';) {
        size_t len = strcspn(at, " ,");
        bool number =
            len > 0 && (isdigit((unsigned char)at[len - 1]) || strspn(at, "IVX") == len);
        (void)snprintf(key, sizeof key, "%s %.*s", kind, (int)len, at);
        if (number && paper_number(job, key) == NULL) {
            paper_put(job, key, (double)part->number);
        }
        at += len;
        at += strncmp(at, " of ", 4) == 0 ? 0 : strspn(at, " ,");
    }
}

static void take_parts(struct paper_job *job, const struct report *r) {
    for (const struct report_part *part = r->first; part != NULL; part = part->next) {
        char name[120], note[400];
        if (part->source == NULL) {
            continue;
        }
        put_items(job, part);
        if (part->kind == REPORT_CHART && strncmp(part->source, "Figure", 6) == 0) {
            (void)snprintf(name, sizeof name, "simulated-%s-%s", job->row->arg,
                           part->name);
            (void)snprintf(note, sizeof note, "SIMULATED people; %s. %s", part->source,
                           part->note);
            paper_take(job, &(struct paper_picture){name, part->title, note, part->svg});
        }
    }
}

/* An export that was there may be of another definition, or may not be whole. */
static lw_status judge_left(const struct study_export *e, lw_status status,
                            const char *hash, const char *name, struct lw_error *err) {
    struct lw_error why = *err;
    if (status == LW_OK && strcmp(e->last->frozen.id, hash) == 0) {
        return LW_OK;
    }
    return lw_fail(err, LW_BAD_INPUT, 0, 0,
                   "%.100s is left from a run before (%.200s); remove it", name,
                   status == LW_OK ? "of another version of the design" : why.text);
}

lw_status paper_people(struct paper_job *job, const char *arg, struct lw_error *err) {
    struct study_export e;
    struct report r;
    char folder[1000], analysis[1100], hash[HASH_SIZE] = "";
    int len = snprintf(folder, sizeof folder, "%s/simulated-%s-%d-people-seed-%llu",
                       job->folder, arg, job->row->people, (unsigned long long)job->seed);
    (void)snprintf(analysis, sizeof analysis, "%s/analysis", folder);
    if (len < 0 || (size_t)len >= sizeof folder) {
        return lw_fail(err, LW_USAGE, 0, 0, "the folder's name is too long");
    }
    lw_status status = walk(job, arg, folder, hash, err);
    /* The same people are there from a run before, and checksums guard them. */
    bool left = status == LW_EXISTS;
    if (status != LW_OK && !left) {
        return status;
    }
    report_init(&r, job->arena.alloc);
    status = study_export_open(job->arena.alloc, folder, true, &e, err);
    if (left) {
        status = judge_left(&e, status, hash, folder + strlen(job->folder) + 1, err);
    }
    if (status == LW_OK) {
        e.runtime = &job->runtime;
        status = study_analyze(&e, &r, err);
    }
    if (status == LW_OK) {
        status = report_write_folder(&r, analysis, err);
    }
    if (status == LW_OK) {
        take_parts(job, &r);
        paper_note(job, "SIMULATED: %zu people who count; %s", e.people.n,
                   analysis + strlen(job->folder) + 1);
    }
    report_free(&r);
    study_export_close(&e);
    return status;
}
