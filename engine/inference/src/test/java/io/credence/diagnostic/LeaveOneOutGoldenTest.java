package io.credence.diagnostic;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.data.BlockBuilder;
import io.credence.data.Draws;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.ImportanceWeights;
import io.credence.fit.InProcessBackend;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.JavaDenseKernel;
import io.credence.loss.DrawLoss;
import io.credence.loss.PredictorLoss;
import io.credence.pass.DrawPass;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * PSIS-LOO and WAIC against the R package loo 2.5.1 on three data sets that come with R. The draws are logistic around a point,
 * from fractions of multiples of square roots, so that R and this test make the same ones. The files loo-rows.csv and
 * loo-totals.csv were written by
 *
 * <pre>{@code
 * library(loo)
 * cases <- list(
 *   cars = list(y = cars$dist, x = cbind(1, cars$speed / 10 - 1.54), m = c(43, 39), s = c(1.2, 2.3),
 *     ll = function(y, e) dnorm(y, e, 15, TRUE)),
 *   infert = list(y = infert$case, x = cbind(1, infert$spontaneous, infert$induced), m = c(-1.7, 1.2, 0.4),
 *     s = c(0.16, 0.12, 0.11), ll = function(y, e) dbinom(y, 1, plogis(e), TRUE)),
 *   sprays = list(y = InsectSprays$count, x = unname(model.matrix(~ spray - 1, InsectSprays)),
 *     m = log(c(14.5, 15.5, 2, 5, 3.5, 16.5)), s = c(0.04, 0.04, 0.1, 0.07, 0.08, 0.04), ll = function(y, e) dpois(y, exp(e), TRUE)))
 * primes <- c(2, 3, 5, 7, 11, 13); draws <- 400
 * d <- function(x) sprintf("%.17g", x)
 * rows <- NULL; totals <- NULL
 * for (n in names(cases)) { with(cases[[n]], {
 *   u <- outer(1:draws, sqrt(primes[seq_along(m)])) %% 1
 *   z <- log(u / (1 - u))
 *   theta <- sweep(sweep(z, 2, s, "*"), 2, m, "+")
 *   l <- t(sapply(1:draws, function(i) ll(y, x %*% theta[i, ])))
 *   log_g <- rowSums(-z - 2 * log1p(exp(-z)))
 *   log_p <- rowSums(l) + rowSums(dnorm(theta, 0, 10, TRUE))
 *   p <- loo(l, r_eff = rep(1, ncol(l))); w <- waic(l); a <- loo_approximate_posterior(l, log_p, log_g)
 *   rows <<- rbind(rows, data.frame(case = n, y = y, x = apply(x, 1, function(r) paste(d(r), collapse = " ")),
 *     elpd = d(p$pointwise[, "elpd_loo"]), k = d(p$diagnostics$pareto_k), waic = d(w$pointwise[, "elpd_waic"]),
 *     variance = d(w$pointwise[, "p_waic"]), weighted_elpd = d(a$pointwise[, "elpd_loo"]), weighted_k = d(a$diagnostics$pareto_k)))
 *   e <- rbind(p$estimates[1:2, ], w$estimates[1:2, ], a$estimates[1, , drop = FALSE])
 *   totals <<- rbind(totals, data.frame(case = n, quantity = c("elpd", "p", "waic", "waic_p", "weighted_elpd"), estimate = d(e[, 1]), se = d(e[, 2])))
 * }) }
 * write.csv(rows, "loo-rows.csv", row.names = FALSE, quote = FALSE)
 * write.csv(totals, "loo-totals.csv", row.names = FALSE, quote = FALSE)
 * }</pre>
 */
class LeaveOneOutGoldenTest {

    private static final int DRAWS = 400;
    private static final int[] PRIMES = {2, 3, 5, 7, 11, 13};

    /** A data set, its likelihood, and the logistic distribution of the draws. */
    private enum Case {
        CARS("gaussian", 225, new double[] {43, 39}, new double[] {1.2, 2.3}),
        INFERT("bernoulli", 1, new double[] {-1.7, 1.2, 0.4}, new double[] {0.16, 0.12, 0.11}),
        SPRAYS(
                "poisson",
                1,
                Arrays.stream(new double[] {14.5, 15.5, 2, 5, 3.5, 16.5})
                        .map(Math::log)
                        .toArray(),
                new double[] {0.04, 0.04, 0.1, 0.07, 0.08, 0.04});

        private final DrawLoss loss;
        private final double[] location;
        private final double[] scale;

