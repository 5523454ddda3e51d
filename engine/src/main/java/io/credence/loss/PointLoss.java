package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;

/** A likelihood of linear predictors at one value of its parameters, for up to a chunk of rows. */
final class PointLoss {
    // The slope in the log dispersion is a central difference, exact to about 1e-9 of the loss.

    private static final double STEP = 1e-4;

    private final PredictorLoss model;
    private final double[] theta;
    private final double[][] coefficients;
    private final RowLoss loss;
    private final RowLoss above;
    private final RowLoss below;
    private final int k;
    private final Scratch scratch;
    private final double[] slopes;
    private final double[] scaleSlopes;

    /** What is overwritten at each evaluation; points that are not compared with each other may share it. */
    record Scratch(Chunk chunk, double[] predictors, double[] values, double[] curvatures, double[] product) {
        static Scratch of(PredictorLoss model, double[] theta) {
            int k = model.likelihood().predictors();
            return new Scratch(
                    new Chunk(k, new double[model.at(theta, 1).scaleTotals()]),
                    new double[Chunk.CAPACITY * k],
                    new double[Chunk.CAPACITY],
                    new double[Chunk.CAPACITY * k * k],
                    new double[Chunk.CAPACITY]);
        }
    }

    PointLoss(PredictorLoss model, double[] theta, Scratch scratch) {
        this.model = model;
        this.theta = theta;
        this.k = model.likelihood().predictors();
        this.loss = model.at(theta, 1);
        this.above = model.at(theta, Math.exp(STEP));
        this.below = model.at(theta, Math.exp(-STEP));
        this.scratch = scratch;
        this.slopes = new double[Chunk.CAPACITY * k];
        this.scaleSlopes = new double[model.dispersion() == null ? Chunk.CAPACITY : 0];
        this.coefficients = new double[k][];
        for (int a = 0; a < k; a++) {
            coefficients[a] = java.util.Arrays.copyOfRange(theta, a * model.columns(), (a + 1) * model.columns());
        }
    }

    void evaluate(DenseKernel kernel, RowBlock block, int first, int rows) {
        Chunk chunk = scratch.chunk;
        chunk.resize(rows);
        for (int a = 0; a < k; a++) {
            block.multiply(kernel, first, rows, coefficients[a], scratch.product);
            for (int i = 0; i < rows; i++) {
                scratch.predictors[i * k + a] =
                        scratch.product[i] + block.attributes().offset(first + i);
            }
        }
        for (int i = 0; i < rows; i++) {
            chunk.label()[i] = block.attributes().labels()[first + i];
            chunk.weight()[i] = 1;
        }
        if (model.dispersion() == null) {
            expect(kernel, above);
            System.arraycopy(chunk.moments().value(), 0, scaleSlopes, 0, rows);
            expect(kernel, below);
            for (int i = 0; i < rows; i++) {
                scaleSlopes[i] = (scaleSlopes[i] - chunk.moments().value()[i]) / (2 * STEP);
            }
        }
        expect(kernel, loss);
        System.arraycopy(chunk.moments().value(), 0, scratch.values, 0, rows);
        System.arraycopy(chunk.moments().slope(), 0, slopes, 0, rows * k);
        System.arraycopy(chunk.moments().curvature(), 0, scratch.curvatures, 0, rows * k * k);
    }

    private void expect(DenseKernel kernel, RowLoss which) {
        Chunk chunk = scratch.chunk;
        System.arraycopy(scratch.predictors, 0, chunk.mean(), 0, chunk.rows() * k);
        java.util.Arrays.fill(chunk.variance(), 0, chunk.rows() * k * k, 0.0);
        which.expect(kernel, chunk);
    }

    /** Takes off the expansion around {@code anchor}, which was evaluated on the same rows. */
    void subtract(PointLoss anchor, boolean curved) {
        int last = model.coefficients();
        double scaleMove = model.dispersion() == null ? theta[last] - anchor.theta[last] : 0;
        for (int i = 0; i < scratch.chunk.rows(); i++) {
            double expansion = anchor.scratch.values[i];
            for (int a = i * k; a < (i + 1) * k; a++) {
                double bend = curved ? bend(anchor, i, a) : 0;
                expansion += move(anchor, a) * (anchor.slopes[a] + 0.5 * bend);
                slopes[a] -= anchor.slopes[a] + bend;
            }
            if (model.dispersion() == null) {
                expansion += anchor.scaleSlopes[i] * scaleMove;
                scaleSlopes[i] -= anchor.scaleSlopes[i];
            }
            scratch.values[i] -= expansion;
        }
    }

    private double move(PointLoss anchor, int a) {
        return scratch.predictors[a] - anchor.scratch.predictors[a];
    }

    private double bend(PointLoss anchor, int i, int a) {
        double bend = 0;
        for (int b = 0; b < k; b++) {
            bend += anchor.scratch.curvatures[a * k + b] * move(anchor, i * k + b);
        }
        return bend;
    }

    double[] values() {
        return scratch.values;
    }

    /** Slopes in the linear predictors, row by row. */
    double[] slopes() {
        return slopes;
    }

    /** Slopes in the log dispersion. */
    double[] scaleSlopes() {
        return scaleSlopes;
    }
}
