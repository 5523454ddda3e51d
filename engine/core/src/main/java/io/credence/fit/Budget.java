package io.credence.fit;

import io.credence.fit.FitState.FitStatus;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a fit may spend before it answers with what it has: iterations, passes over all rows, seconds.
 *
 * @param iterations steps, at least 1; as many again for a stage that begins where a stochastic one ends
 * @param passes visits of rows over the number of rows, positive; infinite for no limit
 * @param seconds wall time of this process, positive; infinite for no limit. A fit that it ends does not repeat bit for bit
 * @param begun {@link System#nanoTime()} from which seconds count
 */
public record Budget(int iterations, double passes, double seconds, long begun) {

    /** Passes of one climb or search within a fit after which it is not going to end. */
    public static final int MOST_PASSES = 100;

    public Budget {
        if (iterations < 1) {
            throw new IllegalArgumentException("maxIterations must be at least 1 but was " + iterations);
        }
        if (!(passes > 0)) {
            throw new IllegalArgumentException("maxPasses must be positive but was " + passes);
        }
        if (!(seconds > 0)) {
            throw new IllegalArgumentException("maxSeconds must be positive but was " + seconds);
        }
    }

    /** A budget whose seconds count from now. */
    public Budget(int iterations, double passes, double seconds) {
        this(iterations, passes, seconds, System.nanoTime());
    }

    /** A budget of iterations alone. */
    public static Budget ofIterations(int iterations) {
        return new Budget(iterations, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 0);
    }

    /**
     * What was spent, as a reason to stop; null while something is left.
     *
     * @param steps iterations of the stage
     * @param visited rows visited by the fit
     * @param rows rows there are
     */
    @Nullable
    public String spent(int steps, long visited, long rows) {
        if (steps >= iterations) {
            return "the budget of " + iterations + " iterations was spent";
        }
        if (visited >= passes * rows) {
            return String.format(Locale.ROOT, "the budget of %.3g passes was spent", passes);
        }
        return (System.nanoTime() - begun) * 1e-9 >= seconds
                ? String.format(Locale.ROOT, "the budget of %.3g seconds was spent", seconds)
                : null;
    }

    /** Whether nothing is left of it. */
    public boolean isSpent(FitState state, long rows) {
        return spent(state.iteration(), state.rowsVisited(), rows) != null;
    }

    /** The same state, stopped if it still runs and this is spent. */
    public FitState limit(FitState state, long rows) {
        String spent = state.isRunning() ? spent(state.iteration(), state.rowsVisited(), rows) : null;
        return spent == null ? state : state.stopped(FitStatus.BUDGET, spent, null);
    }
}
