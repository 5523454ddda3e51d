package io.credence.part;

/**
 * One of several parts that are combined, such as the term of a sum, with its amount.
 *
 * @param amount number of consecutive parameters that the part is for, or factor by which it is multiplied,
 *     depending on the option
 * @param choice the part
 */
public record WeightedPart(double amount, Choice<? extends Part> choice) {

    /** Number of consecutive parameters, where the amount is such a number. */
    public int parameterCount() {
        return (int) amount;
    }
}
