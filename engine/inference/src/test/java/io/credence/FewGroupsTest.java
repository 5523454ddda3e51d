package io.credence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.linalg.Cholesky;
import io.credence.linalg.Kernels;
import io.credence.linalg.Vectors;
import io.credence.summary.MixedSummary;
import io.credence.summary.SummaryRow;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Standard deviations between two or three groups, whose tail is that of the prior: what is reported of them is known by a grid. */
class FewGroupsTest {

    private static final double PRIOR_SD = 50;
    private static final double SCALE = 2.5;
    private static final double[] LABELS = {
        0.37, -0.62, -0.58, 1.46, 0.57, 4.04, 5.47, 2.73, 3.33, 2.71, 1.1, 2.9, 1.8, 2.2, 1.4
    };
    private static final double[] X = {
        -0.61, 1.69, 1.62, 0.27, -0.06, -0.76, 0.24, -0.59, 0.41, 1.27, 0.3, -0.8, 0.5, -0.1, 0.9
    };
    private static final int EACH = 5;

    /** Means and standard deviations of the intercept and of the sd between groups, and the 95 % end of the latter. */
    private record Exact(double[] mean, double[] sd, double end) {}

    private static Exact exact(int groups, double degreesOfFreedom) {
        int n = groups * EACH;
        double[] sums = new double[5];
        double all = 0;
        double step = 0.05;
        double[] masses = new double[400];
        for (int a = 0; a < masses.length; a++) {
            double between = Math.exp(-8 + step * a);
            for (double b = -2; b < 3; b += step) {
                double noise = Math.exp(b);
                double[] moments = intercept(n, between, noise);
                double log = moments[2]
                        + Math.log(between)
                        + Math.log(noise)
                        - 0.5
                                * (degreesOfFreedom + 1)
                                * Math.log1p(between * between / (degreesOfFreedom * SCALE * SCALE))
                        - 2 * Math.log1p(noise * noise / (3 * SCALE * SCALE));
                double mass = Math.exp(log);
                all += mass;
                masses[a] += mass;
                sums[0] += mass * moments[0];
                sums[1] += mass * (moments[1] + moments[0] * moments[0]);
                sums[2] += mass * between;
                sums[3] += mass * between * between;
            }
        }
        double below = 0;
        int end = 0;
        while (below + masses[end] < 0.95 * all) {
            below += masses[end++];
        }
        double share = (0.95 * all - below) / masses[end];
        double mean = sums[0] / all;
        double own = sums[2] / all;
        return new Exact(
                new double[] {mean, own},
                new double[] {Math.sqrt(sums[1] / all - mean * mean), Math.sqrt(sums[3] / all - own * own)},
                Math.exp(-8 + step * (end - 0.5 + share)));
    }

    /** Mean and variance of the intercept given both, and the log density of the labels. */
    private static double[] intercept(int n, double between, double noise) {
        double[] covariance = new double[n * n];
        double[] withIntercept = new double[n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                covariance[i * n + j] = PRIOR_SD * PRIOR_SD * (1 + X[i] * X[j])
                        + (i / EACH == j / EACH ? between * between : 0)
                        + (i == j ? noise * noise : 0);
            }
            withIntercept[i] = PRIOR_SD * PRIOR_SD;
        }
        Cholesky root = Objects.requireNonNull(Cholesky.of(Kernels.named("java"), covariance, n));
        double[] y = Arrays.copyOf(LABELS, n);
        double[] solved = root.solve(y);
        return new double[] {
            Vectors.dot(withIntercept, solved),
            PRIOR_SD * PRIOR_SD - Vectors.dot(withIntercept, root.solve(withIntercept)),
            -0.5 * Vectors.dot(y, solved) - 0.5 * root.logDeterminant()
        };
    }

    @ParameterizedTest
    @CsvSource({"2, half-cauchy, 1", "3, half-cauchy, 1", "2, half-student-t, 3"})
    void sdBetweenFewGroups_hasItsTail(int groups, String prior, double degreesOfFreedom) {
        int n = groups * EACH;
        double[][] features = new double[n][1];
        for (int i = 0; i < n; i++) {
            features[i][0] = X[i];
        }
        Fit fit = Inference.of("gaussian")
                .with("model.groups", List.of(Map.of("by", "g", "columns", List.of("(Intercept)"))))
                .with("prior.groups", Map.of("sd", Map.of("kind", prior, "scale", SCALE)))
                .with("prior.sigma", Map.of("kind", "half-student-t", "scale", SCALE))
                .with("prior.mean", 0)
                .with("prior.sd", PRIOR_SD)
                .fit(Rows.of(List.of("x"), features, Arrays.copyOf(LABELS, n))
                        .inGroups(
                                "g",
                                IntStream.range(0, n)
                                        .mapToObj(i -> "g" + i / EACH)
                                        .toList()));
        Exact exact = exact(groups, degreesOfFreedom);
        SummaryRow own = Objects.requireNonNull(fit.findings().kindFindings(MixedSummary.class))
                .varianceComponents()
                .get(0);
        String text = fit.reliability().text() + "; " + own + ", exact " + exact.mean()[1] + " ± " + exact.sd()[1]
                + " to " + exact.end();
        assertTrue(fit.isReliable(), text);
        assertEquals(exact.end(), own.upper(), 0.2 * exact.sd()[1], text);
        assertEquals(exact.mean()[1], own.mean(), 0.1 * exact.sd()[1], text);
        assertEquals(Math.log(exact.sd()[1]), Math.log(own.sd()), 0.1, text);
        assertEquals(exact.mean()[0], fit.mean("(Intercept)"), 0.1 * exact.sd()[0]);
        assertEquals(Math.log(exact.sd()[0]), Math.log(fit.sd("(Intercept)")), 0.1);
    }
}
