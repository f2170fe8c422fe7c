/* Features of stored levels: named numbers. */
#ifndef LW_STORE_FEATURES_H
#define LW_STORE_FEATURES_H

#include "lw/store/connection.h"

struct lw_store_feature {
    const char *name;
    double value; /* NaN: undefined */
    double error; /* standard error */
};
/* Replaces the features of those names. */
lw_status lw_store_features_put(struct lw_store *store, const char *level,
                                const struct lw_store_feature *features, size_t n,
                                struct lw_error *err) LW_MUST_CHECK;
struct lw_store_feature_list {
    struct lw_store_feature *features;
    size_t n;
};
lw_status lw_store_features_get(struct lw_store *store, const char *level,
                                struct lw_arena *arena, struct lw_store_feature_list *out,
                                struct lw_error *err) LW_MUST_CHECK;

#endif
