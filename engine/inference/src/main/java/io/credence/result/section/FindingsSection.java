package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.credence.fit.FitResult;
import io.credence.kind.Section;
import io.credence.network.result.HoldOutScores;
import io.credence.predict.PredictiveCheck;
import io.credence.summary.FitReport;
import io.credence.summary.MixedEffects;
import io.credence.summary.MixedSummary;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks and further summaries of a posterior. What was not computed is null.
 *
 * @param bounds bounds of the log evidence
 * @param diagnostics diagnostics of the posterior's draws and of the fit
 * @param effects effects that vary between the levels of grouping factors, and smooths
 * @param objective value of the objective, of a fit of another than the evidence lower bound
 * @param summaries summaries beside the posterior's own
 * @param rowChecks checks against rows
 * @param sections sections that a user's kind of model adds to its report
 */
public record FindingsSection(
        @Nullable BoundsSection bounds,
        @Nullable DiagnosticsSection diagnostics,
        @JsonUnwrapped MixedEffects effects,
        @Nullable ObjectiveSection objective,
        @JsonUnwrapped SummariesSection summaries,
        @JsonUnwrapped RowChecksSection rowChecks,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Section> sections) {

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
        MixedSummary mixed = report.findings().kindFindings(MixedSummary.class);
        return new FindingsSection(
                BoundsSection.of(report),
                DiagnosticsSection.of(report),
                mixed == null ? MixedEffects.NONE : mixed.effects(),
                ObjectiveSection.of(report.result().objectiveValue()),
                SummariesSection.of(report),
                RowChecksSection.of(report.findings().rowChecks()),
                mixed == null ? report.findings().kindFindings().sections() : List.of());
    }

    /** Findings on networks: their scores on rows held out, which are null where there were none. */
    static FindingsSection of(@Nullable HoldOutScores scores) {
        return new FindingsSection(
                null,
                null,
                MixedEffects.NONE,
                null,
                SummariesSection.NONE,
                new RowChecksSection(null, null, scores == null ? null : HeldOutSection.of(scores)),
                List.of());
    }

    /** Sections that the kind of model adds to its report. */
    public List<Section> kindSections() {
        List<Section> all = new ArrayList<>(effects.sections());
        all.addAll(sections);
        return all;
    }

    /** Posterior predictive check; null where there was none. */
    public @Nullable PredictiveCheck predictiveCheck() {
        return rowChecks.predictive();
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
