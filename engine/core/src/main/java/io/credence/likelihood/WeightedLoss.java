package io.credence.likelihood;

import io.credence.linalg.DenseKernel;

/**
 * Loss multiplied by a weight, its totals for the dispersion included.
 *
 * @param inner the loss
 * @param weight weight, positive
 */
record WeightedLoss(RowLoss inner, double weight) implements RowLoss {

    @Override
    public int predictorCount() {
        return inner.predictorCount();
    }

    @Override
    public int predictorsWithOffset() {
        return inner.predictorsWithOffset();
    }

    @Override
    public int dispersionTotalCount() {
        return inner.dispersionTotalCount();
    }

    @Override
    public void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
        int k = predictorCount();
        double[] before = chunk.dispersionTotals().clone();
        inner.writeExpectedMoments(kernel, chunk);
        scale(chunk.moments().value(), 0, chunk.rows());
        scale(chunk.moments().slope(), 0, chunk.rows() * k);
        scale(chunk.moments().curvature(), 0, chunk.rows() * k * k);
        for (int j = 0; j < before.length; j++) {
            chunk.dispersionTotals()[j] = before[j] + weight * (chunk.dispersionTotals()[j] - before[j]);
        }
    }

    @Override
    public void evaluateAtDraws(DenseKernel kernel, PredictorDraws points, int from, int to) {
        inner.evaluateAtDraws(kernel, points, from, to);
        for (int s = from; s < to; s++) {
            scale(points.losses(), s * PredictorChunk.CAPACITY, points.rows());
            for (int k = 0; k < predictorCount(); k++) {
                scale(points.slopes(), points.predictorOffset(s, k), points.rows());
            }
        }
    }

    private void scale(double[] numbers, int from, int count) {
        for (int at = from; at < from + count; at++) {
            numbers[at] *= weight;
        }
    }
}
