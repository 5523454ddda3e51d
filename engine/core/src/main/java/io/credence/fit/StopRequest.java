package io.credence.fit;

import java.util.concurrent.CancellationException;

/**
 * Request that a fit ends now, without a result: the interrupt of the thread that runs it. It is heeded before each
 * step and pass, and in loops that take long without a pass.
 */
public final class StopRequest {

    private StopRequest() {}

    /**
     * Throws if a stop of this thread was requested; else does nothing.
     *
     * @throws CancellationException if the thread is interrupted; its interrupt is cleared, so that what it holds
     *     can be freed
     */
    public static void throwIfRequested() {
        if (Thread.interrupted()) {
            throw stopException();
        }
    }

    /** The exception that ends a fit after a request to stop. */
    static CancellationException stopException() {
        return new CancellationException("the fit was stopped: its thread was interrupted");
    }
}
