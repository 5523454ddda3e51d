package io.credence.update;

import io.credence.family.GaussianPosterior;
import io.credence.linalg.Vectors;
import java.util.Arrays;

/**
 * Step of a diagonal Gaussian in (μ, log σ) along the plain gradient of the bound: BBVI (Ranganath, Gerrish and Blei
 * 2014) and mean-field ADVI (Kucukelbir et al. 2017, eq. 7–8). The gradient in log σ_j is 1 − t_j/p_j. A direction that
 * is not finite leaves posterior and memory unchanged.
 *
 * @param optimizer optimiser that turns the gradient into the move
 * @param trustRegion limit of a step
 * @param scaled whether μ_j moves in units of σ_j, so that a step means the same in any scale of the parameters; the papers'
 *     does not
 */
record MeanFieldGradient<Q extends GaussianPosterior>(Optimizer optimizer, TrustRegion trustRegion, boolean scaled)
        implements UpdateRule<Q> {

    /** The papers' rule with the default trust region. */
    public MeanFieldGradient(Optimizer optimizer) {
        this(optimizer, TrustRegion.DEFAULT, false);
    }

    @Override
    @SuppressWarnings("unchecked") // every Gaussian keeps to its structure
    public UpdateResult<Q> nextUpdate(Q current, OptimizerState memory, Direction direction, double stepSize) {
        Checks.requireStepSize(stepSize);
        int d = current.dimension();
        double[] precision = current.precision().clone();
        double[] gradient = Arrays.copyOf(direction.ascent(), 2 * d);
        double[] sd = scaled ? current.sd() : Vectors.ones(d);
        for (int j = 0; j < d; j++) {
            gradient[j] *= sd[j];
            gradient[d + j] = 1 - direction.targetPrecision()[j] / precision[j];
        }
        Optimizer.Move move = optimizer.move(gradient, memory, stepSize);
        double[] meanMove = Vectors.entrywiseProduct(sd, move.parameterChange());
        double share = trustRegion.insideShare(current, meanMove);
        double smallest = share;
        double limit = 0.5 * Math.log(trustRegion.factor());
        for (int j = 0; j < d; j++) {
            double required = move.parameterChange()[d + j];
            double kept = Math.max(-limit, Math.min(limit, required));
            smallest = kept == required ? smallest : Math.min(smallest, kept / required);
            precision[j] *= Math.exp(-2 * kept);
        }
        Q moved = (Q) current.with(Vectors.plusScaled(current.mean(), share, meanMove), precision);
        return moved != null && Vectors.isFinite(moved.mean()) && move.optimizerState().isFinite()
                ? new UpdateResult<>(moved, move.optimizerState(), smallest * stepSize)
                : new UpdateResult<>(current, memory, 0);
    }
}
