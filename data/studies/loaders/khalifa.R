
# ---- Khalifa and Fayek 2015: the system's score and people's ---------------------------

features <- read.csv(file.path(here, "features.csv"), check.names = FALSE)
plays$score <- answer_to("score")
human <- tapply(plays$score, plays$level, function(x) mean(x[!is.na(x)]))
features$human <- as.vector(human[match(features$level, names(human))])

rows <- data.frame(part = "score", correlation(features$score, features$human))
for (part in grep("^score-", names(features), value = TRUE)) {
  rows <- rbind(rows, data.frame(part = sub("^score-", "", part),
                                 correlation(features[[part]], features$human)))
}
show("scores", rows)

# Each technique against the first, person by person.
plays$technique <- as.character(features$technique[match(plays$level, features$level)])
means <- tapply(plays$score, list(plays$person, plays$technique),
                function(x) mean(x[!is.na(x)]))
techniques <- unique(as.character(features$technique))
rows <- NULL
for (other in techniques[-1]) {
  d <- means[, other] - means[, techniques[1]]
  d <- d[is.finite(d)]
  if (length(d) < 3 || sd(d) == 0) next
  test <- t.test(d)
  rows <- rbind(rows, data.frame(technique = other, people = length(d),
                                 difference = unname(test$estimate),
                                 low = test$conf.int[1], high = test$conf.int[2],
                                 p = test$p.value))
}
if (!is.null(rows)) rows$holm <- p.adjust(rows$p, "holm")
show("techniques", rows)
