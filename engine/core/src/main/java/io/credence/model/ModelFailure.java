package io.credence.model;

import java.util.Arrays;

/** Exceptions thrown by a user's class, described and placed. */
public final class ModelFailure {

    private ModelFailure() {}

    /** Description in one line, with the line of the class where it failed if that is known. */
    public static String describe(Model model, Throwable failed) {
        String message = String.valueOf(failed.getMessage()).lines().findFirst().orElse("");
        String position = Arrays.stream(failed.getStackTrace())
                .filter(frame -> frame.getClassName().equals(model.getClass().getName()))
                .findFirst()
                .map(frame -> " at " + frame.getFileName() + ":" + frame.getLineNumber())
                .orElse("");
        return failed.getClass().getSimpleName() + " (" + message + ")" + position;
    }

    /** The exception for a failure at a row of a block, which names the class and the row. */
    public static IllegalStateException ofRow(Model model, int row, RuntimeException cause) {
        return new IllegalStateException(
                "model " + model.getClass().getName() + " failed at row " + row + " of its block: " + cause, cause);
    }
}
