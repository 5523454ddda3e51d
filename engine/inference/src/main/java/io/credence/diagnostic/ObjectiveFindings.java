package io.credence.diagnostic;

import io.credence.divergence.Divergence.EvidenceBound;
import org.jspecify.annotations.Nullable;

/**
 * What is found of a posterior's objective where that is not the evidence lower bound of a likelihood.
 *
 * @param flatness what a risk of rows takes off for rows whose losses still fall at the mean, nats; NaN for other objectives
 * @param lossWeight the weight of a loss beside what the scatter of the rows has it; null where that was not found
 * @param evidence lower bound of the evidence of the loss; null where none is known
 */
public record ObjectiveFindings(
        double flatness,
        @Nullable LossWeight lossWeight,
        @Nullable EvidenceBound evidence) {

    /** Of no such objective. */
    public static final ObjectiveFindings NONE = new ObjectiveFindings(Double.NaN, null, null);
}
