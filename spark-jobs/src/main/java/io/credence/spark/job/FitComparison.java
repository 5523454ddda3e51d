package io.credence.spark.job;

import io.credence.config.ConfigurationException;
import io.credence.diagnostic.LeaveOneOut.Estimate;
import java.util.List;

/**
 * Comparison of two fits of the same rows: mixed models by their log marginal likelihoods, others by leave-one-out
 * prediction.
 */
public interface FitComparison {

    /** Name of the number that is compared, such as {@code elpd}. */
    String measure();

    /** Number of the first fit, nats. */
    Estimate first();

    /** Number of the second fit, nats. */
    Estimate second();

    /** Number of the first fit less that of the second, with its standard error, nats. */
    Estimate difference();

    /** What the difference says, in words, where A is the first fit and B the second. */
    String verdict();

    /** Comparison in lines, without the notes. */
    List<String> lines();

    /** Notes on what cannot be trusted. */
    List<String> notes();

    /**
     * Compares two fits.
     *
     * @throws ConfigurationException if they cannot be compared
     */
    static FitComparison of(ComparedFit first, ComparedFit second) {
        return first.posterior().isMixed() || second.posterior().isMixed()
                ? EvidenceComparison.of(first, second)
                : PredictionComparison.of(first, second);
    }
}
