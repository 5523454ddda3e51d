package io.credence.testkit;

import java.util.List;
import java.util.stream.Stream;

/**
 * Amount of work of tests that repeat themselves: enough to guard behaviour in every build, all of it in the nightly
 * one ({@code mvn verify -Pnightly}).
 */
public final class Nightly {

    private static final boolean RUNS = Boolean.getBoolean("credence.nightly");

    private Nightly() {}

    /** Whether this is the nightly build. */
    public static boolean runs() {
        return RUNS;
    }

    /**
     * Number of repetitions in this build.
     *
     * @param every number in every build
     * @param nightly number in the nightly build
     */
    public static int times(int every, int nightly) {
        return RUNS ? nightly : every;
    }

    /**
     * Cases of a test in this build.
     *
     * @param every cases of every build
     * @param nightly all cases, for the nightly build
     */
    public static <T> Stream<T> cases(List<T> every, List<T> nightly) {
        return RUNS ? nightly.stream() : every.stream();
    }
}
