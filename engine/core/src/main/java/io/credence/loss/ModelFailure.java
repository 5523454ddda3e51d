package io.credence.loss;

import io.credence.model.Model;

/** Exceptions of users' models, named with class and row. */
final class ModelFailure {

    private ModelFailure() {}

    /** What a model threw at a row of its block. */
    static IllegalStateException at(Model model, int row, RuntimeException cause) {
        return new IllegalStateException(
                "model " + model.getClass().getName() + " failed at row " + row + " of its block: " + cause, cause);
    }
}
