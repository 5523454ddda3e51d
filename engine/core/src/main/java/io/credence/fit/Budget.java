package io.credence.fit;

import io.credence.fit.FitState.FitStatus;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Limits on a fit, after which it returns what it has: iterations, passes over all rows, seconds.
 *
 * @param iterations steps, at least 1; as many again for a stage that begins where a stochastic one ends
 * @param passes rows visited as a multiple of the number of rows, positive; infinite for no limit
 * @param seconds wall time of this process, positive; infinite for no limit. A fit that ends by it is not
 *     reproducible to the bit
 * @param startNanos value of {@link System#nanoTime()} from which seconds count
 */
public record Budget(int iterations, double passes, double seconds, long startNanos) {

    /** Largest number of passes of one optimisation within a fit; one that takes longer will not converge. */
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
     * The limit that is exhausted, as a reason to stop; null while none is.
     *
     * @param steps iterations of the stage
     * @param visited rows visited by the fit
     * @param rows rows there are
     */
    @Nullable
    public String exhaustedLimit(int steps, long visited, long rows) {
        if (steps >= iterations) {
            return "the budget of " + iterations + " iterations was spent";
        }
        if (visited >= passes * rows) {
            return "the budget of " + shown(passes) + " passes was spent";
        }
        return (System.nanoTime() - startNanos) * 1e-9 >= seconds
                ? "the budget of " + shown(seconds) + " seconds was spent"
                : null;
    }

    private static String shown(double limit) {
        return BigDecimal.valueOf(limit).stripTrailingZeros().toPlainString();
    }

    /** Whether a limit is exhausted. */
    public boolean isExhausted(FitState state, long rows) {
        return exhaustedLimit(state.iteration(), state.rowsVisited(), rows) != null;
    }

    /** The given state, stopped if it is still running and a limit is exhausted. */
    public FitState stopIfExhausted(FitState state, long rows) {
        String spent = state.isRunning() ? exhaustedLimit(state.iteration(), state.rowsVisited(), rows) : null;
        return spent == null ? state : state.stopped(FitStatus.BUDGET, spent, null);
    }
}
