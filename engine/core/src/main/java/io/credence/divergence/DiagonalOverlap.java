package io.credence.divergence;

import io.credence.family.Blocks;
import io.credence.family.GaussianPosterior;
import org.jspecify.annotations.Nullable;

/**
 * Overlap integral ∫q^a π^b of Gaussians with independent coefficients.
 *
 * @param excess the {@link OverlapBlock#excess}
 * @param scaledMeanDifference vector u = K⁻¹(μ − μ0)
 * @param inverseDiagonal diagonal of K⁻¹
 */
record DiagonalOverlap(double excess, double[] scaledMeanDifference, double[] inverseDiagonal) implements OverlapBlock {

    /** Overlap of a posterior and a prior; null where K is not positive. */
    static @Nullable DiagonalOverlap of(double a, double b, GaussianPosterior q, GaussianPosterior prior) {
        double[] pulled = GaussianConversions.meanDifference(q, prior);
        double[] reciprocals = new double[pulled.length];
        double excess = 0;
        for (int j = 0; j < pulled.length; j++) {
            double mixed = a / prior.precision()[j] + b / q.precision()[j];
            if (!(mixed > 0)) {
                return null;
            }
            excess += relativeLogExcess(a, b, prior.precision()[j] / q.precision()[j]) + a * pulled[j] * pulled[j] / mixed;
            reciprocals[j] = 1 / mixed;
            pulled[j] /= mixed;
        }
        return new DiagonalOverlap(excess, pulled, reciprocals);
    }

    private static double relativeLogExcess(double a, double b, double ratio) {
        double t = b / a;
        return a > 0
                ? (ratio * OrderChecks.logRatio(t * ratio) - OrderChecks.logRatio(t)) / a
                : (Math.log(a + b * ratio) - Math.log(a + b)) / b;
    }

    @Override
    public Blocks blocks() {
        return Blocks.diagonal(scaledMeanDifference.length);
    }

    @Override
    public double[] inverse() {
        return inverseDiagonal.clone();
    }
}
