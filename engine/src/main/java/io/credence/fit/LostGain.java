package io.credence.fit;

/** Tells a line search that stands on the rounding of its objective from one that has not gone far enough. */
final class LostGain {

    /** A gain is lost in the error of the objective below this multiple of it. */
    private static final double MULTIPLE = 1000;

    /** A step so small that a gradient which were right would have shown its descent. */
    private static final double SMALL_STEP = 1.0 / 64;

    /** Rises along such a step are rounding; gains below this multiple of them are lost in it. */
    private static final double MULTIPLE_OF_RISE = 100;

    /** No gain that matters is ever called lost: 1e-4 nats are a hundredth of a posterior standard deviation. */
    private static final double NEGLIGIBLE = 1e-4;

    private LostGain() {}

    /**
     * Whether to stop where a step has not brought the objective down.
     *
     * @param gain what was predicted for the whole step, nats
     * @param error error of the objective that is known beforehand
     * @param rise by how much the objective rose, as far as rounding shows
     * @param stepSize share of the whole step
     */
    static boolean isLost(double gain, double error, double rise, double stepSize) {
        return gain <= MULTIPLE * error
                || (stepSize <= SMALL_STEP && gain <= Math.min(NEGLIGIBLE, MULTIPLE_OF_RISE * rise));
    }
}
