package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.family.Blocks;
import io.credence.likelihood.PredictorChunk;
import io.credence.loss.model.ModelLossDraws;
import io.credence.loss.model.ModelTerms;
import io.credence.loss.model.RowCursor;
import io.credence.loss.model.RowFailure;
import io.credence.model.DecomposedModel;
import io.credence.model.GradientModel;
import io.credence.model.Parameters;
import io.credence.model.RowModel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Evaluates a model row by row, each row at all draws; slopes are pulled back once per draw and chunk. */
final class RowModelLossEvaluator implements DrawLoss.Evaluator {

    private final RowModel model;
    private final @Nullable GradientModel differentiable;
    private final Parameters parameters;
    private final int dimension;
    private final ModelLossDraws draws;
    private final RowCursor row;
    private final @Nullable RowModelLossExpansion anchor;
    private final @Nullable DecomposedModel decomposed;
    private final @Nullable ModelTerms terms;
    private @Nullable RowBlock block;
    private int first;
    private int rows;

    RowModelLossEvaluator(RowModelLoss loss, ModelLossDraws draws, @Nullable ExpansionPoint anchor) {
        this.model = loss.model();
        this.differentiable = loss.gradients();
        this.parameters = loss.parameters();
        this.dimension = loss.dimension();
        this.draws = draws;
        this.row = new RowCursor(loss.columns());
        this.anchor = anchor == null ? null : new RowModelLossExpansion(loss, anchor.point(), draws);
        this.decomposed = anchor == null ? loss.terms() : null;
        this.terms = decomposed == null ? null : new ModelTerms(decomposed, parameters, draws.count());
    }

    @Override
    public int rowsTogether(RowBlock next, int from) {
        return terms == null ? DrawLoss.Evaluator.super.rowsTogether(next, from) : terms.rowsTogether(next, from);
    }

    @Override
    public int forward(RowBlock next, int from, int count, double[] losses) {
        block = next;
        first = from;
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
        if (differentiable == null || block == null) {
            throw new IllegalStateException("a gradient needs a model that supplies it, and a forward before it");
        }
        int constrained = parameters.constrained();
        double[][] sums = new double[draws.count()][constrained];
        double[][] anchorSums = new double[anchor == null ? 0 : draws.count()][constrained];
        double[] slopes = new double[constrained];
        for (int i = 0; i < rows; i++) {
            row.moveTo(block, first + i);
            if (anchor != null) {
                anchor.expandAt(row);
            }
            for (int s = 0; s < draws.count(); s++) {
                double weight = weights[s * PredictorChunk.CAPACITY + i];
                Arrays.fill(slopes, 0);
                differentiable.logLikelihood(row, draws.values(s), slopes);
                ModelLossDraws.add(-weight, slopes, sums[s]);
                if (anchor != null) {
                    ModelLossDraws.add(weight, anchor.slopes(), anchorSums[s]);
                }
            }
        }
        for (int s = 0; s < draws.count(); s++) {
            parameters.addPullback(draws.theta(s), 0, sums[s], gradients, s * dimension);
            if (anchor != null) {
                parameters.addPullback(anchor.point(), 0, anchorSums[s], gradients, s * dimension);
            }
        }
    }
}
