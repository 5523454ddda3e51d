package io.credence.fit.start;

import io.credence.optimize.BfgsSearch;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Climbs to modes of one density, side by side: a pass evaluates the trials of all that are still climbing.
 *
 * @param each in the order of their starting points
 */
record Climbs(List<BfgsSearch> each) implements Serializable {

    static final Climbs NONE = new Climbs(List.of());

    /** Nats within which two ends are one. */
    private static final double SAME_END = 0.5;

    Climbs {
        each = List.copyOf(each);
    }

    /** Whether one of them goes on. */
    boolean areClimbing() {
        return each.stream().anyMatch(BfgsSearch::isClimbing);
    }

    /** The points that those evaluate next, of d numbers each, one after the other. */
    double[] trials(int d) {
        List<double[]> trials = each.stream()
                .filter(BfgsSearch::isClimbing)
                .map(BfgsSearch::trial)
                .toList();
        double[] all = new double[trials.size() * d];
        for (int k = 0; k < trials.size(); k++) {
            System.arraycopy(trials.get(k), 0, all, k * d, d);
        }
        return all;
    }

    /** After an evaluation there. */
    Climbs with(double[] values, double[] gradients, double tolerance) {
        int d = gradients.length / values.length;
        List<BfgsSearch> next = new ArrayList<>();
        int at = 0;
        for (BfgsSearch climb : each) {
            if (climb.isClimbing()) {
                double[] gradient = Arrays.copyOfRange(gradients, at * d, (at + 1) * d);
                next.add(climb.with(values[at], gradient, tolerance));
                at++;
            } else {
                next.add(climb);
            }
        }
        return new Climbs(next);
    }

    /**
     * Whether there may be other ends than those that were found: w of them in n climbs promise w(n − 1)/(n − w − 2) in all
     * (Boender and Rinnooy Kan, 1987). Where most climbs end at the best one, the others
     * stopped on their way; those whose passes were spent have no end.
     */
    boolean mayMissEnds() {
        double[] values = each.stream()
                .filter(climb -> !climb.isClimbing())
                .mapToDouble(BfgsSearch::value)
                .sorted()
                .toArray();
        int n = values.length;
        int ends = 1;
        int best = 1;
        for (int k = 1; k < n; k++) {
            ends += values[k] - values[k - 1] > SAME_END ? 1 : 0;
            best += values[n - 1] - values[k - 1] <= SAME_END ? 1 : 0;
        }
        return n > 1 && 2 * best <= n && (n <= ends + 2 || (double) ends * (n - 1) / (n - ends - 2) - ends > 0.5);
    }

    /** The decision that records their ends. */
    String ends() {
        StringBuilder text = new StringBuilder("start: log densities at the ends of the climbs:");
        for (BfgsSearch climb : each) {
            text.append(String.format(Locale.ROOT, " %.6g", climb.value()));
        }
        return text.toString();
    }
}
