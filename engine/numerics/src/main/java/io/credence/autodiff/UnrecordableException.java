package io.credence.autodiff;

/**
 * Thrown where a function under recording cannot be recorded. It requests the value of a number, mostly to branch on
 * it, or takes too many paths for as many rows. Its behaviour elsewhere is then unknown, so that it must be evaluated
 * by forward differentiation.
 */
public final class UnrecordableException extends RuntimeException {

    private static final long serialVersionUID = 1;

    UnrecordableException(String what) {
        super(what, null, false, false);
    }
}
