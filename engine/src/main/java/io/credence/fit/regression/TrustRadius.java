package io.credence.fit.regression;

import java.io.Serializable;

/**
 * How far a fit by regression dares to go.
 *
 * @param radius longest move of the mean, posterior standard deviations over all parameters together
 * @param share β, of a whole step
 * @param momentum share of the last move that is added to the next
 * @param agreement cosine between the last two moves; 0 where it does not count
 * @param lastMove last move of the mean, in the parameters; empty before the first
 * @param lastLength its length before momentum, own units
 */
record TrustRadius(double radius, double share, double momentum, double agreement, double[] lastMove, double lastLength)
        implements Serializable {

    private static final double FIRST_RADIUS = 2;
    private static final double SHORTEST_RADIUS = 0.1;
    private static final double LEAST_SHARE = 0.125;
    private static final double MOST_MOMENTUM = 0.8;
    private static final double MOMENTUM_STEP = 0.2;
    private static final double FORGETTING = 0.7;
    private static final double AGREED = 0.5;
    private static final double OPPOSED = -0.3;

    static final TrustRadius FIRST = new TrustRadius(FIRST_RADIUS, 1, 0, 0, new double[0], FIRST_RADIUS);

    /** For the first step on so many times as many rows, whose mean lies about √(times · d) away. */
    static TrustRadius onward(double times, int dimension) {
        double radius = Math.max(FIRST_RADIUS, Math.sqrt(times * dimension));
        return new TrustRadius(radius, 1, 0, 0, new double[0], radius);
    }

    TrustRadius accepted(int dimension) {
        double wider = Math.max(radius, Math.min(2 * radius, 2 * Math.sqrt(dimension)));
        return new TrustRadius(wider, share, momentum, agreement, lastMove, lastLength);
    }

    TrustRadius rejected() {
        double shorter = Math.max(Math.min(radius, lastLength) / 4, SHORTEST_RADIUS);
        return new TrustRadius(shorter, Math.max(share / 2, LEAST_SHARE), 0, 0, lastMove, lastLength);
    }

    boolean hasMoved() {
        return lastMove.length > 0;
    }

    /** With momentum for a move that goes in that direction, relative to the last. */
    TrustRadius agreeing(double cosine) {
        double next = cosine > AGREED
                ? Math.min(momentum + MOMENTUM_STEP, MOST_MOMENTUM)
                : cosine < 0 ? 0 : FORGETTING * momentum;
        return new TrustRadius(radius, share, next, cosine, lastMove, lastLength);
    }

    TrustRadius withoutMomentum() {
        return new TrustRadius(radius, share, 0, 0, lastMove, lastLength);
    }

    /**
     * After a move.
     *
     * @param cosine between it and the last; NaN where there is none to compare
     * @param clear whether the move is longer than its noise
     */
    TrustRadius moved(double[] move, double length, double cosine, boolean clear) {
        double next = share;
        if (!Double.isNaN(cosine)) {
            next = cosine < OPPOSED && clear ? Math.max(0.6 * share, LEAST_SHARE) : Math.min(1, 1.2 * share);
        }
        return new TrustRadius(radius, next, momentum, agreement, move, length);
    }
}
