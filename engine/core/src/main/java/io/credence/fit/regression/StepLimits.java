package io.credence.fit.regression;

import java.io.Serializable;

/**
 * Limits on the steps of a fit by regression.
 *
 * @param radius longest move of the mean, in posterior standard deviations over all parameters together
 * @param share share β of a whole step
 * @param momentum share of the last move that is added to the next
 * @param agreement cosine between the last two moves; 0 where the moves are not compared
 * @param lastMove last move of the mean, in the parameters; empty before the first
 * @param lastLength length of that move before momentum, in the posterior's units
 */
record StepLimits(double radius, double share, double momentum, double agreement, double[] lastMove, double lastLength)
        implements Serializable {

    /** Initial radius of a move of the mean, and longest addition by momentum. */
    static final double FIRST_RADIUS = 2;

    /** Smallest share and radius of a step. Below them only noise would reject a step. */
    private static final double LEAST = 1.0 / 8;
    /**
     * Largest momentum. Without any the eight schools take 254 steps instead of 154, and 153 instead of 77 non-centred.
     */
    private static final double MOST_MOMENTUM = 0.8;

    private static final double MOMENTUM_STEP = 0.2;
    /**
     * Share of the momentum that remains where the direction changes. With none a Poisson process does not converge;
     * with 0.8 one of three seeds of the centred eight schools does not.
     */
    private static final double FORGETTING = 0.7;
    /**
     * Cosine above which two moves count as having one direction; below minus it, as opposite. With 0.3 the eight
     * schools take as long as without momentum.
     */
    private static final double AGREED = 0.5;

    static final StepLimits FIRST = new StepLimits(FIRST_RADIUS, 1, 0, 0, new double[0], FIRST_RADIUS);

    /** Limits of the first step on {@code times} as many rows, whose mean lies about √(times · d) away. */
    static StepLimits firstOfLevel(double times, int dimension) {
        double radius = Math.max(FIRST_RADIUS, Math.sqrt(times * dimension));
        return new StepLimits(radius, 1, 0, 0, new double[0], radius);
    }

    StepLimits afterAcceptance(int dimension) {
        double wider = Math.max(radius, Math.min(2 * radius, 2 * Math.sqrt(dimension)));
        return new StepLimits(wider, share, momentum, agreement, lastMove, lastLength);
    }

    StepLimits afterRejection() {
        double shorter = Math.max(Math.min(radius, lastLength) / 4, LEAST);
        return new StepLimits(shorter, Math.max(share / 2, LEAST), 0, 0, lastMove, lastLength);
    }

    /** Whether steps are as short as they become, so that one that seems worse may be noise. */
    boolean areLeast() {
        return share <= LEAST && radius <= LEAST;
    }

    /** Whether the last two moves had one direction, so that the fit is still approaching. */
    boolean areMovesAligned() {
        return agreement >= AGREED;
    }

    boolean hasMoved() {
        return lastMove.length > 0;
    }

    /** A copy with the momentum for a move with the given cosine to the last one. */
    StepLimits agreeing(double cosine) {
        double next = cosine > AGREED
                ? Math.min(momentum + MOMENTUM_STEP, MOST_MOMENTUM)
                : cosine < 0 ? 0 : FORGETTING * momentum;
        return new StepLimits(radius, share, next, cosine, lastMove, lastLength);
    }

    StepLimits withoutMomentum() {
        return new StepLimits(radius, share, 0, 0, lastMove, lastLength);
    }

    /**
     * A copy after a move.
     *
     * @param cosine cosine between the move and the last one; NaN where there is none to compare
     * @param clear whether the move is longer than its noise
     */
    StepLimits afterMove(double[] move, double length, double cosine, boolean clear) {
        double next = share;
        if (!Double.isNaN(cosine)) {
            next = cosine < -AGREED && clear ? Math.max(0.6 * share, LEAST) : Math.min(1, 1.2 * share);
        }
        return new StepLimits(radius, next, momentum, agreement, move, length);
    }
}
