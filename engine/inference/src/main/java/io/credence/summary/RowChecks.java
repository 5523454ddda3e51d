package io.credence.summary;

import io.credence.diagnostic.LeaveOneOut;
import io.credence.predict.PredictiveCheck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks of a posterior that compare it with single rows.
 *
 * @param leaveOneOut predictive accuracy for rows left out; null where that was not computed
 * @param predictiveCheck comparison of responses drawn from the fitted model with those observed; null where none were
 *     drawn
 * @param separationNotes sentences on columns with a value whose rows all have one label, for a posterior that is not
 *     reliable
 */
public record RowChecks(
        @Nullable LeaveOneOut leaveOneOut, @Nullable PredictiveCheck predictiveCheck, List<String> separationNotes) {

    /** No check. */
    public static final RowChecks NONE = new RowChecks(null, null, List.of());
}
