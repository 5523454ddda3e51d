package io.credence.result.section;

import io.credence.diagnostic.LeaveOneOut;
import io.credence.predict.PredictiveCheck;
import io.credence.summary.RowChecks;
import org.jspecify.annotations.Nullable;

/**
 * Checks of a posterior against rows. What was not computed is null.
 *
 * @param loo leave-one-out predictive accuracy
 * @param predictive posterior predictive check
 * @param heldOut scores of networks on rows held out
 */
public record RowChecksSection(
        @Nullable LeaveOneOutSection loo,
        @Nullable PredictiveCheck predictive,
        @Nullable HeldOutSection heldOut) {

    static RowChecksSection of(RowChecks found) {
        LeaveOneOut leaveOneOut = found.leaveOneOut();
        PredictiveCheck check = found.predictiveCheck();
        return new RowChecksSection(
                leaveOneOut == null ? null : LeaveOneOutSection.of(leaveOneOut),
                check != null && check.hasReplications() ? check : null,
                null);
    }
}
