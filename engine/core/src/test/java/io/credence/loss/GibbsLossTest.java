package io.credence.loss;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.testkit.FiniteDifference;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Losses that are no likelihood's. */
class GibbsLossTest {

    private static final DispersionPosterior NONE = new DispersionPosterior.Known(1);

    /** A loss, written by cases, with its corners. */
    @SuppressWarnings("ImmutableEnumChecker") // neither is changed
    enum Case {
        ABSOLUTE("absolute", 0, Math::abs, 0),
        HUBER("huber", 0.8, x -> Math.abs(x) <= 0.8 ? 0.5 * x * x : 0.8 * (Math.abs(x) - 0.4), -0.8, 0.8),
        WIDE_HUBER("huber", 1e8, x -> 0.5 * x * x),
        LOW_QUANTILE("quantile", 0.1, x -> x > 0 ? 0.9 * x : -0.1 * x, 0),
        HIGH_QUANTILE("quantile", 0.9, x -> x > 0 ? 0.1 * x : -0.9 * x, 0),
        HINGE("hinge", 0, x -> Math.max(0, 1 - x), 1);

        private final String kind;
        private final double hyperparameter;
        private final DoubleUnaryOperator function;
        private final double[] corners;

        Case(String kind, double hyperparameter, DoubleUnaryOperator function, double... corners) {
            this.kind = kind;
            this.hyperparameter = hyperparameter;
            this.function = function;
            this.corners = corners;
        }

        boolean binary() {
            return this == HINGE;
        }

        RowLoss loss() {
            Likelihood inner = Likelihoods.named(binary() ? "bernoulli" : "gaussian", 4, 2);
            return NamedLoss.of(kind, hyperparameter, 1, inner).loss(NONE);
        }

        double label() {
            return binary() ? 1 : 0.5;
        }

        /** The loss at the label above. */
        double at(double eta) {
            return function.applyAsDouble(binary() ? eta : eta - label());
        }

        /** Simpson's rule on each side of the corners. */
        double expected(double mean, double sd) {
            double from = mean - 9 * sd;
            double sum = 0;
            for (int part = 0; part <= corners.length; part++) {
                double corner = part < corners.length ? corners[part] + (binary() ? 0 : label()) : mean + 9 * sd;
                double to = Math.max(from, Math.min(mean + 9 * sd, corner));
                sum += simpson(mean, sd, from, to);
                from = to;
            }
            return sum;
        }

        private double simpson(double mean, double sd, double from, double to) {
            int n = 2000;
            double sum = 0;
            for (int k = 0; k <= n; k++) {
                double eta = from + (to - from) * k / n;
                double z = (eta - mean) / sd;
                double weight = k == 0 || k == n ? 1 : k % 2 == 0 ? 2 : 4;
                sum += weight * at(eta) * Math.exp(-0.5 * z * z) / (sd * Math.sqrt(2 * Math.PI));
            }
            return sum * (to - from) / (3 * n);
        }
    }

    @ParameterizedTest
    @EnumSource
    void expectations_matchQuadratureBetweenCorners(Case gibbs) {
        RowLoss loss = gibbs.loss();
        for (double mean : new double[] {-30, -3, -0.3, 0.5, 1, 1.3, 2.4, 50}) {
            for (double sd : new double[] {0.02, 0.3, 1, 5, 40}) {
                ExpectedRow row = ExpectedRow.of(loss, gibbs.label(), mean, sd * sd);
                double expected = gibbs.expected(mean, sd);
                assertWithin(gibbs + " m=" + mean + " sd=" + sd, expected, row.value(), 1e-9 * (1 + expected));
            }
        }
    }

