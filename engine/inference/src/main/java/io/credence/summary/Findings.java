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
 * @param numbers the posterior's own numbers
 * @param importance check by the importance weights of its draws; null where they were not taken
 * @param reliability whether its numbers are reliable
 * @param linearResponse summaries with the covariance of linear response; null for posteriors that are not mean-field
 * @param quantities summaries of the quantities that the user's model derives from its parameters
 * @param leaveOneOut predictive accuracy for rows left out; null where that was not computed
 * @param predictive comparison of responses drawn from the fitted model with those observed; null where none were drawn
 * @param objective checks of an objective other than the evidence lower bound of a likelihood
 * @param mixed summaries of a mixed model; null for other models
 * @param separated sentences on columns whose rows set no limit to a coefficient, for a posterior that is not reliable
 */
public record Findings(
        NumberSummary numbers,
        @Nullable ImportanceCheck importance,
        Reliability reliability,
        @Nullable LinearResponseSummary linearResponse,
        QuantitySummary quantities,
        @Nullable LeaveOneOut leaveOneOut,
        @Nullable PredictiveCheck predictive,
        ObjectiveFindings objective,
        @Nullable MixedSummary mixed,
        List<String> separated) {

    /** Posterior of the coefficients. */
    public Coefficients coefficients() {
        return numbers.coefficients();
    }

    /** Summaries of all numbers, each with its corrected one where the check recommends that instead. */
    public List<SummaryRow> summary() {
        WeightCorrection better = corrected();
        return better == null ? numbers.rows() : SummaryRow.correctedBy(numbers.rows(), better.rows());
    }

    /**
     * Corrected summaries to be used instead of the posterior's own; null where its own may be used, or there are no
     * better ones.
     */
    @Nullable
    public WeightCorrection corrected() {
        return importance == null ? null : importance.trusted();
    }

    /**
     * Summary of a linear combination of coefficients, corrected where possible.
     *
     * @param text such as {@code a - b} or {@code 2*age + 0.5*x}
     * @throws IllegalArgumentException if it is no combination of these coefficients
     */
    public SummaryRow contrast(String text) {
        return ImportanceCheck.contrast(importance, numbers, text);
    }

    /** Notes to the user on the posterior, one sentence each. */
    public List<String> notes() {
        List<String> notes = new ArrayList<>(separated);
        notes.addAll(quantities.notes());
        if (predictive != null) {
            notes.addAll(predictive.notes());
        }
        LossWeight weight = objective.lossWeight();
        if (weight != null) {
            notes.add(weight.note());
        }
        if (mixed != null) {
            notes.addAll(mixed.notes());
        }
        return notes;
    }
}
