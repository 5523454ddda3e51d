package io.credence.network.row;

import io.credence.linalg.Vectors;
import io.credence.statistics.RowMoments;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Means and standard deviations for bringing columns, and numeric labels, to mean 0 and standard deviation 1.
 *
 * @param mean mean of each column; 0 of the column of ones
 * @param sd standard deviation of each column; 1 of the column of ones and of columns that do not vary
 * @param labelMean mean of the labels; 0 for labels that are not standardised
 * @param labelSd standard deviation of the labels; 1 for labels that are not standardised
 */
public record Standardisation(double[] mean, double[] sd, double labelMean, double labelSd) implements Serializable {

    /**
     * Computes the standardisation from moments of rows whose first column is one of ones.
     *
     * @param columns number of columns
     * @param labels whether labels are standardised
     */
    static Standardisation of(RowMoments moments, int columns, boolean labels) {
        double[] mean = new double[columns];
        double[] sd = new double[columns];
        Arrays.fill(sd, 1);
        for (int j = 1; j < columns; j++) {
            mean[j] = moments.columnMoments().mean(j);
            double spread = moments.columnMoments().sd(j);
            sd[j] = spread > 0 ? spread : 1;
        }
        double spread = moments.labelMoments().sd(0);
        return labels
                ? new Standardisation(mean, sd, moments.labelMoments().mean(0), spread > 0 ? spread : 1)
                : new Standardisation(mean, sd, 0, 1);
    }

    /** Creates a standardisation that leaves rows of {@code columns} columns as they are. */
    public static Standardisation none(int columns) {
        return new Standardisation(new double[columns], Vectors.ones(columns), 0, 1);
    }

    /** Number of columns, that of ones included. */
    public int columns() {
        return mean.length;
    }

    /** Standardises a row in place. */
    public void standardise(double[] row) {
        for (int j = 0; j < row.length; j++) {
            row[j] = (row[j] - mean[j]) / sd[j];
        }
    }

    double toLabel(double label) {
        return (label - labelMean) / labelSd;
    }
}
