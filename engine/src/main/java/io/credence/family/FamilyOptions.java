package io.credence.family;

import java.io.Serializable;

/**
 * What shapes a member of a family beside its parameters; a family reads only what it is about.
 *
 * @param rank number of directions of a low-rank covariance, at least 1
 * @param bandwidth places left of the diagonal of a sparse precision's factor, at least 0
 * @param shared last parameters that all others depend on in a sparse precision, at least 0
 * @param degreesOfFreedom ν of Student's t, positive and finite
 * @param components number of a mixture's components, at least 1
 * @param layers number of a flow's layers, at least 1
 * @param seed of the directions from which low ranks, mixtures and flows start
 */
public record FamilyOptions(
        int rank, int bandwidth, int shared, double degreesOfFreedom, int components, int layers, long seed)
        implements Serializable {

    /** Rank 5, bandwidth 1, nothing shared, ν = 5, 3 components, 8 layers, seed 1. */
    public static final FamilyOptions DEFAULT = new FamilyOptions(5, 1, 0, 5, 3, 8, 1);

    public FamilyOptions {
        FreeParameters.checkPositive("the rank of a low-rank Gaussian", rank);
        FreeParameters.checkPositive("the number of components of a mixture", components);
        FreeParameters.checkPositive("the number of layers of a planar flow", layers);
        if (bandwidth < 0 || shared < 0) {
            throw new IllegalArgumentException("the bandwidth and the number of shared parameters of a sparse precision"
                    + " must be at least 0 but were " + bandwidth + " and " + shared);
        }
        FreeParameters.checkDegreesOfFreedom(degreesOfFreedom);
    }
}
