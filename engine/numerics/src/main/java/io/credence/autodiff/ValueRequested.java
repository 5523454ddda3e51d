package io.credence.autodiff;

/**
 * A function under recording requested the value of a number, mostly to decide by it, or took too many courses for as many rows.
 * What it does elsewhere is then unknown, so that it must be evaluated number by number.
 */
public final class ValueRequested extends RuntimeException {

    private static final long serialVersionUID = 1;

    ValueRequested(String what) {
        super(what, null, false, false);
    }
}
