package io.credence.expression;

import java.util.List;

/** Part of an expression: a {@link Quantity} or a {@link Condition}. */
interface Term {

    /** Text of the part. */
    String text();

    /** Whether it depends on columns and the response alone. */
    boolean isOfData();

    /** Parts of which it consists. */
    List<? extends Term> parts();

    /** Whether each part depends on columns and the response alone. */
    static boolean areOfData(List<? extends Term> parts) {
        return parts.stream().allMatch(Term::isOfData);
    }
}
