/* Levels that the server's own jobs make: a preset or a batch becomes a request of
 * lw/make.h, and what is made goes into the store as it is. */
#ifndef MAKING_H
#define MAKING_H

#include "jobs/jobs.h"
#include "lw/make.h"
#include "lw/open.h"
#include "lw/store/keep.h"

struct making_request {
    const struct lw_game_kind *kind;
    const char *method;
    const struct lw_setting *options; /* NULL: as they are; outlive the making */
    const struct lw_setting *filters; /* NULL: none */
    const char *source;               /* of the game; NULL: its kind needs none */
    size_t count;
    uint64_t seed;
    double seconds;
    bool sealed; /* the levels are kept from people until a day takes them */
};

#define MAKING_MAX_FILTERS 8

struct making {
    struct app *app;
    struct job_run *run; /* NULL: only judged */
    const char *method;
    const struct lw_setting *options;
    bool sealed;
    struct lw_arena arena;        /* of the models */
    struct lw_model_texts models; /* that the store has in use now */
    struct lw_alloc_limit limit;
    struct lw_runtime runtime;
    struct lw_opened opened; /* the game, and the levels of its source */
    struct lw_option_value values[LW_MAX_GENERATOR_OPTIONS];
    struct lw_filter filters[MAKING_MAX_FILTERS];
    struct lw_make make;
    struct lw_progress latest;
    uint64_t told_ns;
};

/* Judges the request, under the ceilings of the run's server. The error's field is the
 * option that is wrong. Close it in any case. */
lw_status making_open(struct app *app, struct job_run *run,
                      const struct making_request *request, struct making *out,
                      struct lw_error *err) LW_MUST_CHECK;
/* Makes the levels; OK also with fewer than were asked for. */
lw_status making_run(struct making *making, struct lw_error *err) LW_MUST_CHECK;
/* Puts the level of that number into the store, with the options it was made with. */
lw_status making_keep(struct making *making, size_t number, const char *title,
                      struct lw_store_kept *out, struct lw_error *err) LW_MUST_CHECK;
void making_close(struct making *making);

/* Writes a setting of the generator as a member: its option's type says whether the value
 * is a number in JSON. */
void making_put_setting(struct lw_json_writer *json, const struct lw_generator *generator,
                        const struct lw_setting *setting);

#endif
