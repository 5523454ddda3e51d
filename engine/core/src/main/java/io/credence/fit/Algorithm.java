package io.credence.fit;

import io.credence.family.Posterior;
import io.credence.fit.FitState.FitListener;
import java.util.List;

/**
 * Method that fits a posterior in steps from one explicit state to the next: {@link #init()}, {@link #step} and
 * {@link #result}. An algorithm does not know where the rows are stored.
 */
public interface Algorithm {

    /** The state before the first step. */
    FitState init();

    /**
     * The first state of this algorithm when it continues a fit that another algorithm began.
     *
     * @param before state in which the other algorithm stopped
     * @param from posterior to begin at, of any family: a posterior of another family than this fits is taken by
     *     its mean and covariance
     */
    FitState continueFrom(FitState before, Posterior from);

    /**
     * The state one step after {@code state}, which must be running.
     *
     * @throws IllegalStateException if the fit has stopped
     */
    FitState step(FitState state);

    /** The result of the fit up to {@code state}. */
    FitResult result(FitState state);

    /**
     * Steps from {@code state} until the fit stops.
     *
     * @throws java.util.concurrent.CancellationException if the thread is interrupted
     */
    default FitState run(FitState state, List<FitListener> listeners) {
        FitState current = state;
        while (current.isRunning()) {
            StopRequest.throwIfRequested();
            current = step(current);
            for (FitListener listener : listeners) {
                listener.stepped(current);
            }
        }
        return current;
    }

    /** Fits from the first state until the fit stops, and returns its result. */
    default FitResult fit() {
        return result(run(init(), List.of()));
    }
}