        Case(String family, double dispersion, double[] location, double[] scale) {
            this.loss = new PredictorLoss(
                    Likelihoods.named(family, 4, 0), location.length, new DispersionPosterior.Known(dispersion));
            this.location = location;
            this.scale = scale;
        }

        List<String[]> golden(String name) {
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                    Objects.requireNonNull(LeaveOneOutGoldenTest.class.getResourceAsStream(name)),
                    StandardCharsets.UTF_8))) {
                return lines.lines()
                        .map(line -> line.split(",", -1))
                        .filter(cells -> cells[0].equalsIgnoreCase(name()))
                        .toList();
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }

        ExecutionBackend rows() {
            BlockBuilder builder =
                    BlockBuilder.dense(location.length, Precision.FLOAT64, BlockBuilder.DEFAULT_BLOCK_BYTES);
            for (String[] cells : golden("loo-rows.csv")) {
                double[] x = Arrays.stream(cells[2].split(" ", -1))
                        .mapToDouble(Double::parseDouble)
                        .toArray();
                builder.add(Double.parseDouble(cells[1]), 1, 0, x);
            }
            List<RowBlock> blocks = List.of(builder.build());
            return new InProcessBackend(List.of(blocks), JavaDenseKernel.INSTANCE, 1);
        }

        /** The draws, weighed by a posterior under normal priors of sd 10, or alike. */
        ImportanceWeights draws(ExecutionBackend rows, boolean weighed) {
            int d = location.length;
            double[][] theta = new double[DRAWS][d];
            double[] logs = new double[DRAWS];
            double[] base = new double[DRAWS];
            Arrays.fill(base, 1.0 / DRAWS);
            for (int s = 0; s < DRAWS; s++) {
                for (int j = 0; j < d; j++) {
                    double u = (s + 1) * Math.sqrt(PRIMES[j]) % 1;
                    double z = Math.log(u / (1 - u));
                    theta[s][j] = location[j] + scale[j] * z;
                    logs[s] += z + 2 * Math.log1p(Math.exp(-z)) - 0.005 * theta[s][j] * theta[s][j];
                }
            }
            double[] flat = Arrays.stream(theta).flatMapToDouble(Arrays::stream).toArray();
            double[] losses = rows.run(
                            new DrawPass(loss, new Draws.ExplicitDraws(flat, DRAWS, d), null, GradientForm.NONE))
                    .losses();
            for (int s = 0; s < DRAWS; s++) {
                logs[s] = weighed ? logs[s] - losses[s] : 0;
            }
            return new ImportanceWeights(theta, base, logs);
        }

        LeaveOneOut leaveOneOut(boolean weighed) {
            try (ExecutionBackend rows = rows()) {
                return Objects.requireNonNull(
                        new LeaveOneOutEstimator(loss, rows, 1, true).estimate(draws(rows, weighed)));
            }
        }
    }

    private static void assertTotal(Case of, String quantity, LeaveOneOut.Estimate found) {
        String[] cells = of.golden("loo-totals.csv").stream()
                .filter(row -> row[1].equals(quantity))
                .findFirst()
                .orElseThrow();
        assertClose(quantity, Double.parseDouble(cells[2]), found.value(), 1e-10);
        assertClose("error of " + quantity, Double.parseDouble(cells[3]), found.error(), 1e-9);
    }

    private static void assertRows(Case of, int first, LeaveOneOut found) {
        List<String[]> rows = of.golden("loo-rows.csv");
        assertEquals(rows.size(), found.rows().allRows().size());
        for (int i = 0; i < rows.size(); i++) {
            LeftOutRow row = found.rows().allRows().get(i);
            assertClose("elpd of row " + row.row(), Double.parseDouble(rows.get(i)[first]), row.elpd(), 1e-9);
            assertClose("k of row " + row.row(), Double.parseDouble(rows.get(i)[first + 1]), row.tailIndex(), 1e-7);
        }
    }

    @ParameterizedTest
    @EnumSource(Case.class)
    void drawsOfThePosterior_giveTheNumbersOfLoo(Case of) {
        LeaveOneOut found = of.leaveOneOut(false);
        assertRows(of, 3, found);
        assertTotal(of, "elpd", found.elpd());
        assertTotal(of, "p", found.effectiveParameters());
        assertTotal(of, "waic", found.waic());
        assertTotal(of, "waic_p", found.waicEffectiveParameters());
    }

    @ParameterizedTest
    @EnumSource(Case.class)
    void weighedDrawsOfAnApproximation_giveTheNumbersOfLoo(Case of) {
        LeaveOneOut found = of.leaveOneOut(true);
        assertRows(of, 7, found);
        assertTotal(of, "weighted_elpd", found.elpd());
    }
}
