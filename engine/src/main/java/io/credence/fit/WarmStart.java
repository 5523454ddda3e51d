package io.credence.fit;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A fit that begins where another ends: the objectives of importance weights need draws that are not far off. */
public final class WarmStart implements Fitter {

    private final Fitter first;
    private final Function<Position, ObjectiveFitter<?>> second;
    private @Nullable ObjectiveFitter<?> begun;

    /**
     * The two fits, one after the other.
     *
     * @param first how the beginning is found
     * @param second the fit that begins at a position
     */
    public WarmStart(Fitter first, Function<Position, ObjectiveFitter<?>> second) {
        this.first = first;
        this.second = second;
    }

    @Override
    public FitState init() {
        return first.init();
    }

    @Override
    public FitState step(FitState state) {
        if (state.place() instanceof Track) {
            return second(state).step(state);
        }
        FitState next = first.step(state);
        return next.isRunning() || next.status() == FitStatus.DIVERGED
                ? next
                : second(next)
                        .begin(next.with("warm start after " + next.iteration() + " steps: " + next.stopReason()));
    }

    @Override
    public FitResult result(FitState state) {
        return state.place() instanceof Track ? second(state).result(state) : first.result(state);
    }

    private ObjectiveFitter<?> second(FitState state) {
        ObjectiveFitter<?> fitter = begun;
        if (fitter == null) {
            fitter = second.apply(state.best());
            begun = fitter;
        }
        return fitter;
    }
}
