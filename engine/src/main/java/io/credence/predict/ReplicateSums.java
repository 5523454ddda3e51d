package io.credence.predict;

import io.credence.predict.PredictiveCheck.Bin;
import io.credence.predict.PredictiveCheck.Statistic;
import io.credence.statistics.Sums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Moments of observed responses and of each replication of them, which do not cancel: Pébay's updates of the first three. */
final class ReplicateSums implements Sums<ReplicateSums> {

    private static final long serialVersionUID = 1;
    private static final int BINS = 10;

    private final double[] mean;
    private final double[] squares;
    private final double[] cubes;
    private final double[] zeros;
    private final double[] least;
    private final double[] most;
    private final double[] binWeight = new double[BINS];
    private final double[] binPredicted = new double[BINS];
    private final double[] binObserved = new double[BINS];
    private long rows;
    private boolean weighted;

    /** Of no row, for that many replications; behind them stand the observed responses. */
    ReplicateSums(int draws) {
        mean = new double[draws + 1];
        squares = new double[draws + 1];
        cubes = new double[draws + 1];
        zeros = new double[draws + 1];
        least = new double[draws + 1];
        most = new double[draws + 1];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        Arrays.fill(most, Double.NEGATIVE_INFINITY);
    }

    private int draws() {
        return mean.length - 1;
    }

    /**
     * Adds a row.
     *
     * @param responses replicated ones, and last the observed one
     */
    void add(double[] responses, double weight) {
        double n = rows;
        for (int s = 0; s < responses.length; s++) {
            double y = responses[s];
            double move = y - mean[s];
            combine(s, n, 1, move, 0, 0);
            zeros[s] += y == 0 ? 1 : 0;
            least[s] = Math.min(least[s], y);
            most[s] = Math.max(most[s], y);
        }
        rows++;
        weighted |= weight != 1;
    }

    /** Adds a row to the tenth of its probability of 1. */
    void addProbability(double probability, double label, double weight) {
        int bin = Math.min(BINS - 1, (int) (BINS * probability));
        binWeight[bin] += weight;
        binPredicted[bin] += weight * probability;
        binObserved[bin] += weight * label;
    }

    /** Moments of n numbers with those of m others, whose mean is further by {@code move}. */
    private void combine(int s, double n, double m, double move, double otherSquares, double otherCubes) {
        double all = n + m;
        cubes[s] += otherCubes
                + move * move * move * n * m * (n - m) / (all * all)
                + 3 * move * (n * otherSquares - m * squares[s]) / all;
        squares[s] += otherSquares + move * move * n * m / all;
        mean[s] += move * m / all;
    }

    @Override
    public void merge(ReplicateSums other) {
        for (int s = 0; s < mean.length && other.rows > 0; s++) {
            combine(s, rows, other.rows, other.mean[s] - mean[s], other.squares[s], other.cubes[s]);
            zeros[s] += other.zeros[s];
            least[s] = Math.min(least[s], other.least[s]);
            most[s] = Math.max(most[s], other.most[s]);
        }
        for (int bin = 0; bin < BINS; bin++) {
            binWeight[bin] += other.binWeight[bin];
            binPredicted[bin] += other.binPredicted[bin];
            binObserved[bin] += other.binObserved[bin];
        }
        rows += other.rows;
        weighted |= other.weighted;
    }

    /** What they say of labels 0 and 1, of counts, or of other numbers. */
    PredictiveCheck result(boolean binary, boolean counts) {
        List<Statistic> statistics = new ArrayList<>();
        if (!weighted) {
            statistics.add(statistic("mean", mean));
        }
        if (!weighted && !binary) {
            double[] sd = new double[mean.length];
            double[] skewness = new double[mean.length];
            for (int s = 0; s < sd.length; s++) {
                sd[s] = Math.sqrt(squares[s] / rows);
                skewness[s] = sd[s] > 0 ? cubes[s] / rows / (sd[s] * sd[s] * sd[s]) : 0;
            }
            statistics.add(statistic("sd", sd));
            if (counts) {
                statistics.add(statistic(
                        "zeros", Arrays.stream(zeros).map(each -> each / rows).toArray()));
            } else {
                statistics.add(statistic("skewness", skewness));
                statistics.add(statistic("min", least));
            }
            statistics.add(statistic("max", most));
        }
        return new PredictiveCheck(rows, draws(), statistics, binary ? bins() : List.of());
    }

    private List<Bin> bins() {
        List<Bin> bins = new ArrayList<>();
        for (int bin = 0; bin < BINS; bin++) {
            if (binWeight[bin] > 0) {
                double weight = binWeight[bin];
                bins.add(new Bin(bin / (double) BINS, weight, binPredicted[bin] / weight, binObserved[bin] / weight));
            }
        }
        return bins;
    }

    private Statistic statistic(String name, double[] values) {
        double observed = values[draws()];
        double[] replicated = Arrays.copyOf(values, draws());
        double above = 0;
        double sum = 0;
        for (double each : replicated) {
            above += each > observed ? 1 : each == observed ? 0.5 : 0;
            sum += each;
        }
        Arrays.sort(replicated);
        return new Statistic(
                name,
                observed,
                sum / draws(),
                replicated[(int) (0.05 * draws())],
                replicated[(int) Math.ceil(0.95 * draws()) - 1],
                above / draws());
    }
}
