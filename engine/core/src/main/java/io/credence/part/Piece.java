package io.credence.part;

/**
 * One of several parts that make up a whole.
 *
 * @param amount number of parameters that are its own, or factor by which it is multiplied, depending on the option
 * @param choice the part
 */
public record Piece(double amount, Choice<? extends Part> choice) {

    /** Number of consecutive parameters, where the amount is such a number. */
    public int parameterCount() {
        return (int) amount;
    }
}
