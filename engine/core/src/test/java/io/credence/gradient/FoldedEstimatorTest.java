package io.credence.gradient;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.family.Blocks;
import io.credence.family.GaussianPosterior;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.gradient.ReparameterizedEstimator.FoldedEstimator;
import io.credence.random.NormalDraws.Dependence;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The reparameterised estimator from folded gradients, of a diagonal posterior. */
class FoldedEstimatorTest extends GradientEstimatorContract {

    @Override
    GradientEstimator<GaussianPosterior> estimator() {
        return new FoldedEstimator();
    }

    @Override
    Stream<GaussianPosterior> posteriors() {
        return Stream.of(diagonal());
    }

    @Override
    QuadraticControlVariate arbitrary(GaussianPosterior q) {
        return new QuadraticControlVariate(q.blocks(), new double[] {0.5, -1, 0.7}, new double[] {-0.4, 0.6, -1});
    }

    @Override
    QuadraticControlVariate known(PolynomialDensity density, GaussianPosterior q) {
        return new QuadraticControlVariate(
                q.blocks(), density.expectedGradient(q), q.blocks().packedWithinBlocks(density.expectedCurvature(q)));
    }

    @ParameterizedTest
    @EnumSource
    void gradientAndValue_areThoseOfAGradientPerDraw(Dependence kind) {
        GaussianPosterior q = diagonal();
        PolynomialDensity density = PolynomialDensity.quartic();
        QuadraticControlVariate before = arbitrary(q);
        Estimate folded = estimator().estimate(density.at(draws(kind, 0), q, GradientForm.FOLDED), q, before);
        Estimate single = new ReparameterizedEstimator()
                .estimate(density.at(draws(kind, 0), q, GradientForm.PER_DRAW), q, before);
        assertClose("gradient", single.gradient(), folded.gradient(), 1e-12);
        assertClose("value", single.value(), folded.value(), 1e-12);
        assertClose("value variance", single.valueVariance(), folded.valueVariance(), 1e-12);
    }

    @Test
    void otherPosteriors_areRefused() {
        EvaluatedDraws drawn =
                PolynomialDensity.quartic().at(draws(Dependence.INDEPENDENT, 0), full(), GradientForm.FOLDED);
        assertThrows(
                IllegalArgumentException.class,
                () -> estimator().estimate(drawn, full(), QuadraticControlVariate.zero(Blocks.full(3))));
    }
}
