package io.credence.spark.job;

import org.jspecify.annotations.Nullable;

/** Exception for results that cannot be written at the configured path. */
final class OutputException extends RuntimeException {

    private static final long serialVersionUID = 1;

    OutputException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
