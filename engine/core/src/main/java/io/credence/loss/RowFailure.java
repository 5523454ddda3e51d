package io.credence.loss;

import io.credence.model.Model;

/** Exceptions for failures of users' models, which name the class and the row. */
final class RowFailure {

    private RowFailure() {}

    /** The exception for a failure of a model at a row of its block. */
    static IllegalStateException at(Model model, int row, RuntimeException cause) {
        return new IllegalStateException(
                "model " + model.getClass().getName() + " failed at row " + row + " of its block: " + cause, cause);
    }
}
