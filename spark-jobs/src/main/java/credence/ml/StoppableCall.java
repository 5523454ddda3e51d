package credence.ml;

import io.credence.fit.FitState.FitListener;
import io.credence.fit.FitState.StepInfo;
import io.credence.spark.FitStepCounter;
import io.credence.spark.score.Announcements;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.JobExecutionStatus;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkStatusTracker;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.Transformer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * Call of a stage that another thread can watch and stop, for clients whose own thread only waits. Stopping cancels the jobs of
 * the call and interrupts its thread, which a fit heeds before each step and pass. Other fits of the session continue.
 */
public final class StoppableCall {

    private final String tag = "credence-" + UUID.randomUUID();
    private boolean stopped;
    private @Nullable SparkContext context;
    private @Nullable Thread thread;
    private volatile @Nullable StepInfo step;
    private volatile String announcement = "";

    /** Calls {@code stage.fit(rows)} in the calling thread. */
    public <M extends org.apache.spark.ml.Model<M>> M fit(Estimator<M> stage, Dataset<?> rows) {
        return runStoppable(rows, () -> stage.fit(rows));
    }

    /** Calls {@code stage.transform(rows)} in the calling thread. */
    public Dataset<Row> transform(Transformer stage, Dataset<?> rows) {
        return runStoppable(rows, () -> stage.transform(rows));
    }

    /**
     * How far the call is, in a line: the last step of its fit, and the tasks of its running jobs that have ended. It is
     * empty before and between both.
     */
    public String progress() {
        StepInfo last = step;
        SparkContext jobs = runningContext();
        Stream<String> tasks = jobs == null ? Stream.of() : runningStages(jobs.statusTracker());
        return Stream.concat(last == null ? Stream.of() : Stream.of(FitStepCounter.describe(last)), tasks)
                .collect(Collectors.joining("; "));
    }

    /** How long the call will take, in a line, once that is known and where it is long; else empty. */
    public String announcement() {
        return announcement;
    }

    private synchronized @Nullable SparkContext runningContext() {
        return thread == null ? null : context;
    }

    /** Stages of the call's running jobs of which some tasks run, in words. */
    private Stream<String> runningStages(SparkStatusTracker tracker) {
        return Arrays.stream(tracker.getJobIdsForTag(tag))
                .mapToObj(job -> tracker.getJobInfo(job))
                .filter(job -> job.isDefined() && job.get().status() == JobExecutionStatus.RUNNING)
                .flatMapToInt(job -> Arrays.stream(job.get().stageIds()))
                .mapToObj(stage -> tracker.getStageInfo(stage))
                .filter(stage -> stage.isDefined() && stage.get().numActiveTasks() > 0)
                .map(stage -> stage.get().numCompletedTasks() + " of "
                        + stage.get().numTasks() + " tasks of " + stage.get().name());
    }

    /** Ends the call without a result, now or as soon as it begins. */
    public synchronized void stop() {
        stopped = true;
        if (thread != null) {
            cancelJobs();
            thread.interrupt();
        }
    }

    private <T> T runStoppable(Dataset<?> rows, Supplier<T> what) {
        SparkContext jobs = rows.sparkSession().sparkContext();
        jobs.addJobTag(tag);
        try {
            begin(jobs);
            T found = Announcements.runWatched(
                    line -> announcement = line,
                    () -> FitStepCounter.OF_PROCESS.runWatched(FitListener.ofSteps(taken -> step = taken), what));
            requireNotStopped(null);
            return found;
        } catch (Exception failed) { // Spark throws checked exceptions that it does not declare
            requireNotStopped(failed);
            throw failed;
        } finally {
            end();
            jobs.removeJobTag(tag);
        }
    }

    private synchronized void begin(SparkContext jobs) {
        requireNotStopped(null);
        context = jobs;
        thread = Thread.currentThread();
    }

    /** Throws a cancellation exception if the call was stopped, even if it ended with a result or another exception. */
    private synchronized void requireNotStopped(@Nullable Exception failed) {
        if (stopped) {
            throw (CancellationException) new CancellationException("the call was stopped").initCause(failed);
        }
    }

    /**
     * Releases the thread for other calls. A job that began while the thread was being interrupted is cancelled too.
     */
    private synchronized void end() {
        if (stopped) {
            cancelJobs();
            Thread.interrupted();
        }
        thread = null;
    }

    private void cancelJobs() {
        if (context != null) {
            context.cancelJobsWithTag(tag);
        }
    }
}
