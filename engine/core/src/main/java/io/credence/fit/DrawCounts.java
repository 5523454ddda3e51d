package io.credence.fit;

/** Numbers of draws used alike by all assessments and checks of an answer. */
public final class DrawCounts {

    /** Number of draws by which an answer is known well enough. */
    public static final int ENOUGH = 2000;

    /** Factor by which the number of draws grows where there were too few: their error is halved. */
    public static final int GROWTH = 4;

    /** Largest number of values (draws times parameters) that the driver holds. */
    public static final double MOST_NUMBERS = 2e7;

    private DrawCounts() {}
}
