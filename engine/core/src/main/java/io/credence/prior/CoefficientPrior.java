package io.credence.prior;

import io.credence.family.NormalInverseGamma;
import io.credence.family.law.DispersionPosterior;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Prior of the coefficients θ, in terms of the parameters ξ in which a posterior is sought. These are the coefficients
 * themselves where the prior is centred; in a non-centred prior they are standard normal numbers and, behind these, the
 * logarithms of the scales by which they are multiplied. Further parameters of a loss follow behind ξ.
 */
public interface CoefficientPrior extends Serializable {

    /** Name in configuration and results. */
    String name();

    /** Number of coefficients. */
    int coefficientCount();

    /** Map θ(ξ) from parameters to coefficients, which executors need; null where ξ is θ. */
    @Nullable
    NonCentredMap nonCentredMap();

    /** Normal prior of ξ; precision 0 where the prior is in {@link #term()}. */
    GaussianPrior normalPrior();

    /** Further term of the log density of ξ; null for none. */
    @Nullable
    DensityTerm term();

    /**
     * Joint law of coefficients and a dispersion, of a prior that is conjugate to a normal regression; null for others.
     *
     * @param dispersion prior of the dispersion
     */
    default @Nullable NormalInverseGamma conjugateLaw(DispersionPosterior.InverseGamma dispersion) {
        return null;
    }

    /** Number of parameters ξ, at least the number of coefficients. */
    default int parameterCount() {
        return normalPrior().dimension();
    }
}
