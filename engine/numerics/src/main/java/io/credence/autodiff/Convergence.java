package io.credence.autodiff;

/**
 * End of a series or continued fraction: half as many terms again after the first that changes nothing, for its
 * derivatives, which lag behind.
 */
final class Convergence {

    private static final double NEGLIGIBLE = 0x1.0p-52;
    private static final int MORE = 10;
    private static final int MOST = 1_000_000;

    private int terms;
    private int last = MOST;

    /**
     * Whether another term is needed.
     *
     * @param change relative change by the last term
     */
    boolean goesOn(double change) {
        terms++;
        if (last == MOST && !(Math.abs(change) > NEGLIGIBLE)) {
            last = Double.isNaN(change) ? terms : terms + terms / 2 + MORE;
        }
        return terms < last;
    }
}
