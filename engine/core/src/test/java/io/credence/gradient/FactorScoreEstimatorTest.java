package io.credence.gradient;

import io.credence.family.Blocks;
import io.credence.family.GaussianPosterior;
import io.credence.random.NormalDraws;
import io.credence.random.NormalDraws.Dependence;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The score estimator with a quadratic control variate where the draws separate the factors. */
class FactorScoreEstimatorTest extends ScoreEstimatorTest {

    @Override
    boolean isLinearInLosses() {
        return false;
    }

    @Override
    EvaluatedDraws drawn(PolynomialDensity density, NormalDraws standard, GaussianPosterior q) {
        return density.ofFactors(standard, q);
    }

    /** What is known within the posterior's own blocks only leaves the mean too. */
    @ParameterizedTest(name = "{0} {2}")
    @MethodSource("cases")
    void surrogateOfTheOwnBlocks_leavesTheMean(String family, GaussianPosterior q, Dependence kind) {
        QuadraticControlVariate whole = super.arbitrary(q);
        double[] own = Blocks.full(3).equals(q.blocks())
                ? whole.curvature()
                : q.blocks().packedWithinBlocks(whole.curvature());
        assertUnbiased(family + " " + kind, q, kind, new QuadraticControlVariate(q.blocks(), whole.slope(), own));
    }
}
