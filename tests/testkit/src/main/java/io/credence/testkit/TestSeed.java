package io.credence.testkit;

/**
 * Seed of a test run: {@code -Dtest.seed=N} where given, else a fixed default.
 *
 * <p>Messages of failed random tests end with {@link #replay()}, so that the failure can be run again.
 */
public final class TestSeed {
    /** Name of the system property that sets the seed. */
    public static final String PROPERTY = "test.seed";

    private static final long DEFAULT = 20_260_101L;

    private TestSeed() {}

    /** Seed of this run; throws {@link IllegalArgumentException} where the property is not a whole number. */
    public static long get() {
        String text = System.getProperty(PROPERTY);
        if (text == null || text.isBlank()) {
            return DEFAULT;
        }
        try {
            return Long.decode(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(PROPERTY + " must be a whole number but was \"" + text + "\"", e);
        }
    }

    /** Seed that depends on the run's seed and on {@code name}, so that tests do not share their numbers. */
    public static long of(String name) {
        long mixed = (get() ^ name.hashCode()) * 0x9E37_79B9_7F4A_7C15L;
        return mixed ^ (mixed >>> 32);
    }

    /** Option that repeats this run, for the end of a failure message. */
    public static String replay() {
        return "replay with -D" + PROPERTY + "=" + get();
    }
}
