package io.credence.spark.score;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Announcements that a call makes before it lasts, to whoever watches the calls of a thread, else to the log. */
public final class Announcements {

    private static final Logger LOG = LoggerFactory.getLogger(Announcements.class);
    private static final ThreadLocal<@Nullable Consumer<String>> WATCHER = new ThreadLocal<>();

    private Announcements() {}

    /** Runs an action, and shows its announcements in this thread to a watcher. */
    public static <T> T runWatched(Consumer<String> watcher, Supplier<T> action) {
        WATCHER.set(watcher);
        try {
            return action.get();
        } finally {
            WATCHER.remove();
        }
    }

    /** Runs an action without a result, and shows its announcements in this thread to a watcher. */
    public static void runWatched(Consumer<String> watcher, Runnable action) {
        runWatched(watcher, () -> {
            action.run();
            return watcher;
        });
    }

    /** Makes an announcement of one line. */
    public static void announce(String line) {
        Consumer<String> watching = WATCHER.get();
        if (watching == null) {
            LOG.warn(line);
        } else {
            watching.accept(line);
        }
    }
}
