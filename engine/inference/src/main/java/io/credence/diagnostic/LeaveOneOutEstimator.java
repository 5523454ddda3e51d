package io.credence.diagnostic;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.data.RowDigest;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.ImportanceWeights;
import io.credence.fit.ImportanceWeights.KnownLoss;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.linalg.DenseKernel;
import io.credence.loss.DrawLoss;
import io.credence.pass.DrawPass;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.statistics.PartitionPass;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Estimator of leave-one-out predictive accuracy from weighted draws of a posterior. All rows are left out or, if they
 * are many, a random sample. The log likelihoods of all rows at the posterior's mean extend the sample's result to all
 * (Magnusson et al. 2020).
 */
public final class LeaveOneOutEstimator {

    private static final int DRAWS = 1000;
    /** Smallest number of draws from which a tail can be estimated. */
    private static final int LEAST_DRAWS = 100;
    /** Largest number of rows that are all left out; of more, a sample is. */
    private static final long ALL_ROWS = 5000;

    /** Expected size of the sample where there are more rows. */
    private static final double SOME_ROWS = 1000;
    /** Largest number of rows whose estimates are returned to the driver one by one. */
    private static final long POINTWISE_ROWS = 100_000;

    /** Offset of the seed, so that other samples with the same seed differ from this one. */
    private static final long SEED = 7;

    private final DrawLoss loss;
    private final ExecutionBackend backend;
    private final @Nullable RowKeyLookup keys;
    private final RowSample sample;

    /** Creates an estimator for rows without keys. */
    public LeaveOneOutEstimator(DrawLoss loss, ExecutionBackend backend, long seed, boolean allRows) {
        this(loss, backend, null, seed, allRows);
    }

    /**
     * Creates an estimator for a model's rows.
     *
     * @param loss minus the log likelihood of a row
     * @param keys lookup of the worst rows' keys; null where they have none
     * @param allRows whether all rows are left out, however many they are
     */
    public LeaveOneOutEstimator(
            DrawLoss loss, ExecutionBackend backend, @Nullable RowKeyLookup keys, long seed, boolean allRows) {
        this.loss = loss;
        this.backend = backend;
        this.keys = keys;
        boolean whole = allRows || loss.maxExpansionOrder() == 0;
        long most = whole ? Long.MAX_VALUE : ALL_ROWS;
        this.sample = RowSample.ofExpectedSize(backend.summary().rows(), most, SOME_ROWS, seed + SEED);
    }

    /** Sample of the rows: all of them, or a random part if they are many. */
    static RowSample rowSample(long rows) {
        return RowSample.ofExpectedSize(rows, ALL_ROWS, SOME_ROWS, SEED);
    }

    /** Estimates the accuracy from draws of the posterior. Null where too few of them have a finite log weight. */
    public @Nullable LeaveOneOut estimate(ImportanceWeights weights) {
        double[] logs = weights.logWeights();
        int[] used = IntStream.range(0, logs.length)
                .filter(s -> Double.isFinite(logs[s]))
                .limit(DRAWS)
                .toArray();
        int d = loss.dimension();
        if (used.length < LEAST_DRAWS) {
            return null;
        }
        ExactPosteriorWeights shares = ExactPosteriorWeights.of(
                Arrays.stream(used).mapToDouble(s -> logs[s]).toArray());
        Draws.ExplicitDraws draws = Draws.ExplicitDraws.of(
                Arrays.stream(used).mapToObj(s -> weights.theta()[s]).toArray(double[][]::new), d);
        boolean keepsAll = sample.isAll() && backend.summary().rows() <= POINTWISE_ROWS;
        KnownLoss middle = lossNearMean(weights, draws, shares);
        LeaveOneOutSums leftOut =
                backend.run(new LeaveOneOutPass(loss, draws, shares, middle.theta(), sample, keepsAll));
        Map<Long, RowKey> known = keys == null ? Map.of() : keys.of(leftOut.worstRowDigests());
        return sample.isAll()
                ? leftOut.resultOfAllRows(known)
                : leftOut.resultOfSampledRows(known, backend.summary().weight(), -middle.loss());
    }

