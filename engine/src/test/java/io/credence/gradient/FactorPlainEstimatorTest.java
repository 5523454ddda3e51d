package io.credence.gradient;

import io.credence.family.GaussianPosterior;
import io.credence.random.NormalDraws;

/** The score estimator without centring where the draws tell factors apart. */
class FactorPlainEstimatorTest extends PlainScoreEstimatorTest {

    @Override
    Drawn drawn(PolynomialDensity density, NormalDraws standard, GaussianPosterior q) {
        return density.ofFactors(standard, q);
    }
}
