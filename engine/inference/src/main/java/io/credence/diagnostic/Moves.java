package io.credence.diagnostic;

import java.util.Locale;

/**
 * How far importance weights move the numbers of a posterior.
 *
 * @param largest by which a mean, in standard deviations, or the logarithm of a standard deviation moves at most, of moves
 *     that are beyond their Monte Carlo error
 * @param reach how far that may be: the largest sum of such a move and its error, the latter times
 *     {@link WeightTail#errorFactor()}
 * @param error largest Monte Carlo error of such a move
 * @param end by which an end of a central interval of 90 % moves at most, in standard deviations, of moves that are beyond their
 *     Monte Carlo error
 */
public record Moves(double largest, double reach, double error, double end) {

    /** Of no number. */
    public static final Moves NONE = new Moves(0, 0, 0, 0);

    /** Standard deviations, or logarithms of them, by which a number may be off without a word. */
    public static final double NEGLIGIBLE = 0.1;
    /** The same of an end of an interval, which a skewness of 0.5 moves by as much though mean and sd stay. */
    public static final double NEGLIGIBLE_END = 0.15;
    /** Error of a move at which nothing is known of it. */
    private static final double BLURRED = 0.5 * NEGLIGIBLE;

    /** Whether a number of the posterior is off, and may be so by more than nobody minds. */
    public boolean matters() {
        return !(largest <= NEGLIGIBLE) || reach > NEGLIGIBLE || end > NEGLIGIBLE_END;
    }

    /** Whether the weights are too uneven to estimate how far off it is. */
    public boolean isBlurred() {
        return !(error <= BLURRED);
    }

    /** The larger ones of these and others; NaN where one is. */
    public Moves and(Moves other) {
        return new Moves(
                Math.max(largest, other.largest),
                Math.max(reach, other.reach),
                Math.max(error, other.error),
                Math.max(end, other.end));
    }

    /** Whether ends of intervals move by more than nobody minds, and nothing else does. */
    private boolean isOfEnds() {
        return end > NEGLIGIBLE_END && !(Math.max(largest, reach) > NEGLIGIBLE);
    }

    /** The move that matters most, in standard deviations. */
    public double size() {
        return isOfEnds() ? end : Math.max(largest, reach);
    }

    /** That in words, with what is allowed. */
    public String text() {
        return isOfEnds()
                ? String.format(
                        Locale.ROOT,
                        "an end of a 90 %% interval by %.2f sd, at most %.2f allowed",
                        size(),
                        NEGLIGIBLE_END)
                : String.format(Locale.ROOT, "a number by up to %.2f sd, at most %.1f allowed", size(), NEGLIGIBLE);
    }
}
