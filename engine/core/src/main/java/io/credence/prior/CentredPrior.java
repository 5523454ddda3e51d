package io.credence.prior;

import org.jspecify.annotations.Nullable;

/**
 * Prior whose parameters are the coefficients themselves.
 *
 * @param name name in configuration and results
 * @param normalPrior normal prior, precision 0 where the prior is in the term
 * @param term further term of the log density; null for none
 */
public record CentredPrior(
        String name, GaussianPrior normalPrior, @Nullable DensityTerm term) implements CoefficientPrior {

    @Override
    public int coefficientCount() {
        return normalPrior.dimension();
    }

    @Override
    public @Nullable NonCentredMap nonCentredMap() {
        return null;
    }
}
