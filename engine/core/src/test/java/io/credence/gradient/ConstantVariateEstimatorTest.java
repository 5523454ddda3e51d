package io.credence.gradient;

import static io.credence.testkit.Close.assertWithin;

import io.credence.family.GaussianPosterior;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.random.NormalDraws;
import io.credence.random.NormalDraws.Dependence;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The score estimator with a constant for each element of the gradient. */
class ConstantVariateEstimatorTest extends GradientEstimatorContract {

    @Override
    GradientEstimator<GaussianPosterior> estimator() {
        return new ConstantVariateEstimator();
    }

    @Override
    QuadraticControlVariate arbitrary(GaussianPosterior q) {
        double[] curvature = new double[q.blocks().packedLength()];
        for (int e = 0; e < curvature.length; e++) {
            curvature[e] = 1 - e;
        }
        return new QuadraticControlVariate(q.blocks(), new double[] {-4, -3, -1}, curvature);
    }

    @Override
    QuadraticControlVariate known(PolynomialDensity density, GaussianPosterior q) {
        NormalDraws before = new NormalDraws(TestSeed.of("before"), -1, 4096, 3, Dependence.SOBOL);
        return ConstantVariateEstimator.estimateConstants(density.at(before, q, GradientForm.NONE), q);
    }

    /** What it states is a bound. */
    @Override
    double[] gradientNoiseRatio() {
        return new double[] {0.9, 10};
    }

    @Override
    double[] curvatureNoiseRatio(Dependence kind) {
        return new double[] {0.9, 10};
    }

    /** A log density that is a constant is that constant for every element, by few draws too: nothing is left of it. */
    @ParameterizedTest(name = "{0} {2}")
    @MethodSource("cases")
    void constantDensity_isItsOwnConstant(String family, GaussianPosterior q, Dependence kind) {
        NormalDraws many = new NormalDraws(TestSeed.of("constant"), 0, 24, 3, kind);
        double[] values = new double[many.count()];
        Arrays.fill(values, -7);
        QuadraticControlVariate constants =
                ConstantVariateEstimator.estimateConstants(new EvaluatedDraws(many, values, new double[0]), q);
        for (double c : constants.slope()) {
            assertWithin("constant of a slope", -7, c, 1e-10);
        }
        for (double c : constants.curvature()) {
            assertWithin("constant of a curvature", -7, c, 1e-10);
        }
    }
}
