package io.credence.gradient;

import io.credence.family.Blocks;
import io.credence.family.GaussianPosterior;
import io.credence.random.NormalDraws.Dependence;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The reparameterised estimator with a quadratic control variate of all parameters. */
class ReparameterizedEstimatorTest extends GradientEstimatorContract {

    @Override
    GradientEstimator<GaussianPosterior> estimator() {
        return new ReparameterizedEstimator();
    }

    @Override
    QuadraticControlVariate arbitrary(GaussianPosterior q) {
        return new QuadraticControlVariate(
                Blocks.full(3), new double[] {0.5, -1, 0.7}, new double[] {-0.4, 0.3, 0.6, 0.2, -0.5, -1});
    }

    @Override
    QuadraticControlVariate known(PolynomialDensity density, GaussianPosterior q) {
        return new QuadraticControlVariate(Blocks.full(3), density.expectedGradient(q), density.expectedCurvature(q));
    }

    @ParameterizedTest(name = "{0} {2}")
    @MethodSource("cases")
    void quadraticDensityThatIsKnown_isExactFromAnyDraws(String family, GaussianPosterior q, Dependence kind) {
        assertExactForQuadratic(q, kind, Blocks.full(3));
    }
}
