package io.credence.likelihood;

import java.util.Locale;

/**
 * Option of a likelihood whose value was estimated as that of the highest evidence.
 *
 * @param name name of the option
 * @param estimate estimate
 * @param standardError its standard error, from the curvature of the evidence
 */
public record EstimatedOption(String name, double estimate, double standardError) {

    /**
     * Sentence for the user: the estimate, its standard error, and that other results do not include its uncertainty.
     */
    public String note() {
        return String.format(
                Locale.ROOT,
                "model.%s is %.5g (standard error %.2g), where the evidence of the fit is the highest; what is reported of other numbers is at"
                        + " this value and does not include its uncertainty",
                name,
                estimate,
                standardError);
    }
}
