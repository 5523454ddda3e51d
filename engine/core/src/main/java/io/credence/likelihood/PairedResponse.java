package io.credence.likelihood;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** Response of two numbers from two columns, which a block of rows holds as one label. */
public interface PairedResponse extends Serializable {

    /** Last part of the key that names the column of the second number. No other likelihood takes this key. */
    String columnRole();

    /**
     * Reason why a row cannot have this second number, in the form "required …"; null if it can. The number is NaN
     * where no column has it.
     */
    @Nullable
    String refusal(double second);

    /** Reason why a row cannot have this response given its second number, in the form "required …"; null if it can. */
    @Nullable
    String refusal(double response, double second);

    /** Encodes both numbers as one label, from which the {@link RowLoss} reads them. */
    double encodeLabel(double response, double second);

    /** Response that a label encodes. */
    double decodeResponse(double label);

    /** Second number that a label encodes. */
    double decodeSecond(double label);

    /** Number by which results show the response of a label. */
    default double displayedResponse(double label) {
        return decodeResponse(label);
    }

    /** Whether the response is known only to lie beyond a bound, like a censored time. */
    default boolean isBound(double label) {
        return false;
    }
}
