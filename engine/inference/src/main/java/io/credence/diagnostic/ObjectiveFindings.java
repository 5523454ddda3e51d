package io.credence.diagnostic;

import io.credence.divergence.Divergence.EvidenceBound;
import org.jspecify.annotations.Nullable;

/**
 * Results of the checks of an objective that is not the evidence lower bound of a likelihood.
 *
 * @param flatness part that a risk of rows takes off for rows whose losses still have a slope at the mean, nats; NaN
 *     for other objectives
 * @param lossWeight weight of the loss, and its calibrated value; null where that was not estimated
 * @param evidenceBound lower bound of the evidence of the loss; null where none is known
 */
public record ObjectiveFindings(
        double flatness,
        @Nullable LossWeight lossWeight,
        @Nullable EvidenceBound evidenceBound) {

    /** Results for other objectives. */
    public static final ObjectiveFindings NONE = new ObjectiveFindings(Double.NaN, null, null);
}
