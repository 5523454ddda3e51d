package io.credence.linalg;

import org.jspecify.annotations.Nullable;

/** A kernel that was requested and cannot be used on this machine; the message has the cause and the cure. */
public final class KernelException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    /** With that message, and what was thrown where it was loaded. */
    public KernelException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
