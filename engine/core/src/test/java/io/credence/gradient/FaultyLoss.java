package io.credence.gradient;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.DenseKernel;
import io.credence.loss.DrawLoss;
import io.credence.loss.ExpansionPoint;
import org.jspecify.annotations.Nullable;

/**
 * A loss with one wrong number: at the rows of that label, at draws whose first parameter is not below a limit.
 *
 * @param label label of the rows at which the loss is wrong
 * @param wrong what it is there
 * @param hasGradient whether gradients are offered
 * @param limit first parameter from which it is wrong
 */
public record FaultyLoss(DrawLoss right, double label, double wrong, boolean hasGradient, double limit)
        implements DrawLoss {

    public FaultyLoss(DrawLoss right, double label, double wrong, boolean hasGradient) {
        this(right, label, wrong, hasGradient, Double.NEGATIVE_INFINITY);
    }

    @Override
    public int dimension() {
        return right.dimension();
    }

    @Override
    public boolean hasCurvature() {
        return right.hasCurvature();
    }

    @Override
    public int maxExpansionOrder() {
        return right.maxExpansionOrder();
    }

    @Override
    public Evaluator evaluator(DenseKernel kernel, Draws draws, @Nullable ExpansionPoint anchor) {
        Evaluator inner = right.evaluator(kernel, draws, anchor);
        double[] theta = new double[dimension()];
        return new Evaluator() {
            @Override
            public int computeLosses(RowBlock block, int first, int rows, double[] losses) {
                int units = inner.computeLosses(block, first, rows, losses);
                for (int s = 0; s < draws.count(); s++) {
                    draws.fill(s, theta);
                    for (int i = 0; i < rows; i++) {
                        if (theta[0] >= limit && block.attributes().labels()[first + i] == label) {
                            losses[s * PredictorChunk.CAPACITY + i] = wrong;
                        }
                    }
                }
                return units;
            }

            @Override
            public void addGradients(double[] weights, double[] gradients) {
                inner.addGradients(weights, gradients);
            }

            @Override
            public void addCurvature(double[] rowWeights) {
                inner.addCurvature(rowWeights);
            }

            @Override
            public double[] packedCurvatureSum() {
                return inner.packedCurvatureSum();
            }
        };
    }
}
