package io.credence.likelihood;

import io.credence.linalg.DenseKernel;

/**
 * Loss multiplied by a weight, its totals for the dispersion included.
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
    public int offsets() {
        return inner.offsets();
    }

    @Override
    public int scaleTotals() {
        return inner.scaleTotals();
    }

    @Override
    public void expect(DenseKernel kernel, PredictorChunk chunk) {
        int k = predictors();
        double[] before = chunk.scaleTotals().clone();
        inner.expect(kernel, chunk);
        scale(chunk.moments().value(), 0, chunk.rows());
        scale(chunk.moments().slope(), 0, chunk.rows() * k);
        scale(chunk.moments().curvature(), 0, chunk.rows() * k * k);
        for (int j = 0; j < before.length; j++) {
            chunk.scaleTotals()[j] = before[j] + factor * (chunk.scaleTotals()[j] - before[j]);
        }
    }

    @Override
    public void evaluate(DenseKernel kernel, PredictorDraws points, int from, int to) {
        inner.evaluate(kernel, points, from, to);
        for (int s = from; s < to; s++) {
            scale(points.value(), s * PredictorChunk.CAPACITY, points.rows());
            for (int k = 0; k < predictors(); k++) {
                scale(points.slope(), points.at(s, k), points.rows());
            }
        }
    }

    private void scale(double[] numbers, int from, int count) {
        for (int at = from; at < from + count; at++) {
            numbers[at] *= factor;
        }
    }
}
