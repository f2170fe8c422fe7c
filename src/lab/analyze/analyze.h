/* The analyses of the analyze command: each reads a table and writes one JSON object;
 * what a person sees is made from that object. */
#ifndef LAB_ANALYZE_H
#define LAB_ANALYZE_H

#include "lw/command/cli.h"
#include "lw/stats.h"

struct analysis {
    struct cli *cli;
    const struct cli_args *args;
    struct lw_table *table;
    struct lw_json_writer *json;
    struct lw_error err;
};

/* The text of an option, or NULL; analysis_need refuses when it is missing. */
const char *analysis_text(const struct analysis *a, const char *option);
lw_status analysis_need(struct analysis *a, const char *option, const char **out);
/* The columns of --x, or without it all that hold nothing but numbers, of which there is
 * one at least. */
#define ANALYSIS_MAX_COLUMNS 256
lw_status analysis_columns(struct analysis *a, const struct lw_column **out, size_t *n);
/* The numbers of the column that an option names. */
lw_status analysis_column(struct analysis *a, const char *option, const double **out);
/* As lw_table_levels, of a column in which every row must have a name. */
lw_status analysis_levels(struct analysis *a, const struct lw_column *column,
                          const char ***names, size_t *n_names, size_t **index);
/* Without --x: says which columns are no numbers and so left out, to the person and in
 * the object. */
void analysis_left_out(struct analysis *a);
/* Makes "NOUN 3 is …" of an error about one of several things "NOUN 'name' is …". */
void analysis_call_by_name(struct analysis *a, const char *noun, const char *const *names,
                           size_t n);
/* Refuses a design with a random term. */
lw_status analysis_fixed(struct analysis *a, const struct lw_design *design);

/* analyze_simple.c */
lw_status analyze_describe(struct analysis *a);
lw_status analyze_correlate(struct analysis *a);
lw_status analyze_regress(struct analysis *a);
lw_status analyze_cross_validate(struct analysis *a);
lw_status analyze_log(struct analysis *a);
lw_status analyze_logit(struct analysis *a);
lw_status analyze_box_cox(struct analysis *a);
lw_status analyze_t_test(struct analysis *a);
/* analyze_charts.c */
lw_status analyze_quantiles(struct analysis *a);
lw_status analyze_beans(struct analysis *a);
/* Writes a chart to the file of --output and names it in the object; frees svg. */
lw_status analysis_write_chart(struct analysis *a, struct lw_buffer *svg);
/* Draws a chart to the file of --output, if that is given. */
struct lw_chart;
lw_status analysis_draw(struct analysis *a, const struct lw_chart *chart);
/* analyze_mixed.c */
lw_status analyze_mixed(struct analysis *a);
/* analyze_models.c */
lw_status analyze_components(struct analysis *a);
lw_status analyze_trueskill(struct analysis *a);
lw_status analyze_bradley_terry(struct analysis *a);
lw_status analyze_ordinal(struct analysis *a);
lw_status analyze_rasch(struct analysis *a);

#endif
