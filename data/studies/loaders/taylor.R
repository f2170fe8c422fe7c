# Taylor 2015: the analysis of a study's export, from the same files, with R's own packages.
#
#   Rscript analysis.R EXPORT [OUT]
#
# EXPORT is the folder that `levelwright study export` wrote; its own load.R reads and
# verifies it. Tables are printed; with OUT they are written there as r-NAME.csv.
# Needs lme4, lmerTest and emmeans (Debian: r-cran-lme4 r-cran-lmertest r-cran-emmeans),
# and nlme, which comes with R.
suppressPackageStartupMessages({
  library(lme4)
  library(lmerTest)
  library(emmeans)
})

#SETTINGS#

arguments <- commandArgs(TRUE)
if (length(arguments) < 1) stop("usage: Rscript analysis.R EXPORT [OUT]")
out <- if (length(arguments) > 1) arguments[2] else NA
source(file.path(arguments[1], "load.R"))

# As read.csv makes them comparable with the other program: levels in the order of bytes.
factor_of <- function(x) factor(x, levels = sort(unique(x), method = "radix"))
mean_log <- function(x) mean(log(x))

# R's car: a share of 0 or 1 among them moves all of them inwards.
logit_of <- function(p) {
  adjust <- if (any(p == 0 | p == 1, na.rm = TRUE)) 0.025 else 0
  p <- adjust + (1 - 2 * adjust) * p
  log(p / (1 - p))
}

# ---- people and their answers to words ------------------------------------------------

persons <- tables$persons
people <- persons$person[persons$consented & !(persons$excluded %in% TRUE) &
                           (persons$simulated %in% TRUE) == simulated]

# One value a person: `what` of the rows of each.
by_person <- function(rows, who, what) {
  vapply(who, function(p) what(rows[rows$person == p, , drop = FALSE]), numeric(1))
}
words_of <- function(phase, congruent) {
  rows <- tables$prompts
  rows[rows$phase == phase & !rows$left_out & rows$congruent == congruent, ]
}
right_times <- function(rows) {
  rows$reaction_ms[(rows$correct %in% TRUE) & !is.na(rows$reaction_ms) & rows$reaction_ms > 0]
}
reaction <- function(rows) {
  times <- right_times(rows)
  if (length(times) == 0) NaN else mean_log(times)
}
accuracy <- function(rows) length(right_times(rows)) / sum(!is.na(rows$correct))
misses <- function(rows) 1 - sum(!is.na(rows$correct)) / nrow(rows)
measures <- list(reaction = reaction, accuracy = accuracy, misses = misses)

main_phases <- c(generated = generated_phase, "hand-made" = hand_made_phase)
kinds <- c(congruent = TRUE, incongruent = FALSE)
complete <- rep(TRUE, length(people))
for (phase in main_phases) {
  for (kind in kinds) {
    complete <- complete & is.finite(by_person(words_of(phase, kind), people, reaction))
  }
}
people <- people[complete]
n <- length(people)

place <- function(phase) {
  rows <- tables$phases[tables$phases$phase == phase, ]
  rows$phase_seq[match(people, rows$person)]
}
order_of <- ifelse(place(hand_made_phase) < place(generated_phase),
                   "hand-made first", "generated first")

# Rows: all people on the generated set, then all on the other one.
frame <- data.frame(
  person = rep(people, 2), set = rep(names(main_phases), each = n), order = rep(order_of, 2)
)
outcomes <- list()
for (measure in names(measures)) {
  for (kind in names(kinds)) {
    values <- unlist(lapply(main_phases, function(phase) {
      by_person(words_of(phase, kinds[[kind]]), people, measures[[measure]])
    }))
    if (measure != "reaction") values <- logit_of(values)
    outcomes[[paste(measure, kind)]] <- unname(values)
  }
}

# ---- covariables ------------------------------------------------------------------------

plays_of <- function(phase) tables$plays[tables$plays$phase == phase, ]
tally <- function(rows) {
  first <- !duplicated(rows$level)
  last <- !duplicated(rows$level, fromLast = TRUE)
  won <- rows[rows$outcome %in% "solved", , drop = FALSE]
  won <- won[!duplicated(won$level), , drop = FALSE]
  at <- match(paste(won$version, won$set, won$set_number),
              paste(tables$levels$version, tables$levels$set, tables$levels$set_number))
  moves <- won$moves - tables$levels$moves[at]
  pushes <- won$pushes - tables$levels$pushes[at]
  known <- !is.na(moves) & !is.na(pushes)
  c(attempted = sum(first), solved = nrow(won),
    quit = sum(last & rows$outcome %in% c("left", "gave-up", "unwinnable")),
    moves = mean(moves[known]), pushes = mean(pushes[known]))
}
tallies <- function(phase) {
  rows <- plays_of(phase)
  t(vapply(people, function(p) tally(rows[rows$person == p, , drop = FALSE]), numeric(5)))
}
main_play <- do.call(rbind, lapply(main_phases, tallies))
twice <- function(x) rep(x, 2)

