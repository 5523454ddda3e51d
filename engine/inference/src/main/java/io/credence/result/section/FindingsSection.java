package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.credence.diagnostic.LeaveOneOut;
import io.credence.fit.FitResult;
import io.credence.network.result.HoldOutScores;
import io.credence.predict.PredictiveCheck;
import io.credence.summary.FitReport;
import io.credence.summary.MixedSummary;
import org.jspecify.annotations.Nullable;

/**
 * Checks and further summaries of a posterior. What was not computed is null.
 *
 * @param bounds bounds of the log evidence
 * @param diagnostics diagnostics of the posterior's draws and of the fit
 * @param effects effects that vary between the levels of grouping factors
 * @param objective value of the objective, of a fit of another than the evidence lower bound
 * @param summaries summaries beside the posterior's own
 * @param loo leave-one-out predictive accuracy
 * @param predictive posterior predictive check
 * @param heldOut scores of networks on rows held out
 */
public record FindingsSection(
        @Nullable BoundsSection bounds,
        @Nullable DiagnosticsSection diagnostics,
        @JsonUnwrapped MixedEffectsSection effects,
        @Nullable ObjectiveSection objective,
        @JsonUnwrapped SummariesSection summaries,
        @Nullable LeaveOneOutSection loo,
        @Nullable PredictiveCheck predictive,
        @Nullable HeldOutSection heldOut) {

    /**
     * Value of an objective.
     *
     * @param name name of the objective
     * @param value its value
     */
    public record ObjectiveSection(String name, double value) {

        private static @Nullable ObjectiveSection of(FitResult.@Nullable ObjectiveValue reached) {
            return reached == null ? null : new ObjectiveSection(reached.name(), reached.value());
        }
    }

    static FindingsSection of(FitReport report) {
        LeaveOneOut leaveOneOut = report.findings().leaveOneOut();
        PredictiveCheck check = report.findings().predictiveCheck();
        return new FindingsSection(
                BoundsSection.of(report),
                DiagnosticsSection.of(report),
                MixedEffectsSection.of(report.findings().kindFindings(MixedSummary.class)),
                ObjectiveSection.of(report.result().objectiveValue()),
                SummariesSection.of(report),
                leaveOneOut == null ? null : LeaveOneOutSection.of(leaveOneOut),
                check != null && check.hasReplications() ? check : null,
                null);
    }

    /** Findings on networks: their scores on rows held out, which are null where there were none. */
    static FindingsSection of(@Nullable HoldOutScores scores) {
        return new FindingsSection(
                null,
                null,
                MixedEffectsSection.NONE,
                null,
                SummariesSection.NONE,
                null,
                null,
                scores == null ? null : HeldOutSection.of(scores));
    }

    /** Diagnostics of the importance weights of the posterior's draws; none where they were not taken. */
    public ImportanceSection weights() {
        return diagnostics == null ? ImportanceSection.NONE : diagnostics.weights();
    }

    /** Bounds of the log evidence; none where they were not computed. */
    public BoundsSection knownBounds() {
        return bounds == null ? BoundsSection.NONE : bounds;
    }
}
