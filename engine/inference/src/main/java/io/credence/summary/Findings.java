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
 * What was found of a posterior once its fit had ended: its numbers, and how far they go.
 *
 * @param numbers the posterior's own numbers
 * @param importance what the weights of its draws show; null where they were not taken
 * @param reliability whether its numbers may be relied on
 * @param linearResponse its numbers with the covariance of linear response; null for posteriors that are not mean-field
 * @param quantities what is reported of the quantities that the user's model derives from its parameters
 * @param leaveOneOut how well the rows are predicted from each other; null where that was not found
 * @param predictive how responses drawn from the fitted model differ from those observed; null where none were drawn
 * @param objective what is found of an objective other than the evidence lower bound of a likelihood
 * @param mixed what is reported of groups; null where rows are in none
 * @param separated of columns whose rows set no limit to a coefficient, one sentence each, of a posterior that is not reliable
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

    /** The posterior's coefficients. */
    public Coefficients coefficients() {
        return numbers.coefficients();
    }

    /** All numbers that are reported, each with its corrected one where the check recommends that instead. */
    public List<SummaryRow> summary() {
        Corrected better = corrected();
        return better == null ? numbers.rows() : SummaryRow.correctedBy(numbers.rows(), better.rows());
    }

    /** The numbers to be trusted instead of the posterior's own; null where these may stay, or there are no better ones. */
    @Nullable
    public Corrected corrected() {
        return importance == null ? null : importance.trusted();
    }

    /**
     * What is reported of a linear combination of coefficients, corrected where that can be.
     *
     * @param text such as {@code a - b} or {@code 2*age + 0.5*x}
     * @throws IllegalArgumentException if it is no combination of these coefficients
     */
    public SummaryRow contrast(String text) {
        return ImportanceCheck.contrast(importance, numbers, text);
    }

    /** What a user should know of them, one sentence each. */
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