covariables <- list(attempted = main_play[, "attempted"], solved = main_play[, "solved"],
                    quit = main_play[, "quit"])
trials <- tables$trials
trials <- trials[trials$phase == attention_phase & trials$block %in% seq_len(1000), ]
flankers <- c("congruent", "incongruent", "neutral")
for (flanker in flankers) {
  rows <- trials[trials$flanker %in% flanker, ]
  covariables[[paste0("ant_rt_", flanker)]] <- twice(by_person(rows, people, function(r) {
    mean(r$reaction_ms[r$correct %in% TRUE])
  }))
}
for (flanker in flankers) {
  rows <- trials[trials$flanker %in% flanker, ]
  covariables[[paste0("ant_right_", flanker)]] <-
    twice(logit_of(by_person(rows, people, function(r) {
      sum(r$correct %in% TRUE) / sum(!is.na(r$correct))
    })))
}
practice <- tallies(sokoban_phase)
for (what in c("attempted", "solved", "moves", "pushes")) {
  covariables[[paste0("practice_", what)]] <- twice(practice[, what])
}
for (measure in names(measures)) {
  for (kind in names(kinds)) {
    values <- by_person(words_of(words_phase, kinds[[kind]]), people, measures[[measure]])
    if (measure != "reaction") values <- logit_of(values)
    covariables[[paste("words", measure, kind, sep = "_")]] <- twice(values)
  }
}
answers <- tables$surveys[tables$surveys$phase == survey_phase, ]
answer <- function(question, what) {
  rows <- answers[answers$question == question, ]
  rows <- rows[match(people, rows$person), ]
  twice(what(rows))
}
number <- function(rows) rows$value_number
covariables$computer_hours <- answer("computer-hours", function(rows) {
  ifelse(is.na(rows$value_number), match(rows$value, computer_bands), rows$value_number)
})
covariables$gaming_hours <- answer("hours-game-playing", number)
covariables$likes_games <- answer("like-games", number)
covariables$likes_puzzles <- answer("genres", function(rows) {
  ifelse(rows$value_kind %in% "options",
         as.numeric(grepl("(^| )puzzle( |$)", ifelse(is.na(rows$value), "", rows$value))), NA)
})
for (pair in c("terrible-wonderful", "difficult-easy", "frustrating-satisfying",
               "dull-stimulating", "boring-fun")) {
  covariables[[pair]] <- answer(pair, number)
}
x <- as.matrix(as.data.frame(covariables, check.names = FALSE))
rownames(x) <- NULL
groups <- split(seq_len(28), rep(1:6, c(3, 6, 4, 6, 4, 5)))
finite <- rowSums(!is.finite(x)) == 0
whole <- twice(finite[seq_len(n)] & finite[n + seq_len(n)])

# ---- components -------------------------------------------------------------------------

# Of the correlation matrix, those with an eigenvalue above one unless `k` says how many;
# varimax of the loadings, to the end of the arithmetic; scores by the turned eigenvectors.
components <- function(x, k = NA) {
  x <- x[, apply(x, 2, function(column) any(column != column[1])), drop = FALSE]
  if (ncol(x) < 2 || nrow(x) < 3) return(NULL)
  e <- eigen(cor(x), symmetric = TRUE)
  if (is.na(k)) k <- sum(e$values > 1)
  if (k > sum(e$values > 1e-10 * ncol(x))) return(NULL)
  loadings <- e$vectors[, seq_len(k), drop = FALSE] %*% diag(sqrt(e$values[seq_len(k)]), k)
  weights <- e$vectors[, seq_len(k), drop = FALSE] %*% diag(1 / sqrt(e$values[seq_len(k)]), k)
  if (k > 1) {
    # R's own stops a little before the end; begun anew from there it goes on.
    for (i in 1:500) {
      turn <- varimax(loadings, normalize = TRUE, eps = 1e-15)$rotmat
      loadings <- loadings %*% turn
      weights <- weights %*% turn
      if (max(abs(abs(turn) - diag(k))) < 1e-11) break
    }
  }
  signs <- ifelse(colSums(loadings) < 0, -1, 1)
  list(values = e$values, names = colnames(x), loadings = sweep(loadings, 2, signs, "*"),
       scores = sweep(scale(x) %*% weights, 2, signs, "*"))
}
people_rows <- which(whole[seq_len(n)])
both_rows <- which(whole)
spread <- function(scores, by_set) {
  if (by_set) scores else rbind(scores, scores)
}
group_components <- lapply(seq_along(groups), function(g) {
  rows <- if (g == 1) both_rows else people_rows
  components(x[rows, groups[[g]], drop = FALSE])
})
names(group_components) <- c("difficulty", "attention", "sokoban", "words", "familiarity",
                             "experience")
