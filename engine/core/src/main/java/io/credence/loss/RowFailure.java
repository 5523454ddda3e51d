package io.credence.loss;

import io.credence.model.Model;

/** What users' models throw, named with class and row. */
final class RowFailure {

    private RowFailure() {}

    /** What a model threw at a row of its block. */
    static IllegalStateException at(Model model, int row, RuntimeException cause) {
        return new IllegalStateException(
                "model " + model.getClass().getName() + " failed at row " + row + " of its block: " + cause, cause);
    }
}
