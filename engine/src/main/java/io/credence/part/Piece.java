package io.credence.part;

/**
 * A part for some consecutive parameters, of several that make up a whole.
 *
 * @param size number of parameters
 * @param choice the part
 */
public record Piece(int size, Choice<? extends Part> choice) {

    /** Name of the number of parameters in configuration. */
    public static final String SIZE = "size";

    public Piece {
        if (size < 1) {
            throw new IllegalArgumentException(
                    "size of " + choice.name() + " must be a whole number from 1 but was " + size);
        }
    }
}
