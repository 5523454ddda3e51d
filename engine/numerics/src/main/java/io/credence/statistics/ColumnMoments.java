package io.credence.statistics;

/**
 * Weighted mean and standard deviation of each column, in one pass over the rows. Dense columns by West's update, which
 * does not cancel, merged by Chan's formula; sparse ones by plain sums, which lose little: with a share p of entries
 * mean² is at most p · E x².
 */
public final class ColumnMoments implements Sums<ColumnMoments> {

    private static final long serialVersionUID = 1;
    /** Smallest ratio of a standard deviation to the column's size that is not rounding. */
    public static final double ROUNDING = 1e-14;

    private final boolean sparse;
    private double weight;
    private final double[] mean;
    private final double[] squares;

    /**
     * Empty moments, before a row is added.
     *
     * @param sparse whether rows are added by their entries
     */
    public ColumnMoments(int columns, boolean sparse) {
        this.sparse = sparse;
        this.mean = new double[columns];
        this.squares = new double[columns];
    }

    /** Adds a dense row by all its cells. */
    public void add(double[] x, double w) {
        weight += w;
        double share = w / weight;
        for (int j = 0; j < mean.length; j++) {
            double deviation = x[j] - mean[j];
            mean[j] += share * deviation;
            squares[j] += w * deviation * (x[j] - mean[j]);
        }
    }

    /** Adds a sparse row by its first {@code count} entries. */
    public void add(int[] indices, double[] x, int count, double w) {
        weight += w;
        for (int k = 0; k < count; k++) {
            mean[indices[k]] += w * x[k];
            squares[indices[k]] += w * x[k] * x[k];
        }
    }

    /** Adds sparse rows by the weighted sums of their cells and of their squared cells. */
    void addSums(double[] sums, double[] ofSquares, double w) {
        weight += w;
        for (int j = 0; j < mean.length; j++) {
            mean[j] += sums[j];
            squares[j] += ofSquares[j];
        }
    }

    @Override
    public void merge(ColumnMoments other) {
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

    /** Mean of column {@code j}. */
    public double mean(int j) {
        return sparse ? mean[j] / weight : mean[j];
    }

    /** Root mean square of column {@code j}, with {@code ofWeight} in place of the weight of all rows. */
    double rootMeanSquare(int j, double ofWeight) {
        return Math.sqrt(meanSquare(j) * weight / ofWeight);
    }

    /** Mean square of column {@code j}. */
    public double meanSquare(int j) {
        return sparse ? squares[j] / weight : squares[j] / weight + mean[j] * mean[j];
    }

    /** Sum of the rows' weights. */
    public double weight() {
        return weight;
    }

    /** Standard deviation of column {@code j}; 0 where it does not vary beyond rounding. */
    public double sd(int j) {
        double second = squares[j] / weight;
        double centre = mean(j);
        if (!sparse) {
            double size = Math.abs(centre);
            return Math.sqrt(second) <= ROUNDING * size ? 0 : Math.sqrt(second);
        }
        double variance = second - centre * centre;
        return variance <= ROUNDING * second ? 0 : Math.sqrt(variance);
    }
}
