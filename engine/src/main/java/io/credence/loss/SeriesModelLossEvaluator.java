package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.model.DifferentiableSeriesModel;
import io.credence.model.Parameters;
import io.credence.model.Series;
import io.credence.model.SeriesModel;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.GradientField;
import org.hipparchus.util.MathArrays;
import org.jspecify.annotations.Nullable;

/** Shows a model one series after the other, at all draws. */
final class SeriesModelLossEvaluator implements DrawLoss.Evaluator {

    private final SeriesModel model;
    private final Parameters parameters;
    private final int dimension;
    private final ModelLossDraws draws;
    private @Nullable Series series;

    SeriesModelLossEvaluator(SeriesModelLoss loss, ModelLossDraws draws) {
        this.model = loss.model();
        this.parameters = loss.parameters();
        this.dimension = loss.dimension();
        this.draws = draws;
    }

    @Override
    public int rowsTogether(RowBlock block, int first) {
        return block.rows() - first;
    }

    @Override
    public int forward(RowBlock block, int first, int rows, double[] losses) {
        if (first != 0 || rows != block.rows()) {
            throw new IllegalArgumentException("a series must be whole, rows 0 to " + (block.rows() - 1) + ", but rows "
                    + first + " to " + (first + rows - 1) + " were asked for");
        }
        Series next = Series.of(block);
        series = next;
        for (int s = 0; s < draws.count(); s++) {
            try {
                losses[s * Chunk.CAPACITY] = -model.logLikelihood(next, draws.values(s));
            } catch (RuntimeException e) {
                throw ModelLosses.failed(model, 0, e);
            }
        }
        return 1;
    }

    @Override
    public void pullback(double[] weights, double[] gradients) {
        if (!(model instanceof DifferentiableSeriesModel differentiable) || series == null) {
            throw new IllegalStateException("a gradient needs a differentiable model, and a forward before it");
        }
        int constrained = parameters.constrained();
        Gradient[] numbers = MathArrays.buildArray(GradientField.getField(constrained), constrained);
        double[] slopes = new double[constrained];
        for (int s = 0; s < draws.count(); s++) {
            for (int j = 0; j < constrained; j++) {
                numbers[j] = Gradient.variable(constrained, j, draws.values(s)[j]);
            }
            Gradient logLikelihood = differentiable.logLikelihood(series, numbers);
            for (int j = 0; j < constrained; j++) {
                slopes[j] = -weights[s * Chunk.CAPACITY] * logLikelihood.getPartialDerivative(j);
            }
            parameters.addPullback(draws.theta(s), 0, slopes, gradients, s * dimension);
        }
    }
}
