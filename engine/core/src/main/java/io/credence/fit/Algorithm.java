package io.credence.fit;

import io.credence.family.Posterior;
import io.credence.fit.FitState.FitListener;
import java.util.List;

/**
 * Fits a posterior, in three verbs over an explicit state: {@link #init()}, {@link #step} and {@link #result}. It knows
 * nothing of where the rows are.
 */
public interface Algorithm {

    /** The state before the first step. */
    FitState init();

    /**
     * The state in which this goes on from another algorithm's.
     *
     * @param before state in which the other stopped
     * @param from posterior to begin at, of any family: one of another than this fits is taken by its mean and covariance
     */
    FitState begin(FitState before, Posterior from);

    /**
     * One step from {@code state}, which must be running.
     *
     * @throws IllegalStateException if the fit has stopped
     */
    FitState step(FitState state);

    /** What the fit found so far. */
    FitResult result(FitState state);

    /**
     * Steps from {@code state} until the fit stops.
     *
     * @throws java.util.concurrent.CancellationException if the thread is interrupted
     */
    default FitState run(FitState state, List<FitListener> listeners) {
        FitState current = state;
        while (current.isRunning()) {
            StopRequest.heed();
            current = step(current);
            for (FitListener listener : listeners) {
                listener.stepped(current);
            }
        }
        return current;
    }

    /** A whole fit from the beginning. */
    default FitResult fit() {
        return result(run(init(), List.of()));
    }
}
