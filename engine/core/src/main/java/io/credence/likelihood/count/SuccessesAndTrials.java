package io.credence.likelihood.count;

import io.credence.likelihood.PairedResponse;
import org.jspecify.annotations.Nullable;

/** Pair of successes and trials, held as one label. Both are whole numbers below 2²⁶, the two digits of one number. */
enum SuccessesAndTrials implements PairedResponse {
    COUNTS;

    /** Base of the two digits: a double holds every whole number up to its square. */
    private static final double BASE = 1 << 26;

    @Override
    public String columnRole() {
        return "trials";
    }

    @Override
    public @Nullable String refusal(double second) {
        return second >= 0 && second < BASE && second == Math.rint(second)
                ? null
                : String.format("required: a whole number of trials, below %.0f", BASE);
    }

    @Override
    public @Nullable String refusal(double response, double second) {
        return response >= 0 && response <= second && second < BASE && response == Math.rint(response)
                ? null
                : "required: whole numbers, successes from 0 to the trials; a share is to be multiplied by these";
    }

    @Override
    public double encodeLabel(double response, double second) {
        return second * BASE + response;
    }

    @Override
    public double decodeResponse(double label) {
        return label - trials(label) * BASE;
    }

    @Override
    public double decodeSecond(double label) {
        return trials(label);
    }

    /** Number of trials of a label. */
    double trials(double label) {
        return Math.floor(label / BASE);
    }
}
