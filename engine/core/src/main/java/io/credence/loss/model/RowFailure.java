package io.credence.loss.model;

import io.credence.model.Model;

/** Exceptions for failures of users' models, which name the class and the row. */
public final class RowFailure {

    private RowFailure() {}

    /** The exception for a failure of a model at a row of its block. */
    public static IllegalStateException ofRow(Model model, int row, RuntimeException cause) {
        return new IllegalStateException(
                "model " + model.getClass().getName() + " failed at row " + row + " of its block: " + cause, cause);
    }
}
