package io.credence.loss;

import io.credence.linalg.DenseKernel;

/**
 * A loss times a weight, scale totals included.
 *
 * @param inner the loss
 * @param factor weight, positive
 */
record WeightedLoss(RowLoss inner, double factor) implements RowLoss {

    @Override
    public int predictors() {
        return inner.predictors();
    }

    @Override
    public int scaleTotals() {
        return inner.scaleTotals();
    }

    @Override
    public void expect(DenseKernel kernel, Chunk chunk) {
        int k = predictors();
        double[] before = chunk.scaleTotals().clone();
        inner.expect(kernel, chunk);
        scale(chunk.moments().value(), chunk.rows());
        scale(chunk.moments().slope(), chunk.rows() * k);
        scale(chunk.moments().curvature(), chunk.rows() * k * k);
        for (int j = 0; j < before.length; j++) {
            chunk.scaleTotals()[j] = before[j] + factor * (chunk.scaleTotals()[j] - before[j]);
        }
    }

    private void scale(double[] numbers, int count) {
        for (int i = 0; i < count; i++) {
            numbers[i] *= factor;
        }
    }
}
