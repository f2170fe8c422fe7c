/* Features measured once: kept in memory and, when a folder is named, in files, by the
 * level's canonical id. docs/formats.md describes the files.
 *
 * A value is kept only when it does not depend on the clock: measured well within its
 * time limit, or without one. Files are written beside and renamed, so that several
 * programs may use one folder; what cannot be read, belongs to another table of features
 * or does not match its checksum is measured again. */
#ifndef LW_COMMAND_FEATURE_CACHE_H
#define LW_COMMAND_FEATURE_CACHE_H

#include "lw/command/cli.h"

struct feature_cache;

/* folder NULL: memory only. An existing folder, or one that can be made. */
lw_status feature_cache_open(const struct lw_alloc *alloc, const char *folder,
                             struct feature_cache **out,
                             struct lw_error *err) LW_MUST_CHECK;
void feature_cache_close(struct feature_cache *cache); /* NULL-safe */

/* What to measure, and with what. */
struct feature_task {
    const struct lw_level *level;
    enum lw_feature_cost up_to;
    const struct lw_budget *budget;
    const struct lw_runtime *runtime;
};

/* compute of the level's kind, through the cache (NULL: none). From any thread. The
 * seconds of values that were found are those of measuring them then. */
lw_status feature_cache_measure(struct feature_cache *cache,
                                const struct feature_task *task,
                                struct lw_feature_values *values,
                                struct lw_error *err) LW_MUST_CHECK;

/* How often values were found, and how often they had to be measured. */
struct feature_cache_counts {
    uint64_t in_memory, in_files, measured;
};
struct feature_cache_counts feature_cache_counts(struct feature_cache *cache);

#define CLI_CACHE_OPTION                                                                 \
    {                                                                                    \
        .name = "cache", .type = LW_OPTION_TEXT, .value_name = "FOLDER",                 \
        .help = "store measurements in this folder, and reuse those already there"       \
    }

#endif
