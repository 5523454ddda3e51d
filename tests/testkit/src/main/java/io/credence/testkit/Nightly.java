package io.credence.testkit;

import java.util.List;
import java.util.stream.Stream;

/**
 * How much a test that repeats itself does: enough to guard behaviour in every build, all of it in the nightly one
 * ({@code mvn verify -Pnightly}).
 */
public final class Nightly {

    private static final boolean RUNS = Boolean.getBoolean("credence.nightly");

    private Nightly() {}

    /** Whether this is the nightly build. */
    public static boolean runs() {
        return RUNS;
    }

    /**
     * Number of repetitions.
     *
     * @param every in every build
     * @param nightly in the nightly one
     */
    public static int times(int every, int nightly) {
        return RUNS ? nightly : every;
    }

    /**
     * Cases of a test.
     *
     * @param every those of every build
     * @param nightly all of them
     */
    public static <T> Stream<T> cases(List<T> every, List<T> nightly) {
        return RUNS ? nightly.stream() : every.stream();
    }
}
