package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.family.Blocks;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.Vectors;
import io.credence.loss.model.ModelLossDraws;
import io.credence.loss.model.ModelTerms;
import io.credence.loss.model.RowCursor;
import io.credence.loss.model.RowFailure;
import io.credence.model.DecomposedModel;
import io.credence.model.Parameters;
import io.credence.model.Row;
import io.credence.model.RowModel;
import org.jspecify.annotations.Nullable;

/** Evaluates the values of a model row by row, each row at all draws. */
final class RowModelLossEvaluator implements DrawLoss.Evaluator {

    private final RowModel model;
    private final ModelLossDraws draws;
    private final RowCursor row;
    private final @Nullable RowModelLossExpansion anchor;
    private final @Nullable DecomposedModel decomposed;
    private final @Nullable ModelTerms terms;
    private int rows;

    RowModelLossEvaluator(RowModelLoss loss, ModelLossDraws draws, @Nullable ExpansionPoint anchor) {
        this.model = loss.model();
        this.draws = draws;
        this.row = new RowCursor(loss.columns());
        this.anchor = anchor == null ? null : new RowModelLossExpansion(loss, anchor.point(), draws);
        this.decomposed = anchor == null ? loss.asDecomposedModel() : null;
        this.terms = decomposed == null ? null : new ModelTerms(decomposed, loss.parameters(), draws.count());
    }

    @Override
    public int rowCountTogether(RowBlock next, int from) {
        return terms == null
                ? DrawLoss.Evaluator.super.rowCountTogether(next, from)
                : terms.rowCountTogether(next, from);
    }

    @Override
    public int computeLosses(RowBlock next, int from, int count, double[] losses) {
        rows = count;
        for (int i = 0; i < count; i++) {
            try {
                row.moveTo(next, from + i);
                computeRowLosses(i, losses);
            } catch (RuntimeException e) {
                throw RowFailure.ofRow(model, from + i, e);
            }
        }
        return count;
    }

    private void computeRowLosses(int i, double[] losses) {
        if (anchor != null) {
            anchor.expandAt(row);
        }
        for (int s = 0; s < draws.count(); s++) {
            double expansion = anchor == null ? 0 : anchor.valueAtDraw(s);
            losses[s * PredictorChunk.CAPACITY + i] = -logLikelihood(s, i) - expansion;
        }
    }

    private double logLikelihood(int s, int i) {
        return terms == null || decomposed == null
                ? model.logLikelihood(row, draws.constrainedValues(s))
                : terms.storeTerms(s, i, decomposed.logLikelihoods(row, draws.constrainedValues(s)));
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

    @Override
    public void addGradients(double[] weights, double[] gradients) {
        throw new IllegalStateException("a gradient needs a model that is a formula");
    }

    /** First-order expansion of a row's loss around θ̄, in the unconstrained parameters. For one thread. */
    static final class RowModelLossExpansion {

        private final RowModel model;
        private final Parameters parameters;
        private final double[] point;
        private final double[] values;
        private final double[][] deviations;
        private final double[] gradient;
        private final double[][] above;
        private final double[][] below;
        private double value;

        RowModelLossExpansion(RowModelLoss loss, double[] point, ModelLossDraws draws) {
            this.model = loss.model();
            this.parameters = loss.parameters();
            this.point = point;
            this.values = parameters.constrain(point);
            this.deviations = draws.deviations(point);
            this.gradient = new double[point.length];
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

        /** Moves the expansion to a row. */
        void expandAt(Row row) {
            value = -model.logLikelihood(row, values);
            for (int j = 0; j < gradient.length; j++) {
                double rise = model.logLikelihood(row, above[j]) - model.logLikelihood(row, below[j]);
                gradient[j] = -rise / (2 * Parameters.differenceStep(point[j]));
            }
        }

        /** Value of the expansion at draw s: ℓ(θ̄) + ∇ℓ(θ̄)ᵀ(θ_s − θ̄). */
        double valueAtDraw(int s) {
            return value + Vectors.dot(gradient, deviations[s]);
        }
    }
}
