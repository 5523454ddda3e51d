package io.credence.predict;

import io.credence.diagnostic.ParetoSmoothing;
import io.credence.predict.PredictiveCheck.Statistic;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.hipparchus.util.MathArrays;

/**
 * Coverage of leave-one-out central intervals, which are predicted for each row from the others. It follows from the
 * rank of the observed response among replicated ones, weighted by the importance ratios of leaving the row out
 * (Gelfand, Dey and Chang 1992; Vehtari, Gelman and Gabry 2017). Equal responses share a range of ranks, and count by
 * the part of it within the interval (Czado, Gneiting and Held 2009).
 */
final class LeaveOneOutCoverage implements Serializable {

    private static final long serialVersionUID = 1;
    private static final double[] LEVELS = {0.5, 0.9};

    private final double[] covered = new double[LEVELS.length];
    private final double[] variance = new double[LEVELS.length];
    private long rows;

    /**
     * Adds a row.
     *
     * @param responses replicated responses, one at each draw
     * @param label observed response
     * @param logs log likelihoods of the row at the draws
     */
    void add(double[] responses, double label, double[] logs) {
        rows++;
        if (Arrays.stream(logs).anyMatch(log -> log == Double.NEGATIVE_INFINITY)) {
            addRowWithoutLikelihood();
            return;
        }
        double[] shares = leaveOneOutWeights(logs);
        int draws = responses.length;
        double[] values = Arrays.copyOf(responses, draws + 1);
        double[] observed = new double[draws + 1];
        values[draws] = label;
        observed[draws] = 1;
        MathArrays.sortInPlace(values, shares, observed);
        double[] squares = new double[LEVELS.length];
        double below = 0;
        for (int at = 0; at <= draws; ) {
            double value = values[at];
            double share = 0;
            double successes = 0;
            do {
                share += shares[at];
                successes += observed[at++];
            } while (at <= draws && values[at] == value);
            addTiedResponses(below, share, successes > 0, squares);
            below += share;
        }
        for (int l = 0; l < LEVELS.length; l++) {
            variance[l] += Math.max(0, squares[l] - LEVELS[l] * LEVELS[l]);
        }
    }

    /**
     * Weights of the draws by the row's inverse likelihood, Pareto smoothed, followed by the weight of the observed
     * response.
     */
    private static double[] leaveOneOutWeights(double[] logs) {
        double[] ratios = Arrays.stream(logs).map(log -> -log).toArray();
        double[] smoothed = ParetoSmoothing.of(ratios).normalisedWeights();
        double own = 1.0 / (logs.length + 1);
        double[] shares = new double[logs.length + 1];
        for (int s = 0; s < smoothed.length; s++) {
            shares[s] = smoothed[s] * (1 - own);
        }
        shares[logs.length] = own;
        return shares;
    }

    /** Adds a row whose likelihood is zero at some draw. That draw has all the weight once the row is left out. */
    private void addRowWithoutLikelihood() {
        for (int l = 0; l < LEVELS.length; l++) {
            variance[l] += LEVELS[l] * (1 - LEVELS[l]);
        }
    }

    /** Adds to the coverage a set of responses that are equal, such as counts. */
    private void addTiedResponses(double below, double share, boolean observed, double[] squares) {
        for (int l = 0; l < LEVELS.length && share > 0; l++) {
            double from = 0.5 * (1 - LEVELS[l]);
            double within = Math.max(0, Math.min(1 - from, below + share) - Math.max(from, below)) / share;
            squares[l] += share * within * within;
            covered[l] += observed ? within : 0;
        }
    }

    void merge(LeaveOneOutCoverage other) {
        for (int l = 0; l < LEVELS.length; l++) {
            covered[l] += other.covered[l];
            variance[l] += other.variance[l];
        }
        rows += other.rows;
    }

    /** Statistics of the share of rows within each interval, compared with the probability of the interval. */
    List<Statistic> statistics() {
        return IntStream.range(0, LEVELS.length)
                .mapToObj(l -> Statistic.ofNormal(
                        String.format(Locale.ROOT, "%.0f %% coverage", 100 * LEVELS[l]),
                        LEVELS[l],
                        Math.sqrt(variance[l]) / rows,
                        covered[l] / rows))
                .toList();
    }
}
