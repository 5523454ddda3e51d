package io.credence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.testkit.TestSeed;
import java.util.List;
import java.util.Map;
import org.hipparchus.random.RandomGenerator;
import org.hipparchus.random.Well19937c;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Normal regressions of few rows, whose coefficients are wide where the variance is large, beside quadrature over the variance. */
class SmallRegressionFitTest {

    private static final double PRIOR_SD = 10;
    private static final double SHAPE = 2;
    private static final double SCALE = 3;

    /** What is known of an intercept and a slope, the latter without correlation. */
    private record Exact(double logEvidence, double sdOfSlope, double meanLog, double sdOfLog) {}

    private static double[][] features(int n, RandomGenerator random) {
        double[][] x = new double[n][1];
        for (double[] row : x) {
            row[0] = random.nextGaussian();
        }
        return x;
    }

    /** For each log variance on a grid the coefficients are normal and their evidence is closed. */
    private static Exact exact(double[][] x, double[] y) {
        double step = 0.01;
        double[] sums = new double[5];
        double highest = Double.NEGATIVE_INFINITY;
        for (int pass = 0; pass < 2; pass++) {
            for (double u = -6; u < 10; u += step) {
                double v = Math.exp(u);
                double[] gram = new double[3];
                double[] cross = new double[2];
                double squares = 0;
                for (int i = 0; i < y.length; i++) {
                    gram[0] += 1 / v;
                    gram[1] += x[i][0] / v;
                    gram[2] += x[i][0] * x[i][0] / v;
                    cross[0] += y[i] / v;
                    cross[1] += x[i][0] * y[i] / v;
                    squares += y[i] * y[i] / v;
                }
                double p = 1 / (PRIOR_SD * PRIOR_SD);
                double[] precision = {gram[0] + p, 0, gram[1], gram[2] + p};
                Cholesky factor = Cholesky.of(JavaDenseKernel.INSTANCE, precision, 2);
                double[] mean = factor.solve(cross);
                double determinant = precision[0] * precision[3] - gram[1] * gram[1];
                double log = -0.5 * (y.length * Math.log(2 * Math.PI * v) + squares)
                        + 0.5 * (mean[0] * cross[0] + mean[1] * cross[1])
                        + 0.5 * (2 * Math.log(p) - Math.log(determinant))
                        + SHAPE * Math.log(SCALE)
                        - Gamma.logGamma(SHAPE)
                        - SHAPE * u
                        - SCALE / v;
                if (pass == 0) {
                    highest = Math.max(highest, log);
                    continue;
                }
                double weight = step * Math.exp(log - highest);
                sums[0] += weight;
                sums[1] += weight * mean[1];
                sums[2] += weight * (mean[1] * mean[1] + precision[0] / determinant);
                sums[3] += weight * u;
                sums[4] += weight * u * u;
            }
        }
        double slope = sums[1] / sums[0];
        double log = sums[3] / sums[0];
        return new Exact(
                highest + Math.log(sums[0]),
                Math.sqrt(sums[2] / sums[0] - slope * slope),
                log,
                Math.sqrt(sums[4] / sums[0] - log * log));
    }

    private static Fit fit(Map<String, Object> choices, double[][] x, double[] y) {
        Inference inference = Inference.of("gaussian")
                .prior("normal", Map.of("sd", PRIOR_SD, "dispersion.shape", SHAPE, "dispersion.scale", SCALE));
        for (Map.Entry<String, Object> choice : choices.entrySet()) {
            inference = inference.with(choice.getKey(), choice.getValue());
        }
        return inference.fit(Rows.of(x, y));
    }

    private static double[] responses(double[][] x, RandomGenerator random) {
        double[] y = new double[x.length];
        for (int i = 0; i < y.length; i++) {
            y[i] = 1 + 2 * x[i][0] + 2 * random.nextGaussian();
        }
        return y;
    }

