package io.credence.likelihood;

import org.jspecify.annotations.Nullable;

/** Successes of a number of trials: the label is both, which are whole and below 2²⁶, as digits of one number. */
enum CountedTrials implements PairedResponse {
    COUNTS;

    /** Both of its squares are whole numbers that a double holds. */
    private static final double BASE = 1 << 26;

    @Override
    public String role() {
        return "trials";
    }

    @Override
    public @Nullable String refuse(double second) {
        return second >= 0 && second < BASE && second == Math.rint(second)
                ? null
                : String.format("required: a whole number of trials, below %.0f", BASE);
    }

    @Override
    public @Nullable String refuse(double response, double second) {
        return response >= 0 && response <= second && second < BASE && response == Math.rint(response)
                ? null
                : "required: whole numbers, successes from 0 to the trials; a share is to be multiplied by these";
    }

    @Override
    public double label(double response, double second) {
        return second * BASE + response;
    }

    @Override
    public double response(double label) {
        return label - trials(label) * BASE;
    }

    /** The trials of a label. */
    double trials(double label) {
        return Math.floor(label / BASE);
    }
}
