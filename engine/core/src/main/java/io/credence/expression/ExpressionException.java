package io.credence.expression;

/**
 * Exception for an expression that cannot be read, or that asks for what does not exist. The message states the mistake,
 * what is required and what was found.
 */
public final class ExpressionException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    ExpressionException(String problem, String required, String found) {
        super("the expression " + problem + ": required " + required + ", found " + found);
    }
}
