package io.credence.prior;

import org.jspecify.annotations.Nullable;

/**
 * Prior whose parameters are the coefficients themselves.
 *
 * @param name name in configuration and results
 * @param normal normal prior, precision 0 where the prior is in the term
 * @param term further term of the log density; null for none
 */
public record CentredPrior(
        String name, GaussianPrior normal, @Nullable DensityTerm term) implements CoefficientPrior {

    @Override
    public int coefficients() {
        return normal.dimension();
    }

    @Override
    public @Nullable NonCentredMap map() {
        return null;
    }
}
