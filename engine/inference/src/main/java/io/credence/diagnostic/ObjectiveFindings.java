package io.credence.diagnostic;

import io.credence.divergence.Divergence.EvidenceBound;
import org.jspecify.annotations.Nullable;

/**
 * Results of the checks of an objective that is not the evidence lower bound of a likelihood.
 *
 * @param flatness reward that a risk of rows gives for flat losses, nats; NaN for other objectives
 * @param lossWeight weight of the loss, and its calibrated value; null where it was not estimated
 * @param evidenceBound lower bound of the evidence of the loss; null where none is known
 */
public record ObjectiveFindings(
        double flatness,
        @Nullable LossWeight lossWeight,
        @Nullable EvidenceBound evidenceBound) {

    /** Empty results, for an evidence lower bound. */
    public static final ObjectiveFindings NONE = new ObjectiveFindings(Double.NaN, null, null);
}
