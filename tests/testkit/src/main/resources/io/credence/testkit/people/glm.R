# Writes data sets of R's packages `datasets`, `MASS` and `pscl` as people save them, and the maximum likelihood of a model of each:
#     LC_ALL=C Rscript glm.R FOLDER
# Those of sets.py lie in the folder already. One line of golden.tsv per coefficient: set, coefficient, estimate, then its row of the covariance matrix.
folder <- commandArgs(TRUE)[1]
golden <- file(file.path(folder, "golden.tsv"), "w")
writeLines(paste("# stats::glm, MASS::polr and pscl::zeroinfl of", R.version.string), golden)

save <- function(name, data) write.csv(data, file.path(folder, paste0(name, ".csv")))

fit <- function(name, formula, family, data = NULL, weights = NULL) {
  if (!is.null(data)) save(name, data)
  data <- read.csv(file.path(folder, paste0(name, ".csv")))
  for (day in intersect(c("day", "date"), names(data))) data[[day]] <- as.numeric(as.Date(data[[day]]))
  data$.w <- if (is.null(weights)) 1 else data[[weights]]
  found <- glm(formula, family, data, weights = .w, control = list(epsilon = 1e-14, maxit = 100))
  report(name, coef(found), vcov(found))
}

report <- function(name, estimate, covariance)
  for (j in seq_along(estimate))
    writeLines(paste(c(name, names(estimate)[j], formatC(c(estimate[j], covariance[j, ]), digits = 17)),
                     collapse = "\t"), golden)

fit("warpbreaks", breaks ~ wool * tension, poisson, warpbreaks)
fit("infert", case ~ education + age + parity + induced + spontaneous, binomial, infert)
fit("insects", count ~ spray, poisson, InsectSprays)
fit("teeth", len ~ supp * dose, gaussian, ToothGrowth)
fit("cars-by-gear", am ~ wt, binomial, mtcars)
fit("cars-by-cylinders", mpg ~ wt + factor(cyl), gaussian, mtcars)
fit("iris", Sepal.Length ~ Species + Petal.Length, gaussian, iris)
fit("ozone", Ozone ~ Solar.R + Wind + Temp, gaussian, airquality)
fit("chicks", weight ~ feed, gaussian, chickwts)
fit("plants", weight ~ group, gaussian, PlantGrowth)
fit("swiss", Fertility ~ Agriculture + Examination + Education + Catholic + Infant.Mortality, gaussian, swiss)
fit("longley", Employed ~ GNP.deflator + GNP + Unemployed + Armed.Forces + Population + Year, gaussian, longley)
fit("stack", stack.loss ~ Air.Flow + Water.Temp + Acid.Conc., gaussian, stackloss)
fit("stopping", dist ~ poly(speed, 2), gaussian, cars)
fit("trees", log(Volume) ~ log(Girth) + log(Height), gaussian, trees)
fit("oesophagus", cbind(ncases, ncontrols) ~ agegp + alcgp, binomial, esoph)
admissions <- as.data.frame(UCBAdmissions)
fit("admissions", (Admit == "Rejected") ~ Gender + Dept, binomial, admissions, "Freq")
titanic <- as.data.frame(Titanic)
fit("titanic", (Survived == "Yes") ~ Class + Sex + Age, binomial, titanic, "Freq")
fit("quakes", stations ~ mag + depth, poisson, quakes)
fit("fertiliser", yield ~ factor(block) + N + P + K, gaussian, npk)
fit("growth", weight ~ Time * factor(Diet), Gamma(link = "log"), ChickWeight)
seatbelts <- as.data.frame(Seatbelts)
fit("seatbelts", DriversKilled ~ law + PetrolPrice + offset(log(kms)), poisson, seatbelts)
days <- data.frame(day = as.Date(paste(1973, airquality$Month, airquality$Day, sep = "-")), Temp = airquality$Temp)
fit("days", Temp ~ poly(day, 2), gaussian, days)

# Written by sets.py
fit("diabetes", target ~ age + sex + bmi + bp + s5, gaussian)
fit("election", (vote == "Dole") ~ PID + age + income, binomial)
fit("votes", cbind(Dole, Clinton) ~ educ, binomial)
fit("states", murder ~ poverty + single + urban, gaussian)
fit("nile", volume ~ date, gaussian)
fit("food", log(foodexp) ~ log(income), gaussian)

# Ordered classes; the second cutpoint as the logarithm of its distance from the first.
save("housing", MASS::housing)
housing <- read.csv(file.path(folder, "housing.csv"))
housing$Sat <- factor(housing$Sat, c("Low", "Medium", "High"))
found <- MASS::polr(Sat ~ Infl + Type + Cont, housing, Freq, Hess = TRUE, control = list(reltol = 1e-15))
both <- c(coef(found), found$zeta)
last <- length(both)
jacobian <- diag(last)
jacobian[last, last - 1:0] <- c(-1, 1) / diff(found$zeta)
both[last] <- log(diff(found$zeta))
names(both)[last] <- "log(Medium|High - Low|Medium)"
report("housing", both, jacobian %*% vcov(found) %*% t(jacobian))

# Counts inflated by zeros.
save("articles", pscl::bioChemists)
articles <- read.csv(file.path(folder, "articles.csv"))
found <- pscl::zeroinfl(art ~ fem + mar + kid5 + phd, articles, reltol = 1e-15)
both <- coef(found)
names(both) <- sub("_", ":", names(both))
report("articles", both, vcov(found))
close(golden)
