package io.credence.update;

import io.credence.family.GaussianPosterior;
import io.credence.linalg.Vectors;
import io.credence.part.Option;
import io.credence.part.OptionValues;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * First-order update of mean and log standard deviations, of mean and Cholesky factor, or of another family's
 * parameters.
 *
 * @param initialStepSize step size before the stopping rule lowers it
 * @param optimizerFactory makes the optimiser that turns a gradient into a move
 */
record FirstOrderUpdate(
        String name,
        String description,
        List<Option> options,
        double initialStepSize,
        Function<OptionValues, Optimizer> optimizerFactory)
        implements UpdatePart {

    @Override
    public UpdateRule<? extends GaussianPosterior> rule(
            OptionValues values, GaussianPosterior q, FirstOrderSteps steps) {
        if (!q.isUnconstrainedWithinBlocks()) {
            throw new IllegalArgumentException("the update " + name + " moves every entry of a precision within its"
                    + " blocks: required natural gradients for the family " + q.family());
        }
        boolean own = steps != FirstOrderSteps.PLAIN;
        Optimizer optimizer = steps == FirstOrderSteps.BY_DISTANCE ? DistanceOverGradients.DEFAULT : optimizer(values);
        return q.isMeanField()
                ? new MeanFieldGradient<>(optimizer, TrustRegion.DEFAULT, own)
                : new CholeskyGradient<>(optimizer, TrustRegion.DEFAULT, own);
    }

    @Override
    public Optimizer optimizer(OptionValues values) {
        return optimizerFactory.apply(values);
    }

    @Override
    public double initialStepSize(double noise) {
        return initialStepSize;
    }

    /**
     * Optimiser by plain ascent with lengths of distance over gradients (Ivgi, Hinder and Carmon 2023, equation 2). The
     * move is β r̄ g/√Σ|g|², where r̄ is the longest distance from the first point so far, at least r_ε. There is no
     * step size to tune: β is 1.
     *
     * @param initialDistance first distance r_ε, positive
     */
    record DistanceOverGradients(double initialDistance) implements Optimizer {

        /** Default with r_ε = 0.01. This is of the order of the error of a start near the optimum in its own units. */
        public static final DistanceOverGradients DEFAULT = new DistanceOverGradients(0.01);

        public DistanceOverGradients {
            UpdateRequirements.requirePositive("first distance", initialDistance);
        }

        @Override
        public Move move(double[] gradient, OptimizerState memory, double stepSize) {
            boolean fresh = memory.vectors().isEmpty();
            double[] from =
                    fresh ? new double[gradient.length] : memory.vectors().get(0);
            double[] observed =
                    fresh ? new double[] {initialDistance, 0} : memory.vectors().get(1);
            double reach = Math.max(observed[0], Vectors.norm(from));
            double squares = observed[1] + Vectors.dot(gradient, gradient);
            double size = squares > 0 ? stepSize * reach / Math.sqrt(squares) : 0;
            double[] change = Vectors.scaled(size, gradient);
            double[] next = Vectors.plusScaled(from, 1, change);
            return new Move(
                    change, new OptimizerState(List.of(next, new double[] {reach, squares}), memory.steps() + 1));
        }
    }

    /**
     * Step of a diagonal Gaussian in (μ, log σ) along the plain gradient of the bound. This is BBVI (Ranganath, Gerrish
     * and Blei 2014) and mean-field ADVI (Kucukelbir et al. 2017, eq. 7–8). The gradient in log σ_j is 1 − t_j/p_j. A
     * direction that is not finite leaves posterior and memory unchanged.
     *
     * @param optimizer optimiser that turns the gradient into the move
     * @param trustRegion limit of a step
     * @param scaled whether μ_j moves in units of σ_j, so that a step means the same in any scale of the
     *     parameters; not so in the papers
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
            UpdateRequirements.requireStepSize(stepSize);
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
            return moved != null
                            && Vectors.isFinite(moved.mean())
                            && move.optimizerState().isFinite()
                    ? new UpdateResult<>(moved, move.optimizerState(), smallest * stepSize)
                    : new UpdateResult<>(current, memory, 0);
        }
    }
}
