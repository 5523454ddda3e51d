package io.credence.fit;

import io.credence.gradient.Drawn;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.statistics.NonFinite;
import org.jspecify.annotations.Nullable;

/**
 * What a pass at draws said of a posterior.
 *
 * @param drawn the draws; null if a number was not finite
 * @param estimate what follows for the factor of the parameters; null if a number was not finite
 * @param scale natural gradient of the dispersion's factor; empty without one
 * @param effective how many equally weighted draws are worth as much, (Σ|w|)²/Σw² of the draws' weights
 * @param subsamplingVariance noise of the gradient from the choice of partitions, nats; NaN if it cannot be seen
 * @param rows rows visited
 * @param wrong the number that was not finite
 */
record NoisyGradient(
        @Nullable Drawn drawn,
        @Nullable Estimate estimate,
        double[] scale,
        double effective,
        double subsamplingVariance,
        long rows,
        @Nullable NonFinite wrong) {

    static NoisyGradient failed(long rows, NonFinite wrong) {
        return new NoisyGradient(null, null, new double[0], 0, Double.NaN, rows, wrong);
    }

    NoisyGradient withSubsamplingVariance(double noise) {
        return new NoisyGradient(drawn, estimate, scale, effective, noise, rows, wrong);
    }

    /** Whether there is an estimate and every number of it is finite. */
    boolean isFinite() {
        return estimate != null && estimate.isFinite();
    }
}
