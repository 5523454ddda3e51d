package io.credence.family;

import java.io.Serializable;
import java.util.List;

/**
 * What shapes a member of a family beside its parameters; a family reads only what it is about.
 *
 * @param rank number of directions of a low-rank covariance, at least 1
 * @param bandwidth places left of the diagonal of a sparse precision's factor, at least 0
 * @param shared last parameters that all others depend on in a sparse precision, at least 0
 * @param degreesOfFreedom ν of Student's t, positive and finite
 * @param components number of a mixture's components, at least 1
 * @param component kind of a mixture's components, one of {@link #COMPONENTS}
 * @param layers number of a flow's layers, at least 1
 * @param seed of the directions from which low ranks, mixtures and flows start
 */
public record FamilyOptions(
        int rank,
        int bandwidth,
        int shared,
        double degreesOfFreedom,
        int components,
        String component,
        int layers,
        long seed)
        implements Serializable {

    /** Kinds of components of a mixture. */
    public static final List<String> COMPONENTS = List.of("diagonal", "full", "low-rank");

    /** Rank 5, bandwidth 1, nothing shared, ν = 5, 3 diagonal components, 8 layers, seed 1. */
    public static final FamilyOptions DEFAULT = new FamilyOptions(5, 1, 0, 5, 3, "diagonal", 8, 1);

    public FamilyOptions {
        FreeParameters.checkPositive("the rank of a low-rank Gaussian", rank);
        FreeParameters.checkPositive("the number of components of a mixture", components);
        FreeParameters.checkPositive("the number of layers of a planar flow", layers);
        if (!COMPONENTS.contains(component)) {
            throw new IllegalArgumentException("the components of a mixture must be one of "
                    + String.join(", ", COMPONENTS) + " but were '" + component + "'");
        }
        if (bandwidth < 0 || shared < 0) {
            throw new IllegalArgumentException("the bandwidth and the number of shared parameters of a sparse precision"
                    + " must be at least 0 but were " + bandwidth + " and " + shared);
        }
        FreeParameters.checkDegreesOfFreedom(degreesOfFreedom);
    }

    /** The same but for the seed. */
    FamilyOptions withSeed(long other) {
        return new FamilyOptions(rank, bandwidth, shared, degreesOfFreedom, components, component, layers, other);
    }
}
