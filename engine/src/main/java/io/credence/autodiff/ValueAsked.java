package io.credence.autodiff;

/**
 * A function under recording asked for the value of a number, mostly to decide by it, or took too many courses for as many rows.
 * What it does elsewhere is then unknown, so that it must be evaluated number by number.
 */
public final class ValueAsked extends RuntimeException {

    private static final long serialVersionUID = 1;

    ValueAsked(String what) {
        super(what, null, false, false);
    }
}