    /**
     * Point near the posterior's mean, with the loss of all rows there, for the rows that are not left out. A pass over
     * the rows is made only where that loss is not known.
     */
    private KnownLoss lossNearMean(ImportanceWeights weights, Draws.ExplicitDraws draws, ExactPosteriorWeights shares) {
        KnownLoss known = weights.knownLoss();
        if (known != null) {
            return known;
        }
        double[] mean = weightedMean(draws.values(), shares);
        return sample.isAll()
                ? new KnownLoss(mean, Double.NaN)
                : new KnownLoss(
                        mean,
                        backend.run(new DrawPass(
                                        loss, new Draws.ExplicitDraws(mean, 1, mean.length), null, GradientForm.NONE))
                                .losses()[0]);
    }

    private static double[] weightedMean(double[] values, ExactPosteriorWeights shares) {
        int d = values.length / shares.drawCount();
        double[] mean = new double[d];
        for (int s = 0; s < shares.drawCount(); s++) {
            for (int j = 0; j < d; j++) {
                mean[j] += shares.normalisedWeights()[s] * values[s * d + j];
            }
        }
        return mean;
    }

    /**
     * Pass that leaves out the rows of a partition, or a random sample of them, one at a time. For a sample, the
     * surrogate of a row is its log likelihood at one point (Magnusson et al. 2020, section 2.2).
     *
     * @param loss minus the log likelihood of a row
     * @param draws draws of the posterior
     * @param drawWeights weights of the draws
     * @param parameterMean mean of the parameters
     * @param sample rows that are left out
     * @param keepsAllRows whether every row's estimate is returned
     */
    record LeaveOneOutPass(
            DrawLoss loss,
            Draws draws,
            ExactPosteriorWeights drawWeights,
            double[] parameterMean,
            RowSample sample,
            boolean keepsAllRows)
            implements PartitionPass<LeaveOneOutSums> {

        @Override
        public LeaveOneOutSums sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            LeaveOneOutSums sums =
                    new LeaveOneOutSums(draws.count(), ParetoSmoothing.threshold(draws.count()), keepsAllRows);
            RowLogLikelihoods atDraws = new RowLogLikelihoods(loss, kernel, draws);
            RowLogLikelihoods atPoint = sample.isAll()
                    ? null
                    : new RowLogLikelihoods(
                            loss, kernel, new Draws.ExplicitDraws(parameterMean, 1, parameterMean.length));
            long observed = 0;
            while (blocks.hasNext()) {
                RowBlock whole = blocks.next();
                if (atPoint == null) {
                    leaveOut(whole, i -> i, observed, atDraws, new double[whole.rows()], sums);
                } else {
                    int[] picked = sample.sampledRows(whole.rows(), partition, observed);
                    RowBlock part = whole.select(picked);
                    double[] surrogates = new double[picked.length];
                    atPoint.forEachRow(part, (i, rows, logs) -> surrogates[i] = logs[0]);
                    leaveOut(part, i -> picked[i], observed, atDraws, surrogates, sums);
                }
                observed += whole.rows();
                sums.count(whole.rows());
            }
            return sums;
        }

        /** Leaves out rows of a block, one at a time. Its first row has number {@code first}. */
        private void leaveOut(
                RowBlock part,
                IntUnaryOperator position,
                long first,
                RowLogLikelihoods atDraws,
                double[] surrogates,
                LeaveOneOutSums sums) {
            double[] influence = new double[draws.count()];
            atDraws.forEachRow(part, (i, rows, logs) -> {
                LeftOutEstimate found = LeftOutEstimate.of(logs, drawWeights, influence);
                int at = position.applyAsInt(i);
                double weight = part.attributes().weight(i);
                double label = part.attributes().labels()[i];
                double shown = loss.displayedResponse(label);
                LeftOutRow row = new LeftOutRow(first + at + 1, shown, weight, found.elpd(), found.tailIndex());
                sums.add(row, RowDigest.rowsDigest(part, i, rows), found, surrogates[i], influence);
            });
        }
    }
}
