
# ---- Schaa 2021: entertainment and difficulty ------------------------------------------

plays$difficulty <- answer_to("difficulty")
plays$entertainment <- answer_to("entertainment")
frozen <- tables$levels
where <- match(plays$level, as.character(frozen$level))
plays$set <- as.character(frozen$set[where])
plays$number <- frozen$set_number[where]

# Mean absolute deviation about the median, as the thesis prints it.
about <- function(x) {
  x <- x[!is.na(x)]
  c(n = length(x), median = median(x), mad = mean(abs(x - median(x))))
}
rows <- NULL
for (level in unique(plays$level[order(plays$set, plays$number)])) {
  own <- plays[plays$level == level, ]
  rows <- rbind(rows, data.frame(set = own$set[1], level = own$number[1],
                                 t(about(own$entertainment)), t(about(own$difficulty))))
}
names(rows) <- c("set", "level", "entertainment_n", "entertainment_median",
                 "entertainment_mad", "difficulty_n", "difficulty_median", "difficulty_mad")
show("medians", rows)

kept <- plays[plays$outcome != "gave-up", ]
show("entertainment", correlation(kept$difficulty, kept$entertainment))

pictures <- tables$pictures[tables$pictures$person %in% people &
                              !is.na(tables$pictures$marked), ]
# A level that stands in two sets is one level, named by the first.
where <- match(as.character(pictures$level), as.character(frozen$level))
marked <- aggregate(cbind(marked = as.integer(pictures$marked), of = 1L) ~ set + set_number,
                    data = data.frame(set = as.character(frozen$set[where]),
                                      set_number = frozen$set_number[where]), FUN = sum)
if (nrow(marked) > 0) {
  marked$share <- marked$marked / marked$of
  ends <- t(mapply(function(k, n) c(prop.test(k, n, correct = FALSE)$conf.int,
                                    binom.test(k, n)$conf.int), marked$marked, marked$of))
  marked[c("low", "high", "exact_low", "exact_high")] <- ends
}
show("marked", marked)
