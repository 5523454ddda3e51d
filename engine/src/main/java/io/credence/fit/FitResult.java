package io.credence.fit;

import io.credence.family.GaussianPosterior;
import io.credence.family.ScaleFactor;
import io.credence.statistics.NonFinite;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a fit found.
 *
 * @param status how it ended
 * @param stopReason why
 * @param coefficients posterior of the coefficients
 * @param scale posterior of the dispersion, or the number it was given
 * @param elbo evidence lower bound at the posterior, nats; null if the fit ended before it was known
 * @param iterations steps
 * @param passes rows visited over rows there are
 * @param failure the number that was not finite, if that ended the fit
 * @param decisions what was decided automatically and why
 */
public record FitResult(
        FitStatus status,
        String stopReason,
        GaussianPosterior coefficients,
        ScaleFactor scale,
        @Nullable Double elbo,
        int iterations,
        double passes,
        @Nullable NonFinite failure,
        List<String> decisions) {

    /** Whether the fit converged. */
    public boolean isConverged() {
        return status == FitStatus.CONVERGED;
    }
}
