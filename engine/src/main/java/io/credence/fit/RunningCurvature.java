package io.credence.fit;

import io.credence.family.Blocks;
import io.credence.family.GaussianPosterior;
import io.credence.gradient.Drawn;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.gradient.QuadraticControlVariate;
import java.util.Objects;

/**
 * A running average of estimated curvatures for a control variate whose matrix is not that of the posterior.
 *
 * @param blocks cut of the average
 * @param q where the last estimate was made
 * @param next where the average is used
 */
record RunningCurvature(Blocks blocks, GaussianPosterior q, GaussianPosterior next) {
    // The noise of an estimate is as large as the precision it was made with. An average that outlived a narrow
    // posterior would drown a wider one in noise, so entries are bounded in units of the precision and shrink with it;
    // one that explains less than it disturbs is dropped.

    private static final double MOST = 4;

    double[] mixed(QuadraticControlVariate before, NoisyGradient found, double fresh) {
        Estimate estimate = Objects.requireNonNull(found.estimate());
        double keep = helps(before, Objects.requireNonNull(found.drawn())) ? 1 - fresh : 0;
        double[] was = roots(q);
        double[] will = roots(next);
        double[] mixed = before.curvature().clone();
        for (int b = 0, e = 0; b < blocks.count(); b++) {
            for (int i = blocks.first(b); i < blocks.first(b) + blocks.size(b); i++) {
                for (int j = blocks.first(b); j <= i; j++, e++) {
                    double limit = MOST * was[i] * was[j];
                    double seen = Math.max(-limit, Math.min(limit, estimate.wholeCurvature()[e]));
                    double shrink = Math.min(1, will[i] / was[i]) * Math.min(1, will[j] / was[j]);
                    mixed[e] = (keep * mixed[e] + fresh * seen) * shrink;
                }
            }
        }
        return mixed;
    }

    private boolean helps(QuadraticControlVariate known, Drawn drawn) {
        return spread(known.left(drawn, q)) <= spread(drawn.values());
    }

    private static double spread(double[] values) {
        double mean = 0;
        for (double value : values) {
            mean += value / values.length;
        }
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return squares;
    }

    /** Square roots of the diagonal of P. */
    private static double[] roots(GaussianPosterior posterior) {
        Blocks own = posterior.blocks();
        double[] roots = new double[posterior.dimension()];
        for (int b = 0, j = 0; b < own.count(); b++) {
            int at = own.offset(b);
            for (int i = 0; i < own.size(b); i++, j++) {
                at += i;
                roots[j] = Math.sqrt(posterior.precision()[at++]);
            }
        }
        return roots;
    }
}
