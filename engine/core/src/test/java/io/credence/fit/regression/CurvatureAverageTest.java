package io.credence.fit.regression;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.fit.Fits;
import io.credence.fit.WhitenedFrame;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Averages of second derivatives and their noise, by hand. */
class CurvatureAverageTest {

    private static RecentDraws with(RecentDraws history, double first, double off, double second, int draws) {
        double[] hessian = {first, off, off, second};
        double[] points = new double[2 * draws];
        return history.with(new RecentDraws.Batch(points, points, hessian, new double[draws]), 2);
    }

    /** Two passes, of two and of four draws: weights ⅓ and ⅔. */
    @Test
    void passes_countByTheirDraws() {
        RecentDraws history = with(with(RecentDraws.none(true), -1, 0.3, -2, 2), -4, 0.6, -5, 4);
        CurvatureAverage average = CurvatureAverage.of(history, new double[] {1, 1, 1, 1, 1, 1});
        assertClose("mean", new double[] {-3, 0.5, 0.5, -4}, average.hessian(), 1e-14);
        assertClose("weights", new double[] {1.0 / 3, 2.0 / 3}, average.weights(), 1e-14);
        CurvatureAverage even = CurvatureAverage.of(history, new double[] {2, 2, 1, 1, 1, 1});
        assertClose("mean", new double[] {-2.5, 0.45, 0.45, -3.5}, even.hessian(), 1e-14);
    }

    /** S = diag(¼, 1): half of S H S over S is ⅛ H₁₁ and ½ H₂₂; two equal groups, each ½ off the mean, of three times the variance. */
    @Test
    void noise_isThatOfGroups() {
        GaussianPosterior q =
                Objects.requireNonNull(FullGaussian.of(Fits.KERNEL, new double[] {1, 1}, new double[] {4, 0, 1}));
        RecentDraws one = with(RecentDraws.none(true), -3, 0, -1, 2);
        double[] unknown = CurvatureAverage.of(one, new double[] {1, 1}).sdErrors(WhitenedFrame.of(q));
        assertEquals(Double.POSITIVE_INFINITY, unknown[0]);
        RecentDraws two = with(one, -5, 0, -1, 2);
        double[] errors = CurvatureAverage.of(two, new double[] {1, 1, 1, 1}).sdErrors(WhitenedFrame.of(q));
        double off = 0.125 * 0.5;
        assertWithin("first", Math.sqrt(3 * 2 * 2 * off * off), errors[0], 1e-14);
        assertWithin("second", 0, errors[1], 1e-14);
    }

    /** A history without curvature to learn keeps half of the draws, and at least four passes. */
    @Test
    void history_keepsAFewPasses() {
        RecentDraws history = RecentDraws.none(true);
        for (int draws = 2; draws <= 64; draws *= 2) {
            history = with(history, -1, 0, -1, draws);
        }
        assertEquals(4, history.batches().size());
        assertEquals(8 + 16 + 32 + 64, history.count());
    }
}
