package io.credence.loss;

import org.jspecify.annotations.Nullable;

/** Thrown where a model could not draw a response, or drew one that it refuses as a label. */
public final class ResponseDrawException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public ResponseDrawException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
