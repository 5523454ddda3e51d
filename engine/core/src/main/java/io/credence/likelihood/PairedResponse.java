package io.credence.likelihood;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** Response of two numbers, each from a column of its own, that a block of rows holds as one label. */
public interface PairedResponse extends Serializable {

    /** Last part of the key that names the second number's column, which no other likelihood takes. */
    String role();

    /**
     * Reason why a row cannot have this second number, in the form "required …"; null if it can. The number is NaN
     * where no column has it.
     */
    @Nullable
    String refuse(double second);

    /**
     * Reason why a row cannot have this response beside the second number, in the form "required …"; null if it can.
     */
    @Nullable
    String refuse(double response, double second);

    /** Encodes both numbers as one label, from which the {@link RowLoss} reads them. */
    double label(double response, double second);

    /** Response that a label encodes. */
    double response(double label);

    /** Number by which results show the response of a label. */
    default double shown(double label) {
        return response(label);
    }

    /** Whether the response is only known to lie beyond a bound, as that of a censored time. */
    default boolean isBound(double label) {
        return false;
    }
}
