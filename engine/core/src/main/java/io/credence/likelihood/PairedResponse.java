package io.credence.likelihood;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** A response of two numbers, each from a column of its own, that a block of rows holds as one label. */
public interface PairedResponse extends Serializable {

    /** Last part of the key that names the second number's column, which no other likelihood takes. */
    String role();

    /** Why a row cannot have this second number, which is NaN where no column has it, in the form "required …"; null if it can. */
    @Nullable
    String refuse(double second);

    /** Why a row cannot have this response beside that second number, in the same form; null if it can. */
    @Nullable
    String refuse(double response, double second);

    /** Both as one label, from which the {@link RowLoss} reads them. */
    double label(double response, double second);

    /** The response of a label. */
    double response(double label);

    /** The number by which results show it. */
    default double shown(double label) {
        return response(label);
    }

    /** Whether the response is a bound alone, beyond which it lies. */
    default boolean isBound(double label) {
        return false;
    }
}
