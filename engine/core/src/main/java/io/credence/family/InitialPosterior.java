package io.credence.family;

import java.io.Serializable;

/** Initial posterior of a family, as a function of location and scale. */
@FunctionalInterface
public interface InitialPosterior extends Serializable {

    /**
     * Member of the family with the given location and scale.
     *
     * @param location d finite numbers: the mean where there is one
     * @param scale d positive numbers: the standard deviation of all but Student's t and mixtures, which are wider
     * @throws IllegalArgumentException if these are not as described, or the family's options do not fit their number
     */
    Posterior around(double[] location, double[] scale);
}
