package io.credence.result;

import io.credence.family.Posterior;
import io.credence.prior.EarlierFit;
import io.credence.prior.EarlierPosterior;
import java.util.function.Supplier;

/** Factory of earlier fits: saved posteriors that serve as priors of later fits. */
public final class EarlierFits {

    private EarlierFits() {}

    /**
     * Converts a saved posterior to an earlier fit, for use as a prior.
     *
     * @param source location of the posterior, for messages
     * @param table reads the covariance where the file does not contain it
     * @throws IllegalArgumentException if it cannot be a prior; the message gives the reason
     */
    public static EarlierFit of(SavedPosterior saved, String source, Supplier<double[]> table) {
        if (saved.status().equals("diverged")) {
            throw new IllegalArgumentException(
                    "the earlier posterior is no answer: required a fit that converged, found one that diverged ("
                            + source + ")");
        }
        EarlierFit.FitIdentity origin = new EarlierFit.FitIdentity(
                source,
                saved.digest(),
                saved.model().identity(),
                saved.model().link(),
                saved.status().equals("converged"),
                !saved.reliability().isFailed());
        return EarlierFit.of(
                origin,
                earlierPosterior(saved, table),
                saved.dispersion(),
                saved.model().hasJointDispersion());
    }

    private static EarlierPosterior earlierPosterior(SavedPosterior saved, Supplier<double[]> table) {
        if (saved.isNonCentred() || saved.restored().isFirstSchema()) {
            return EarlierPosterior.ofMoments(
                    saved.names(), saved.mean(), saved.restored().variances(table), !saved.isNonCentred());
        }
        Posterior q = saved.posterior(table);
        return EarlierPosterior.of(saved.names(), q);
    }
}
