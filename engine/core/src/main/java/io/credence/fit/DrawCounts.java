package io.credence.fit;

/** Numbers of draws that all assessments and checks of an answer share. */
public final class DrawCounts {

    /** Number of draws that is enough to assess an answer. */
    public static final int ENOUGH = 2000;

    /** Factor by which the number of draws grows where there were too few, so that their error is halved. */
    public static final int GROWTH = 4;

    /** Largest number of values (draws times parameters) that the driver holds. */
    public static final double MOST_NUMBERS = 2e7;

    private DrawCounts() {}
}
