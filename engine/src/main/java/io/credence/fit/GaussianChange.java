package io.credence.fit;

import io.credence.family.GaussianPosterior;
import io.credence.prior.GaussianPrior;

/** A Gaussian of one fit as the start of another: of more of the rows, or of independent parameters. */
final class GaussianChange {

    private GaussianChange() {}

    /** The same mean with the precision that the rows brought multiplied by {@code times}, the normal prior's kept. */
    static GaussianPosterior of(GaussianPosterior q, GaussianPrior prior, double times) {
        double[] kept = prior.within(q.blocks());
        double[] precision = q.precision().clone();
        for (int e = 0; e < precision.length; e++) {
            precision[e] = times * precision[e] + (1 - times) * kept[e];
        }
        GaussianPosterior changed = q.with(q.mean(), precision);
        return changed == null || !isProper(changed) ? q.withPrecisionScaled(times) : changed;
    }

    /** A Gaussian as a member of the family of another: itself or, of independent blocks, what its precision has within them. */
    static GaussianPosterior toBlocksOf(GaussianPosterior other, GaussianPosterior q) {
        if (q.blocks().equals(other.blocks())) {
            return q;
        }
        double[] within = other.blocks().within(q.blocks().widened(q.precision()));
        GaussianPosterior changed = other.with(q.mean(), within);
        return changed == null ? other : changed;
    }

    private static boolean isProper(GaussianPosterior q) {
        for (double sd : q.sd()) {
            if (!(sd > 0 && sd < Double.POSITIVE_INFINITY)) {
                return false;
            }
        }
        return true;
    }
}
