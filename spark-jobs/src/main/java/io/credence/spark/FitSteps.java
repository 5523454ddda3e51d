package io.credence.spark;

import io.credence.fit.FitState;
import io.credence.fit.FitState.FitListener;
import io.credence.fit.FitState.StepInfo;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Counts the steps of all fits of this process, and keeps the last one, for measurements. */
public final class FitSteps implements FitListener {

    /** Those of this process: Spark makes plugins by their names, so that nothing can be handed to them. */
    public static final FitSteps OF_PROCESS = new FitSteps();

    private final AtomicLong steps = new AtomicLong();
    private final AtomicLong rows = new AtomicLong();
    private volatile @Nullable StepInfo last;
    private volatile boolean running;

    FitSteps() {}

    @Override
    public void stepped(FitState next) {
        StepInfo step = next.last();
        steps.incrementAndGet();
        rows.addAndGet(step == null ? 0 : step.rows());
        last = step;
        running = next.isRunning();
    }

    /** Steps of all fits. */
    long steps() {
        return steps.get();
    }

    /** Rows that all of them visited. */
    long rows() {
        return rows.get();
    }

    /** Whether the fit of the last step goes on. */
    boolean isRunning() {
        return running;
    }

    /** What the last step shows; NaN before the first. */
    double last(ToDoubleFunction<StepInfo> number) {
        StepInfo step = last;
        return step == null ? Double.NaN : number.applyAsDouble(step);
    }
}
