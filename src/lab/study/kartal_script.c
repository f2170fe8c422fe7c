/* The same numbers by R: Bradley and Terry's model by glm, and the correlations. */
#include "study/kartal.h"

static const char script[] =
    "# Perceived difficulty by R: Rscript kartal.R, in the folder of the report.\n"
    "# Needs nothing but R itself.\n"
    "pairs <- read.csv(\"kartal-pairs.csv\")\n"
    "ratings <- read.csv(\"kartal-levels.csv\")\n"
    "n <- nrow(ratings)\n"
    "x <- matrix(0, nrow(pairs), n)\n"
    "x[cbind(seq_len(nrow(pairs)), pairs$a)] <- 1\n"
    "x[cbind(seq_len(nrow(pairs)), pairs$b)] <- -1\n"
    "if (all(is.finite(ratings$bradley_terry))) {\n"
    "  fit <- suppressWarnings(glm(pairs$score ~ 0 + x[, -1], family = binomial(),\n"
    "                              control = list(epsilon = 1e-14, maxit = 100)))\n"
    "  ability <- c(0, unname(coef(fit)))\n"
    "  ability <- ability - mean(ability)\n"
    "} else {\n"
    "  ability <- rep(NA, n) # a group of levels won every comparison\n"
    "}\n"
    "write.csv(data.frame(level = ratings$level, bradley_terry = ability),\n"
    "          \"kartal-abilities-R.csv\", row.names = FALSE)\n"
    "r <- NULL\n"
    "for (feature in setdiff(names(ratings), c(\"level\", \"generated\", \"trueskill\",\n"
    "                                          \"bradley_terry\"))) {\n"
    "  ok <- is.finite(ratings[[feature]])\n"
    "  if (sum(ok) < 4 || sd(ratings[[feature]][ok]) == 0) next\n"
    "  test <- cor.test(ratings[[feature]][ok], ratings$trueskill[ok])\n"
    "  r <- rbind(r, data.frame(feature = feature, n = sum(ok), r = test$estimate,\n"
    "                           low = test$conf.int[1], high = test$conf.int[2],\n"
    "                           p = test$p.value))\n"
    "}\n"
    "write.csv(r, \"kartal-correlations-R.csv\", row.names = FALSE)\n";

void kartal_script(struct kartal *k, const char *const *features, size_t n_features,
                   const double *x) {
    struct lw_buffer pairs, levels;
    lw_buffer_init(&pairs, k->e->alloc);
    lw_buffer_init(&levels, k->e->alloc);
    lw_buffer_puts(&pairs, "person,a,b,score\n");
    for (size_t g = 0; g < k->n_games; g++) {
        lw_buffer_printf(&pairs, "%zu,%zu,%zu,%g\n", k->player[g] + 1, k->games[g].a + 1,
                         k->games[g].b + 1, k->games[g].score);
    }
    lw_buffer_puts(&levels, "level,generated,trueskill,bradley_terry");
    for (size_t c = 0; c < n_features; c++) {
        lw_buffer_printf(&levels, ",%s", features[c]);
    }
    for (size_t i = 0; i < k->n_items; i++) {
        const struct study_level *level = &k->levels.levels[k->item[i]];
        lw_buffer_printf(&levels, "\n%s,%d,%.17g,%.17g", level->of->id,
                         level->set->set->made_by == LW_STUDY_BY_PROGRAM, k->mean[i],
                         k->ability[i]);
        for (size_t c = 0; c < n_features; c++) {
            lw_buffer_printf(&levels, ",%.17g", x[c * k->n_items + i]);
        }
    }
    lw_buffer_puts(&levels, "\n");
    report_add_file(k->r, "kartal.R", script);
    report_add_file(k->r, "kartal-pairs.csv", lw_buffer_text(&pairs));
    report_add_file(k->r, "kartal-levels.csv", lw_buffer_text(&levels));
    lw_buffer_free(&pairs);
    lw_buffer_free(&levels);
}
