package io.credence.predict;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.diagnostic.RowLogLikelihoods;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.ImportanceWeights;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.LogSums;
import io.credence.loss.DrawLoss;
import io.credence.loss.ResponseDistributions;
import io.credence.loss.ResponseDistributions.ResponseKind;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.random.AddressedGenerator;
import io.credence.statistics.PartitionPass;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Runner of posterior predictive checks, which compares responses drawn from a fitted model with the observed ones. */
public final class ReplicatedResponses {

    private static final int DRAWS = 200;
    /** Largest number of rows that are all replicated; of more, a sample is. */
    private static final long ALL_ROWS = 5000;

    /** Expected size of the sample where there are more rows. */
    private static final double SOME_ROWS = 1000;
    /** Offset of the seed, so that other samples and draws with the same seed differ from these. */
    private static final long SEED = 11;

    private final DrawLoss loss;
    private final ExecutionBackend backend;
    private final List<String> classNames;
    private final long seed;

    /**
     * Creates the check for a model's rows.
     *
     * @param classNames names of the classes, in order; empty where classes are numbers
     */
    public ReplicatedResponses(DrawLoss loss, ExecutionBackend backend, List<String> classNames, long seed) {
        this.loss = loss;
        this.backend = backend;
        this.classNames = List.copyOf(classNames);
        this.seed = seed + SEED;
    }

    /** Runs the check at weighted draws of the posterior. Null where the model draws no responses. */
    public @Nullable PredictiveCheck check(ImportanceWeights weights) {
        ResponseDistributions laws = loss.responseDistributions();
        if (laws == null || !laws.hasDraws()) {
            return null;
        }
        double[][] draws = resampledDraws(weights);
        return switch (laws.responseKind()) {
            case NUMBERS -> check(laws, draws, () -> new NumberReplicates(DRAWS, false));
            case COUNTS -> check(laws, draws, () -> new NumberReplicates(DRAWS, true));
            case CLASSES, ORDERED_CLASSES -> checkClasses(laws, draws);
        };
    }

    private PredictiveCheck checkClasses(ResponseDistributions laws, double[][] draws) {
        boolean ordered = laws.responseKind() == ResponseKind.ORDERED_CLASSES;
        int classes = laws.classCount();
        List<String> names = classNames.size() == classes
                ? classNames
                : IntStream.range(0, classes).mapToObj(Integer::toString).toList();
        return check(laws, draws, () -> new ClassReplicates(DRAWS, names, ordered));
    }

    private <S extends ReplicateSums<S>> PredictiveCheck check(
            ResponseDistributions laws, double[][] draws, ReplicateSums.Factory<S> none) {
        RowSample sample = RowSample.ofExpectedSize(backend.summary().rows(), ALL_ROWS, SOME_ROWS, seed);
        return backend.run(new ReplicatePass<>(loss, laws, draws, sample, seed, none))
                .result();
    }

    /** Resamples weighted draws to draws of equal weight. Each occurs in proportion to its weight, up to rounding. */
    private static double[][] resampledDraws(ImportanceWeights weights) {
        double[] shares = LogSums.softmax(weights.logWeights());
        double[][] draws = new double[DRAWS][];
        double reached = shares[0];
        int s = 0;
        for (int at = 0; at < DRAWS; at++) {
            while (reached < (at + 0.5) / DRAWS && s < shares.length - 1) {
                reached += shares[++s];
            }
            draws[at] = weights.theta()[s];
        }
        return draws;
    }

    /**
     * Pass that draws a response of each row at each draw of the parameters, with random numbers addressed by row and
     * draw.
     *
     * @param loss minus the log likelihood of a row
     * @param responseDistributions distributions of the responses
     * @param draws draws of the parameters
     * @param sample rows that are replicated
     * @param seed seed of the responses
     * @param emptySums creates empty sums
     */
    record ReplicatePass<S extends ReplicateSums<S>>(
            DrawLoss loss,
            ResponseDistributions responseDistributions,
            double[][] draws,
            RowSample sample,
            long seed,
            ReplicateSums.Factory<S> emptySums)
            implements PartitionPass<S> {

        @Override
        public S sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            S sums = emptySums.get();
            ResponseDistributions.AtDraws at = responseDistributions.atDraws(kernel, draws);
            RowLogLikelihoods likelihoods =
                    new RowLogLikelihoods(loss, kernel, Draws.ExplicitDraws.of(draws, loss.dimension()));
            AddressedGenerator random = new AddressedGenerator();
            long observed = 0;
            while (blocks.hasNext()) {
                RowBlock whole = blocks.next();
                RowBlock part = sample.sampledBlock(whole, partition, observed);
                long before = observed;
                likelihoods.forEachRow(part, (i, together, logs) -> {
                    int position = i % PredictorChunk.CAPACITY;
                    if (position == 0) {
                        at.moveTo(part, i, Math.min(PredictorChunk.CAPACITY, part.rows() - i));
                    }
                    sums.addRow(
                            at,
                            position,
                            part.attributes().labels()[i],
                            part.attributes().weight(i),
                            logs,
                            random.moveTo(seed, partition, before + i));
                });
                observed += whole.rows();
            }
            return sums;
        }
    }
}
