package io.credence.part;

/**
 * A part of several that make up a whole.
 *
 * @param amount number of the parameters that are its own, or by which it is multiplied, as its option has it
 * @param choice the part
 */
public record Piece(double amount, Choice<? extends Part> choice) {

    /** Number of consecutive parameters, where the amount is one. */
    public int size() {
        return (int) amount;
    }
}
