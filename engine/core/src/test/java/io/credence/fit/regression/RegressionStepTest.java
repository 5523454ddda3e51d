package io.credence.fit.regression;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.fit.Fits;
import io.credence.fit.WhitenedFrame;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Steps of a fit by regression, computed by hand, and what its history shows of a quadratic. */
class RegressionStepTest {

    private static final double[] CALM = new double[2];

    private static FullGaussian gaussian(double[] mean, double first, double off, double second) {
        return Objects.requireNonNull(FullGaussian.of(Fits.KERNEL, mean, new double[] {first, off, second}));
    }

    private static RegressionEstimate estimate(double[] ascent, double[] slope, double innovation) {
        return new RegressionEstimate(
                ascent,
                slope,
                new RegressionEstimate.MonteCarloErrors(CALM, CALM, 0),
                0,
                0,
                innovation,
                new double[RegressionEstimate.RIDGES.length]);
    }

    /**
     * P = diag(4, 1): units of ½ and 1. Slope −diag(2, 10) is cut to −diag(2, 4), the ascent (1, 2) gives (½, ½) in own units,
     * (¼, ½) in the parameters; precisions become 4 · 2 and 1 · 4.
     */
    @Test
    void wholeStep_byHand() {
        GaussianPosterior q = gaussian(new double[] {1, 1}, 4, 0, 1);
        RegressionStep step = RegressionStep.from(
                WhitenedFrame.of(q),
                estimate(new double[] {1, 2}, new double[] {-2, 0, 0, -10}, 0.1),
                StepLimits.FIRST,
                false);
        GaussianPosterior moved = step.q();
        assertNotNull(moved);
        assertClose("mean", new double[] {1.25, 1.5}, moved.mean(), 1e-14);
        assertClose("precision", new double[] {8, 0, 4}, moved.precision(), 1e-13);
        assertClose("hessian", new double[] {-8, 0, 0, -10}, step.hessian(), 1e-13);
        assertWithin("largest move", 0.5, step.meanMove(), 1e-14);
        assertWithin("largest change", Math.log(2), step.sdMove(), 1e-13);
        assertTrue(step.isWhole() && step.isFar());
        assertWithin("gain", 0.5 * (1.0 / 2 + 4.0 / 4), step.gain(), 1e-14);
    }

    /** The mean of independent parameters moves by the whole slope, their precisions by its diagonal. */
    @Test
    void stepOfIndependentParameters_byHand() {
        GaussianPosterior q = new DiagonalGaussian(new double[] {0, 0}, new double[] {1, 4});
        double[] slope = {-1, 0.5, 0.5, -1.5};
        RegressionStep step = RegressionStep.from(
                WhitenedFrame.of(q), estimate(new double[] {0.5, 0}, slope, 0.1), StepLimits.FIRST, false);
        GaussianPosterior moved = step.q();
        assertNotNull(moved);
        assertClose("mean", new double[] {0.6, 0.1}, moved.mean(), 1e-13);
        assertClose("precision", new double[] {1, 6}, moved.precision(), 1e-13);
    }

    /** An ascent of length 10 is cut to the radius, 2, and is not whole. */
    @Test
    void longMove_isCutToTheRadius() {
        GaussianPosterior q = gaussian(new double[] {0, 0}, 1, 0, 1);
        RegressionStep step = RegressionStep.from(
                WhitenedFrame.of(q),
                estimate(new double[] {6, 8}, new double[] {-1, 0, 0, -1}, 0.1),
                StepLimits.FIRST,
                false);
        assertClose(
                "mean",
                new double[] {1.2, 1.6},
                Objects.requireNonNull(step.q()).mean(),
                1e-14);
        assertTrue(!step.isWhole());
    }

