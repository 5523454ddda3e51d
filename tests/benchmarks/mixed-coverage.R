# Coverage of 90 % Wald intervals by lme4 over the rows that MixedCoverage wrote: Rscript tests/benchmarks/mixed-coverage.R rows.csv
suppressMessages(library(lme4))
rows <- read.csv(commandArgs(trailingOnly = TRUE)[1])
truth <- c(-0.3, 0.5)
for (family in unique(rows$family)) {
  own <- rows[rows$family == family, ]
  held <- t(sapply(split(own, own$set), function(set) {
    fit <- suppressMessages(suppressWarnings(switch(family,
      gaussian = lmer(y ~ x + (1 | a) + (1 | b), set, REML = FALSE),
      bernoulli = glmer(y ~ x + (1 | a), set, family = binomial),
      poisson = glmer(y ~ x + (1 | a), set, family = poisson))))
    error <- sqrt(diag(as.matrix(vcov(fit))))
    c(abs(fixef(fit) - truth) < qnorm(0.95) * error, zero = isSingular(fit))
  }))
  cat(sprintf("| lme4 %s | %d | %.3f | %.3f | zero variance in %d |\n", family, nrow(held), mean(held[, 1]), mean(held[, 2]), sum(held[, 3])))
}
