package io.credence.loss;

import io.credence.linalg.DenseKernel;

/** Labels 0 and 1 with logit link: log(1 + e^η) − yη. */
public record BernoulliLogitLoss() implements RowLoss {

    @Override
    public void expect(DenseKernel kernel, Chunk chunk) {
        chunk.softplus().expect(kernel, chunk.mean(), chunk.variance(), 0, chunk.rows(), chunk.moments());
        for (int i = 0; i < chunk.rows(); i++) {
            chunk.moments().value()[i] -= chunk.label()[i] * chunk.mean()[i];
            chunk.moments().slope()[i] -= chunk.label()[i];
        }
    }

    @Override
    public void evaluate(DenseKernel kernel, DrawPoints points, int from, int to) {
        points.forRanges(from, to, (begin, end, at, count) -> {
            kernel.softplus(points.eta(), at, count, points.value(), points.slope());
            for (int s = begin; s < end; s++) {
                subtractLabels(points.label(), points.eta(), points.at(s, 0), points.rows(), points.value());
                DrawPoints.subtract(points.label(), points.rows(), points.slope(), points.at(s, 0));
            }
        });
    }

    private static void subtractLabels(double[] label, double[] eta, int at, int rows, double[] value) {
        for (int i = 0; i < rows; i++) {
            value[at + i] -= label[i] * eta[at + i];
        }
    }
}
