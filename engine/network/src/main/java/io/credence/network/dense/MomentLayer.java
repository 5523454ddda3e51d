package io.credence.network.dense;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.MatrixView;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Means and covariances of a layer's weighted sums under independent normal weights and inputs of known moments, with
 * the pullback of slopes. With weights W ~ N(M, S) and inputs h, E a = M E h, Var a = S E h² + M² Var h and Cov(a_k,
 * a_l) = (M_k ∘ M_l) Var h, where inputs are independent of each other (Wu et al. 2019, deterministic variational
 * inference, of one hidden layer exact).
 */
final class MomentLayer {

    private final DenseLayer layer;
    private final DenseKernel kernel;
    private final int[][] pairs;
    private final double @Nullable [] products;
    private final double[] productSlope;

    /**
     * Creates the sums of one layer.
     *
     * @param spread whether its inputs have variances
     * @param pairs number of pairs of units whose covariances are requested
     */
    MomentLayer(DenseLayer layer, DenseKernel kernel, boolean spread, int pairs) {
        this.layer = layer;
        this.kernel = kernel;
        this.pairs = new int[pairs][];
        for (int k = 0; k < layer.units(); k++) {
            this.pairs[k] = new int[] {k, k};
        }
        int at = layer.units();
        for (int k = 1; k < layer.units() && at < pairs; k++) {
            for (int l = 0; l < k; l++) {
                this.pairs[at++] = new int[] {k, l};
            }
        }
        this.products = spread ? new double[pairs * layer.inputCountWithBias()] : null;
        this.productSlope = new double[spread ? pairs * layer.inputCountWithBias() : 0];
    }

    /**
     * Fills in the weighted sums of the inputs.
     *
     * @param means M of all layers
     * @param variances S of all layers
     */
    void forward(double[] means, double[] variances, UnitMoments in, LayerSums out, int rows) {
        Arrays.fill(out.mean, 0, layer.units() * rows, 0);
        Arrays.fill(out.covariance, 0, pairs.length * rows, 0);
        addWeightedInputs(in.mean, rows, layer.panel(means, 0), out.mean, layer.units());
        addWeightedInputs(in.square, rows, layer.panel(variances, 0), out.covariance, layer.units());
        double[] spread = in.variance;
        if (products != null && spread != null) {
            multiplyMeansOfUnitPairs(means, products);
            addWeightedInputs(
                    spread,
                    rows,
                    MatrixView.of(products, pairs.length, layer.inputCountWithBias()),
                    out.covariance,
                    pairs.length);
        }
    }

    private void addWeightedInputs(double[] inputs, int rows, MatrixView weights, double[] sums, int count) {
        kernel.addWeightedRows(inputs, 0, layer.inputCountWithBias(), rows, weights, MatrixView.of(sums, count, rows));
    }

    private void multiplyMeansOfUnitPairs(double[] means, double[] into) {
        int columns = layer.inputCountWithBias();
        for (int p = 0; p < pairs.length; p++) {
            int k = layer.offset() + pairs[p][0] * columns;
            int l = layer.offset() + pairs[p][1] * columns;
            for (int j = 0; j < columns; j++) {
                into[p * columns + j] = means[k + j] * means[l + j];
            }
        }
    }

    /**
     * Converts slopes in the sums to slopes in the weights and, where inputs have slopes, in the inputs.
     *
     * @param gradient slopes in M, and behind those of all layers, from {@code behind} on, slopes in S; set
     */
    void backward(
            double[] means,
            double[] variances,
            UnitMoments in,
            LayerSums out,
            int rows,
            double[] gradient,
            int behind) {
        int units = layer.units();
        int columns = layer.inputCountWithBias();
        MatrixView meanSlope = MatrixView.of(out.meanSlope, units, rows);
        MatrixView varianceSlope = MatrixView.of(out.covarianceSlope, units, rows);
        kernel.multiply(in.mean, 0, columns, rows, meanSlope, layer.panel(gradient, 0));
        kernel.multiply(in.square, 0, columns, rows, varianceSlope, layer.panel(gradient, behind));
        if (in.meanSlope.length > 0) {
            pullBackSlopes(out.meanSlope, units, rows, layer.panel(means, 0), in.meanSlope);
            pullBackSlopes(out.covarianceSlope, units, rows, layer.panel(variances, 0), in.squareSlope);
        }
        double[] spread = in.variance;
        double[] spreadSlope = in.varianceSlope;
        if (products != null && spread != null && spreadSlope != null) {
            MatrixView all = MatrixView.of(out.covarianceSlope, pairs.length, rows);
            kernel.multiply(spread, 0, columns, rows, all, MatrixView.of(productSlope, pairs.length, columns));
            addPairs(means, gradient);
            pullBackSlopes(
                    out.covarianceSlope,
                    pairs.length,
                    rows,
                    MatrixView.of(products, pairs.length, columns),
                    spreadSlope);
        }
    }

    private void pullBackSlopes(double[] slopes, int count, int rows, MatrixView weights, double[] into) {
        Arrays.fill(into, 0, layer.inputCountWithBias() * rows, 0);
        kernel.addCrossProduct(slopes, 0, count, rows, weights, MatrixView.of(into, layer.inputCountWithBias(), rows));
    }

    private void addPairs(double[] means, double[] gradient) {
        int columns = layer.inputCountWithBias();
        for (int p = 0; p < pairs.length; p++) {
            int k = layer.offset() + pairs[p][0] * columns;
            int l = layer.offset() + pairs[p][1] * columns;
            for (int j = 0; j < columns; j++) {
                gradient[k + j] += productSlope[p * columns + j] * means[l + j];
                gradient[l + j] += productSlope[p * columns + j] * means[k + j];
            }
        }
    }
}
