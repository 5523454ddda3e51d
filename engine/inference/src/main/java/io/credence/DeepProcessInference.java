package io.credence;

import io.credence.data.DataSummary;
import io.credence.divergence.Divergence;
import io.credence.divergence.RenyiDivergence;
import io.credence.fit.ExecutionBackend;
import io.credence.likelihood.robust.RobustForm;
import io.credence.linalg.Kernels;
import io.credence.network.dense.NetworkModel;
import io.credence.network.dense.NetworkObjective;
import io.credence.network.process.DeepProcess;
import io.credence.network.process.DeepProcessRequest;
import io.credence.network.train.Training;
import io.credence.network.train.TrainingProblem;

/**
 * Builder of the fit of a deep Gaussian process to normal labels (Salimbeni and Deisenroth 2017). The loss is minus the
 * log likelihood or a robust one, and each layer adds a divergence from its prior. Immutable; each verb returns a
 * changed copy.
 *
 * <pre>{@code
 * DeepProcess fit = DeepProcessInference.of(2).gamma(1.01).epochs(800).fit(Rows.of(features, labels));
 * NetworkPredictive predictive = new NetworkPredictive(fit, 0.9);
 * }</pre>
 */
public final class DeepProcessInference extends EpochInference<DeepProcess, DeepProcessInference> {

    private final DeepProcessRequest request;
    private final NetworkObjective objective;

    private DeepProcessInference(DeepProcessRequest request, NetworkObjective objective, long seed) {
        super(request.training(), seed);
        this.request = request;
        this.objective = objective;
    }

    /**
     * Creates the builder with defaults. They are minus the log likelihood, the Kullback–Leibler divergence, 100
     * inducing inputs, one draw, steps of 0.01 on batches of 1,000 rows, and seed 1.
     *
     * @param layers number of layers, all but the last as wide as rows have columns
     */
    public static DeepProcessInference of(int layers) {
        Training training = DeepProcessRequest.TRAINING.withValidation(0);
        return new DeepProcessInference(
                new DeepProcessRequest(layers, DeepProcessRequest.INDUCING, 1, training), NetworkObjective.ELBO, 1);
    }

    private DeepProcessInference with(int inducing, int draws) {
        return new DeepProcessInference(
                new DeepProcessRequest(request.layers(), inducing, draws, training), objective, seed);
    }

    private DeepProcessInference with(NetworkObjective other) {
        return new DeepProcessInference(request, other, seed);
    }

    @Override
    DeepProcessInference with(Training other, long otherSeed) {
        return new DeepProcessInference(
                new DeepProcessRequest(request.layers(), request.inducing(), request.draws(), other),
                objective,
                otherSeed);
    }

    @Override
    TrainingProblem<DeepProcess> problem(DataSummary rows) {
        return request.problem(NetworkModel.GAUSSIAN, 0, rows, objective, seed);
    }

    /**
     * Sets the number of inducing inputs of each layer. They are chosen at random from the rows; all rows are used
     * where these are fewer.
     */
    public DeepProcessInference inducing(int inputs) {
        return with(inputs, request.draws());
    }

    /** Sets the number of draws of the inner layers for each row of a step. */
    public DeepProcessInference draws(int draws) {
        return with(request.inducing(), draws);
    }

    /** Replaces minus the log likelihood by the γ-loss of a given order (Knoblauch et al. 2022, section 6). */
    public DeepProcessInference gamma(double order) {
        return with(new NetworkObjective(
                RobustForm.GAMMA, order, null, objective.divergenceDivisor(), objective.divergence()));
    }

    /** Sets the divergence of each layer to Rényi's, of a given order. */
    public DeepProcessInference renyi(double alpha) {
        return divergence(new RenyiDivergence(alpha));
    }

    /**
     * Sets the divergence of each layer, or of consecutive layers by one of blocks whose sizes count layers (Knoblauch et
     * al. 2022, Theorem 6 iii). A fit refuses divergences that are no functions of f-divergences.
     */
    public DeepProcessInference divergence(Divergence divergence) {
        return with(new NetworkObjective(
                objective.robust(), objective.order(), objective.risk(), objective.divergenceDivisor(), divergence));
    }

    /** Sets the share of rows that are held out to check predictions. The process is then trained again on all rows. */
    public DeepProcessInference validation(double share) {
        return with(training.withValidation(share), seed);
    }

    /** Fits rows, which have a leading column of ones. */
    public DeepProcess fit(Rows rows) {
        try (ExecutionBackend backend = rows.toBackend(Kernels.AUTO)) {
            return fit(backend);
        }
    }
}
