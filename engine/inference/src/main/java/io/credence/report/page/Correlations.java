package io.credence.report.page;

import io.credence.summary.Coefficients;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Table of the most correlated pairs of coefficients.
 *
 * @param pairs pairs in descending order of the size of their correlation
 */
record Correlations(List<Pair> pairs) {

    private static final int MOST = 10;

    /**
     * Pair of coefficients.
     *
     * @param correlation text of the correlation
     * @param css CSS class of its sign
     * @param width width of its bar, per cent
     */
    record Pair(String one, String other, String correlation, String css, String width) {}

    /** Correlation of two coefficients, by index. */
    private record IndexPair(int i, int j, double correlation) {}

    /** Pairs of a posterior; null where it has one coefficient, or its correlations are not known. */
    static @Nullable Correlations of(Coefficients coefficients) {
        if (coefficients.isDiagonal() || coefficients.dimension() < 2) {
            return null;
        }
        PriorityQueue<IndexPair> largest =
                new PriorityQueue<>(Comparator.comparingDouble(entry -> Math.abs(entry.correlation())));
        double[] sd = coefficients.sd();
        for (int i = 0; i < sd.length; i++) {
            for (int j = 0; j < i; j++) {
                double correlation = coefficients.covariance(i, j) / (sd[i] * sd[j]);
                if (largest.size() < MOST
                        || Math.abs(correlation) > Math.abs(largest.element().correlation())) {
                    largest.add(new IndexPair(j, i, correlation));
                    if (largest.size() > MOST) {
                        largest.remove();
                    }
                }
            }
        }
        List<IndexPair> ordered = new ArrayList<>(largest);
        ordered.sort(Comparator.comparingDouble(entry -> -Math.abs(entry.correlation())));
        return new Correlations(ordered.stream()
                .map(entry -> new Pair(
                        coefficients.names().get(entry.i()),
                        coefficients.names().get(entry.j()),
                        String.format(Locale.ROOT, "%.3f", entry.correlation()),
                        entry.correlation() < 0 ? "minus" : "plus",
                        String.format(Locale.ROOT, "%.1f", 100 * Math.min(1, Math.abs(entry.correlation())))))
                .toList());
    }
}
