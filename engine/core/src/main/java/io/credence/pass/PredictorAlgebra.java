package io.credence.pass;

import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.statistics.PassStatistics;

/**
 * Linear algebra between rows and coefficients: linear predictors of rows, and sums of slopes and curvatures over
 * coefficients.
 */
abstract class PredictorAlgebra {

    static PredictorAlgebra of(ExpectationPass pass, DenseKernel kernel) {
        if (pass.form() == CurvatureForm.WHITENED) {
            return new WhitenedPredictorAlgebra(pass, kernel);
        }
        return pass.loss().predictorCount() == 1
                ? new SinglePredictorAlgebra(pass, kernel)
                : new ManyPredictorAlgebra(pass, kernel);
    }

    /** Computes the chunk's means and variances of the linear predictors. */
    abstract void predict(RowBlock block, int first, PredictorChunk chunk);

    /** Adds the chunk's weighted slopes and curvatures to the sums. */
    abstract void addDerivatives(RowBlock block, int first, PredictorChunk chunk, PassStatistics totals);

    /** The sums in the form in which they are sent. */
    abstract PassStatistics finishSums(PassStatistics totals);

    static final class SinglePredictorAlgebra extends PredictorAlgebra {
        private final ExpectationPass pass;
        private final DenseKernel kernel;
        private final double[] gram;
        private final double[] along;

        SinglePredictorAlgebra(ExpectationPass pass, DenseKernel kernel) {
            this.pass = pass;
            this.kernel = kernel;
            int d = pass.mean().length;
            this.gram = new double[pass.form() == CurvatureForm.FULL ? Math.multiplyExact(d, d) : 0];
            this.along = new double[pass.curvatureDirection() == null ? 0 : PredictorChunk.CAPACITY];
        }

        @Override
        void predict(RowBlock block, int first, PredictorChunk chunk) {
            block.multiply(kernel, first, chunk.rows(), pass.mean(), chunk.predictorMeans());
            for (int i = 0; i < chunk.rows(); i++) {
                chunk.predictorMeans()[i] += block.attributes().offset(first + i);
            }
            block.predictorVariances(kernel, first, chunk.rows(), pass.spread(), chunk.predictorCovariances());
        }

        @Override
        void addDerivatives(RowBlock block, int first, PredictorChunk chunk, PassStatistics totals) {
            block.addWeightedRows(kernel, first, chunk.rows(), chunk.moments().slope(), totals.gradient());
            double[] curvature = chunk.moments().curvature();
            switch (pass.form()) {
                case FULL -> block.addWeightedGram(kernel, first, chunk.rows(), curvature, gram);
                case DIAGONAL -> block.addWeightedSquares(first, chunk.rows(), curvature, totals.curvature());
                case PRODUCT -> addProduct(block, first, chunk, totals);
                case NONE, WHITENED -> {}
            }
        }

        private void addProduct(RowBlock block, int first, PredictorChunk chunk, PassStatistics totals) {
            double[] direction = pass.curvatureDirection();
            if (direction != null) {
                block.multiply(kernel, first, chunk.rows(), direction, along);
                for (int i = 0; i < chunk.rows(); i++) {
                    along[i] *= chunk.moments().curvature()[i];
                }
                block.addWeightedRows(kernel, first, chunk.rows(), along, totals.curvature());
            }
        }

        @Override
        PassStatistics finishSums(PassStatistics totals) {
            return pass.form() == CurvatureForm.FULL
                    ? totals.withCurvature(Symmetric.pack(gram, pass.mean().length))
                    : totals;
        }
    }
}