    /** Bonnet's and Price's identities give slope and curvature where the function has none. */
    @ParameterizedTest
    @EnumSource
    void slopeAndCurvature_areDerivativesOfTheExpectedValue(Case gibbs) {
        RowLoss loss = gibbs.loss();
        for (double mean : new double[] {-3, -0.3, 0.5, 1, 1.3, 2.4}) {
            for (double variance : new double[] {0.1, 1, 25}) {
                double[] at = {mean, variance};
                double[] derivatives = FiniteDifference.gradient(
                        x -> ExpectedRow.of(loss, gibbs.label(), x[0], x[1]).value(), at);
                ExpectedRow row = ExpectedRow.of(loss, gibbs.label(), mean, variance);
                assertWithin(gibbs + " Bonnet", derivatives[0], row.slope(), 1e-8 * (1 + row.value()));
                assertWithin(gibbs + " Price", 2 * derivatives[1], row.curvature(), 1e-7 * (1 + row.value()));
                assertTrue(row.curvature() >= 0, gibbs + " is convex: " + row);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void certainPredictors_giveTheLossItself(Case gibbs) {
        RowLoss loss = gibbs.loss();
        for (double eta : new double[] {-700, -3, -0.3, 0.5, 1, 1.5, 2.4, 700}) {
            ExpectedRow row = ExpectedRow.of(loss, gibbs.label(), eta, 0);
            assertClose(gibbs + " η=" + eta, gibbs.at(eta), row.value(), 1e-14);
            double below = gibbs.at(eta) - gibbs.at(eta - 1e-6);
            double above = gibbs.at(eta + 1e-6) - gibbs.at(eta);
            double subgradient = 1e-6 * row.slope();
            assertTrue(subgradient >= below - 1e-11 && subgradient <= above + 1e-11, gibbs + " η=" + eta + ": " + row);
        }
    }

    @ParameterizedTest
    @EnumSource
    void vanishingVariance_leadsToTheCertainPredictor(Case gibbs) {
        for (double eta : new double[] {-3, 0.2, 2.4}) {
            ExpectedRow certain = ExpectedRow.of(gibbs.loss(), gibbs.label(), eta, 0);
            ExpectedRow nearly = ExpectedRow.of(gibbs.loss(), gibbs.label(), eta, 1e-12);
            assertClose(gibbs + " value", certain.value(), nearly.value(), 1e-11);
            assertClose(gibbs + " slope", certain.slope(), nearly.slope(), 1e-11);
            assertClose(gibbs + " curvature", certain.curvature(), nearly.curvature(), 1e-11);
        }
    }

    @Test
    void absoluteCurvature_isTwiceTheDensityAtTheLabel() {
        ExpectedRow row = ExpectedRow.of(Case.ABSOLUTE.loss(), 0.5, 0.5, 4);
        assertClose("curvature", 2 / (2 * Math.sqrt(2 * Math.PI)), row.curvature(), 1e-15);
        assertEquals(0, ExpectedRow.of(Case.ABSOLUTE.loss(), 0.5, 0.5, 0).curvature());
    }

    @Test
    void hingeOfLabelZero_mirrorsThatOfLabelOne() {
        ExpectedRow one = ExpectedRow.of(Case.HINGE.loss(), 1, 0.7, 2);
        ExpectedRow zero = ExpectedRow.of(Case.HINGE.loss(), 0, -0.7, 2);
        assertEquals(one.value(), zero.value());
        assertEquals(one.slope(), -zero.slope());
        assertEquals(one.curvature(), zero.curvature());
    }

    @Test
    void responses_haveNoNoise() {
        Likelihood huber = NamedLoss.of("huber", 1, 1, Likelihoods.named("gaussian", 4, 2));
        assertEquals(new ResponseMoments(2, 3, 3), huber.responseMoments(2, 3, NONE));
        Likelihood hinge = NamedLoss.of("hinge", 0, 1, Likelihoods.named("bernoulli", 4, 2));
        // Φ(1) to 16 digits, by mpmath.
        assertClose("p", 0.8413447460685429, hinge.responseMoments(2, 4, NONE).mean(), 1e-15);
        assertEquals(1, hinge.responseMoments(0.1, 0, NONE).mean());
    }
}
