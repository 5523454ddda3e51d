package io.credence.prior;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.divergence.KullbackLeibler;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.linalg.JavaDenseKernel;
import io.credence.random.NormalDraws;
import io.credence.random.NormalDraws.Dependence;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.TestSeed;
import org.junit.jupiter.api.Test;

/** Normal priors some of whose entries are left to another term. */
class FlatPriorTest {

    private static final GaussianPrior PRIOR = new GaussianPrior(new double[] {0.5, 9, -1}, new double[] {2, 0, 0.25});

    @Test
    void flatEntry_countsNowhere() {
        double[] theta = {1, -70, 1};
        assertEquals(1, PRIOR.flatCount());
        assertEquals(Math.log(2 * 0.25), PRIOR.logDeterminantPrecision(), 1e-15);
        assertEquals(0.5 * (2 * 0.25 + 0.25 * 4), PRIOR.halfSquaredDistance(theta), 1e-15);
        assertArrayEquals(new double[] {-1, 0, -0.5}, PRIOR.gradient(theta), 1e-15);
    }

    /** Of independent coordinates: KL of the others, and −½(1 + log 2π s²) of the flat one. */
    @Test
    void divergenceOfIndependentCoordinates_isTheClosedForm() {
        DiagonalGaussian q = new DiagonalGaussian(new double[] {0, 3, 1}, new double[] {4, 0.5, 1});
        double first = 0.5 * (2 / 4.0 + 2 * 0.25 - 1 - Math.log(2 / 4.0));
        double flat = -0.5 * (1 + Math.log(2 * Math.PI / 0.5));
        double last = 0.5 * (0.25 + 0.25 * 4 - 1 - Math.log(0.25));
        assertClose("divergence", first + flat + last, KullbackLeibler.PLAIN.between(q, PRIOR), 1e-14);
    }

    @Test
    void divergence_isTheMeanOfLogDensities() {
        GaussianPosterior q = FullGaussian.of(
                JavaDenseKernel.INSTANCE, new double[] {0.3, 2, -0.4}, new double[] {1.9, 0.5, 1.4, -0.4, 0.3, 2.2});
        assertNotNull(q);
        double[] means = new double[500];
        double[] epsilon = new double[3];
        for (int r = 0; r < means.length; r++) {
            NormalDraws draws = new NormalDraws(TestSeed.of("flat"), r, 64, 3, Dependence.SOBOL);
            for (int s = 0; s < 64; s++) {
                draws.fill(s, epsilon);
                double[] theta = q.deviation(epsilon);
                for (int j = 0; j < 3; j++) {
                    theta[j] += q.mean()[j];
                }
                double logPrior = 0.5 * (PRIOR.logDeterminantPrecision() - 2 * Math.log(2 * Math.PI))
                        - PRIOR.halfSquaredDistance(theta);
                means[r] += (q.logDensity(theta) - logPrior) / 64;
            }
        }
        MonteCarlo.assertWithin4StandardErrors("divergence", KullbackLeibler.PLAIN.between(q, PRIOR), means);
    }

    @Test
    void precisionBelowZero_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> new GaussianPrior(new double[] {0}, new double[] {-1e-9}));
        assertThrows(
                IllegalArgumentException.class, () -> new GaussianPrior(new double[] {0}, new double[] {Double.NaN}));
    }
}
