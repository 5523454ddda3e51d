package io.credence.spark.job.output;

import org.jspecify.annotations.Nullable;

/** Exception for results that cannot be written at the configured path. */
public final class OutputException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public OutputException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
