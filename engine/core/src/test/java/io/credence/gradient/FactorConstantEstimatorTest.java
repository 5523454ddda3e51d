package io.credence.gradient;

import io.credence.family.GaussianPosterior;
import io.credence.random.NormalDraws;
import io.credence.random.NormalDraws.Dependence;
import io.credence.testkit.TestSeed;

/** A constant for each element of the gradient where the draws separate the factors. */
class FactorConstantEstimatorTest extends ConstantVariateEstimatorTest {

    @Override
    EvaluatedDraws drawn(PolynomialDensity density, NormalDraws standard, GaussianPosterior q) {
        return density.ofFactors(standard, q);
    }

    @Override
    QuadraticControlVariate known(PolynomialDensity density, GaussianPosterior q) {
        NormalDraws before = new NormalDraws(TestSeed.of("before"), -1, 4096, 3, Dependence.SOBOL);
        return ConstantVariateEstimator.estimateConstants(density.ofFactors(before, q), q);
    }
}
