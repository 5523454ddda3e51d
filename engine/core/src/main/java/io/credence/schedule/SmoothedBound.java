package io.credence.schedule;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Moving average of the last w bounds, with its record (QBVI appendix B). A fit by patience ends when P steps have not
 * raised it.
 *
 * @param recent last bounds, at most w
 * @param best largest average so far
 * @param stepsSinceBest number of steps since then
 */
public record SmoothedBound(List<Double> recent, double best, int stepsSinceBest) implements Serializable {

    /** State before the first step. */
    public static final SmoothedBound NONE = new SmoothedBound(List.of(), Double.NEGATIVE_INFINITY, 0);

    /** A copy with the bound of one more step, averaged over {@code window} steps. */
    public SmoothedBound with(double bound, int window) {
        List<Double> next = new ArrayList<>(recent);
        next.add(bound);
        if (next.size() > window) {
            next.remove(0);
        }
        double average =
                next.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        boolean counts = next.size() == window && average > best;
        return new SmoothedBound(List.copyOf(next), counts ? average : best, counts ? 0 : stepsSinceBest + 1);
    }

    /** Whether the last step gave the largest average so far. */
    public boolean isBest() {
        return stepsSinceBest == 0;
    }
}
