package io.credence.summary;

import io.credence.diagnostic.LeaveOneOut;
import io.credence.diagnostic.LossWeight;
import io.credence.diagnostic.ObjectiveFindings;
import io.credence.diagnostic.Reliability;
import io.credence.predict.PredictiveCheck;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Posterior summaries and checks that are made once a fit has ended.
 *
 * @param numberSummary the posterior's own numbers
 * @param importanceCheck check by the importance weights of the posterior's draws; null where it was not made
 * @param reliability whether its numbers are reliable
 * @param linearResponse summaries with the covariance of linear response; null for posteriors that are not mean-field
 * @param quantitySummary summaries of the quantities that the user's model derives from its parameters
 * @param rowChecks checks that compare the posterior with single rows
 * @param objectiveFindings checks of an objective other than the evidence lower bound of a likelihood
 * @param kindFindings findings that only this kind of model has
 */
public record Findings(
        NumberSummary numberSummary,
        @Nullable ImportanceCheck importanceCheck,
        Reliability reliability,
        @Nullable LinearResponseSummary linearResponse,
        QuantitySummary quantitySummary,
        RowChecks rowChecks,
        ObjectiveFindings objectiveFindings,
        KindFindings kindFindings) {

    /**
     * Findings of a given kind of model; null where the fit is of another kind.
     *
     * @param kind type of the findings, such as that of mixed models, {@link MixedSummary}
     */
    public <K extends KindFindings> @Nullable K kindFindings(Class<K> kind) {
        return kind.isInstance(kindFindings) ? kind.cast(kindFindings) : null;
    }

    /** Predictive accuracy for rows left out; null where that was not computed. */
    public @Nullable LeaveOneOut leaveOneOut() {
        return rowChecks.leaveOneOut();
    }

    /** Comparison of responses drawn from the fitted model with those observed; null where none were drawn. */
    public @Nullable PredictiveCheck predictiveCheck() {
        return rowChecks.predictiveCheck();
    }

    /** Posterior of the coefficients. */
    public Coefficients coefficients() {
        return numberSummary.coefficients();
    }

    /** Summaries of all numbers, each with its corrected summary where the check recommends one. */
    public List<SummaryRow> summary() {
        WeightCorrection better = weightCorrection();
        return better == null
                ? numberSummary.summaryRows()
                : SummaryRow.withCorrections(numberSummary.summaryRows(), better.summaryRows());
    }

    /**
     * Corrected summaries that replace the posterior's own; null where its own are usable, or no better ones exist.
     */
    @Nullable
    public WeightCorrection weightCorrection() {
        return importanceCheck == null ? null : importanceCheck.recommendedCorrection();
    }

    /**
     * Summary of a linear combination of coefficients, corrected where possible.
     *
     * @param text such as {@code a - b} or {@code 2*age + 0.5*x}
     * @throws IllegalArgumentException if it is no combination of these coefficients
     */
    public SummaryRow contrast(String text) {
        return ImportanceCheck.contrast(importanceCheck, numberSummary, text);
    }

    /** Notes on the posterior for the user, one sentence each. */
    public List<String> notes() {
        List<String> notes = new ArrayList<>(rowChecks.separationNotes());
        notes.addAll(quantitySummary.notes());
        PredictiveCheck drawn = predictiveCheck();
        if (drawn != null) {
            notes.addAll(drawn.notes());
        }
        LossWeight weight = objectiveFindings.lossWeight();
        if (weight != null) {
            notes.add(weight.note());
        }
        notes.addAll(kindFindings.notes());
        return notes;
    }
}
