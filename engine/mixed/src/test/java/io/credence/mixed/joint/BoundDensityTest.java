package io.credence.mixed.joint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.GaussianStructure;
import io.credence.family.MixturePosterior;
import io.credence.fit.FitSettings;
import io.credence.fit.InProcessBackend;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.Cholesky;
import io.credence.linalg.LogSums;
import io.credence.mixed.MixedAlgorithmChoice;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.FixedEffectsPrior;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.MixedRows;
import io.credence.mixed.model.SmoothTerm;
import io.credence.mixed.result.ComponentDensityEvaluation;
import io.credence.mixed.result.MixedPosterior;
import io.credence.mixed.result.MixedPosterior.SmoothPosterior;
import io.credence.optimize.BfgsSearch.SearchPoint;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogHalfStudent;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Counts in many rows with one smooth, whose standard deviation is integrated over as by a fine grid. */
class BoundDensityTest {

    private static final int ROWS = 2500;
    private static final int FUNCTIONS = 6;
    private static final int COLUMNS = 2 + FUNCTIONS;
    private static final double SCALE = 2.5;
    private static final FitSettings SETTINGS = new FitSettings(GaussianStructure.FULL, 1000, 1e-8, 1);

    private final double[] cells = new double[ROWS * COLUMNS];
    private final double[] counts = new double[ROWS];

    /** Draws counts whose logarithm bends by the given amplitude. */
    private void draw(double bend, double speed) {
        Arrays.fill(counts, 0);
        Random random = RandomArrays.of("counts with a smooth").random();
        for (int i = 0; i < ROWS; i++) {
            double x = random.nextDouble();
            cells[i * COLUMNS] = 1;
            cells[i * COLUMNS + 1] = x - 0.5;
            for (int k = 0; k < FUNCTIONS; k++) {
                cells[i * COLUMNS + 2 + k] = Math.cos(Math.PI * (k + 2) * x) / (k + 1);
            }
            double rate = Math.exp(0.3 + 0.5 * x + bend * Math.sin(speed * x));
            double until = random.nextDouble();
            for (double p = Math.exp(-rate); until > p; p *= rate / ++counts[i]) {
                until -= p;
            }
        }
    }

    private final class Quadrature {
        private final double[] mean = new double[COLUMNS];
        private final double[] variance = new double[COLUMNS];
        private double sd;
        private double sdSd;
        private double degrees;
        private double evidence;

        /** Sums over the logarithm of the standard deviation; given it, Laplace's approximation. */
        Quadrature() {
            int points = 121;
            double step = 0.05;
            double[] logs = new double[points];
            Laplace[] at = new Laplace[points];
            double[] start = new double[COLUMNS];
            for (int s = 0; s < points; s++) {
                double log = -4 + s * step;
                at[s] = new Laplace(start, Math.exp(log));
                start = at[s].mode;
                logs[s] = at[s].evidence + new LogHalfStudent(3, SCALE).logDensity(log) + Math.log(step);
            }
            evidence = LogSums.logSumExp(logs);
            double[] shares = LogSums.softmax(logs);
            double square = 0;
            for (int s = 0; s < points; s++) {
                sd += shares[s] * at[s].sd;
                square += shares[s] * at[s].sd * at[s].sd;
                degrees += shares[s] * at[s].degrees();
                for (int j = 0; j < COLUMNS; j++) {
                    mean[j] += shares[s] * at[s].mode[j];
                    variance[j] += shares[s] * (at[s].covariance[j * (COLUMNS + 1)] + at[s].mode[j] * at[s].mode[j]);
                }
            }
            sdSd = Math.sqrt(square - sd * sd);
            for (int j = 0; j < COLUMNS; j++) {
                variance[j] -= mean[j] * mean[j];
            }
        }
    }

    private final class Laplace {
        private final double sd;
        private final double[] mode;
        private final double[] covariance;
        private final double evidence;

        Laplace(double[] start, double sd) {
            this.sd = sd;
            this.mode = start.clone();
            double[] precision = precision(sd);
            double[] inverse = new double[0];
            double log = 0;
            for (int step = 0; step < 30; step++) {
                double[] curvature = new double[COLUMNS * COLUMNS];
                double[] slope = new double[COLUMNS];
                log = 0;
                for (int j = 0; j < COLUMNS; j++) {
                    curvature[j * (COLUMNS + 1)] = precision[j];
                    slope[j] = -precision[j] * mode[j];
                    log += 0.5 * (Math.log(precision[j]) - precision[j] * mode[j] * mode[j]);
                }
                for (int i = 0; i < ROWS; i++) {
                    double eta = 0;
                    for (int j = 0; j < COLUMNS; j++) {
                        eta += cells[i * COLUMNS + j] * mode[j];
                    }
                    double rate = Math.exp(eta);
                    log += counts[i] * eta - rate;
                    for (int k = 2; k <= counts[i]; k++) {
                        log -= Math.log(k);
                    }
                    for (int j = 0; j < COLUMNS; j++) {
                        slope[j] += (counts[i] - rate) * cells[i * COLUMNS + j];
                        for (int k = 0; k < COLUMNS; k++) {
                            curvature[j * COLUMNS + k] += rate * cells[i * COLUMNS + j] * cells[i * COLUMNS + k];
                        }
                    }
                }
                Cholesky root = Cholesky.of(MixedRows.KERNEL, curvature, COLUMNS);
                inverse = root.inverse();
                log -= 0.5 * root.logDeterminant();
                double size = 0;
                for (int j = 0; j < COLUMNS; j++) {
                    double move = 0;
                    for (int k = 0; k < COLUMNS; k++) {
                        move += inverse[j * COLUMNS + k] * slope[k];
                    }
                    mode[j] += move;
                    size = Math.max(size, Math.abs(move));
                }
                if (size < 1e-10) {
                    break;
                }
            }
            this.covariance = inverse;
            this.evidence = log;
        }

