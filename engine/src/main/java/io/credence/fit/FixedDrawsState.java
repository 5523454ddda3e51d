package io.credence.fit;

import io.credence.family.FullGaussian;
import org.jspecify.annotations.Nullable;

/**
 * Where a fit by fixed draws is.
 *
 * @param best mean-field position
 * @param elbo bound at the answer over fresh draws or exact; NaN while the fit runs
 * @param elboError its Monte-Carlo standard error; 0 where it is exact
 * @param response the same mean with the linear-response covariance; null while the fit runs, or where there is none
 */
record FixedDrawsState(
        Position best,
        double elbo,
        double elboError,
        @Nullable FullGaussian response) implements AlgorithmState {}
