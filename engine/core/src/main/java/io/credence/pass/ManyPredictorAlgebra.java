package io.credence.pass;

import io.credence.data.CoefficientCovariance;
import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.statistics.PassStatistics;
import java.util.Arrays;

/** Algebra of K &gt; 1 linear predictors per row, whose coefficients are stored one predictor after the other. */
final class ManyPredictorAlgebra extends PredictorAlgebra {

    private final ExpectationPass pass;
    private final DenseKernel kernel;
    private final int k;
    private final int columns;
    private final double[][] means;
    private final double[][] covariances;
    private final double[][] grams;
    private final double[] perRow = new double[PredictorChunk.CAPACITY];
    private final double[] perColumn;

    ManyPredictorAlgebra(ExpectationPass pass, DenseKernel kernel) {
        this.pass = pass;
        this.kernel = kernel;
        this.k = pass.loss().predictorCount();
        this.columns = pass.mean().length / k;
        this.perColumn = new double[columns];
        this.means = new double[k][];
        for (int a = 0; a < k; a++) {
            means[a] = Arrays.copyOfRange(pass.mean(), a * columns, (a + 1) * columns);
        }
        this.covariances = covarianceBlocks(pass.spread());
        this.grams = new double[pass.form() == CurvatureForm.FULL ? k * k : 0][];
        for (int block = 0; block < grams.length; block++) {
            grams[block] = block % k <= block / k ? new double[columns * columns] : new double[0];
        }
    }

    private double[][] covarianceBlocks(CoefficientCovariance spread) {
        int d = k * columns;
        double[] full = spread instanceof CoefficientCovariance.Covariance covariance
                ? covariance.matrix()
                : spread instanceof CoefficientCovariance.CovarianceFactor root
                        ? factorCovariance(root.factor(), d)
                        : new double[0];
        double[][] blocks = new double[full.length == 0 ? 0 : k * k][];
        for (int block = 0; block < blocks.length; block++) {
            blocks[block] = new double[columns * columns];
            for (int j = 0; j < columns; j++) {
                int from = ((block / k) * columns + j) * d + (block % k) * columns;
                System.arraycopy(full, from, blocks[block], j * columns, columns);
            }
        }
        return blocks;
    }

    private double[] factorCovariance(double[] factor, int d) {
        double[] covariance = new double[d * d];
        kernel.transposedProduct(factor, d, covariance);
        return covariance;
    }

    @Override
    void predict(RowBlock block, int first, PredictorChunk chunk) {
        for (int a = 0; a < k; a++) {
            block.multiply(kernel, first, chunk.rows(), means[a], perRow);
            for (int i = 0; i < chunk.rows(); i++) {
                chunk.predictorMeans()[i * k + a] = perRow[i]
                        + (a < pass.loss().predictorsWithOffset()
                                ? block.attributes().offset(first + i)
                                : 0);
            }
        }
        Arrays.fill(chunk.predictorCovariances(), 0, chunk.rows() * k * k, 0.0);
        for (int a = 0; a < k; a++) {
            for (int b = 0; b <= a; b++) {
                if (computeCovariance(block, first, chunk.rows(), a, b)) {
                    for (int i = 0; i < chunk.rows(); i++) {
                        chunk.predictorCovariances()[(i * k + a) * k + b] = perRow[i];
                        chunk.predictorCovariances()[(i * k + b) * k + a] = perRow[i];
                    }
                }
            }
        }
    }

    /** Computes covariances of predictors a and b into {@code perRow}; false where they are zero. */
    private boolean computeCovariance(RowBlock block, int first, int rows, int a, int b) {
        if (covariances.length > 0) {
            block.quadraticForms(first, rows, covariances[a * k + b], perRow);
            return true;
        }
        if (a == b && pass.spread() instanceof CoefficientCovariance.Diagonal diagonal) {
            double[] own = Arrays.copyOfRange(diagonal.variances(), a * columns, (a + 1) * columns);
            block.predictorVariances(kernel, first, rows, new CoefficientCovariance.Diagonal(own), perRow);
            return true;
        }
        return false;
    }

    @Override
    void addDerivatives(RowBlock block, int first, PredictorChunk chunk, PassStatistics totals) {
        for (int a = 0; a < k; a++) {
            copyPerRow(chunk.moments().slope(), chunk.rows(), k, a);
            Arrays.fill(perColumn, 0);
            block.addWeightedRows(kernel, first, chunk.rows(), perRow, perColumn);
            addPerColumn(totals.gradient(), a);
            for (int b = 0; b <= a; b++) {
                addCurvature(block, first, chunk, totals, a, b);
            }
        }
    }

    private void addCurvature(RowBlock block, int first, PredictorChunk chunk, PassStatistics totals, int a, int b) {
        if (pass.form() == CurvatureForm.FULL) {
            copyPerRow(chunk.moments().curvature(), chunk.rows(), k * k, a * k + b);
            block.addWeightedGram(kernel, first, chunk.rows(), perRow, grams[a * k + b]);
        } else if (pass.form() == CurvatureForm.DIAGONAL && a == b) {
            copyPerRow(chunk.moments().curvature(), chunk.rows(), k * k, a * k + a);
            Arrays.fill(perColumn, 0);
            block.addWeightedSquares(first, chunk.rows(), perRow, perColumn);
            addPerColumn(totals.curvature(), a);
        }
    }

    private void copyPerRow(double[] from, int rows, int stride, int at) {
        for (int i = 0; i < rows; i++) {
            perRow[i] = from[i * stride + at];
        }
    }

    private void addPerColumn(double[] sum, int predictor) {
        for (int j = 0; j < columns; j++) {
            sum[predictor * columns + j] += perColumn[j];
        }
    }

    @Override
    PassStatistics finishSums(PassStatistics totals) {
        if (pass.form() != CurvatureForm.FULL) {
            return totals;
        }
        int d = k * columns;
        double[] full = new double[d * d];
        for (int a = 0; a < k; a++) {
            for (int b = 0; b <= a; b++) {
                Symmetric.fillUpper(grams[a * k + b], columns);
                for (int j = 0; j < columns; j++) {
                    int to = (a * columns + j) * d + b * columns;
                    System.arraycopy(grams[a * k + b], j * columns, full, to, columns);
                }
            }
        }
        return totals.withCurvature(Symmetric.pack(full, d));
    }
}
