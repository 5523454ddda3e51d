package io.credence.spark;

import io.credence.fit.FitState;
import io.credence.fit.FitState.FitListener;
import io.credence.fit.FitState.StepInfo;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Counter of the steps of all fits in this process, for metrics. It also keeps the last step, and shows those of a
 * thread's fits to whoever watches them.
 */
public final class FitStepCounter implements FitListener {

    /** Single instance of this process: Spark makes plugins by their names, so that nothing can be handed to them. */
    public static final FitStepCounter OF_PROCESS = new FitStepCounter();

    private final ThreadLocal<@Nullable FitListener> watcher = new ThreadLocal<>();
    private final AtomicLong steps = new AtomicLong();
    private final AtomicLong rows = new AtomicLong();
    private volatile @Nullable StepInfo last;
    private volatile boolean running;

    FitStepCounter() {}

    @Override
    public void stepped(FitState next) {
        StepInfo step = next.lastStep();
        steps.incrementAndGet();
        rows.addAndGet(step == null ? 0 : step.rows());
        last = step;
        running = next.isRunning();
        FitListener watching = watcher.get();
        if (watching != null) {
            watching.stepped(next);
        }
    }

    /** Runs an action, and shows the steps of its fits in this thread to a listener. */
    public <T> T runWatched(FitListener listener, Supplier<T> action) {
        watcher.set(listener);
        try {
            return action.get();
        } finally {
            watcher.remove();
        }
    }

    /** Description of a step in a line: its number, its objective and the gain that is still expected, in nats. */
    public static String describe(StepInfo step) {
        Double elbo = step.elbo();
        String value = elbo == null
                ? String.format(Locale.ROOT, "objective %.6g", step.objective())
                : String.format(Locale.ROOT, "ELBO %.8g", elbo);
        return String.format(
                Locale.ROOT,
                "iteration %d, %s, %s%s",
                step.iteration(),
                step.phase().name().toLowerCase(Locale.ROOT),
                value,
                step.accepted() && Double.isFinite(step.remainingGain())
                        ? String.format(Locale.ROOT, ", %.2g nats to gain", step.remainingGain())
                        : "");
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
