package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ShutdownHookTest {

    private final AtomicInteger written = new AtomicInteger();

    @Test
    void aFitThatIsInterrupted_writesOnceAndByTheHook() {
        try (ShutdownHook interruption = ShutdownHook.register(written::incrementAndGet)) {
            interruption.writeOrAwait();
            assertFalse(interruption.mayWrite());
        }
        assertEquals(1, written.get());
    }

    /** The process must not end in the middle of the result that the fit is writing. */
    @Test
    void aFitThatIsWritingAlready_isWaitedFor() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicInteger after = new AtomicInteger(-1);
        Thread hook;
        try (ShutdownHook interruption = ShutdownHook.register(written::incrementAndGet)) {
            assertTrue(interruption.mayWrite());
            hook = new Thread(() -> {
                begun.countDown();
                interruption.writeOrAwait();
                after.set(written.get());
            });
            hook.start();
            begun.await();
            written.set(7);
        }
        hook.join();
        assertEquals(7, after.get(), "nothing but the fit writes");
    }

    @Test
    void aFitThatHasEnded_writesNothingMore() {
        ShutdownHook.register(written::incrementAndGet).close();
        assertEquals(0, written.get());
    }
}
