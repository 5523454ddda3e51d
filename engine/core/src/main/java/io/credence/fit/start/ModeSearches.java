package io.credence.fit.start;

import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Vectors;
import io.credence.optimize.BfgsSearch;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Searches for modes of one density, run side by side. A pass evaluates the trial points of all that have not ended.
 *
 * @param searches searches in the order of their starting points
 */
record ModeSearches(List<BfgsSearch> searches) implements Serializable {

    static final ModeSearches NONE = new ModeSearches(List.of());

    /**
     * Largest difference of log density, nats, between two ends that count as one. The next constant is their largest
     * distance, in standard deviations: overlapping modes are not told apart.
     */
    private static final double SAME_END = 0.5;

    private static final double SAME_PLACE = 5;

    ModeSearches {
        searches = List.copyOf(searches);
    }

    /** Whether one of the searches has not ended. */
    boolean areClimbing() {
        return searches.stream().anyMatch(BfgsSearch::isRunning);
    }

    /** Trial points of the searches that have not ended, of d numbers each, one after the other. */
    double[] trials(int d) {
        List<double[]> trials = searches.stream()
                .filter(BfgsSearch::isRunning)
                .map(BfgsSearch::trialPoint)
                .toList();
        double[] all = new double[trials.size() * d];
        for (int k = 0; k < trials.size(); k++) {
            System.arraycopy(trials.get(k), 0, all, k * d, d);
        }
        return all;
    }

    /** The searches after an evaluation of their trial points. */
    ModeSearches afterEvaluation(double[] values, double[] gradients, double tolerance) {
        int d = gradients.length / values.length;
        List<BfgsSearch> next = new ArrayList<>();
        int at = 0;
        for (BfgsSearch climb : searches) {
            if (climb.isRunning()) {
                double[] gradient = Arrays.copyOfRange(gradients, at * d, (at + 1) * d);
                next.add(climb.withEvaluation(values[at], gradient, tolerance));
                at++;
            } else {
                next.add(climb);
            }
        }
        return new ModeSearches(next);
    }

    /**
     * Whether there may be further modes than those found. A number of w modes in n searches promises w(n − 1)/(n − w −
     * 2) in all (Boender and Rinnooy Kan, 1987). Where most searches end at the best one, the others stopped on their
     * way; those whose passes were exhausted have no end. Ends of equal height are distinct where they are not near
     * each other, as those of exchanged components.
     */
    boolean mayMissModes() {
        List<BfgsSearch> distinct = new ArrayList<>();
        List<BfgsSearch> highest = searches.stream()
                .filter(climb -> !climb.isRunning())
                .sorted(Comparator.comparingDouble(climb -> -climb.value()))
                .toList();
        for (BfgsSearch climb : highest) {
            if (distinct.stream().noneMatch(other -> areSameMode(other, climb))) {
                distinct.add(climb);
            }
        }
        int n = highest.size();
        int ends = distinct.size();
        long best = highest.stream()
                .filter(climb -> areSameMode(highest.get(0), climb))
                .count();
        return n > 1 && 2 * best <= n && (n <= ends + 2 || (double) ends * (n - 1) / (n - ends - 2) - ends > 0.5);
    }

    private static boolean areSameMode(BfgsSearch one, BfgsSearch other) {
        return Math.abs(one.value() - other.value()) <= SAME_END && areNear(one, other);
    }

    /** Whether two ends are near each other in the curvature at either of them. */
    static boolean areNear(BfgsSearch one, BfgsSearch other) {
        double[] apart = Vectors.difference(one.point(), other.point());
        return Math.min(squaredLength(one, apart), squaredLength(other, apart)) <= SAME_PLACE * SAME_PLACE;
    }

    /**
     * Squared length of a difference in standard deviations at an end, or in the parameters' units for an end without
     * curvature.
     */
    private static double squaredLength(BfgsSearch end, double[] apart) {
        double[] inverse = end.inverseCurvature();
        Cholesky root = inverse == null ? null : Cholesky.of(JavaDenseKernel.INSTANCE, inverse, apart.length);
        return Vectors.dot(apart, root == null ? apart : root.solve(apart));
    }

    /** The log entry with the log densities at the ends. */
    String describeEnds() {
        StringBuilder text = new StringBuilder("start: log densities at the ends of the climbs:");
        for (BfgsSearch climb : searches) {
            text.append(String.format(Locale.ROOT, " %.6g", climb.value()));
        }
        return text.toString();
    }
}
