package io.credence.fit;

import io.credence.gradient.Drawn;
import io.credence.gradient.Estimate;
import io.credence.statistics.NonFinite;
import org.jspecify.annotations.Nullable;

/**
 * What a pass at draws said of a position.
 *
 * @param drawn the draws; null if a number was not finite
 * @param estimate what follows for the Gaussian factor; null if a number was not finite
 * @param scale natural gradient of the dispersion's factor; empty without one
 * @param choiceNoise noise of the gradient from the choice of partitions, nats; NaN if it cannot be seen
 * @param rows rows visited
 * @param wrong the number that was not finite
 */
record Observation(
        @Nullable Drawn drawn,
        @Nullable Estimate estimate,
        double[] scale,
        double choiceNoise,
        long rows,
        @Nullable NonFinite wrong) {

    static Observation failed(long rows, NonFinite wrong) {
        return new Observation(null, null, new double[0], Double.NaN, rows, wrong);
    }

    Observation withChoiceNoise(double noise) {
        return new Observation(drawn, estimate, scale, noise, rows, wrong);
    }
}
