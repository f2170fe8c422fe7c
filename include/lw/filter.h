/* Filters: ranges of a level's measures and features. */
#ifndef LW_FILTER_H
#define LW_FILTER_H

#include "lw/game.h"

/* A range on a measure or a feature of the kind. */
struct lw_filter {
    bool is_feature;
    size_t which; /* measure or feature */
    double lo, hi;
};

/* Finds a measure or feature by name; USAGE lists what there is. */
lw_status lw_filter_find(const struct lw_game_kind *kind, const char *name,
                         size_t name_len, struct lw_filter *out,
                         struct lw_error *err) LW_MUST_CHECK;

/* The same with its range, "3..7", "4.." or "..9". */
lw_status lw_filter_read(const struct lw_game_kind *kind, const char *name,
                         size_t name_len, const char *range, struct lw_filter *out,
                         struct lw_error *err) LW_MUST_CHECK;

/* One for each setting, a name and a range; there is space for `room` of them. The
 * error's field is the name at fault. */
lw_status lw_filters_read(const struct lw_game_kind *kind,
                          const struct lw_settings *settings, struct lw_filter *filters,
                          size_t room, struct lw_error *err) LW_MUST_CHECK;

/* IMPOSSIBLE with a sentence when no level can pass all filters, or none that the
 * generator (NULL: any) makes with these values. Finds what is plain, not all there is.
 */
lw_status lw_filters_possible(const struct lw_game_kind *kind,
                              const struct lw_filter *filters, size_t n,
                              const struct lw_generator *generator,
                              const struct lw_option_value *values,
                              struct lw_error *err) LW_MUST_CHECK;

#endif
