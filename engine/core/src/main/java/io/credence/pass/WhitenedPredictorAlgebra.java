package io.credence.pass;

import io.credence.data.CoefficientCovariance.CovarianceFactor;
import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.statistics.PassStatistics;

/**
 * Algebra of one linear predictor over the rows z = F x, in whose frame the posterior's covariance S = FᵀF is the
 * identity. Variances are ‖z‖², and slopes and curvatures are summed over z. It loses no precision where columns are
 * collinear.
 */
final class WhitenedPredictorAlgebra extends PredictorAlgebra {

    private final double[] mean;
    private final double[] factor;
    private final DenseKernel kernel;
    private final int d;
    private final double[] row;
    private final double[] whitened;
    private final double[] gram;

    WhitenedPredictorAlgebra(ExpectationPass pass, DenseKernel kernel) {
        if (pass.loss().predictorCount() != 1 || !(pass.spread() instanceof CovarianceFactor root)) {
            throw new IllegalArgumentException(
                    "whitened sums require one linear predictor and the factor of a full covariance, found "
                            + pass.loss().predictorCount() + " predictors and " + pass.spread());
        }
        this.mean = pass.mean();
        this.factor = root.factor();
        this.kernel = kernel;
        this.d = mean.length;
        this.row = new double[d];
        this.whitened = new double[Math.multiplyExact(PredictorChunk.CAPACITY, d)];
        this.gram = new double[Math.multiplyExact(d, d)];
    }

    @Override
    void predict(RowBlock block, int first, PredictorChunk chunk) {
        block.multiply(kernel, first, chunk.rows(), mean, chunk.predictorMeans());
        for (int i = 0; i < chunk.rows(); i++) {
            chunk.predictorMeans()[i] += block.attributes().offset(first + i);
            block.copyRow(first + i, row);
            double squares = 0;
            for (int a = 0; a < d; a++) {
                double z = 0;
                for (int b = 0, at = a * d; b <= a; b++, at++) {
                    z += factor[at] * row[b];
                }
                whitened[i * d + a] = z;
                squares += z * z;
            }
            chunk.predictorCovariances()[i] = squares;
        }
    }

    @Override
    void addDerivatives(RowBlock block, int first, PredictorChunk chunk, PassStatistics totals) {
        kernel.addWeightedRows(whitened, 0, chunk.rows(), d, chunk.moments().slope(), totals.gradient());
        kernel.addWeightedGram(whitened, 0, chunk.rows(), d, chunk.moments().curvature(), gram);
    }

    @Override
    PassStatistics finishSums(PassStatistics totals) {
        return totals.withCurvature(Symmetric.pack(gram, d));
    }
}
