package io.credence.predict;

import io.credence.fit.ExecutionBackend;
import io.credence.fit.ImportanceWeights;
import io.credence.gradient.ExpectationPass.RowSample;
import io.credence.loss.DrawLoss;
import io.credence.loss.Likelihood;
import io.credence.loss.PredictorLoss;
import io.credence.statistics.LogSums;
import org.jspecify.annotations.Nullable;

/** Draws responses from a fitted model and sets them against those that were observed, for likelihoods of linear predictors. */
public final class ReplicatedResponses {

    private static final int DRAWS = 200;
    /** Rows that are all replicated unasked, and how many where they are more. */
    private static final long ALL_ROWS = 5000;

    private static final double SOME_ROWS = 1000;
    /** Sets the sample, and its responses, apart from others by the same seed. */
    private static final long SEED = 11;

    private final DrawLoss loss;
    private final ExecutionBackend backend;
    private final long seed;

    /** Of a model's rows. */
    public ReplicatedResponses(DrawLoss loss, ExecutionBackend backend, long seed) {
        this.loss = loss;
        this.backend = backend;
        this.seed = seed + SEED;
    }

    /** At draws of the posterior, by their weights; null where the model draws no responses. */
    public @Nullable PredictiveCheck of(ImportanceWeights weights) {
        PredictorLoss linear = loss.linear();
        if (linear == null
                || linear.likelihood().isOfClasses()
                || linear.likelihood().responses() == null) {
            return null;
        }
        Likelihood likelihood = linear.likelihood();
        RowSample sample = RowSample.some(backend.summary().rows(), ALL_ROWS, SOME_ROWS, seed);
        double[] theta = resampled(weights, loss.dimension());
        boolean counts = likelihood.outcomes() == 0 && likelihood.refuse(0.5) != null;
        return backend.run(new ReplicatePass(linear, theta, DRAWS, sample, seed))
                .result(likelihood.outcomes() == 2, counts);
    }

    /** Draws that count alike: each of the weighed ones as often as its share comes to, but for rounding. */
    private static double[] resampled(ImportanceWeights weights, int d) {
        double[] shares = LogSums.shares(weights.logWeights());
        double[] theta = new double[DRAWS * d];
        double reached = shares[0];
        int s = 0;
        for (int at = 0; at < DRAWS; at++) {
            while (reached < (at + 0.5) / DRAWS && s < shares.length - 1) {
                reached += shares[++s];
            }
            System.arraycopy(weights.theta()[s], 0, theta, at * d, d);
        }
        return theta;
    }
}
