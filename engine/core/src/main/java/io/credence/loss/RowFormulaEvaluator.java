package io.credence.loss;

import io.credence.autodiff.Derivatives;
import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.Vectors;
import io.credence.loss.model.LossColumnCache;
import io.credence.loss.model.LossColumns;
import io.credence.loss.model.ModelLossDraws;
import io.credence.model.Parameters;
import org.jspecify.annotations.Nullable;

/** Evaluates a chunk draw by draw, with the losses of its rows and their slopes in the parameters in columns. */
final class RowFormulaEvaluator implements DrawLoss.Evaluator {

    private static final double[] NONE = new double[0];

    private final Parameters parameters;
    private final int dimension;
    private final ModelLossDraws draws;
    private final LossColumnCache found;
    private final @Nullable RowFormulaExpansion anchor;
    private final double[] sums;
    private int rows = -1;

    RowFormulaEvaluator(
            LossColumns losses, Parameters parameters, ModelLossDraws draws, @Nullable ExpansionPoint anchor) {
        this.parameters = parameters;
        this.dimension = parameters.dimension();
        this.draws = draws;
        this.sums = new double[parameters.constrainedCount()];
        this.found = new LossColumnCache(losses, sums.length, draws.count());
        this.anchor = anchor == null ? null : new RowFormulaExpansion(losses, parameters, anchor.point(), draws);
    }

    @Override
    public int computeLosses(RowBlock block, int first, int count, double[] losses) {
        rows = count;
        found.moveTo(block, first, count);
        if (anchor != null) {
            anchor.expandAtRows();
        }
        for (int s = 0; s < draws.count(); s++) {
            System.arraycopy(
                    found.lossesAtDraw(s, NONE, 0, draws.constrainedValues(s))[0],
                    0,
                    losses,
                    s * PredictorChunk.CAPACITY,
                    count);
            if (anchor != null) {
                anchor.subtractFrom(s, count, losses);
            }
        }
        return count;
    }

    @Override
    public void addGradients(double[] weights, double[] gradients) {
        if (rows < 0) {
            throw new IllegalStateException("a gradient needs a forward before it");
        }
        for (int s = 0; s < draws.count(); s++) {
            double[][] slopes = found.slopesAtDraw(s, NONE, 0, draws.constrainedValues(s));
            for (int j = 0; j < sums.length; j++) {
                sums[j] = Vectors.dot(weights, s * PredictorChunk.CAPACITY, slopes[1 + j], rows);
            }
            parameters.addPullback(draws.unconstrainedDraw(s), 0, sums, gradients, s * dimension);
            if (anchor != null) {
                anchor.subtractGradient(s, rows, weights, gradients);
            }
        }
    }

    /** First-order expansion of the losses of a chunk's rows around θ̄, in the unconstrained parameters. For one thread. */
    static final class RowFormulaExpansion {

        private final LossColumns losses;
        private final Parameters parameters;
        private final double[] point;
        private final double[] values;
        private final double[][] moves;
        private final double[][] found;
        private final double[] sums;

        RowFormulaExpansion(LossColumns losses, Parameters parameters, double[] point, ModelLossDraws draws) {
            this.losses = losses;
            this.parameters = parameters;
            this.point = point;
            this.values = parameters.constrain(point);
            this.sums = new double[values.length];
            this.found = new double[Derivatives.FIRST.outputCount(values.length)][PredictorChunk.CAPACITY];
            this.moves = constrainedDeviations(draws.deviations(point));
        }

        /** First-order deviations of the constrained parameters at each draw, J(θ̄)(θ_s − θ̄). */
        private double[][] constrainedDeviations(double[][] deviations) {
            double[][] constrained = new double[deviations.length][values.length];
            double[] unit = new double[values.length];
            for (int j = 0; j < values.length; j++) {
                double[] row = new double[point.length];
                unit[j] = 1;
                parameters.addPullback(point, 0, unit, row, 0);
                unit[j] = 0;
                for (int s = 0; s < deviations.length; s++) {
                    constrained[s][j] = Vectors.dot(row, deviations[s]);
                }
            }
            return constrained;
        }

        /** Moves the expansion to the rows at which the losses are. */
        void expandAtRows() {
            losses.evaluate(Derivatives.FIRST, new double[0], 0, values, found);
        }

        /** Subtracts the expansion at a draw from its losses. */
        void subtractFrom(int s, int rows, double[] from) {
            int at = s * PredictorChunk.CAPACITY;
            for (int i = 0; i < rows; i++) {
                from[at + i] -= found[0][i];
            }
            for (int j = 0; j < values.length; j++) {
                double move = moves[s][j];
                double[] slope = found[1 + j];
                for (int i = 0; i < rows; i++) {
                    from[at + i] -= move * slope[i];
                }
            }
        }

        /** Subtracts the gradient of the expansion from the gradient of a draw. */
        void subtractGradient(int s, int rows, double[] weights, double[] gradients) {
            for (int j = 0; j < sums.length; j++) {
                sums[j] = -Vectors.dot(weights, s * PredictorChunk.CAPACITY, found[1 + j], rows);
            }
            parameters.addPullback(point, 0, sums, gradients, s * point.length);
        }
    }
}