    /** Where its check refuses independent factors, the default fit is the exact posterior. */
    @ParameterizedTest
    @ValueSource(ints = {4, 6, 8})
    void default_isExactOfFewRows(int rows) {
        RandomGenerator random = new Well19937c(TestSeed.of("few rows " + rows));
        double[][] x = features(rows, random);
        double[] y = responses(x, random);
        Exact exact = exact(x, y);
        Fit fit = fit(Map.of(), x, y);
        Fit factors = fit(Map.of("check.khat", false), x, y);
        assertTrue(fit.reliability().isReliable(), fit.reliability().text());
        assertEquals(List.of("(Intercept)", "x1", "log(sigma2)"), fit.names());
        assertEquals(exact.logEvidence(), fit.result().elbo(), 1e-4);
        assertEquals(exact.sdOfSlope(), fit.posterior().sd()[1], 1e-4 * exact.sdOfSlope());
        assertEquals(exact.meanLog(), fit.posterior().mean()[2], 1e-4 * exact.sdOfLog());
        assertEquals(exact.sdOfLog(), fit.posterior().sd()[2], 1e-4 * exact.sdOfLog());
        assertEquals(exact.meanLog(), fit.scale().meanLog(), 1e-4 * exact.sdOfLog());
        assertEquals(exact.sdOfLog(), fit.scale().sdLog(), 1e-4 * exact.sdOfLog());
        assertTrue(factors.posterior().sd()[1] < 0.95 * exact.sdOfSlope());
        assertTrue(
                fit.notes().stream().anyMatch(note -> note.contains("fitted together")),
                fit.notes().toString());
    }

    /** The joint family has what the prior leaves of a conjugate posterior; independent factors have not how wide coefficients are. */
    @Test
    void jointFamily_isNearlyExactOfTenRows() {
        RandomGenerator random = new Well19937c(TestSeed.of("small regression"));
        double[][] x = features(10, random);
        double[] y = responses(x, random);
        Exact exact = exact(x, y);
        Fit joint = fit(Map.of("posterior.family", "normal-inverse-gamma"), x, y);
        Fit factors = fit(Map.of("check.khat", false), x, y);
        assertTrue(
                joint.isConverged() && joint.reliability().isReliable(),
                () -> joint.result().stopReason());
        assertEquals(1, joint.posterior().sd()[1] / exact.sdOfSlope(), 0.04);
        assertEquals(exact.meanLog(), joint.posterior().mean()[2], 0.05 * exact.sdOfLog());
        assertEquals(1, joint.posterior().sd()[2] / exact.sdOfLog(), 0.05);
        assertEquals(exact.logEvidence(), joint.result().elbo(), 0.05);
        assertTrue(factors.posterior().sd()[1] < 0.93 * exact.sdOfSlope());
        assertTrue(joint.result().elbo() > factors.result().elbo() + 0.03);
    }

    /** A matrix for each of some dispersions would be too many where a matrix has more numbers than a check has draws. */
    @Test
    void manyColumns_keepTheirFactors() {
        RandomGenerator random = new Well19937c(TestSeed.of("many columns"));
        double[][] x = new double[90][70];
        double[] y = new double[x.length];
        for (int i = 0; i < y.length; i++) {
            for (int j = 0; j < x[i].length; j++) {
                x[i][j] = random.nextGaussian();
            }
            y[i] = x[i][0] + random.nextGaussian();
        }
        Fit fit = fit(Map.of(), x, y);
        assertTrue(
                fit.isConverged() && fit.reliability().isFailed(),
                fit.reliability().text());
        assertEquals(71, fit.names().size());
    }

    /** Columns far from 0 that go together: coefficients are correlated, and wide beside what they are given the others. */
    @Test
    void jointFamily_convergesOfCorrelatedColumns() {
        RandomGenerator random = new Well19937c(TestSeed.of("correlated columns"));
        double[][] x = new double[21][3];
        double[] y = new double[x.length];
        for (int i = 0; i < y.length; i++) {
            x[i][0] = 60 + 9 * random.nextGaussian();
            x[i][1] = 0.3 * x[i][0] + 2 * random.nextGaussian();
            x[i][2] = 86 + 5 * random.nextGaussian();
            y[i] = 0.7 * x[i][0] + 1.3 * x[i][1] - 0.15 * x[i][2] - 40 + 3 * random.nextGaussian();
        }
        Map<String, Object> wide = Map.of("prior.sd", 1000.0, "check.khat", false);
        Fit joint = fit(Map.of("prior.sd", 1000.0, "posterior.family", "normal-inverse-gamma"), x, y);
        Fit factors = fit(wide, x, y);
        assertTrue(joint.isConverged() && joint.isReliable(), joint.result().stopReason());
        double wider = Math.sqrt(21.0 / 19);
        for (int j = 0; j < 4; j++) {
            double sd = factors.posterior().sd()[j];
            assertEquals(factors.posterior().mean()[j], joint.posterior().mean()[j], 0.05 * sd);
            assertEquals(wider, joint.posterior().sd()[j] / sd, 0.03 * wider);
        }
    }
}
