package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.family.Blocks;
import io.credence.likelihood.PredictorChunk;
import io.credence.loss.model.ModelLossDraws;
import io.credence.loss.model.ModelTerms;
import io.credence.loss.model.RowCursor;
import io.credence.loss.model.RowFailure;
import io.credence.model.DecomposedModel;
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
        return terms == null ? DrawLoss.Evaluator.super.rowCountTogether(next, from) : terms.rowCountTogether(next, from);
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
}
