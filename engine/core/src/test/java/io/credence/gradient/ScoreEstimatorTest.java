package io.credence.gradient;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.Blocks;
import io.credence.family.GaussianPosterior;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.random.NormalDraws.Dependence;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The score estimator with a quadratic control variate of all parameters. */
class ScoreEstimatorTest extends GradientEstimatorContract {

    @Override
    GradientEstimator<GaussianPosterior> estimator() {
        return new ScoreEstimator(true);
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

    @ParameterizedTest
    @EnumSource
    void quadraticVariate_hasATenthOfTheNoiseOfAConstant(Dependence kind) {
        PolynomialDensity density = PolynomialDensity.quartic();
        GaussianPosterior q = nearOptimum(density);
        List<Estimate> quadratic = estimates(density, q, kind, known(density, q));
        List<Estimate> constant = estimates(density, q, kind, QuadraticControlVariate.zero(q.blocks()));
        double gradient = mean(constant, Estimate::gradientNoise) / mean(quadratic, Estimate::gradientNoise);
        double curvature = mean(constant, Estimate::curvatureNoise) / mean(quadratic, Estimate::curvatureNoise);
        // Pairs take the even part off the gradient without any help.
        assertTrue(gradient > (kind == Dependence.ANTITHETIC ? 3 : 10), "the gradient's ratio was " + gradient);
        assertTrue(curvature > 10, "the curvature's ratio was " + curvature);
    }

    /** The posterior whose precision is −H, after a few steps at full length, made as narrow as more rows would make it. */
    private static GaussianPosterior nearOptimum(PolynomialDensity density) {
        GaussianPosterior q = full();
        for (int step = 0; step < 20; step++) {
            double[] move = q.covarianceTimes(density.expectedGradient(q));
            double[] mean = q.mean().clone();
            for (int j = 0; j < mean.length; j++) {
                mean[j] += move[j];
            }
            q = q.withMean(mean);
        }
        return q.withPrecisionScaled(4);
    }
}
