package io.credence.expression;

import java.util.List;

/** Part of an expression: a {@link Quantity} or a {@link Condition}. */
interface Term {

    /** Text of the part. */
    String text();

    /** Parts of which it consists; none of a name or a number. */
    default List<? extends Term> parts() {
        return List.of();
    }

    /** Whether the part of an expression depends on columns and the response alone. */
    default boolean isOfData() {
        for (Term part : parts()) {
            if (!part.isOfData()) {
                return false;
            }
        }
        return true;
    }
}
