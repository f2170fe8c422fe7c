/* What makes a run the one that a journal belongs to. */
#include <string.h>

#include "make/journal.h"

static void add_value(struct lw_buffer *out, const struct lw_option *option,
                      const struct lw_option_value *value) {
    lw_buffer_printf(out, "%s %d %d %lld %lld %llu %.17g %.17g %.17g %s\n", option->name,
                     value->set, value->flag, (long long)value->i, (long long)value->i2,
                     (unsigned long long)value->u, value->real, value->lo, value->hi,
                     option->type == LW_OPTION_TEXT && value->set ? value->text : "");
}

/* Everything that decides which levels come: the journal of one run fits no other. */
void cli_journal_identity(const struct cli_args *args,
                          const struct lw_make_request *request, struct lw_buffer *out) {
    static const char *const own[] = {"examples", "templates", "nodes", "difficulty",
                                      "model"};
    const struct lw_generator *generator = request->generator;
    struct lw_buffer all;
    char hex[33];
    lw_buffer_init(&all, out->alloc);
    for (size_t i = 0; i < generator->n_options; i++) {
        add_value(&all, &generator->options[i], &request->values[i]);
    }
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        size_t at =
            lw_option_find(args->options, args->n_options, own[i], strlen(own[i]));
        add_value(&all, &args->options[at], &args->values[at]);
    }
    /* Journals from before there were versions are of the first. */
    if (lw_generator_version(generator) > 1) {
        lw_buffer_printf(&all, "version %u\n", lw_generator_version(generator));
    }
    if (request->rater != NULL && request->rater->version != 0) {
        lw_buffer_printf(&all, "model %u\n", request->rater->version);
    }
    for (size_t i = 0; i < request->n_filters; i++) {
        const struct lw_filter *filter = &request->filters[i];
        lw_buffer_printf(&all, "%d %zu %.17g %.17g\n", filter->is_feature, filter->which,
                         filter->lo, filter->hi);
    }
    for (size_t i = 0; i < args->n_repeats; i++) {
        const char *name = args->options[args->repeats[i].option].name;
        if (strcmp(name, "rule") == 0 || strcmp(name, "against") == 0) {
            lw_buffer_printf(&all, "%s %s\n", name, args->repeats[i].text);
        }
    }
    lw_id128_text(lw_hash128(lw_buffer_text(&all), all.len, 0), hex);
    lw_buffer_free(&all);
    struct lw_json_writer json;
    lw_json_begin(&json, out);
    lw_json_object(&json, NULL);
    lw_json_uint(&json, "journal", 1);
    lw_json_text(&json, "game", request->game->kind->name);
    lw_json_text(&json, "method", generator->name);
    lw_json_uint(&json, "seed", request->seed);
    lw_json_text(&json, "options", hex);
    lw_json_object_end(&json);
}
