package io.credence;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.summary.SummaryRow;
import io.credence.summary.WeightCorrection;
import io.credence.testkit.Nightly;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Both errors of the check, over logistic and Poisson regressions of few rows whose posterior of two numbers is known by a grid: none that is
 * plainly wrong is reliable, and few that are right are refused. The benchmark {@code VerdictBattery} has more kinds.
 */
class VerdictErrorsTest {

    private static final double PRIOR_SD = 5;
    private static final int NODES = 160;

    private record Data(double[][] features, double[] labels, boolean counts) {

        static Data simulated(Random random, boolean counts) {
            int rows = 15 + random.nextInt(60);
            double intercept = random.nextGaussian();
            double slope = random.nextGaussian();
            double[][] features = new double[rows][1];
            double[] labels = new double[rows];
            for (int i = 0; i < rows; i++) {
                features[i][0] = random.nextGaussian();
                double eta = intercept + slope * features[i][0];
                if (counts) {
                    for (double left = Math.exp(-Math.exp(eta)), p = random.nextDouble(); p > left; labels[i]++) {
                        p *= random.nextDouble();
                    }
                } else {
                    labels[i] = random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
                }
            }
            return new Data(features, labels, counts);
        }

        boolean isMixed() {
            double first = labels[0];
            for (double label : labels) {
                if (label != first) {
                    return true;
                }
            }
            return false;
        }

        double logDensity(double a, double b) {
            double log = -0.5 * (a * a + b * b) / (PRIOR_SD * PRIOR_SD);
            for (int i = 0; i < labels.length; i++) {
                double eta = a + b * features[i][0];
                log += labels[i] * eta
                        - (counts ? Math.exp(eta) : Math.max(eta, 0) + Math.log1p(Math.exp(-Math.abs(eta))));
            }
            return log;
        }

        /** Over nine standard deviations of the fit on each side. */
        List<SummaryRow> exact(Fit fit) {
            double[] mean = {fit.mean("(Intercept)"), fit.mean("x1")};
            double[] sd = {fit.sd("(Intercept)"), fit.sd("x1")};
            double[] logs = new double[NODES * NODES];
            double most = Double.NEGATIVE_INFINITY;
            double[][] values = new double[2][NODES * NODES];
            for (int s = 0; s < logs.length; s++) {
                values[0][s] = mean[0] + sd[0] * 18 * ((s / NODES) / (NODES - 1.0) - 0.5);
                values[1][s] = mean[1] + sd[1] * 18 * ((s % NODES) / (NODES - 1.0) - 0.5);
                logs[s] = logDensity(values[0][s], values[1][s]);
                most = Math.max(most, logs[s]);
            }
            double all = 0;
            double[] weights = new double[logs.length];
            for (int s = 0; s < logs.length; s++) {
                weights[s] = Math.exp(logs[s] - most);
                all += weights[s];
            }
            List<SummaryRow> rows = new ArrayList<>();
            for (int j = 0; j < 2; j++) {
                double[] each = values[j];
                double first = 0;
                double second = 0;
                double[] shares = new double[NODES];
                for (int s = 0; s < weights.length; s++) {
                    double share = weights[s] / all;
                    shares[j == 0 ? s / NODES : s % NODES] += share;
                    first += share * each[s];
                    second += share * each[s] * each[s];
                }
                double step = sd[j] * 18 / (NODES - 1.0);
                double from = mean[j] - sd[j] * 9 - step / 2;
                rows.add(new SummaryRow(
                        "",
                        first,
                        Math.sqrt(second - first * first),
                        from + step * cellsBelow(shares, 0.05),
                        from + step * cellsBelow(shares, 0.95)));
            }
            return rows;
        }

        /** Number of cells of a grid, with a part of the last, that hold a share of the mass. */
        private static double cellsBelow(double[] shares, double of) {
            int k = 0;
            double below = 0;
            for (; below + shares[k] < of; k++) {
                below += shares[k];
            }
            return k + (of - below) / shares[k];
        }
    }

    /** The largest error in units of what is allowed: 0.1 sd of means, 10 % of sds, 0.15 sd of the ends of intervals. */
    private static double error(List<SummaryRow> found, List<SummaryRow> exact) {
        double largest = 0;
        for (int k = 0; k < exact.size(); k++) {
            SummaryRow one = found.get(k);
            SummaryRow other = exact.get(k);
            largest = Math.max(largest, Math.abs(one.mean() - other.mean()) / other.sd() / 0.1);
            largest = Math.max(largest, Math.abs(Math.log(one.sd() / other.sd())) / 0.1);
            largest = Math.max(largest, Math.abs(one.lower() - other.lower()) / other.sd() / 0.15);
            largest = Math.max(largest, Math.abs(one.upper() - other.upper()) / other.sd() / 0.15);
        }
        return largest;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void verdicts_areRight(boolean counts) {
        Random random = new Random(TestSeed.of("verdicts " + counts));
        int times = Nightly.times(4, 60);
        List<String> refused = new ArrayList<>();
        int right = 0;
        for (int k = 0; k < times; k++) {
            Data data = Data.simulated(random, counts);
            if (!data.isMixed()) {
                continue;
            }
            Fit fit = Inference.of(counts ? "poisson" : "bernoulli")
                    .prior("normal", Map.of("sd", PRIOR_SD))
                    .with("prior.mean", 0)
                    .with("check.loo", false)
                    .fit(Rows.of(data.features(), data.labels()));
            List<SummaryRow> exact = data.exact(fit);
            double error = error(fit.numbers().summaryRows(), exact);
            assertTrue(
                    !fit.isReliable() || error < 1.3,
                    k + ": " + error + ", " + fit.reliability().text());
            if (error < 0.7) {
                right++;
                if (!fit.isReliable()) {
                    refused.add(k + ": " + error + ", " + fit.reliability().text());
                }
            }
            WeightCorrection corrected =
                    fit.check() == null ? null : fit.check().recommendedCorrection();
            if (corrected != null) {
                assertTrue(
                        error(corrected.summaryRows(), exact) < 1.3,
                        k + ": corrected " + error(corrected.summaryRows(), exact));
            }
        }
        int most = right / 20;
        assertTrue(refused.size() <= most, refused.size() + " of " + right + " right ones: " + refused);
    }
}
