package io.credence.fit;

import io.credence.family.GaussianPosterior;
import io.credence.family.ScaleFactor;
import io.credence.update.CurvaturePairs;
import org.jspecify.annotations.Nullable;

/**
 * A step from one position to another.
 *
 * @param position where it ends
 * @param meanGain gain that the whole move of the mean predicts, ½ gᵀd, nats
 */
record NewtonStep(Position position, double meanGain) {

    /**
     * The natural-gradient step μ⁺ = μ + β S⁺g/κ, with S⁺ of the moved precision and refined by the pairs, or
     * the move that was proposed instead.
     *
     * @return null where the precision leaves the positive definite matrices
     */
    static @Nullable NewtonStep of(Position from, Proposal proposal, CurvaturePairs pairs, double stepSize) {
        GaussianPosterior q = from.gaussian();
        double[] target = proposal.targetPrecision();
        GaussianPosterior moved = target == null ? q : q.towards(target, stepSize);
        if (moved == null) {
            return null;
        }
        double[] move = proposal.move();
        double[] direction = move == null
                ? pairs.direction(proposal.ascent(), v -> covarianceTimes(moved, v, proposal.rate()))
                : move;
        double[] mean = q.mean().clone();
        double slope = 0;
        for (int j = 0; j < mean.length; j++) {
            mean[j] += stepSize * direction[j];
            slope += direction[j] * proposal.ascent()[j];
        }
        ScaleFactor scale = from.scale().towards(proposal.targetScale(), stepSize);
        double gain = move != null && slope < 0 ? proposal.moveGain() : 0.5 * slope;
        return new NewtonStep(new Position(moved.withMean(mean), scale), gain);
    }

    private static double[] covarianceTimes(GaussianPosterior q, double[] v, double rate) {
        double[] product = q.covarianceTimes(v);
        for (int j = 0; j < product.length; j++) {
            product[j] /= rate;
        }
        return product;
    }
}
