package io.credence.prior;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A prior of the coefficients θ, and the parameters ξ in which a posterior is sought. They are the coefficients
 * themselves where the prior is centred; a non-centred one has standard normal numbers for them and, behind
 * these, the logarithms of the scales by which they are multiplied. Further parameters of a loss follow behind ξ.
 */
public interface CoefficientPrior extends Serializable {

    /** Name in configuration and results. */
    String name();

    /** Number of coefficients. */
    int coefficients();

    /** θ(ξ), which executors need; null where ξ is θ. */
    @Nullable
    NonCentredMap map();

    /** Normal prior of ξ; precision 0 where the prior is in {@link #term()}. */
    GaussianPrior normal();

    /** What more the log density of ξ has; null for nothing. */
    @Nullable
    DensityTerm term();

    /** Length of ξ, at least the number of coefficients. */
    default int parameters() {
        return normal().dimension();
    }
}
