package io.credence.gradient;

import io.credence.family.GaussianPosterior;
import io.credence.random.NormalDraws;

/** The score estimator without centring where the draws separate the factors. */
class FactorPlainEstimatorTest extends PlainScoreEstimatorTest {

    @Override
    EvaluatedDraws drawn(PolynomialDensity density, NormalDraws standard, GaussianPosterior q) {
        return density.ofFactors(standard, q);
    }
}
