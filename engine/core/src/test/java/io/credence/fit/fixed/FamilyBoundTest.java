package io.credence.fit.fixed;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.family.ProductPosterior;
import io.credence.family.choice.Families;
import io.credence.fit.DrawFits;
import io.credence.fit.Fits;
import io.credence.fit.InProcessBackend;
import io.credence.fit.LogJoint;
import io.credence.fit.Problem;
import io.credence.linalg.Symmetric;
import io.credence.optimize.BfgsSearch;
import io.credence.testkit.FamilyOptions;
import io.credence.testkit.FiniteDifference;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bound over fixed points is a function with the gradient that it gives, exact where all is Gaussian. */
class FamilyBoundTest {

    private static final int D = DrawFits.THETA.length;
    private static final GaussianPosterior NEAR = near();

    private static GaussianPosterior near() {
        double[] precision = {40, 12, 0, 12, 30, -9, 0, -9, 20};
        return Objects.requireNonNull(
                FullGaussian.of(Fits.KERNEL, new double[] {0.3, -0.5, 0.2}, Symmetric.pack(precision, D)));
    }

    private static Posterior member(String family) {
        if (family.equals(ProductPosterior.NAME)) {
            return new ProductPosterior(List.of(
                    Families.startPlanNamed("gaussian-mixture", Map.of("components", 2), 1)
                            .around(new double[] {0.35}, new double[] {0.2}),
                    Families.startPlanNamed("student-t-full", Map.of("degreesOfFreedom", 5.0), 1)
                            .around(new double[] {-0.45, 0.1}, new double[] {0.15, 0.25})));
        }
        return Families.startPlanNamed(family, FamilyOptions.of(family), 1)
                .around(new double[] {0.35, -0.45, 0.1}, new double[] {0.2, 0.15, 0.25});
    }

    private static InProcessBackend backend() {
        return new InProcessBackend(DrawFits.rows("bernoulli").blocks(2, 64), Fits.KERNEL, 1);
    }

    private static FamilyBound bound(InProcessBackend backend) {
        Problem problem = Problem.of(DrawFits.problem("bernoulli", 2), backend.summary(), false);
        return new FamilyBound(new LogJoint(problem, backend), 7);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gaussian-low-rank",
                "gaussian-mixture",
                "student-t-diagonal",
                "student-t-full",
                "planar-flow",
                "product"
            })
    void gradient_isThatOfTheBound(String family) {
        Posterior q = member(family);
        try (InProcessBackend backend = backend()) {
            FamilyBound bound = bound(backend);
            double[] found = bound.at(q, NEAR, 3, 32).gradient();
            double[] expected = FiniteDifference.gradient(
                    lambda -> bound.at(q.with(lambda), NEAR, 3, 32).bound(), q.parameters());
            for (int i = 0; i < expected.length; i++) {
                assertWithin(family + " " + i, expected[i], found[i], 1e-5 * Math.max(1, Math.abs(expected[i])));
            }
        }
    }

    /**
     * KL(q ‖ g) = ½ (tr PS + (μ − m)'P(μ − m) − d − log |P| − log |S|) where log g is a square at every point. A member as
     * wide as the Gaussian itself has points beyond, which add 3e-4 ± 4e-4 from seed to seed.
     */
    @Test
    void divergenceOfAGaussian_hasNoError() {
        Posterior q = Families.startPlanNamed("gaussian-low-rank", FamilyOptions.of("gaussian-low-rank"), 1)
                .around(new double[] {0.35, -0.45, 0.1}, new double[] {0.1, 0.08, 0.12});
        double[] covariance = q.covariance();
        double[] precision = Symmetric.unpack(NEAR.precision(), D);
        double[] apart = new double[D];
        double twice = -D - NEAR.logDeterminantPrecision();
        for (int i = 0; i < D; i++) {
            apart[i] = q.mean()[i] - NEAR.mean()[i];
            for (int j = 0; j < D; j++) {
                twice += precision[i * D + j] * covariance[i * D + j];
            }
        }
        double[] times = NEAR.precisionTimes(apart);
        for (int i = 0; i < D; i++) {
            twice += apart[i] * times[i];
        }
        double logDeterminant = -2 * q.logDensity(q.mean()) - D * Math.log(2 * Math.PI);
        try (InProcessBackend backend = backend()) {
            FamilyBound.BoundEvaluation observed = bound(backend).controlVariatePart(q, NEAR, 3, 64);
            assertWithin("divergence", 0.5 * (twice - logDeterminant), -observed.bound(), 1e-9);
            assertTrue(observed.error() < 1e-9, "error " + observed.error());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gaussian-low-rank", "gaussian-mixture", "student-t-diagonal", "student-t-full"})
    void mirroredDraws_haveTheLocationInTheirMiddle(String family) {
        Posterior q = member(family);
        double[] standard = new double[q.noiseDimension()];
        for (int i = 0; i < standard.length; i++) {
            standard[i] = 0.3 + 0.4 * i;
        }
        double[] draw = q.draw(0, standard);
        double[] other = q.draw(0, q.mirroredNoise(standard));
        double[] middle = q.draw(0, new double[q.noiseDimension()]);
        for (int j = 0; j < D; j++) {
            assertEquals(middle[j], 0.5 * (draw[j] + other[j]), 1e-12, family);
        }
    }

    @Test
    void nearestMember_ofAFamilyThatHoldsTheGaussian_isThatGaussian() {
        try (InProcessBackend backend = backend()) {
            Posterior origin = Families.startPlanNamed("gaussian-low-rank", Map.of("rank", D), 1)
                    .around(NEAR.mean(), KlProjection.nearestDiagonal(NEAR).sd());
            BfgsSearch found = new KlProjection(bound(backend), 7).nearestMember(origin, NEAR, 64);
            Posterior q = Objects.requireNonNull(new NaturalCoordinates(origin).at(found.point()));
            assertWithin("divergence", 0, found.value(), 1e-3);
            for (int i = 0; i < D * D; i++) {
                double unit = NEAR.sd()[i / D] * NEAR.sd()[i % D];
                assertWithin("covariance " + i, NEAR.covariance()[i], q.covariance()[i], 0.05 * unit);
            }
        }
    }

    /** Such as the variance of an inverse gamma whose shape left the range of numbers: rows would refuse it. */
    @Test
    void drawsThatAreNoNumbers_haveNoBound() {
        Posterior q = member("student-t-diagonal");
        double[] beyond = q.parameters().clone();
        beyond[beyond.length - 2] = 800;
        try (InProcessBackend backend = backend()) {
            FamilyBound.BoundEvaluation found = bound(backend).at(q.with(beyond), near(), 1, FixedStandardDraws.UNITS);
            assertEquals(Double.NEGATIVE_INFINITY, found.bound());
            assertEquals(0, found.rows());
        }
    }
}
