# Fits by mgcv::bam of the rows that Sentences wrote, beside its curves:
#     tests/benchmarks/run Sentences 1000000 1 java smooths:poisson:3:FOLDER
#     Rscript tests/benchmarks/smooths-bam.R FOLDER 1 2
# Arguments after the folder are numbers of threads, of which each gets a fit.
suppressMessages(library(mgcv))
arguments <- commandArgs(trailingOnly = TRUE)
curves <- read.csv(file.path(arguments[1], "curves.csv"))
columns <- c(paste0("x", 1:20), paste0("u", 1:3), "y")
file <- file.path(arguments[1], "rows.bin")
count <- file.size(file) / 8 / length(columns)
connection <- file(file, "rb")
rows <- as.data.frame(setNames(lapply(columns, function(name) readBin(connection, "double", count, endian = "little")), columns))
close(connection)
formula <- reformulate(c(columns[1:20], "s(u1, bs = 'ps', k = 20)", "s(u2, bs = 'ps', k = 20)", "s(u3, bs = 'ps', k = 20)"), "y")
for (threads in as.integer(arguments[-1])) {
  time <- system.time(fit <- bam(formula, family = poisson, data = rows, discrete = TRUE, nthreads = threads))
  cat(sprintf("bam(discrete = TRUE), %d rows, threads %d: %.1f s, %.1f of processors, %d iterations\n",
    nrow(rows), threads, time[["elapsed"]], time[["user.self"]] + time[["sys.self"]], fit$iter))
}
edf <- summary(fit)$edf
for (k in 1:3) {
  name <- paste0("u", k)
  own <- curves[grepl(name, curves$term), ]
  at <- rows[rep(1, nrow(own)), ]
  at[[name]] <- own$x
  theirs <- predict(fit, at, type = "terms", terms = sprintf("s(%s)", name), se.fit = TRUE, discrete = FALSE)
  apart <- theirs$fit[, 1] - own$estimate
  se <- theirs$se.fit[, 1]
  cat(sprintf("s(%s): edf %.2f ours, %.2f bam; curves apart at most %.3f, on average %.3f of bam's standard errors; their ratio of widths %.3f\n",
    name, own$edf[1], edf[k], max(abs(apart - mean(apart)) / se), mean(abs(apart - mean(apart)) / se),
    mean((own$upper - own$lower) / (2 * qnorm(0.95) * se))))
}
