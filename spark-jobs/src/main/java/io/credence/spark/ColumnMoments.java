package io.credence.spark;

import java.io.Serializable;

/** Weighted mean and spread of each column, one pass. */
final class ColumnMoments implements Serializable {
    // Dense columns by West's update, which does not cancel; merged by Chan's formula. Sparse columns by plain sums:
    // with a share p of entries mean² ≤ p·E x², so that little is lost.

    private static final long serialVersionUID = 1;
    private static final double ROUNDING = 1e-14;

    private final boolean sparse;
    private double weight;
    private final double[] mean;
    private final double[] squares;

    ColumnMoments(int columns, boolean sparse) {
        this.sparse = sparse;
        this.mean = new double[columns];
        this.squares = new double[columns];
    }

    void add(FeatureRow row) {
        double w = row.weight();
        double[] x = row.values();
        weight += w;
        if (sparse) {
            for (int k = 0; k < row.count(); k++) {
                mean[row.indices()[k]] += w * x[k];
                squares[row.indices()[k]] += w * x[k] * x[k];
            }
            return;
        }
        double share = w / weight;
        for (int j = 0; j < mean.length; j++) {
            double deviation = x[j] - mean[j];
            mean[j] += share * deviation;
            squares[j] += w * deviation * (x[j] - mean[j]);
        }
    }

    void merge(ColumnMoments other) {
        if (other.weight == 0) {
            return;
        }
        double total = weight + other.weight;
        for (int j = 0; j < mean.length; j++) {
            double deviation = other.mean[j] - mean[j];
            squares[j] += other.squares[j];
            if (sparse) {
                mean[j] += other.mean[j];
            } else {
                squares[j] += deviation * deviation * weight * (other.weight / total);
                mean[j] += deviation * (other.weight / total);
            }
        }
        weight = total;
    }

    double weight() {
        return weight;
    }

    /** Standard deviation of column {@code j}; 0 where it does not vary beyond rounding. */
    double sd(int j) {
        double second = squares[j] / weight;
        if (!sparse) {
            double size = Math.abs(mean[j]);
            return second <= ROUNDING * ROUNDING * size * size ? 0 : Math.sqrt(second);
        }
        double centre = mean[j] / weight;
        double variance = second - centre * centre;
        return variance <= ROUNDING * second ? 0 : Math.sqrt(variance);
    }

    /** By what column {@code j} is divided to have unit spread; 1 where it does not vary. */
    double scale(int j) {
        return scaleOf(sd(j));
    }

    /** In single precision: the last bits of a spread depend on the order of summation, those of the blocks must not. */
    static double scaleOf(double sd) {
        float rounded = (float) sd;
        return rounded > 0 && Float.isFinite(rounded) ? rounded : 1;
    }
}
