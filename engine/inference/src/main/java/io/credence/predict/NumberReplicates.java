package io.credence.predict;

import io.credence.loss.ResponseDistributions;
import io.credence.loss.ResponseDrawException;
import io.credence.predict.PredictiveCheck.Statistic;
import io.credence.random.AddressedGenerator;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sums of observed and replicated numbers: moments, and the coverage of leave-one-out intervals. The first three
 * moments are combined by Pébay's updates, which avoid cancellation.
 */
final class NumberReplicates implements ReplicateSums<NumberReplicates> {

    private static final long serialVersionUID = 1;
    private static final String CENSORED =
            "the posterior predictive check has coverage alone: some responses are censored,"
                    + " so that their mean, sd and extremes are not known";

    private final double[] mean;
    private final double[] squares;
    private final double[] cubes;
    private final double[] zeros;
    private final double[] least;
    private final double[] most;
    private final boolean counts;
    private final LeaveOneOutCoverage coverage = new LeaveOneOutCoverage();
    private long rows;
    private boolean weighted;
    private boolean bounded;
    private @Nullable String problem;

    /** Creates empty sums for a number of replications. Those of the observed responses follow them. */
    NumberReplicates(int draws, boolean counts) {
        this.counts = counts;
        mean = new double[draws + 1];
        squares = new double[draws + 1];
        cubes = new double[draws + 1];
        zeros = new double[draws + 1];
        least = new double[draws + 1];
        most = new double[draws + 1];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        Arrays.fill(most, Double.NEGATIVE_INFINITY);
    }

    private int drawCount() {
        return mean.length - 1;
    }

    @Override
    public void addRow(
            ResponseDistributions.AtDraws at,
            int row,
            double label,
            double weight,
            double[] logs,
            AddressedGenerator random) {
        if (problem == null) {
            try {
                double[] responses = drawResponses(at, row, random);
                if (at.isBound(label)) {
                    addCensored(responses, at.observedResponse(label), weight, logs);
                } else {
                    add(responses, at.observedResponse(label), weight, logs);
                }
                return;
            } catch (ResponseDrawException undrawn) {
                problem = undrawn.getMessage();
            }
        }
        rows++;
    }

    private double[] drawResponses(ResponseDistributions.AtDraws at, int row, AddressedGenerator random) {
        double[] responses = new double[drawCount()];
        for (int s = 0; s < responses.length; s++) {
            responses[s] = at.drawResponse(row, s, random.moveToWord(s));
        }
        return responses;
    }

    /**
     * Adds a row.
     *
     * @param responses replicated responses, one at each draw
     * @param label observed response
     * @param logs log likelihoods of the observed response at the draws
     */
    void add(double[] responses, double label, double weight, double[] logs) {
        coverage.add(responses, label, logs);
        double n = rows;
        for (int s = 0; s <= drawCount(); s++) {
            double y = s < drawCount() ? responses[s] : label;
            double move = y - mean[s];
            combineMoments(s, n, 1, move, 0, 0);
            zeros[s] += y == 0 ? 1 : 0;
            least[s] = Math.min(least[s], y);
            most[s] = Math.max(most[s], y);
        }
        rows++;
        weighted |= weight != 1;
    }

    /**
     * Adds a row with a censored response. Replicated responses beyond the bound share one rank, and moments cannot be
     * computed.
     */
    private void addCensored(double[] responses, double bound, double weight, double[] logs) {
        double beyond = Double.POSITIVE_INFINITY;
        coverage.add(Arrays.stream(responses).map(y -> y > bound ? beyond : y).toArray(), beyond, logs);
        rows++;
        weighted |= weight != 1;
        bounded = true;
    }

    /** Combines the moments of n numbers with the moments of m others, whose mean is larger by {@code move}. */
    private void combineMoments(int s, double n, double m, double move, double otherSquares, double otherCubes) {
        double all = n + m;
        cubes[s] += otherCubes
                + move * move * move * n * m * (n - m) / (all * all)
                + 3 * move * (n * otherSquares - m * squares[s]) / all;
        squares[s] += otherSquares + move * move * n * m / all;
        mean[s] += move * m / all;
    }

    @Override
    public void merge(NumberReplicates other) {
        for (int s = 0; s < mean.length && other.rows > 0; s++) {
            combineMoments(s, rows, other.rows, other.mean[s] - mean[s], other.squares[s], other.cubes[s]);
            zeros[s] += other.zeros[s];
            least[s] = Math.min(least[s], other.least[s]);
            most[s] = Math.max(most[s], other.most[s]);
        }
        coverage.merge(other.coverage);
        rows += other.rows;
        weighted |= other.weighted;
        bounded |= other.bounded;
        problem = problem == null ? other.problem : problem;
    }

    @Override
    public PredictiveCheck result() {
        boolean applies = !weighted && problem == null;
        return new PredictiveCheck(
                rows,
                drawCount(),
                applies ? statistics() : List.of(),
                List.of(),
                bounded && applies ? CENSORED : problem);
    }

    private List<Statistic> statistics() {
        if (bounded) {
            return coverage.statistics();
        }
        double[] sd = new double[mean.length];
        double[] skewness = new double[mean.length];
        for (int s = 0; s < sd.length; s++) {
            sd[s] = Math.sqrt(squares[s] / rows);
            skewness[s] = sd[s] > 0 ? cubes[s] / rows / (sd[s] * sd[s] * sd[s]) : 0;
        }
        double[] shareOfZeros = Arrays.stream(zeros).map(each -> each / rows).toArray();
        List<Statistic> ofAll = counts
                ? List.of(
                        statistic("mean", mean),
                        statistic("sd", sd),
                        statistic("zeros", shareOfZeros),
                        statistic("max", most))
                : List.of(
                        statistic("mean", mean),
                        statistic("sd", sd),
                        statistic("skewness", skewness),
                        statistic("min", least),
                        statistic("max", most));
        return Stream.concat(ofAll.stream(), coverage.statistics().stream()).toList();
    }

    private Statistic statistic(String name, double[] values) {
        return Statistic.of(name, Arrays.copyOf(values, drawCount()), values[drawCount()]);
    }
}
