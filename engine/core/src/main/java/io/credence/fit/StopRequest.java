package io.credence.fit;

import java.util.concurrent.CancellationException;

/**
 * A request that a fit ends now, without a result: the interrupt of the thread that runs it. It is heeded before each step and pass, and in
 * loops that take long without a pass.
 */
public final class StopRequest {

    private StopRequest() {}

    /**
     * Goes on where nobody requested that this thread stops.
     *
     * @throws CancellationException if it is interrupted; it is not any longer, so that what it holds can be freed
     */
    public static void heed() {
        if (Thread.interrupted()) {
            throw stopped();
        }
    }

    /** What ends a fit that was requested to stop. */
    static CancellationException stopped() {
        return new CancellationException("the fit was stopped: its thread was interrupted");
    }
}
