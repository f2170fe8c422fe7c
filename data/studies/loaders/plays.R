# The analysis of a study's export, from the same files, with R alone.
#
#   Rscript analysis.R EXPORT [OUT]
#
# EXPORT is the folder that `levelwright study export` wrote; its own load.R reads and
# verifies it. Tables are printed; with OUT they are written there as r-NAME.csv. Features
# of levels are not in an export: where they are needed they are read from features.csv
# beside this script, which the report has written.

#SETTINGS#

arguments <- commandArgs(TRUE)
if (length(arguments) < 1) stop("usage: Rscript analysis.R EXPORT [OUT]")
out <- if (length(arguments) > 1) arguments[2] else NA
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(FALSE), value = TRUE)[1]))
source(file.path(arguments[1], "load.R"))

show <- function(name, table) {
  cat("\n", name, "\n", sep = "")
  print(table, row.names = FALSE)
  if (is.na(out)) return(invisible())
  dir.create(out, showWarnings = FALSE, recursive = TRUE)
  write.csv(table, file.path(out, paste0("r-", name, ".csv")), row.names = FALSE)
}

persons <- tables$persons
people <- persons$person[persons$consented & !(persons$excluded %in% TRUE) &
                           (persons$simulated %in% TRUE) == simulated]

# One play: all visits of a person to a trial of a phase in which levels are played, with
# the last outcome and the last answer to each question.
played <- unique(as.character(tables$phases$phase[tables$phases$type == "play"]))
visits <- tables$plays[tables$plays$person %in% people &
                         as.character(tables$plays$phase) %in% played, ]
visits <- visits[order(visits$person, visits$seq), ]
trial_of <- function(rows) paste(rows$person, rows$phase, rows$trial)
last_known <- function(x) {
  x <- as.character(x[!is.na(x) & as.character(x) != ""])
  if (length(x) == 0) "" else x[length(x)]
}
sum_known <- function(x) sum(x, na.rm = TRUE)
key <- factor(trial_of(visits), levels = unique(trial_of(visits)))
first <- !duplicated(key)
plays <- data.frame(person = visits$person[first], level = as.character(visits$level[first]),
                    outcome = as.vector(tapply(visits$outcome, key, last_known)),
                    moves = as.vector(tapply(visits$moves, key, sum_known)),
                    seconds = as.vector(tapply(visits$play_ms, key, sum_known)) / 1000,
                    stringsAsFactors = FALSE)
answers <- tables$ratings[tables$ratings$person %in% people, ]
answers <- answers[order(answers$person, answers$seq), ]
answer_to <- function(question) {
  own <- answers[as.character(answers$question) == question, ]
  own <- own[!duplicated(trial_of(own), fromLast = TRUE), ]
  own$value_number[match(levels(key), trial_of(own))]
}
correlation <- function(x, y) {
  ok <- is.finite(x) & is.finite(y)
  x <- x[ok]
  y <- y[ok]
  if (length(x) < 4 || sd(x) == 0 || sd(y) == 0) {
    return(data.frame(n = length(x), r = NA, low = NA, high = NA, p = NA, rho = NA))
  }
  test <- cor.test(x, y)
  data.frame(n = length(x), r = unname(test$estimate), low = test$conf.int[1],
             high = test$conf.int[2], p = test$p.value, rho = cor(x, y, method = "spearman"))
}
