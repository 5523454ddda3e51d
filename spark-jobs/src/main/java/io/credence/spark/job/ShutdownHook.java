package io.credence.spark.job;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Hook that writes the state of a fit when the process is told to end, by SIGINT or SIGTERM. Hadoop runs such hooks in
 * an order, of which this comes first: Spark and the file systems stop after it. Whether the fit or the hook writes is
 * settled once.
 */
final class ShutdownHook implements AutoCloseable {

    /** Priority of the hook, above those of Spark, 40 to 50, and of file systems, 10. */
    private static final int PRIORITY = 100;

    private static final int MOST_SECONDS = 25;

    private static volatile boolean requested;

    private final Runnable leave;
    private final Thread hook = new Thread(this::writeOrAwait, "credence-interruption");
    private final AtomicBoolean settled = new AtomicBoolean();
    private boolean writing;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final CountDownLatch written = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    private ShutdownHook(Runnable leave) {
        this.leave = leave;
    }

    /** Registers {@code leave} to run when the process is told to end, until this is closed. */
    static ShutdownHook register(Runnable leave) {
        ShutdownHook interruption = new ShutdownHook(leave);
        ShutdownHookManager.get().addShutdownHook(interruption.hook, PRIORITY, MOST_SECONDS, TimeUnit.SECONDS);
        return interruption;
    }

    /** Writes the fit's state when the process is told to end, or waits for the fit that is writing already. */
    void writeOrAwait() {
        ended.set(true);
        requested = true;
        try {
            if (settled.compareAndSet(false, true)) {
                leave.run();
            } else {
                await(closed);
            }
        } finally {
            written.countDown();
        }
    }

    /** Claims the writing of the result for the fit; false where the hook is writing it. */
    boolean mayWrite() {
        writing = writing || settled.compareAndSet(false, true);
        return writing;
    }

    /** Whether a hook has run, or runs, that reports the end of a fit. */
    static boolean isReported() {
        return requested;
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(MOST_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("what was to be written took more than " + MOST_SECONDS + " seconds");
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Ends the registration once the fit has ended, or has failed because Spark was stopped. Waits for a hook that is
     * writing.
     */
    @Override
    public void close() {
        closed.countDown();
        if (ended.get()) {
            await(written);
        } else if (!ShutdownHookManager.get().isShutdownInProgress()) {
            ShutdownHookManager.get().removeShutdownHook(hook);
        }
    }
}
