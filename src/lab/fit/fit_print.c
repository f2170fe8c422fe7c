/* What fit prints: rows of skill, features alone, sources of evidence; its CSV. */
#include "fit/fit.h"

#include <math.h>

#include "lw/base/csv.h"

void fit_put_skill(struct cli *cli, bool as_json, const char *name, size_t n,
                   const struct lw_skill *skill, double lambda) {
    if (!as_json) {
        (void)fprintf(cli->out, "%-24s %5zu", name, n);
        fit_put_number(cli->out, 9, skill->rho);
        fit_put_number(cli->out, 9, skill->rho_se);
        fit_put_number(cli->out, 9, skill->within);
        fit_put_number(cli->out, 9, skill->r2);
        fit_put_number(cli->out, 10, skill->coverage);
        (void)fputc('\n', cli->out);
        return;
    }
    struct lw_buffer line;
    struct lw_json_writer json;
    cli_json_begin(cli, &line, &json);
    lw_json_text(&json, "model", name);
    lw_json_uint(&json, "n", n);
    lw_json_real(&json, "rho", skill->rho);
    lw_json_real(&json, "rho_se", skill->rho_se);
    lw_json_real(&json, "within", skill->within);
    lw_json_uint(&json, "groups_within", skill->n_within);
    lw_json_real(&json, "r2", skill->r2);
    lw_json_real(&json, "coverage90", skill->coverage);
    lw_json_real(&json, "lambda", lambda);
    cli_json_end(cli, &line, &json);
}

/* The rows in which a feature is known, as evidence of their own. */
static size_t known_rows(const struct fit_learning *l, size_t j, double *column,
                         double *y, size_t *group) {
    size_t n = 0;
    for (size_t i = 0; i < l->e.n; i++) {
        double value = l->x[i * l->e.p + j];
        if (!isnan(value)) {
            column[n] = value;
            y[n] = l->y[i];
            group[n++] = l->group[i];
        }
    }
    return n;
}

lw_status fit_single_features(struct cli *cli, bool as_json, const struct fit_learning *l,
                              struct lw_error *err) {
    struct lw_arena arena;
    lw_arena_init(&arena, cli->alloc);
    double *column = lw_arena_zero(&arena, 2 * (l->e.n + 1), sizeof *column);
    size_t *group = lw_arena_zero(&arena, l->e.n + 1, sizeof *group);
    lw_status status = column == NULL || group == NULL ? lw_fail_memory(err) : LW_OK;
    for (size_t j = 0; status == LW_OK && j < l->e.p; j++) {
        struct lw_skill skill = {.rho = NAN};
        double *y = column + l->e.n + 1;
        if (!l->columns[j]) {
            continue;
        }
        struct lw_evidence e = {
            .p = l->e.p, .n_groups = l->e.n_groups, .y = y, .group = group};
        e.n = known_rows(l, j, column, y, group);
        if (e.n > 2) {
            status = lw_difficulty_skill(cli->alloc, &e, column, &skill, err);
        }
        skill.r2 = skill.coverage = NAN; /* on its own scale a feature explains nothing */
        if (status == LW_OK && !isnan(skill.rho)) {
            fit_put_skill(cli, as_json, l->names[j], e.n, &skill, NAN);
        } else if (status == LW_OK) {
            (void)fprintf(cli->err,
                          "levelwright fit: feature %s has no row: it is known for %zu "
                          "of %zu levels%s\n",
                          l->names[j], e.n, l->e.n,
                          e.n > 2 ? ", all with the same value" : "");
        }
    }
    lw_arena_free(&arena);
    return status;
}

void fit_put_test(struct cli *cli, bool as_json, size_t n, double rho) {
    double low, high;
    lw_rank_interval(rho, n, 1, &low, &high);
    /* On Fisher's scale, where the interval is symmetric. */
    struct lw_skill skill = {.rho = rho,
                             .rho_se = (atanh(high) - atanh(low)) / 2,
                             .within = NAN,
                             .r2 = NAN,
                             .coverage = NAN};
    fit_put_skill(cli, as_json, "test set", n, &skill, NAN);
    lw_rank_interval(rho, n, 1.6448536269514722, &low, &high);
    if (!as_json && isfinite(low) && isfinite(high)) {
        (void)fprintf(cli->out, "  90 %% interval of rho: %.2f to %.2f\n", low, high);
    } else if (!as_json) {
        (void)fputs("  90 % interval of rho: undefined\n", cli->out);
    }
}

lw_status fit_show_sources(struct fit_work *w, const struct fit_task *task,
                           struct lw_error *err) {
    struct lw_joint_fit fit;
    const struct fit_learning *l = task->learning;
    lw_status status = lw_joint_estimate(
        w->cli->alloc,
        &(struct lw_joint_task){.e = &l->e, .data = task->data, .prior = task->prior},
        l->columns, &w->judged[FIT_JOINT], &fit, err);
    if (status != LW_OK) {
        return status;
    }
    (void)fprintf(
        w->cli->out,
        "joint: %zu observations, %zu players, %zu levels without evidence, %zu "
        "with evidence of one side only\n",
        task->data->n_observations, task->data->n_players, fit.n_unseen, fit.n_one_sided);
    for (size_t s = 0; s < fit.n_sources; s++) {
        (void)fprintf(w->cli->out, "  %-10s slope %.3f, offset %.3f +- %.3f",
                      lw_evidence_kind_name(task->data->sources[s].kind),
                      exp(fit.slope[s].value), fit.offset[s].value, fit.offset[s].sd);
        if (task->data->sources[s].kind == LW_EVIDENCE_RATING ||
            task->data->sources[s].kind == LW_EVIDENCE_TIME) {
            (void)fprintf(w->cli->out, ", residual spread %.3f", exp(fit.noise[s].value));
        }
        (void)fputs("  ", w->cli->out);
        cli_put_safe(w->cli->out, task->data->sources[s].name);
        (void)fputc('\n', w->cli->out);
    }
    lw_joint_fit_free(&fit);
    return LW_OK;
}

lw_status fit_write_csv(const struct fit_work *w, const char *path,
                        struct lw_error *err) {
    const struct fit_learning *l = &w->learning;
    struct lw_buffer text;
    struct lw_csv_writer csv;
    lw_buffer_init(&text, w->cli->alloc);
    lw_csv_begin(&csv, &text);
    lw_csv_text(&csv, "level");
    lw_csv_text(&csv, "group");
    lw_csv_text(&csv, "answer");
    for (int m = 0; m < FIT_N_MODELS; m++) {
        if (w->is_judged[m]) {
            lw_csv_text(&csv, fit_model_name((enum fit_model)m));
        }
    }
    lw_csv_row_end(&csv);
    for (size_t i = 0; i < l->e.n; i++) {
        lw_csv_text(&csv, l->level_names[i]);
        lw_csv_text(&csv, l->group_names[l->group[i]]);
        lw_csv_number(&csv, l->y[i]);
        for (int m = 0; m < FIT_N_MODELS; m++) {
            if (w->is_judged[m]) {
                lw_csv_number(&csv, w->judged[m].prediction[i]);
            }
        }
        lw_csv_row_end(&csv);
    }
    lw_status status = lw_buffer_ok(&text)
                           ? lw_platform_write_file(path, text.data, text.len, err)
                           : lw_fail_memory(err);
    lw_buffer_free(&text);
    return status;
}