        double degrees() {
            double sum = 0;
            for (int j = 2; j < COLUMNS; j++) {
                sum += 1 - covariance[j * (COLUMNS + 1)] / (sd * sd);
            }
            return sum;
        }
    }

    private static double[] precision(double sd) {
        double[] precision = new double[COLUMNS];
        Arrays.fill(precision, 1 / (sd * sd));
        precision[0] = 0.04;
        precision[1] = 0.04;
        return precision;
    }

    private static MixedModel model() {
        return new MixedModel(
                List.of(),
                List.of(),
                new boolean[] {true, true, true, true, true, true, true, true},
                Likelihoods.named("poisson", 1, 0),
                new FixedEffectsPrior(
                        new GaussianPrior(new double[COLUMNS], precision(1)),
                        List.of(new SmoothTerm("s(x)", new int[] {2, 3, 4, 5, 6, 7}, new LogHalfStudent(3, SCALE)))),
                List.of(),
                null,
                Double.NaN);
    }

    private InProcessBackend backend(double[] units) {
        double[] divided = cells.clone();
        for (int i = 0; i < divided.length; i++) {
            divided[i] /= units[i % COLUMNS];
        }
        MixedRows rows = new MixedRows(COLUMNS, divided, counts, List.of(), List.of());
        return new InProcessBackend(MixedRows.dealt(rows.block(null, null)), MixedRows.KERNEL, 2);
    }

    private MixedPosterior fitted(double[] units) {
        try (InProcessBackend backend = backend(units)) {
            return (MixedPosterior)
                    MixedAlgorithmChoice.chooseAlgorithm(model(), units, SETTINGS, backend, MixedRows.KERNEL)
                            .fit()
                            .detail();
        }
    }

    @Test
    void posterior_isThatOfAGrid_whateverTheUnits() {
        draw(0.4, 7);
        Quadrature truth = new Quadrature();
        double[] ones = new double[COLUMNS];
        Arrays.fill(ones, 1);
        for (double[] units : new double[][] {ones, {1, 0.5, 3, 3, 2, 1, 0.1, 1}}) {
            MixedPosterior found = fitted(units);
            SmoothPosterior smooth = found.smooths().get(0);
            assertEquals("sd[s(x)]", smooth.sd().name());
            assertEquals(truth.sd, smooth.sd().mean(), 0.03 * truth.sdSd);
            assertEquals(0, Math.log(smooth.sd().sd() / truth.sdSd), 0.03);
            assertEquals(truth.degrees, smooth.effectiveDegrees(), 0.02);
            assertEquals(truth.evidence, found.logMarginalLikelihood(), 0.02);
            MixturePosterior coefficients = found.fixedEffectsPosterior();
            double[] mean = coefficients.mean();
            double[] sd = coefficients.sd();
            for (int j = 0; j < COLUMNS; j++) {
                double own = Math.sqrt(truth.variance[j]);
                // The grid has modes of coefficients, which lie above their means by a small share of an sd
                assertEquals(truth.mean[j], mean[j], 0.06 * own, "mean of coefficient " + j);
                assertEquals(0, Math.log(sd[j] / own), 0.03, "sd of coefficient " + j);
            }
            assertTrue(smooth.effectiveDegrees() > 2 && smooth.effectiveDegrees() < FUNCTIONS);
        }
    }

    /** Of a function that nearly is a straight line, the standard deviation has the tail of its prior. */
    @Test
    void aNearlyStraightFunction_hasKnownCoefficients_whereItsSdHasALongTail() {
        draw(0.25, 3);
        Quadrature truth = new Quadrature();
        double[] ones = new double[COLUMNS];
        Arrays.fill(ones, 1);
        MixedPosterior found = fitted(ones);
        assertEquals(truth.degrees, found.smooths().get(0).effectiveDegrees(), 0.03);
        double[] sd = found.fixedEffectsPosterior().sd();
        for (int j = 0; j < COLUMNS; j++) {
            double own = Math.sqrt(truth.variance[j]);
            assertEquals(truth.mean[j], found.fixedEffectsPosterior().mean()[j], 0.08 * own, "mean " + j);
            assertEquals(0, Math.log(sd[j] / own), 0.04, "sd " + j);
        }
    }

    /** The Gaussian that the rows have at one point tells where the mode is, far from there too. */
    @Test
    void modeExpectedFromOnePoint_isTheMode() {
        draw(0.4, 7);
        double[] ones = new double[COLUMNS];
        Arrays.fill(ones, 1);
        try (InProcessBackend backend = backend(ones)) {
            BoundDensity density = BoundDensity.of(EffectLayout.of(model()), ones, SETTINGS, backend, MixedRows.KERNEL);
            for (double start : new double[] {0.4, 2}) {
                double[] x = {start};
                ComponentDensityEvaluation there = density.evaluate(x, true, null);
                SearchPoint expected = density.expectedMode(x, there);
                ComponentDensityEvaluation found = density.evaluate(expected.point(), true, null);
                double variance = expected.inverseCurvature()[0];
                assertTrue(found.value() > there.value() + 1, "gain " + (found.value() - there.value()));
                assertEquals(0, 0.5 * found.gradient()[0] * found.gradient()[0] * variance, 1e-3);
                double[] beside = {expected.point()[0] + 1e-3};
                double slope = density.evaluate(beside, true, null).gradient()[0] - found.gradient()[0];
                assertEquals(1, -slope / 1e-3 * variance, 0.3);
            }
        }
    }
}
