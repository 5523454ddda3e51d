package io.credence.diagnostic;

/**
 * How far importance weights move the numbers of a posterior.
 *
 * @param largest by which a mean, in standard deviations, or the logarithm of a standard deviation moves at most, of moves
 *     that are beyond their Monte Carlo error
 * @param reach how far that may be: the largest sum of such a move and its error, the latter times
 *     {@link WeightTail#errorFactor()}
 * @param error largest Monte Carlo error of such a move
 */
public record Moves(double largest, double reach, double error) {

    /** Standard deviations, or logarithms of them, by which a number may be off without a word. */
    public static final double NEGLIGIBLE = 0.1;
    /** Error of a move at which nothing is known of it. */
    private static final double BLURRED = 0.5 * NEGLIGIBLE;

    /** Whether a number of the posterior is off, and may be so by more than nobody minds. */
    public boolean matters() {
        return !(largest <= NEGLIGIBLE) || reach > NEGLIGIBLE;
    }

    /** Whether the weights are too uneven to estimate how far off it is. */
    public boolean isBlurred() {
        return !(error <= BLURRED);
    }
}
