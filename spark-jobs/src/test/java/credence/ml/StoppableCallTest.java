package credence.ml;

import static credence.ml.Flights.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.spark.TestSession;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.apache.spark.ml.Estimator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that another thread can stop fits that would take days. The session then fits as if they had not been. */
@Timeout(120)
class StoppableCallTest {

    private static final int FOREVER = 1_000_000_000;

    private static final AtomicBoolean SLOW = new AtomicBoolean();

    private static final UDF1<Double, Double> WAITING = delay -> {
        while (SLOW.get()) {
            Thread.sleep(5);
        }
        return delay;
    };

    private final VariationalEstimator line = new VariationalGeneralizedLinearRegression().setFormula("delay ~ age");
    private final String digest = line.fit(ROWS).posterior().replaceAll("(?s).*\"digest\" *: *\"([^\"]+)\".*", "$1");

    /** Stops a fit when {@code isUnderWay}, and returns what ended it. */
    private Throwable ended(Estimator<?> stage, BooleanSupplier isUnderWay) throws InterruptedException {
        StoppableCall call = new StoppableCall();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicReference<Boolean> interrupted = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            failure.set(assertThrows(Throwable.class, () -> call.fit(stage, ROWS)));
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        thread.start();
        while (thread.isAlive() && !(isIn(thread, "io.credence") && isUnderWay.getAsBoolean())) {
            Thread.sleep(5);
        }
        call.stop();
        thread.join();
        assertFalse(interrupted.get(), "the thread may serve another call");
        while (activeJobs() > 0) {
            Thread.sleep(5); // cancelled in their own time
        }
        String again = line.fit(ROWS).posterior();
        assertTrue(again.contains(digest), "another fit than before");
        return failure.get();
    }

    private static void assertStopped(Throwable failure) {
        assertTrue(failure instanceof CancellationException, String.valueOf(failure));
    }

    private static boolean isIn(Thread thread, String name) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().startsWith(name));
    }

    private static int activeJobs() {
        return TestSession.spark().sparkContext().statusTracker().getActiveJobIds().length;
    }

    private static VariationalEstimator byDraws() {
        return new VariationalLogisticRegression()
                .setFormula("late ~ age")
                .option("estimator", "score")
                .option("mcse", 1e-12)
                .option("patience", FOREVER)
                .option("maxIterations", FOREVER);
    }

    @Test
    void fitInTheDriver_ends() throws InterruptedException {
        assertStopped(ended(byDraws(), () -> true));
    }

    @Test
    void progress_isTheLastStepOfTheFit() throws InterruptedException {
        StoppableCall call = new StoppableCall();
        assertEquals("", call.progress());
        Thread thread = new Thread(() -> assertThrows(CancellationException.class, () -> call.fit(byDraws(), ROWS)));
        thread.start();
        String seen = "";
        while (thread.isAlive() && !seen.startsWith("iteration ")) {
            Thread.sleep(5);
            seen = call.progress();
        }
        call.stop();
        thread.join();
        assertTrue(seen.matches("iteration \\d+, \\w+, (ELBO|objective) -?[\\d.e+-]+.*"), seen);
    }

    /** The rows wait in their tasks until they have been seen. */
    @Test
    void progress_countsTheTasksOfRunningJobs() throws InterruptedException {
        SLOW.set(true);
        Dataset<Row> slow = ROWS.withColumn(
                "delay",
                functions
                        .udf(WAITING, DataTypes.DoubleType)
                        .apply(functions.col("delay").cast("double")));
        StoppableCall call = new StoppableCall();
        Thread thread = new Thread(() -> call.fit(line, slow));
        thread.start();
        String seen = "";
        while (thread.isAlive() && !seen.contains(" tasks of ")) {
            Thread.sleep(5);
            seen = call.progress();
        }
        SLOW.set(false);
        thread.join();
        assertTrue(seen.matches(".*\\d+ of \\d+ tasks of .*"), seen);
        assertFalse(call.progress().contains("tasks"), "no job runs");
    }

    @Test
    void networkInTheDriver_ends() throws InterruptedException {
        VariationalNetwork network =
                new VariationalNetwork().setFeatures("age").setLabelCol("delay").setEpochs(FOREVER);
        assertStopped(ended(network, () -> true));
    }

    @Test
    void fitBySparkJobs_ends() throws InterruptedException {
        assertStopped(ended(byDraws().option("partitions", 2), () -> activeJobs() > 0));
    }

    @Test
    void callThatWasStoppedBefore_doesNotBegin() {
        StoppableCall call = new StoppableCall();
        call.stop();
        assertThrows(CancellationException.class, () -> call.fit(line, ROWS));
        assertThrows(CancellationException.class, () -> call.transform(line.fit(ROWS), ROWS));
    }
}
