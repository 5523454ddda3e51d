package io.credence.divergence;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.prior.GaussianPrior;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import java.util.List;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.junit.jupiter.api.Test;

class KullbackLeiblerTest {

    private static FullGaussian full(double[] mean, double[] precision) {
        return FullGaussian.of(JavaDenseKernel.INSTANCE, mean, Symmetric.pack(precision, mean.length));
    }

    private static double[] reciprocalDiagonal(double[] matrix, int d) {
        double[] diagonal = new double[d];
        for (int j = 0; j < d; j++) {
            diagonal[j] = 1 / matrix[j * d + j];
        }
        return diagonal;
    }

    @Test
    void divergence_matchesGoldenValuesOfDiagonalPriors() {
        List<GoldenDivergences> pairs = GoldenDivergences.pairs().stream()
                .filter(GoldenDivergences::diagonal)
                .toList();
        assertEquals(9, pairs.size());
        for (GoldenDivergences pair : pairs) {
            int d = pair.dimension();
            GaussianPrior prior = new GaussianPrior(pair.priorMean(), reciprocalDiagonal(pair.priorCovariance(), d));
            double[] precision = reciprocalDiagonal(pair.covariance(), d);
            double expected = pair.kullbackLeibler();
            DiagonalGaussian diagonal = new DiagonalGaussian(pair.mean(), precision);
            FullGaussian full = full(pair.mean(), Naive.diagonal(precision));
            assertClose("diagonal", expected, KullbackLeibler.PLAIN.between(diagonal, prior), 1e-10);
            assertClose("full", expected, KullbackLeibler.PLAIN.between(full, prior), 1e-10);
        }
    }

    @Test
    void divergenceOfOneCoefficient_matchesQuadrature() {
        NormalDistribution q = new NormalDistribution(0.8, 0.5);
        NormalDistribution p = new NormalDistribution(-1, 2);
        double expected = 0;
        double step = 0.001;
        for (double x = -7; x < 9; x += step) {
            expected += step * q.density(x) * (q.logDensity(x) - p.logDensity(x));
        }
        GaussianPrior prior = GaussianPrior.of(1, -1, 2);
        double[] mean = {0.8};
        double[] precision = {4};
        assertClose("full", expected, KullbackLeibler.PLAIN.between(full(mean, precision), prior), 1e-12);
        assertClose(
                "diagonal",
                expected,
                KullbackLeibler.PLAIN.between(new DiagonalGaussian(mean, precision), prior),
                1e-12);
    }

    @Test
    void divergenceOfCorrelatedCoefficients_matchesDraws() {
        int d = 4;
        RandomArrays random = RandomArrays.of("divergence");
        double[] mean = random.normals(d);
        double[] precision = random.definite(d);
        GaussianPrior prior = new GaussianPrior(random.normals(d), random.uniforms(d, 0.2, 3));
        FullGaussian q = full(mean, precision);
        double[] root = Cholesky.of(JavaDenseKernel.INSTANCE, Naive.inverse(precision, d), d)
                .factor();
        double logDeterminant = Naive.logDeterminant(precision, d);
        double[] logRatios = new double[100_000];
        for (int s = 0; s < logRatios.length; s++) {
            double[] deviation = Naive.times(root, random.normals(d));
            double[] theta = deviation.clone();
            for (int j = 0; j < d; j++) {
                theta[j] += mean[j];
            }
            double logQ = 0.5 * logDeterminant - 0.5 * Naive.form(deviation, precision, deviation);
            double logPrior = 0;
            for (int j = 0; j < d; j++) {
                double z = theta[j] - prior.mean()[j];
                logPrior += 0.5 * Math.log(prior.precision()[j]) - 0.5 * prior.precision()[j] * z * z;
            }
            logRatios[s] = logQ - logPrior;
        }
        MonteCarlo.assertWithin4StandardErrors("KL", KullbackLeibler.PLAIN.between(q, prior), logRatios);
    }

    @Test
    void divergenceFromThePriorItself_isZeroAndOtherwisePositive() {
        GaussianPrior prior = GaussianPrior.of(3, 1.5, 0.7);
        DiagonalGaussian same = new DiagonalGaussian(prior.mean(), prior.precision());
        assertClose("same", 0, KullbackLeibler.PLAIN.between(same, prior), 1e-14);
        assertTrue(KullbackLeibler.PLAIN.between(same.withPrecisionScaled(1.01), prior) > 0);
        assertTrue(KullbackLeibler.PLAIN.between(same.withPrecisionScaled(0.99), prior) > 0);
        assertTrue(KullbackLeibler.PLAIN.between(same.withMean(new double[] {1.5, 1.5, 1.49}), prior) > 0);
    }
}
