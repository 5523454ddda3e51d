package io.credence.loss.model;

import io.credence.autodiff.DerivativeOrder;
import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.Vectors;
import io.credence.model.Parameters;
import org.jspecify.annotations.Nullable;

/**
 * Losses of rows by a formula of inputs that vary by row and of the constrained parameters. Once derivatives were
 * requested, those of the next chunks are computed together with the losses and kept, as long as they fit into the
 * processor's cache.
 */
public final class FormulaLosses implements ChunkLosses {

    /** Largest count of numbers that are kept: 4 MB. */
    private static final int MOST_KEPT = 1 << 19;

    private final LossColumns columns;
    private final VaryingInputs varying;
    private final ModelLossDraws draws;
    private final double[][][] kept;
    private double[][] last = new double[0][];
    private int rows;
    private DerivativeOrder requested = DerivativeOrder.NONE;
    private DerivativeOrder known = DerivativeOrder.NONE;

    /**
     * Inputs of a formula that vary by row, at all draws.
     *
     * @param inputCount number of inputs
     * @param values inputs of all draws, a column of {@link PredictorChunk#CAPACITY} for each input of a draw
     */
    public record VaryingInputs(int inputCount, double[] values) {

        /** Inputs of a formula of the parameters alone: none. */
        public static final VaryingInputs NONE = new VaryingInputs(0, new double[0]);

        /** Index of the first value of draw {@code s}. */
        public int drawOffset(int s) {
            return s * inputCount * PredictorChunk.CAPACITY;
        }
    }

    /** Losses by the columns of a formula at draws. */
    public FormulaLosses(LossColumns columns, VaryingInputs varying, ModelLossDraws draws) {
        this.columns = columns;
        this.varying = varying;
        this.draws = draws;
        this.kept = new double[draws.count()][0][];
    }

    @Override
    public int computeLosses(RowBlock block, int first, int count, double[] losses) {
        rows = count;
        columns.moveTo(block, first, count);
        known = requested;
        for (int s = 0; s < draws.count(); s++) {
            System.arraycopy(lossesAtDraw(s)[0], 0, losses, s * PredictorChunk.CAPACITY, count);
        }
        return count;
    }

    private int outputCount(DerivativeOrder order) {
        return order.outputCount(varying.inputCount() + draws.constrainedCount());
    }

    /** Columns of draw {@code s}: first the losses, then the derivatives that are kept. */
    private double[][] lossesAtDraw(int s) {
        if (known == DerivativeOrder.NONE) {
            return evaluatedAt(s, known);
        }
        kept[s] = withRoom(kept[s], outputCount(known));
        evaluate(known, s, kept[s]);
        return kept[s];
    }

    /**
     * Columns of a row's loss and its derivatives in the inputs at draw {@code s}, for the rows of the last
     * {@link #computeLosses}, laid out by their order or a higher one.
     */
    public double[][] derivativesAtDraw(int s, DerivativeOrder order) {
        boolean fits = (long) outputCount(order) * draws.count() * PredictorChunk.CAPACITY <= MOST_KEPT;
        if (fits && order.compareTo(requested) > 0) {
            requested = order;
        }
        return order.compareTo(known) <= 0 ? kept[s] : evaluatedAt(s, order);
    }

    private double[][] evaluatedAt(int s, DerivativeOrder order) {
        last = withRoom(last, outputCount(order));
        evaluate(order, s, last);
        return last;
    }

    private static double[][] withRoom(double[][] columns, int count) {
        return columns.length >= count ? columns : new double[count][PredictorChunk.CAPACITY];
    }

    private void evaluate(DerivativeOrder derivatives, int s, double[][] out) {
        columns.evaluate(derivatives, varying.values(), varying.drawOffset(s), draws.constrainedValues(s), out);
    }

    @Override
    public @Nullable String explain(int i, int s) {
        return columns.explain(i, varying.values(), varying.drawOffset(s), draws.constrainedValues(s));
    }

    @Override
    public void sumSlopes(int s, double[] weights, int at, double[] sums, double[] perRow) {
        double[][] slopes = derivativesAtDraw(s, DerivativeOrder.FIRST);
        int own = varying.inputCount();
        for (int k = 0; k < own; k++) {
            System.arraycopy(slopes[1 + k], 0, perRow, varying.drawOffset(s) + k * PredictorChunk.CAPACITY, rows);
        }
        for (int j = 0; j < sums.length; j++) {
            sums[j] = Vectors.dot(weights, at, slopes[1 + own + j], rows);
        }
    }

    /** First-order expansion of losses by a formula of the parameters alone, in the unconstrained parameters. */
    public static final class ParameterExpansion implements ChunkExpansion {

        private final LossColumns losses;
        private final Parameters parameters;
        private final double[] point;
        private final double[] values;
        private final double[][] moves;
        private final double[][] found;
        private final double[] sums;
        private int rows;

        /** An expansion around {@code point}. */
        public ParameterExpansion(LossColumns losses, Parameters parameters, double[] point, ModelLossDraws draws) {
            this.losses = losses;
            this.parameters = parameters;
            this.point = point;
            this.values = parameters.constrain(point);
            this.sums = new double[values.length];
            this.found = new double[DerivativeOrder.FIRST.outputCount(values.length)][PredictorChunk.CAPACITY];
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

        @Override
        public void expandAt(RowBlock block, int first, int count) {
            rows = count;
            losses.evaluate(DerivativeOrder.FIRST, VaryingInputs.NONE.values(), 0, values, found);
        }

        @Override
        public void subtractFrom(int s, double[] from) {
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

        @Override
        public void subtractGradient(int s, double[] weights, int at, double[] gradients) {
            for (int j = 0; j < sums.length; j++) {
                sums[j] = -Vectors.dot(weights, at, found[1 + j], rows);
            }
            parameters.addPullback(point, 0, sums, gradients, s * point.length);
        }
    }
}
