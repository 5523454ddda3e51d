package io.credence.mixed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * By how much log p(y) differs from that of expectation propagation, to second order: Σ over pairs of rows of
 * γ₃γ₃′ρ³/6 + γ₄γ₄′ρ⁴/24, with ρ the correlation of their linear predictors and γ the standardised cumulants of what each row's site
 * stands for (Opper, Paquet and Winther 2013, equation 25). Only pairs within a local level are counted, whose correlation is large;
 * of a level with many rows as many stand for all.
 */
final class PairCorrection {

    /** Rows of a level whose pairs are counted: with more, each is nearly normal. */
    private static final int MOST_ROWS = 48;

    private final Map<Integer, Level> levels = new LinkedHashMap<>();

    /**
     * A row.
     *
     * @param direction its linear predictor's entries for independent standard normal numbers of its level
     * @param global its global entries, in the order of the level's columns
     * @param spread their covariance times these
     * @param sd of its linear predictor
     */
    record Row(double[] direction, double[] global, double[] spread, double sd, double third, double fourth) {

        private double correlation(Row other) {
            double sum = 0;
            for (int t = 0; t < direction.length; t++) {
                sum += direction[t] * other.direction[t];
            }
            for (int j = 0; j < global.length; j++) {
                sum += global[j] * other.spread[j];
            }
            return sum / (sd * other.sd);
        }
    }

    private static final class Level {
        private final List<Row> rows = new ArrayList<>();
        private long count;
    }

    void add(int level, Row row) {
        Level own = levels.computeIfAbsent(level, key -> new Level());
        own.count++;
        if (own.rows.size() < MOST_ROWS) {
            own.rows.add(row);
        }
    }

    /** The sum over pairs, nats. */
    double total() {
        double total = 0;
        for (Level level : levels.values()) {
            int kept = level.rows.size();
            double sum = 0;
            for (int i = 0; i < kept; i++) {
                for (int j = 0; j < i; j++) {
                    sum += pair(level.rows.get(i), level.rows.get(j));
                }
            }
            double pairs = 0.5 * level.count * (level.count - 1);
            total += kept < 2 ? 0 : sum * pairs / (0.5 * kept * (kept - 1));
        }
        return total;
    }

    private static double pair(Row one, Row other) {
        double correlation = one.correlation(other);
        double cube = correlation * correlation * correlation;
        return one.third * other.third * cube / 6 + one.fourth * other.fourth * cube * correlation / 24;
    }
}
