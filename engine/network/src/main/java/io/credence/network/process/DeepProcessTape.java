package io.credence.network.process;

import io.credence.autodiff.Matrix;
import io.credence.autodiff.MatrixFactors;
import io.credence.autodiff.MatrixReductions;
import io.credence.autodiff.MatrixTape;
import io.credence.divergence.Divergence;
import io.credence.linalg.DenseKernel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Forward passes of a deep Gaussian process on a tape. Rows go through the layers by draws of each layer's outputs
 * (Salimbeni and Deisenroth 2017, doubly stochastic). Not thread-safe.
 */
final class DeepProcessTape {
    // With K = CCᵀ of the inducing inputs and u = C v, v ~ N(m, TTᵀ) whitened, a row's a = C⁻¹k makes its output
    // N(aᵀm, v₀ − aᵀa + ‖Tᵀa‖²), v₀ the variance of the process.

    private static final double JITTER = 1e-6;
    private static final double LEAST_VARIANCE = 1e-10;

    private final DeepProcessShape shape;
    private final MatrixTape tape;
    private final MatrixReductions rows;
    private final MatrixFactors factors;
    private final double[] jitter;

    /**
     * Outputs of the last layer, normal given draws of those before.
     *
     * @param mean rows × 1
     * @param variance rows × 1
     * @param layers parameters of q, for the divergence
     */
    record Outputs(Matrix mean, Matrix variance, List<LayerPosterior> layers) {}

    /**
     * Normal posterior of a layer's whitened values: means, inducing × outputs, and roots of covariances, one for each
     * output.
     */
    record LayerPosterior(Matrix mean, List<Matrix> covarianceFactors) {}

    /**
     * Parts of a layer that do not depend on rows: its kernel, the factor of the covariance of its inducing inputs, and
     * its posterior.
     */
    record LayerFactors(
            DeepProcessShape.Layer layer,
            Matrix inputs,
            Matrix logVariance,
            Matrix logScales,
            MatrixFactors.TriangleWithInverse kernelCholesky,
            LayerPosterior posterior) {}

    DeepProcessTape(DeepProcessShape shape, DenseKernel kernel) {
        this.shape = shape;
        this.tape = new MatrixTape(kernel);
        this.rows = new MatrixReductions(tape);
        this.factors = new MatrixFactors(tape);
        int inducing = shape.inducing();
        this.jitter = new double[inducing * inducing];
        for (int i = 0; i < inducing; i++) {
            jitter[i * inducing + i] = JITTER;
        }
    }

    MatrixTape tape() {
        return tape;
    }

    /**
     * Computes the factors of all layers.
     *
     * @param learned whether slopes in the parameters are requested
     */
    List<LayerFactors> layerFactors(double[] values, boolean learned) {
        return shape.allLayers().stream()
                .map(layer -> layer(values, layer, learned))
                .toList();
    }

    private LayerFactors layer(double[] values, DeepProcessShape.Layer layer, boolean learned) {
        int inducing = layer.inducing();
        Matrix inputs = parameters(values, layer.offset(), inducing, layer.columns(), learned);
        Matrix logVariance = parameters(values, layer.logVarianceOffset(), 1, 1, learned);
        Matrix logScales = parameters(values, layer.logScalesOffset(), 1, layer.columns(), learned);
        Matrix own = factors.gaussianProcessCovariances(inputs, inputs, logVariance, logScales);
        Matrix steadied = tape.linearCombination(own, 1, tape.constant(jitter, inducing, inducing));
        List<Matrix> roots = new ArrayList<>();
        for (int k = 0; k < layer.outputs(); k++) {
            roots.add(factors.lowerTriangle(
                    parameters(values, layer.rootOffset(k), 1, layer.rootLength(), learned), inducing));
        }
        Matrix mean = parameters(values, layer.meansOffset(), inducing, layer.outputs(), learned);
        return new LayerFactors(
                layer,
                inputs,
                logVariance,
                logScales,
                factors.withInverse(factors.cholesky(steadied)),
                new LayerPosterior(mean, roots));
    }

    private Matrix parameters(double[] values, int from, int rowCount, int columns, boolean learned) {
        return learned
                ? tape.variable(values, from, rowCount, columns)
                : tape.constant(Arrays.copyOfRange(values, from, from + rowCount * columns), rowCount, columns);
    }

    /**
     * Passes rows through all layers.
     *
     * @param layers factors of this tape, or of another one without slopes
     * @param x rows × columns
     * @param noise standard normal numbers for the outputs of an inner layer, rows × columns
     */
    Outputs forward(List<LayerFactors> layers, Matrix x, IntFunction<double[]> noise) {
        Matrix now = x;
        for (int l = 0; l < layers.size(); l++) {
            LayerFactors of = layers.get(l);
            Matrix apart = factors.gaussianProcessCovariances(now, of.inputs, of.logVariance, of.logScales);
            Matrix solved = factors.solve(of.kernelCholesky, apart);
            Matrix mean = tape.product(solved, of.posterior.mean);
            Matrix variance = variance(solved, of.logVariance, of.posterior);
            if (l == layers.size() - 1) {
                return new Outputs(
                        mean,
                        variance,
                        layers.stream().map(LayerFactors::posterior).toList());
            }
            Matrix drawn = tape.constant(noise.apply(l), now.rows(), of.layer.outputs());
            Matrix sd = tape.map(variance, Math::sqrt, (v, root) -> 0.5 / root);
            now = tape.linearCombination(tape.linearCombination(now, 1, mean), 1, tape.times(sd, drawn));
        }
        throw new IllegalStateException("a deep process has layers");
    }

    private Matrix variance(Matrix solved, Matrix logVariance, LayerPosterior q) {
        Matrix explained = rows.rowSums(tape.square(solved));
        Matrix left = rows.addRow(tape.linear(explained, -1, 0), tape.exp(logVariance));
        Matrix[] each = new Matrix[q.covarianceFactors.size()];
        for (int k = 0; k < each.length; k++) {
            Matrix spread = rows.rowSums(tape.square(tape.product(solved, q.covarianceFactors.get(k))));
            each[k] = tape.linearCombination(left, 1, spread);
        }
        return tape.map(
                rows.concatenateColumns(each),
                v -> Math.max(v, LEAST_VARIANCE),
                (v, kept) -> v > LEAST_VARIANCE ? 1 : 0);
    }

    /**
     * Sum of the divergences of all layers' outputs from their priors, the whitened N(0, I).
     *
     * @param divergences divergence of each layer
     */
    Matrix divergence(List<LayerPosterior> layers, List<Divergence> divergences) {
        List<Matrix> each = new ArrayList<>();
        for (int l = 0; l < layers.size(); l++) {
            LayerPosterior layer = layers.get(l);
            for (int k = 0; k < layer.covarianceFactors.size(); k++) {
                Matrix mean = rows.columns(layer.mean, k, 1);
                each.add(WhitenedDivergence.of(tape, divergences.get(l), mean, layer.covarianceFactors.get(k)));
            }
        }
        return rows.sum(rows.concatenateColumns(each.toArray(Matrix[]::new)));
    }
}
