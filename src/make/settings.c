/* From names and values as people write them to a generator, its options and filters. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "lw/make.h"
#include "variants.h"

const struct lw_generator *lw_generator_find(const struct lw_game_kind *kind,
                                             const char *name) {
    for (size_t i = 0; kind->generators != NULL && kind->generators[i] != NULL; i++) {
        if (name == NULL || strcmp(kind->generators[i]->name, name) == 0) {
            return kind->generators[i];
        }
    }
    return NULL;
}

lw_status lw_generator_get(const struct lw_game_kind *kind, const char *name,
                           const struct lw_generator **out, struct lw_error *err) {
    char names[200] = "";
    size_t len = 0;
    *out = lw_generator_find(kind, name);
    if (*out != NULL) {
        return LW_OK;
    }
    for (size_t i = 0;
         kind->generators != NULL && kind->generators[i] != NULL && len < sizeof names;
         i++) {
        len += (size_t)snprintf(names + len, sizeof names - len, "%s%s",
                                i > 0 ? ", " : "", kind->generators[i]->name);
    }
    return len == 0 ? lw_fail(err, LW_USAGE, 0, 0, "%s has no generator", kind->title)
                    : lw_fail(err, LW_USAGE, 0, 0,
                              "%s has no generator '%.40s'; choose from %s", kind->title,
                              name == NULL ? "" : name, names);
}

static void bound_memory(const struct lw_generator *generator, uint64_t most,
                         struct lw_option_value *values) {
    for (size_t i = 0; most != 0 && i < generator->n_options; i++) {
        if (generator->options[i].type == LW_OPTION_BYTES &&
            (values[i].u == 0 || values[i].u > most)) {
            values[i].u = most;
        }
    }
}

uint32_t lw_generator_version(const struct lw_generator *generator) {
    return generator->version == 0 ? 1 : generator->version;
}

/* How far apart levels are is said of the run and not of a candidate. */
struct lw_option lw_generator_option(const struct lw_generator *generator, size_t i) {
    struct lw_option option = generator->options[i];
    option.spread = option.type == LW_OPTION_INT && i != lw_make_option_of_run(generator);
    return option;
}

lw_status lw_generator_settings(const struct lw_generator *generator,
                                const struct lw_settings *settings, uint64_t memory_bytes,
                                struct lw_option_value *values, struct lw_error *err) {
    struct lw_option options[LW_MAX_GENERATOR_OPTIONS];
    assert(generator->n_options <= LW_MAX_GENERATOR_OPTIONS);
    for (size_t i = 0; i < generator->n_options; i++) {
        options[i] = lw_generator_option(generator, i);
    }
    lw_status status = lw_options_read(generator->name, options, generator->n_options,
                                       settings, values, err);
    bound_memory(generator, memory_bytes, values);
    return status;
}

lw_status lw_filters_read(const struct lw_game_kind *kind,
                          const struct lw_settings *settings, struct lw_filter *filters,
                          size_t room, struct lw_error *err) {
    if (settings->n > room) {
        return lw_fail(err, LW_USAGE, 0, 0, "there are more than %zu filters", room);
    }
    for (size_t i = 0; i < settings->n; i++) {
        const struct lw_setting *at = &settings->list[i];
        lw_status status =
            lw_filter_read(kind, at->name, strlen(at->name), at->value, &filters[i], err);
        if (status != LW_OK) {
            lw_error_point(err, at->name);
            return status;
        }
    }
    return LW_OK;
}
