package io.credence.gradient;

import static io.credence.testkit.Close.assertClose;

import io.credence.family.law.DispersionPosterior.InverseGamma;
import io.credence.random.AddressedRandom;
import io.credence.random.NormalDraws;
import io.credence.random.NormalDraws.Dependence;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.TestSeed;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** For log p = −t₁ log φ − t₂/φ the natural gradient is t itself. */
class InverseGammaEstimatorTest {

    private static final InverseGamma Q = new InverseGamma(6, 4);
    private static final double[] T = {2.5, 1.5};
    private static final int DRAWS = 16;

    private static double[] scales(int repeat) {
        double[] scales = new double[DRAWS];
        for (int s = 0; s < DRAWS; s++) {
            scales[s] = Q.quantile(AddressedRandom.uniform(TestSeed.of("scales"), repeat, s));
        }
        return scales;
    }

    /** The estimate from the values that {@code before} leaves of the log density and a constant. */
    private static double[] estimate(Dependence kind, int repeat, double[] before) {
        double[] scales = scales(repeat);
        double[] known = InverseGammaEstimator.controlVariate(Q, scales, before);
        double[] left = new double[DRAWS];
        for (int s = 0; s < DRAWS; s++) {
            left[s] = -30 - T[0] * Math.log(scales[s]) - T[1] / scales[s] - known[s];
        }
        EvaluatedDraws drawn = new EvaluatedDraws(new NormalDraws(1, repeat, DRAWS, 1, kind), left, new double[0]);
        return InverseGammaEstimator.naturalGradient(Q, scales, drawn, left, before);
    }

    @ParameterizedTest
    @EnumSource
    void densityThatIsKnown_isExactFromAnyDraws(Dependence kind) {
        assertClose("natural gradient", T, estimate(kind, 0, T), 1e-10);
    }

    @ParameterizedTest
    @EnumSource
    void anythingElseThatWasKnown_leavesTheMean(Dependence kind) {
        double[][] found = new double[4000][];
        for (int r = 0; r < found.length; r++) {
            found[r] = estimate(kind, r, new double[] {-1, 3});
        }
        MonteCarlo.assertWithin4StandardErrors("natural gradient", T, found);
    }
}
