package io.credence;

import io.credence.divergence.RenyiDivergence;
import io.credence.fit.ExecutionBackend;
import io.credence.likelihood.robust.RobustForm;
import io.credence.linalg.Kernels;
import io.credence.network.DeepProcess;
import io.credence.network.DeepProcessProblem;
import io.credence.network.NetworkObjective;
import io.credence.network.Training;

/**
 * A deep Gaussian process of normal labels that is to be fitted (Salimbeni and Deisenroth 2017), by minus the log likelihood or a robust loss,
 * and a divergence of each layer. Immutable; each verb returns a changed copy.
 *
 * <pre>{@code
 * DeepProcess fit = DeepProcessInference.of(2).gamma(1.01).epochs(800).fit(Rows.of(features, labels));
 * DeepProcessPredictive predictive = new DeepProcessPredictive(fit, Kernels.best(), 0.9);
 * }</pre>
 */
public final class DeepProcessInference {

    private final DeepProcessProblem problem;

    private DeepProcessInference(DeepProcessProblem problem) {
        this.problem = problem;
    }

    /**
     * By minus the log likelihood, the divergence of Kullback and Leibler, 100 inducing inputs, one draw, steps of 0.01 on batches of 1,000
     * rows and seed 1.
     *
     * @param layers number of layers, all but the last as wide as rows have columns
     */
    public static DeepProcessInference of(int layers) {
        Training training = new Training(0, 1000, 0, 0.01, Training.Schedule.COSINE);
        return new DeepProcessInference(new DeepProcessProblem(layers, 100, 1, NetworkObjective.ELBO, training, 1));
    }

    private DeepProcessInference with(
            int inducing, int draws, NetworkObjective objective, Training training, long seed) {
        return new DeepProcessInference(
                new DeepProcessProblem(problem.layers(), inducing, draws, objective, training, seed));
    }

    private DeepProcessInference with(NetworkObjective objective) {
        return with(problem.inducing(), problem.draws(), objective, problem.training(), problem.seed());
    }

    private DeepProcessInference with(int epochs, int batch, double stepSize) {
        Training training =
                new Training(epochs, batch, 0, stepSize, problem.training().schedule());
        return with(problem.inducing(), problem.draws(), problem.objective(), training, problem.seed());
    }

    /** With so many inducing inputs of each layer, rows at random; all rows where these are fewer. */
    public DeepProcessInference inducing(int inputs) {
        return with(inputs, problem.draws(), problem.objective(), problem.training(), problem.seed());
    }

    /** With so many draws of the inner layers for each row of a step. */
    public DeepProcessInference draws(int draws) {
        return with(problem.inducing(), draws, problem.objective(), problem.training(), problem.seed());
    }

    /** With the γ-loss of that order in place of minus the log likelihood (000, section 6). */
    public DeepProcessInference gamma(double order) {
        NetworkObjective before = problem.objective();
        return with(new NetworkObjective(RobustForm.GAMMA, order, null, before.weight(), before.divergence()));
    }

    /** With Rényi's divergence of that order for each layer. */
    public DeepProcessInference renyi(double alpha) {
        NetworkObjective before = problem.objective();
        return with(new NetworkObjective(
                before.robust(), before.order(), before.risk(), before.weight(), new RenyiDivergence(alpha)));
    }

    /** With so many visits of each row. */
    public DeepProcessInference epochs(int epochs) {
        return with(epochs, problem.training().batch(), problem.training().stepSize());
    }

    /** With steps on about so many rows. */
    public DeepProcessInference batch(int rows) {
        return with(problem.training().epochs(), rows, problem.training().stepSize());
    }

    /** With first steps of that size. */
    public DeepProcessInference stepSize(double size) {
        return with(problem.training().epochs(), problem.training().batch(), size);
    }

    /** With that seed of everything random. */
    public DeepProcessInference seed(long seed) {
        return with(problem.inducing(), problem.draws(), problem.objective(), problem.training(), seed);
    }

    /** Fits those rows, which stand behind a column of ones. */
    public DeepProcess fit(Rows rows) {
        try (ExecutionBackend backend = rows.toBackend(Kernels.AUTO)) {
            return fit(backend);
        }
    }

    /** Fits the rows of a backend, behind a column of ones. */
    public DeepProcess fit(ExecutionBackend backend) {
        return problem.fit(backend);
    }
}
