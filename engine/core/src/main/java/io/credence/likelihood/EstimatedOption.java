package io.credence.likelihood;

import java.util.Locale;

/**
 * An option of a likelihood whose number was chosen by the evidence of fits.
 *
 * @param name its name
 * @param value the number
 * @param error its standard error, from the curvature of the evidence
 */
public record EstimatedOption(String name, double value, double error) {

    /** What a user should know of it. */
    public String note() {
        return String.format(
                Locale.ROOT,
                "model.%s is %.5g (standard error %.2g), where the evidence of the fit is the highest; what is reported of other numbers is at"
                        + " this value and does not include its uncertainty",
                name,
                value,
                error);
    }
}
