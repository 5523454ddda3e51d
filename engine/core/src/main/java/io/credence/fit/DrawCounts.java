package io.credence.fit;

/** Numbers of draws that assessments and checks of an answer share. */
public final class DrawCounts {

    /** Draws by which an answer is known well enough. */
    public static final int ENOUGH = 2000;

    /** How many times as many draws follow where those before were too few: their error is halved. */
    public static final int GROWTH = 4;

    /** Numbers that draws held by the driver may come to. */
    static final double MOST_NUMBERS = 2e7;

    private DrawCounts() {}
}
