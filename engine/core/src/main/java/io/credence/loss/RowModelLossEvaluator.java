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
        this.decomposed = anchor == null ? loss.terms() : null;
        this.terms = decomposed == null ? null : new ModelTerms(decomposed, loss.parameters(), draws.count());
    }

    @Override
    public int rowsTogether(RowBlock next, int from) {
        return terms == null ? DrawLoss.Evaluator.super.rowsTogether(next, from) : terms.rowsTogether(next, from);
    }

    @Override
    public int forward(RowBlock next, int from, int count, double[] losses) {
        rows = count;
        for (int i = 0; i < count; i++) {
            try {
                row.moveTo(next, from + i);
                addRow(i, losses);
            } catch (RuntimeException e) {
                throw RowFailure.at(model, from + i, e);
            }
        }
        return count;
    }

    private void addRow(int i, double[] losses) {
        if (anchor != null) {
            anchor.expandAt(row);
        }
        for (int s = 0; s < draws.count(); s++) {
            double expansion = anchor == null ? 0 : anchor.expansion(s);
            losses[s * PredictorChunk.CAPACITY + i] = -logLikelihood(s, i) - expansion;
        }
    }

    private double logLikelihood(int s, int i) {
        return terms == null || decomposed == null
                ? model.logLikelihood(row, draws.values(s))
                : terms.keep(s, i, decomposed.logLikelihoods(row, draws.values(s)));
    }

    @Override
    public void separate(Blocks factors) {
        terms().separate(factors);
    }

    @Override
    public void addBlankets(double[] weights, double[] blankets) {
        terms().addBlankets(rows, weights, blankets);
    }

    private ModelTerms terms() {
        if (terms == null) {
            throw new IllegalStateException("Markov blankets need a model that is a sum of terms, and no anchor");
        }
        return terms;
    }

    @Override
    public void pullback(double[] weights, double[] gradients) {
        throw new IllegalStateException("a gradient needs a model that is a formula");
    }
}
