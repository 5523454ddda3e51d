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
 * @param leaveOneOut predictive accuracy for rows left out; null where that was not computed
 * @param predictiveCheck comparison of responses drawn from the fitted model with those observed; null where none were
 *     drawn
 * @param objectiveFindings checks of an objective other than the evidence lower bound of a likelihood
 * @param mixedSummary summaries of a mixed model; null for other models
 * @param separationNotes sentences on columns with a value whose rows all have one label, for a posterior that is not
 *     reliable
 */
public record Findings(
        NumberSummary numberSummary,
        @Nullable ImportanceCheck importanceCheck,
        Reliability reliability,
        @Nullable LinearResponseSummary linearResponse,
        QuantitySummary quantitySummary,
        @Nullable LeaveOneOut leaveOneOut,
        @Nullable PredictiveCheck predictiveCheck,
        ObjectiveFindings objectiveFindings,
        @Nullable MixedSummary mixedSummary,
        List<String> separationNotes) {

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
        List<String> notes = new ArrayList<>(separationNotes);
        notes.addAll(quantitySummary.notes());
        if (predictiveCheck != null) {
            notes.addAll(predictiveCheck.notes());
        }
        LossWeight weight = objectiveFindings.lossWeight();
        if (weight != null) {
            notes.add(weight.note());
        }
        if (mixedSummary != null) {
            notes.addAll(mixedSummary.notes());
        }
        return notes;
    }
}
