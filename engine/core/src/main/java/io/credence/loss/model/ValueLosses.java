package io.credence.loss.model;

import io.credence.data.RowBlock;
import io.credence.family.Blocks;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.Vectors;
import io.credence.model.DecomposedModel;
import io.credence.model.ModelFailure;
import io.credence.model.Parameters;
import io.credence.model.RowModel;
import org.jspecify.annotations.Nullable;

/** Losses of rows by the values of a model, number by number: each row at all draws. They have no slopes. */
public final class ValueLosses implements ChunkLosses {

    private final RowModel model;
    private final ModelLossDraws draws;
    private final LossFormula.RowFormula formula;
    private final @Nullable ModelTerms terms;
    private int rows;

    /**
     * Losses of a model at draws.
     *
     * @param terms the model, where its terms are kept for Markov blankets; else null
     */
    public ValueLosses(
            RowModel model, Parameters parameters, int columns, ModelLossDraws draws, @Nullable DecomposedModel terms) {
        this.model = model;
        this.draws = draws;
        this.formula = new LossFormula.RowFormula(model, columns);
        this.terms = terms == null ? null : new ModelTerms(terms, parameters, draws.count());
    }

    @Override
    public int rowCountTogether(RowBlock block, int first) {
        return terms == null ? ChunkLosses.super.rowCountTogether(block, first) : terms.rowCountTogether(block, first);
    }

    @Override
    public int computeLosses(RowBlock block, int first, int count, double[] losses) {
        rows = count;
        formula.moveTo(block, first);
        for (int i = 0; i < count; i++) {
            try {
                for (int s = 0; s < draws.count(); s++) {
                    losses[s * PredictorChunk.CAPACITY + i] = loss(s, i);
                }
            } catch (RuntimeException e) {
                throw ModelFailure.ofRow(model, first + i, e);
            }
        }
        return count;
    }

    private double loss(int s, int i) {
        double[] values = draws.constrainedValues(s);
        return terms == null ? formula.loss(i, values) : -terms.storeTerms(s, i, formula.rowAt(i), values);
    }

    @Override
    public void sumSlopes(int s, double[] weights, int at, double[] sums, double[] perRow) {
        throw new IllegalStateException("a gradient needs a model that is a formula");
    }

    @Override
    public void announceBlankets(Blocks factors) {
        requireTerms().setFactors(factors);
    }

    @Override
    public void addBlankets(double[] weights, double[] blankets) {
        requireTerms().addBlankets(rows, weights, blankets);
    }

    private ModelTerms requireTerms() {
        if (terms == null) {
            throw new IllegalStateException("Markov blankets need a model that is a sum of terms, and no anchor");
        }
        return terms;
    }

    /** First-order expansion of rows' losses in the unconstrained parameters, by central differences. */
    public static final class DifferenceExpansion implements ChunkExpansion {

        private final RowModel model;
        private final Parameters parameters;
        private final LossFormula.RowFormula formula;
        private final double[] point;
        private final double[] centre;
        private final double[][] above;
        private final double[][] below;
        private final double[][] deviations;
        private final double[] values = new double[PredictorChunk.CAPACITY];
        private final double[][] gradients;
        private int rows;

        /** An expansion around {@code point}. */
        public DifferenceExpansion(
                RowModel model, Parameters parameters, int columns, double[] point, ModelLossDraws draws) {
            this.model = model;
            this.parameters = parameters;
            this.formula = new LossFormula.RowFormula(model, columns);
            this.point = point;
            this.centre = parameters.constrain(point);
            this.deviations = draws.deviations(point);
            this.gradients = new double[PredictorChunk.CAPACITY][point.length];
            this.above = new double[point.length][];
            this.below = new double[point.length][];
            for (int j = 0; j < point.length; j++) {
                above[j] = shiftedParameters(j, 1);
                below[j] = shiftedParameters(j, -1);
            }
        }

        private double[] shiftedParameters(int j, int sign) {
            double[] theta = point.clone();
            theta[j] += sign * Parameters.differenceStep(point[j]);
            return parameters.constrain(theta);
        }

        @Override
        public void expandAt(RowBlock block, int first, int count) {
            rows = count;
            formula.moveTo(block, first);
            for (int i = 0; i < count; i++) {
                try {
                    expandAtRow(i);
                } catch (RuntimeException e) {
                    throw ModelFailure.ofRow(model, first + i, e);
                }
            }
        }

        private void expandAtRow(int i) {
            values[i] = formula.loss(i, centre);
            for (int j = 0; j < point.length; j++) {
                double rise = formula.loss(i, above[j]) - formula.loss(i, below[j]);
                gradients[i][j] = rise / (2 * Parameters.differenceStep(point[j]));
            }
        }

        @Override
        public void subtractFrom(int s, double[] losses) {
            for (int i = 0; i < rows; i++) {
                losses[s * PredictorChunk.CAPACITY + i] -= values[i] + Vectors.dot(gradients[i], deviations[s]);
            }
        }

        @Override
        public void subtractGradient(int s, double[] weights, int at, double[] sums) {
            throw new IllegalStateException("a gradient needs a model that is a formula");
        }
    }
}
