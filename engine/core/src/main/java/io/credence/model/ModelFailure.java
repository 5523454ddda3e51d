package io.credence.model;

import java.util.Arrays;

/** Descriptions of exceptions thrown by a user's class. */
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
}
