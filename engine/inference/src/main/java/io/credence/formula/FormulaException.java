package io.credence.formula;

/** A formula that cannot be read, or that requests what there is not. The message has what is wrong, what is required and what was found. */
public final class FormulaException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    FormulaException(String problem, String required, String found) {
        super("the formula " + problem + ": required " + required + ", found " + found);
    }
}
