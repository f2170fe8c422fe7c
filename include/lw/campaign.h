/* Campaigns: chapters of levels that rise along a curve of difficulty, bring one new idea
 * at a time, and are nowhere alike.
 *
 * More levels than are wanted are made, by lw/make.h, with all sources of a chapter, into
 * an archive over rating and size of task; then those are chosen that follow the curve
 * best and differ from their neighbours. Budgets count candidates, so that the same
 * campaign and seed give the same levels with any number of threads. */
#ifndef LW_CAMPAIGN_H
#define LW_CAMPAIGN_H

#include "lw/make.h"

#define LW_CAMPAIGN_MAX_CHAPTERS 40
#define LW_CAMPAIGN_MAX_LEVELS 1000
#define LW_CAMPAIGN_MAX_CURVE 12
#define LW_CAMPAIGN_MAX_FILTERS 16
#define LW_CAMPAIGN_MAX_RISES 4
#define LW_CAMPAIGN_MAX_IDEAS 12
#define LW_CAMPAIGN_MAX_SOURCES 16

/* A generator with its options. */
struct lw_campaign_source {
    const struct lw_generator *generator;
    const struct lw_option_value *values;
    uint32_t share; /* candidates of one round, beside those of the other sources */
};

/* A measure or feature that goes from one value to another along the chapter. */
struct lw_campaign_rise {
    struct lw_filter what; /* its range is both ends */
    double from, to;
};

struct lw_campaign_chapter {
    const char *title, *text; /* text: what the chapter is about; may be "" */
    const struct lw_game_kind *kind;
    const char *rules; /* "name=value" lines */
    const char *file;  /* of a game that is made from source, as written; or NULL */
    size_t count;
    /* Ratings at equal distances along the chapter; straight between them. */
    double curve[LW_CAMPAIGN_MAX_CURVE];
    size_t n_curve;
    uint32_t least_width, least_height, most_width, most_height; /* most 0: any */
    struct lw_filter filters[LW_CAMPAIGN_MAX_FILTERS];
    size_t n_filters;
    struct lw_campaign_rise rises[LW_CAMPAIGN_MAX_RISES];
    size_t n_rises;
    const struct lw_idea *teaches[LW_CAMPAIGN_MAX_IDEAS]; /* in this order */
    size_t n_teaches;
    struct lw_campaign_source sources[LW_CAMPAIGN_MAX_SOURCES];
    size_t n_sources;
    uint64_t candidates; /* at most, of all sources */
    uint32_t line;       /* of the file */
};

struct lw_campaign {
    struct lw_arena arena; /* of all texts and values */
    const char *title, *author;
    uint64_t seed;
    bool has_seed;
    double apart; /* share of the cells in which any two levels differ at least */
    struct lw_campaign_chapter chapters[LW_CAMPAIGN_MAX_CHAPTERS];
    size_t n_chapters, n_levels;
};

/* Reads and judges a campaign file; err has line and column of the first fault. Close it
 * in any case. */
lw_status lw_campaign_read(struct lw_campaign *out, const char *text, size_t len,
                           const struct lw_alloc *alloc,
                           struct lw_error *err) LW_MUST_CHECK;
void lw_campaign_close(struct lw_campaign *campaign);

/* A level in its place. */
struct lw_campaign_level {
    struct lw_made_level made;
    const struct lw_generator *generator;
    uint64_t seed; /* of the run that gave it */
    size_t chapter;
    double wanted;                 /* the curve's rating */
    const struct lw_idea *teaches; /* new here; or NULL */
    bool has_it;  /* it does, and no later idea of the campaign is in it */
    double apart; /* least share of cells in which it differs from any */
};

struct lw_campaign_report {
    uint64_t n_candidates, n_made; /* rated levels that fit the chapter */
    uint64_t n_alike;              /* left out for that */
    size_t n_kept;                 /* in the archive */
};

struct lw_campaign_run {
    const struct lw_campaign *campaign;
    struct lw_game *const *games;                /* of each chapter */
    const struct lw_collection *const *examples; /* of each chapter; NULL: none */
    const struct lw_model_texts *models;         /* NULL: what ships */
    uint64_t seed;
    struct lw_budget budget; /* time and cancel */
    /* The result; destroyed with the run. */
    struct lw_campaign_level levels[LW_CAMPAIGN_MAX_LEVELS];
    size_t n_levels;
    struct lw_campaign_report reports[LW_CAMPAIGN_MAX_CHAPTERS];
    const struct lw_alloc *alloc;
};

/* LIMIT when levels are missing; the rest is there. */
lw_status lw_campaign_make(struct lw_campaign_run *run, const struct lw_runtime *runtime,
                           struct lw_error *err) LW_MUST_CHECK;
/* Adds copies of the levels of one game, numbered, with their ratings and ideas as notes
 * and solutions stored. */
lw_status lw_campaign_collect(const struct lw_campaign_run *run,
                              const struct lw_game *game, struct lw_collection *out,
                              struct lw_error *err) LW_MUST_CHECK;
void lw_campaign_run_free(struct lw_campaign_run *run);

/* Has the level the idea? Measures what it needs. */
bool lw_made_level_has(const struct lw_alloc *alloc, struct lw_made_level *made,
                       const struct lw_idea *idea, const struct lw_runtime *runtime);

#endif
