package io.credence.update;

import io.credence.family.GaussianPosterior;
import org.jspecify.annotations.Nullable;

/** From a target precision to the next posterior's, inside the cone of positive definite matrices. */
public interface PrecisionRule<Q extends GaussianPosterior> {

    /**
     * The posterior with its precision moved towards {@code target}, the mean unchanged.
     *
     * @param target P0 − H: packed lower triangle or diagonal
     * @param stepSize β in (0, 1]
     * @return null if no positive definite precision was found at this step
     */
    @Nullable
    Q move(Q current, double[] target, double stepSize);
}