first <- do.call(cbind, lapply(seq_along(groups), function(g) {
  made <- group_components[[g]]
  if (is.null(made)) NULL else spread(made$scores, g == 1)
}))
second <- components(x[both_rows, , drop = FALSE], 9)$scores
third <- components(x[both_rows, , drop = FALSE], 1)$scores

# ---- models -----------------------------------------------------------------------------

# Compound symmetry: a random intercept where people's answers go together; where they are
# opposed the variance of an intercept would stand at its bound, and gls has the model.
fit <- function(data, formula) {
  for (column in c("set", "order")) {
    if (column %in% names(data)) data[[column]] <- factor_of(data[[column]])
  }
  data$person <- factor(data$person)
  control <- lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-12, maxfun = 1e5),
                         check.conv.grad = "ignore", check.conv.singular = "ignore",
                         check.conv.hess = "ignore")
  model <- suppressMessages(suppressWarnings(
    lmerTest::lmer(update(formula, . ~ . + (1 | person)), data, control = control)
  ))
  if (isSingular(model)) {
    gls <- nlme::gls(formula, data, correlation = nlme::corCompSymm(form = ~ 1 | person))
    means <- suppressMessages(emmeans(gls, "set", mode = "df.error", data = data))
  } else {
    means <- suppressMessages(emmeans(model, "set", lmer.df = "satterthwaite", data = data))
  }
  difference <- summary(pairs(means, adjust = "none"), infer = TRUE, level = 0.95)
  effect <- NULL
  if (!isSingular(model)) {
    rows <- summary(model)$coefficients
    effect <- rows[grepl("^set.*:order", rownames(rows)), ]
  }
  list(difference = difference, interaction = effect, singular = isSingular(model))
}
row_of <- function(fitted) {
  d <- fitted$difference
  data.frame(difference = d$estimate, se = d$SE, df = d$df, low = d$lower.CL,
             high = d$upper.CL, p = d$p.value,
             interaction = if (is.null(fitted$interaction)) NA else fitted$interaction[["Estimate"]],
             interaction_p = if (is.null(fitted$interaction)) NA else fitted$interaction[["Pr(>|t|)"]],
             singular = fitted$singular)
}

show <- function(name, rows) {
  cat("\n", name, "\n", sep = "")
  print(rows, digits = 8, row.names = FALSE)
  if (!is.na(out)) {
    dir.create(out, showWarnings = FALSE)
    numbers <- vapply(rows, is.double, logical(1))
    rows[numbers] <- lapply(rows[numbers], format, digits = 15, trim = TRUE)
    utils::write.csv(rows, file.path(out, paste0("r-", name, ".csv")), row.names = FALSE,
                     quote = FALSE)
  }
}

# One row a person and set: with a row for each kind of words people who differ in the effect
# of the set would count twice.
both <- (outcomes[["reaction congruent"]] + outcomes[["reaction incongruent"]]) / 2
registered <- fit(data.frame(frame, y = both), y ~ set * order)
d <- registered$difference
equivalence <- max(pt((d$estimate - margin) / d$SE, d$df),
                   pt((d$estimate + margin) / d$SE, d$df, lower.tail = FALSE))
show("primary", data.frame(words = "both", row_of(registered), p_equivalence = equivalence))

models <- list(first, second, third)
rows <- list()
for (outcome in names(outcomes)) {
  for (m in seq_along(models)) {
    if (is.null(models[[m]])) next
    data <- data.frame(frame[both_rows, ], y = outcomes[[outcome]][both_rows])
    names <- paste0("c", seq_len(ncol(models[[m]])))
    data[names] <- as.data.frame(models[[m]])
    formula <- as.formula(paste("y ~ set * order +", paste(names, collapse = " + ")))
    parts <- strsplit(outcome, " ")[[1]]
    rows[[length(rows) + 1]] <- data.frame(measure = parts[1], words = parts[2], model = m,
                                           row_of(fit(data, formula)))
  }
}
show("models", do.call(rbind, rows))
show("components", do.call(rbind, lapply(names(group_components), function(g) {
  made <- group_components[[g]]
  if (is.null(made)) return(NULL)
  data.frame(group = g, covariable = rep(made$names, ncol(made$loadings)),
             component = rep(seq_len(ncol(made$loadings)), each = nrow(made$loadings)),
             loading = as.vector(made$loadings))
})))
show("people", data.frame(what = c("analysed", "with all covariables"),
                          people = c(n, sum(whole) / 2)))
