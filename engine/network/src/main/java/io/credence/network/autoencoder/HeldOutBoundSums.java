package io.credence.network.autoencoder;

import io.credence.network.result.HoldOutScores;
import io.credence.statistics.Sums;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sums of the log likelihoods of held-out rows, and of the rows' numbers. */
final class HeldOutBoundSums implements Sums<HeldOutBoundSums> {

    private static final long serialVersionUID = 1;

    private int rows;
    private double sum;
    private double squares;
    private final double[] numberSums;

    /** Creates sums of no rows, which have so many numbers. */
    HeldOutBoundSums(int numbers) {
        this.numberSums = new double[numbers];
    }

    /** Adds a row of numbers from 0 to 1, and its log likelihood. */
    void add(double[] row, double logLikelihood) {
        rows++;
        sum += logLikelihood;
        squares += logLikelihood * logLikelihood;
        for (int j = 0; j < row.length; j++) {
            numberSums[j] += row[j];
        }
    }

    @Override
    public void merge(HeldOutBoundSums other) {
        rows += other.rows;
        sum += other.sum;
        squares += other.squares;
        for (int j = 0; j < numberSums.length; j++) {
            numberSums[j] += other.numberSums[j];
        }
    }

    /** Scores of the rows, beside those without latent numbers; null where there are no rows. */
    @Nullable
    HoldOutScores scores() {
        if (rows == 0) {
            return null;
        }
        double mean = sum / rows;
        double error = rows < 2 ? Double.NaN : Math.sqrt(Math.max(0, squares / rows - mean * mean) / (rows - 1.0));
        return new HoldOutScores(rows, new double[] {1}, mean, error, independentScore(), List.of());
    }

    /**
     * Mean log likelihood of a row whose numbers are independent: a one in a column is predicted by the share of ones
     * among the other rows and one more row that is half a one.
     */
    private double independentScore() {
        double score = 0;
        for (double ones : numberSums) {
            score += ones * logShare(ones) + (rows - ones) * logShare(rows - ones);
        }
        return score / rows;
    }

    private double logShare(double count) {
        return Math.log((Math.max(0, count - 1) + 0.5) / rows);
    }
}
