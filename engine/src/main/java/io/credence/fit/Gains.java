package io.credence.fit;

import io.credence.family.ScaleFactor;
import io.credence.family.ShapeChange;
import io.credence.statistics.PassStatistics;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Predicted gains in the bound, nats.
 *
 * @param mean from moving the mean, ½ gᵀd
 * @param shape from giving the precision its target
 * @param scale from giving the dispersion its target
 * @param shapeAfter from the shape once more after that whole step, because the curvature will have changed
 */
record Gains(double mean, double shape, double scale, double shapeAfter) implements Serializable {
    // The curvature depends on the variances v of the linear predictors by ½ E f⁗ δv and on the mean by E f‴ δη. With
    // f⁗ and f‴ at most about f″ in size, a covariance that was off by a factor 1 + δ on average leaves a relative
    // error v̄δ, and d such errors cost ¼ d (v̄δ)² nats; a move of the mean worth g nats shifts η by sqrt(2 g v̄/d),
    // mostly in both directions, so that a tenth of ½ g v̄ is ample (0.02 to 0.05 of it was seen with logistic losses).

    private static final double MEAN_SHARE = 0.1;

    /**
     * Of a proposal.
     *
     * @param full the whole step; null where there is none
     * @param shapeLeft what was predicted for the shape, for proposals that keep it
     */
    static Gains of(
            Position position, Proposal proposal, @Nullable NewtonStep full, double shapeLeft, PassStatistics sums) {
        ScaleFactor scale = position.scale();
        double scaleGain = scale.divergenceFrom(proposal.targetScale());
        if (full == null) {
            return ofMean(Double.POSITIVE_INFINITY, scaleGain, 0);
        }
        if (proposal.targetPrecision() == null) {
            return ofMean(full.meanGain(), scaleGain, shapeLeft);
        }
        ShapeChange change = position.gaussian().shapeChange(full.position().gaussian());
        return of(
                full.meanGain(),
                scaleGain,
                new ShapeChange(proposal.rate() * change.divergence(), change.meanRatio()),
                sums.variance() / sums.weight(),
                position.gaussian().dimension());
    }

    /** Nothing but the mean and the dispersion may move. */
    static Gains ofMean(double mean, double scale, double shapeLeft) {
        return new Gains(mean, shapeLeft, scale, shapeLeft);
    }

    /**
     * With a fresh curvature.
     *
     * @param meanVariance v̄, average variance of the rows' linear predictors
     */
    static Gains of(double mean, double scale, ShapeChange change, double meanVariance, int dimension) {
        double ratio = Math.min(1, meanVariance) * (change.meanRatio() - 1);
        double after = 0.25 * dimension * ratio * ratio + MEAN_SHARE * mean * Math.min(1, meanVariance);
        return new Gains(mean, change.divergence(), scale, Math.min(after, change.divergence() + mean));
    }

    /** All that is left. */
    double total() {
        return mean + shape + scale;
    }
}
