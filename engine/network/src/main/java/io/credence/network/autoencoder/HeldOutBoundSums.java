package io.credence.network.autoencoder;

import io.credence.data.RowBlock;
import io.credence.network.result.HoldOutScores;
import io.credence.statistics.Sums;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sums of the log likelihoods of held-out rows, and of the numbers of these and of all rows. A row of weight w is held
 * out as a whole, and counts w times.
 */
final class HeldOutBoundSums implements Sums<HeldOutBoundSums> {

    private static final long serialVersionUID = 1;

    private int rows;
    private final double[] numberSums;
    private final double[] allNumberSums;
    private long allRows;
    private double allWeight;
    /** Sums over held-out rows, of weights and of their squares, times the log likelihood to the power 0, 1 and 2. */
    private final double[][] moments = new double[2][3];

    /** Creates sums of no rows, which have so many numbers. */
    HeldOutBoundSums(int numbers) {
        this.numberSums = new double[numbers];
        this.allNumberSums = new double[numbers];
    }

    /** Adds the numbers of a block of rows, held out or not, behind their ones. */
    void addAll(RowBlock block) {
        double[] row = new double[block.columns()];
        for (int i = 0; i < block.rows(); i++) {
            block.copyRow(i, row);
            double weight = block.attributes().weight(i);
            for (int j = 1; j < row.length; j++) {
                allNumberSums[j - 1] += weight * row[j];
            }
            allWeight += weight;
        }
        allRows += block.rows();
    }

    /** Adds a held-out row of numbers from 0 to 1, its weight and its log likelihood. */
    void add(double[] row, double weight, double logLikelihood) {
        rows++;
        double power = 1;
        for (int k = 0; k < 3; k++) {
            moments[0][k] += weight * power;
            moments[1][k] += weight * weight * power;
            power *= logLikelihood;
        }
        for (int j = 0; j < row.length; j++) {
            numberSums[j] += weight * row[j];
        }
    }

    @Override
    public void merge(HeldOutBoundSums other) {
        rows += other.rows;
        allRows += other.allRows;
        allWeight += other.allWeight;
        for (int j = 0; j < numberSums.length; j++) {
            numberSums[j] += other.numberSums[j];
            allNumberSums[j] += other.allNumberSums[j];
        }
        for (int m = 0; m < moments.length; m++) {
            for (int k = 0; k < moments[m].length; k++) {
                moments[m][k] += other.moments[m][k];
            }
        }
    }

    /** Scores of the rows, beside those without latent numbers; null where there are no rows. */
    @Nullable
    HoldOutScores scores() {
        double weight = moments[0][0];
        if (rows == 0) {
            return null;
        }
        double mean = moments[0][1] / weight;
        double squares = moments[1][2] - 2 * mean * moments[1][1] + mean * mean * moments[1][0];
        double error = rows < 2 ? Double.NaN : Math.sqrt(Math.max(0, squares) * rows / (rows - 1.0)) / weight;
        return new HoldOutScores(rows, new double[] {1}, mean, error, independentScore(), List.of());
    }

    /**
     * Mean log likelihood of a row whose numbers are independent: a one in a column is predicted by the share of ones
     * among the rows that are not held out and one more row that is half a one.
     */
    private double independentScore() {
        double held = moments[0][0];
        double others = Math.max(0, allWeight - held);
        double more = allWeight / allRows;
        double score = 0;
        for (int j = 0; j < numberSums.length; j++) {
            double ones = Math.min(others, Math.max(0, allNumberSums[j] - numberSums[j]));
            score += numberSums[j] * Math.log((ones + 0.5 * more) / (others + more))
                    + (held - numberSums[j]) * Math.log((others - ones + 0.5 * more) / (others + more));
        }
        return score / held;
    }
}
