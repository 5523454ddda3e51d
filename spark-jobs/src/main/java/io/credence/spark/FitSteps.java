package io.credence.spark;

import io.credence.fit.FitState;
import io.credence.fit.FitState.FitListener;
import io.credence.fit.FitState.StepInfo;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Counter of the steps of all fits in this process, for metrics. It also keeps the last step. */
public final class FitSteps implements FitListener {

    /** Single instance of this process: Spark makes plugins by their names, so that nothing can be handed to them. */
    public static final FitSteps OF_PROCESS = new FitSteps();

    private final AtomicLong steps = new AtomicLong();
    private final AtomicLong rows = new AtomicLong();
    private volatile @Nullable StepInfo last;
    private volatile boolean running;

    FitSteps() {}

    @Override
    public void stepped(FitState next) {
        StepInfo step = next.lastStep();
        steps.incrementAndGet();
        rows.addAndGet(step == null ? 0 : step.rows());
        last = step;
        running = next.isRunning();
    }

    /** Number of steps of all fits. */
    long steps() {
        return steps.get();
    }

    /** Number of rows that all steps visited. */
    long rows() {
        return rows.get();
    }

    /** Whether the fit of the last step is still running. */
    boolean isRunning() {
        return running;
    }

    /** Measurement of the last step, such as its objective; NaN before the first. */
    double lastMeasurement(ToDoubleFunction<StepInfo> number) {
        StepInfo step = last;
        return step == null ? Double.NaN : number.applyAsDouble(step);
    }
}
