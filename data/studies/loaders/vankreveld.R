
# ---- van Kreveld, Loffler and Mutser 2015: the difficulty function ----------------------

features <- read.csv(file.path(here, "features.csv"), check.names = FALSE)
names_of <- setdiff(names(features), c("level", "technique"))
plays$rating <- answer_to("rating")
solved <- plays[plays$outcome == "solved" & plays$level %in% features$level, ]
ends <- function(x) if (all(is.na(x))) c(NA, NA) else range(x, na.rm = TRUE)
own <- lapply(split(solved$rating, solved$person), ends)
low <- vapply(own, function(x) x[1], numeric(1))[as.character(solved$person)]
high <- vapply(own, function(x) x[2], numeric(1))[as.character(solved$person)]
solved$scaled <- ifelse(high > low, 1 + 9 * (solved$rating - low) / (high - low), NA)

at <- factor(solved$level, levels = features$level)
mean_of <- function(x) as.vector(tapply(x, at, mean, na.rm = TRUE))
targets <- data.frame(Rating = mean_of(solved$rating), Scaled = mean_of(solved$scaled),
                      Time = mean_of(solved$seconds), Moves = mean_of(solved$moves))
count <- as.vector(table(at))

errors <- weights <- correlations <- NULL
for (target in names(targets)) {
  ok <- is.finite(targets[[target]])
  x <- cbind(intercept = 1, as.matrix(features[ok, names_of]))
  y <- targets[[target]][ok]
  w <- count[ok]
  n <- length(y)
  fold <- floor((seq_len(n) - 1) * 5 / n)
  beta <- NULL
  predicted <- numeric(n)
  for (f in 0:4) {
    b <- qr.solve(x[fold != f, , drop = FALSE], y[fold != f])
    beta <- rbind(beta, b)
    predicted[fold == f] <- x[fold == f, , drop = FALSE] %*% b
  }
  off <- abs(predicted - y)
  if (target %in% c("Time", "Moves")) off <- 100 * off / abs(y)
  errors <- rbind(errors, data.frame(target = target, levels = n, unweighted = mean(off),
                                     weighted = sum(w * off) / sum(w)))
  weights <- rbind(weights, data.frame(target = target, feature = colnames(x),
                                       weight = colMeans(beta)))
  for (feature in names_of) {
    correlations <- rbind(correlations,
                          data.frame(target = target, feature = feature,
                                     correlation(features[[feature]][ok], y)[c("n", "r")]))
  }
}
show("errors", errors)
show("weights", weights)
show("correlations", correlations)
