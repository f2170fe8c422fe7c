# Reads this folder with R alone: `source("load.R")` gives data frames in `tables`, and
# `Rscript load.R` prints how many rows they have. Checksums, row counts and columns are
# verified on the way. Words of a fixed list are factors; missing values are NA.
#
# The codebook is datapackage.json; what R needs of it stands here.

schema <- list(
#TABLES#
)

folder <- local({
  command <- grep("^--file=", commandArgs(FALSE), value = TRUE)
  sourced <- Filter(Negate(is.null), lapply(sys.frames(), function(f) f$ofile))
  if (length(sourced) > 0) {
    dirname(normalizePath(sourced[[length(sourced)]]))
  } else if (length(command) > 0) {
    dirname(normalizePath(sub("^--file=", "", command[1])))
  } else {
    getwd()
  }
})

# R has had SHA-256 since 4.5; before, a program of the system does it.
sha256 <- function(paths) {
  if (exists("sha256sum", envir = asNamespace("tools"))) {
    return(unname(getExportedValue("tools", "sha256sum")(paths)))
  }
  for (program in c("sha256sum", "shasum")) {
    if (nzchar(Sys.which(program))) {
      options <- if (program == "shasum") c("-a", "256") else character(0)
      lines <- system2(program, c(options, shQuote(paths)), stdout = TRUE)
      # A backslash in front: the name has characters that had to be escaped.
      return(sub("^\\\\?([0-9a-f]{64}) .*$", "\\1", lines))
    }
  }
  NULL
}

verify_checksums <- function() {
  lines <- readLines(file.path(folder, "checksums.sha256"), encoding = "UTF-8")
  wanted <- substr(lines, 1, 64)
  paths <- substring(lines, 67)
  found <- sha256(file.path(folder, paths))
  if (is.null(found)) {
    warning("checksums were not verified: neither R nor this system has SHA-256")
    return(NA_integer_)
  }
  wrong <- paths[is.na(found) | found != wanted]
  if (length(wrong) > 0) {
    stop(paste(wrong, collapse = ", "), ": not as it was exported")
  }
  length(paths)
}

# One apostrophe was put before what a spreadsheet would take for a formula.
plain <- function(text) sub("^'", "", text)

convert <- function(text, type, words) {
  switch(type,
    integer = as.integer(text),
    double = as.numeric(text),
    logical = ifelse(is.na(text), NA, text == "true"),
    factor = {
      unknown <- setdiff(unique(text[!is.na(text)]), words)
      if (length(unknown) > 0) stop("unknown: ", paste(unknown, collapse = ", "))
      factor(text, levels = words)
    },
    plain(text)
  )
}

read_table <- function(name) {
  columns <- schema[[name]]$columns
  rows <- utils::read.csv(
    file.path(folder, paste0(name, ".csv")),
    colClasses = "character", na.strings = "", check.names = FALSE, quote = "\"",
    comment.char = "", strip.white = FALSE, fill = FALSE, encoding = "UTF-8",
    blank.lines.skip = FALSE
  )
  if (!identical(names(rows), names(columns))) {
    stop(name, ": other columns than the schema has")
  }
  if (nrow(rows) != schema[[name]]$rows) {
    stop(name, ": ", nrow(rows), " rows instead of ", schema[[name]]$rows)
  }
  for (column in names(columns)) {
    rows[[column]] <- convert(rows[[column]], columns[[column]][1], columns[[column]][-1])
  }
  rows
}

n_files <- verify_checksums()
tables <- sapply(names(schema), read_table, simplify = FALSE)

if (any(grepl("^--file=.*load\\.R$", commandArgs(FALSE)))) {
  for (name in names(tables)) cat(name, ": ", nrow(tables[[name]]), " rows\n", sep = "")
  if (!is.na(n_files)) {
    cat(n_files, "files have the checksums they were exported with\n")
  }
}
