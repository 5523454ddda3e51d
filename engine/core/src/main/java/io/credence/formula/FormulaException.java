package io.credence.formula;

/**
 * Exception for a formula that cannot be parsed, or that requests something that does not exist. The message states the
 * mistake, what is required and what was found.
 */
public final class FormulaException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    FormulaException(String problem, String required, String found) {
        super("the formula " + problem + ": required " + required + ", found " + found);
    }
}
