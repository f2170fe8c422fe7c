# Reference answers for marginal means: R 4.2.2, lme4, lmerTest, nlme and emmeans of Debian 12.
# Usage: Rscript marginal.R TABLE.csv FORMULA >TABLE.json
# With "draw" as the only word, prints the project's own small table instead.
suppressMessages({library(lmerTest); library(emmeans); library(nlme); library(jsonlite)})
emm_options(lmer.df = "satterthwaite")

draw <- function() {
  set.seed(20261118)
  rows <- NULL
  for (s in 1:14) {
    u <- rnorm(1, 0, .3)
    pc <- round(rnorm(1), 3)
    order <- if (s %% 3 == 0) "after" else "before"
    hand <- if (s <= 6) 1 else 2
    room <- c("a", "b", "c")[1 + s %/% 2 %% 3]
    for (set in c("gen", "hand")) {
      if (s == 5 && set == "hand") next
      y <- 6 + u + .2 * (set == "hand") - .1 * (order == "before") +
        .15 * (set == "hand" && order == "before") + .1 * pc + .05 * hand +
        c(a = 0, b = .1, c = -.2)[[room]] + rnorm(1, 0, .15)
      rows <- rbind(rows, data.frame(subject = sprintf("s%02d", s), set = set,
        order = order, room = room, pc = pc, hand = hand, y = round(exp(y) , 1)))
    }
  }
  write.csv(rows, stdout(), row.names = FALSE, quote = FALSE)
}

numbers <- function(summary, name, estimate) {
  data.frame(name = as.character(summary[[name]]), value = summary[[estimate]],
    se = summary$SE, df = summary$df, low = summary$lower.CL, high = summary$upper.CL,
    p = summary$p.value)
}

answer <- function(model, factor, ...) {
  means <- suppressMessages(emmeans(model, factor, ...))
  list(factor = factor,
    means = numbers(summary(means, infer = TRUE), factor, "emmean"),
    differences = numbers(summary(pairs(means, adjust = "none"), infer = TRUE),
      "contrast", "estimate"))
}

words <- commandArgs(trailingOnly = TRUE)
if (words[1] == "draw") {
  draw()
} else {
  d <<- read.csv(words[1], stringsAsFactors = TRUE)
  f <- as.formula(words[2])
  exact <- lmerControl(optCtrl = list(ftol_abs = 1e-15, xtol_abs = 1e-12))
  m <- do.call(lmer, list(f, data = d, REML = TRUE, control = exact))
  names <- names(Filter(is.factor, model.frame(m)))
  names <- setdiff(names, names(ranef(m)))
  write_json(list(formula = words[2], intercept = lapply(names, function(n) answer(m, n))),
    stdout(), digits = NA, auto_unbox = TRUE, pretty = TRUE)
}