    /** While gradients surprise, a flat direction widens the posterior by less. */
    @Test
    void surprise_keepsThePosteriorNarrow() {
        GaussianPosterior q = gaussian(new double[] {0, 0}, 1, 0, 1);
        double[] flat = {-0.01, 0, 0, -0.01};
        for (double innovation : new double[] {0.1, 2}) {
            RegressionStep step =
                    RegressionStep.from(WhitenedFrame.of(q), estimate(CALM, flat, innovation), StepLimits.FIRST, false);
            double least = innovation < 1 ? 0.25 : 1 / 1.5;
            assertClose(
                    "precision",
                    new double[] {least, 0, least},
                    Objects.requireNonNull(step.q()).precision(),
                    1e-14);
        }
    }

    @Test
    void pace_byHand() {
        StepLimits trust =
                StepLimits.FIRST.afterAcceptance(100).afterAcceptance(100).afterAcceptance(100);
        assertEquals(16, trust.radius());
        assertEquals(20, trust.afterAcceptance(100).radius(), "at most 2√d");
        StepLimits moved = trust.agreeing(0.9).afterMove(new double[] {1}, 3, 0.9, true);
        assertEquals(0.2, moved.momentum());
        assertEquals(1, moved.share());
        StepLimits back = moved.afterRejection();
        assertEquals(0.75, back.radius(), "a quarter of the last move");
        assertEquals(0.5, back.share());
        assertEquals(0, back.momentum());
        assertEquals(0.3, back.afterMove(new double[] {1}, 3, -0.6, true).share(), 1e-15);
        assertEquals(0.6, back.afterMove(new double[] {1}, 3, 0.5, true).share(), 1e-15);
    }

    /** Of gradients of a quadratic the estimate has no noise, whatever Gaussian the draws came from. */
    @Test
    void historyOfAQuadratic_isSeenThrough() {
        GaussianPosterior there = gaussian(new double[] {0.5, -1}, 2, 0.5, 1);
        double[] hessian = {-3, -1, -1, -2};
        double[] epsilon = {1, 0.5, -1, -0.5, 0.3, -2, -0.3, 2, -1.1, 0.4, 1.1, -0.4};
        double[] points = WhitenedFrame.of(there).toParameters(epsilon);
        double[] gradients = new double[points.length];
        double[] surprise = new double[points.length / 2];
        for (int s = 0; s < surprise.length; s++) {
            for (int j = 0; j < 2; j++) {
                points[2 * s + j] += there.mean()[j];
                surprise[s] += 0.5 * epsilon[2 * s + j] * epsilon[2 * s + j];
            }
            surprise[s] -= 0.5 * there.logDeterminantPrecision();
            for (int j = 0; j < 2; j++) {
                gradients[2 * s + j] = hessian[2 * j] * points[2 * s] + hessian[2 * j + 1] * points[2 * s + 1];
            }
        }
        RecentDraws history =
                RecentDraws.none(false).with(new RecentDraws.Batch(points, gradients, new double[0], surprise), 2);
        GaussianPosterior here = gaussian(new double[] {0.2, -0.7}, 3, 0.2, 2);
        WhitenedFrame units = WhitenedFrame.of(here);
        double[] scores = new double[RegressionEstimate.RIDGES.length];
        RegressionEstimate found = RegressionEstimate.at(
                units, new RegressionState.CurvatureEstimates(hessian, hessian, history, scores), false);
        double[] slope = {hessian[0] * 0.2 - hessian[1] * 0.7, hessian[2] * 0.2 - hessian[3] * 0.7};
        assertClose("ascent", units.gradients(slope), found.ascent(), 1e-12);
        assertClose("slope", units.curvature(hessian), found.slope(), 1e-12);
        assertWithin("noise", 0, found.noise(), 1e-20);
        assertWithin("mean error", 0, found.errors().largest(), 1e-10);
    }

    /** At least 1.5 d and half of all draws; older batches go. */
    @Test
    void history_forgetsHalf() {
        RecentDraws history = RecentDraws.none(false);
        for (int k = 1; k <= 6; k++) {
            history =
                    history.with(new RecentDraws.Batch(new double[8], new double[8], new double[0], new double[4]), 2);
        }
        assertEquals(12, history.count());
        assertEquals(24, history.taken());
    }
}
