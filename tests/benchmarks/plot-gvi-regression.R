# Draws the densities that GviRegression writes, one panel for each kind of divergence, one file for each prior:
#     tests/benchmarks/run GviRegression FOLDER && Rscript tests/benchmarks/plot-gvi-regression.R FOLDER
folder <- commandArgs(trailingOnly = TRUE)[1]
densities <- read.csv(file.path(folder, "gvi-regression-densities.csv"), check.names = FALSE)
kinds <- c(`KL / w` = "KL$", `Rényi` = "^renyi", `beta` = "^beta", `gamma` = "^gamma", `alpha` = "^alpha-div", `alpha-beta-gamma` = "^alpha-beta")

panel <- function(title, pattern, rows, limits) {
  names <- unique(grep(pattern, rows$divergence, value = TRUE))
  fixed <- intersect(c("exact", "KL"), rows$divergence)
  names <- union(fixed, names)
  colours <- c("black", "grey50", hcl.colors(max(1, length(names) - 2), "Dark 3"))
  shown <- rows[rows$divergence %in% names & is.finite(rows$density), ]
  top <- min(max(shown$density), 4 * max(shown$density[shown$divergence == "KL"]))
  plot(NA, xlim = limits, ylim = c(0, top), xlab = expression(theta[1]), ylab = "density", main = title)
  for (i in seq_along(names)) {
    line <- shown[shown$divergence == names[i], ]
    lines(line$theta1, line$density, col = colours[i], lty = if (names[i] == "exact") 2 else 1)
  }
  legend("topright", names, col = colours, lty = ifelse(names == "exact", 2, 1), cex = 0.6, bty = "n")
}

for (prior in unique(densities$`prior mean`)) {
  rows <- densities[densities$`prior mean` == prior, ]
  near <- rows[rows$divergence == "KL" & rows$density > 1e-3 * max(rows$density[rows$divergence == "KL"]), ]
  limits <- range(near$theta1) + c(-1.5, 1.5)
  png(file.path(folder, sprintf("gvi-regression-prior-%s.png", prior)), width = 1000, height = 600)
  par(mfrow = c(2, 3), mar = c(4, 4, 2, 1))
  for (kind in names(kinds)) panel(kind, kinds[[kind]], rows, limits)
  invisible(dev.off())
}
