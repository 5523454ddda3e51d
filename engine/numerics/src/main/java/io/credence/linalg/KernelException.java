package io.credence.linalg;

import org.jspecify.annotations.Nullable;

/** Thrown where a requested kernel cannot be used on this machine; the message has the cause and the cure. */
public final class KernelException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    /** An exception with the given message, and the cause thrown while loading. */
    public KernelException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
