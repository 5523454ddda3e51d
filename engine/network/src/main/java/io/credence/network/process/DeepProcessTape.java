package io.credence.network.process;

import io.credence.autodiff.Matrix;
import io.credence.autodiff.MatrixReductions;
import io.credence.autodiff.MatrixTape;
import io.credence.divergence.Divergence;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Triangular;
import io.credence.linalg.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Forward passes of a deep Gaussian process on a tape. Rows go through the layers by draws of each layer's outputs
 * (Salimbeni and Deisenroth 2017, doubly stochastic). Not thread-safe.
 */
final class DeepProcessTape {

    private final DeepProcessShape shape;
    private final MatrixTape tape;
    private final MatrixReductions rows;

    /**
     * Outputs of the last layer, normal given draws of those before.
     *
     * @param mean rows × 1
     * @param variance rows × 1
     */
    record Outputs(Matrix mean, Matrix variance) {}

    DeepProcessTape(DeepProcessShape shape, DenseKernel kernel) {
        this.shape = shape;
        this.tape = new MatrixTape(kernel);
        this.rows = new MatrixReductions(tape);
    }

    MatrixTape tape() {
        return tape;
    }

    /**
     * Computes the parts of all layers that do not depend on rows.
     *
     * @param learned whether slopes in the parameters are requested
     */
    List<ProcessLayer> layers(double[] values, boolean learned) {
        return shape.allLayers().stream()
                .map(layer -> layer(values, layer, learned))
                .toList();
    }

    private ProcessLayer layer(double[] values, DeepProcessShape.Layer layer, boolean learned) {
        int inducing = layer.inducing();
        List<Matrix> roots = new ArrayList<>();
        for (int k = 0; k < layer.outputs(); k++) {
            Matrix coordinates = parameters(values, layer.rootOffset(k), 1, layer.rootLength(), learned);
            roots.add(lowerTriangle(tape, coordinates, inducing));
        }
        return new ProcessLayer(
                tape,
                parameters(values, layer.offset(), inducing, layer.columns(), learned),
                parameters(values, layer.logVarianceOffset(), 1, 1, learned),
                parameters(values, layer.logScalesOffset(), 1, layer.columns(), learned),
                new ProcessLayer.Posterior(
                        parameters(values, layer.meansOffset(), inducing, layer.outputs(), learned), roots));
    }

    private Matrix parameters(double[] values, int from, int rowCount, int columns, boolean learned) {
        return learned
                ? tape.variable(values, from, rowCount, columns)
                : tape.constant(Arrays.copyOfRange(values, from, from + rowCount * columns), rowCount, columns);
    }

    /** The lower triangular matrix of order {@code n} at coordinates of {@linkplain Triangular log-Cholesky}, a row. */
    static Matrix lowerTriangle(MatrixTape tape, Matrix coordinates, int n) {
        double[] factor = Triangular.ofLogCholesky(coordinates.values(), 0, n);
        return tape.recordOperation(
                n,
                n,
                factor,
                slopes -> Vectors.addScaled(
                        tape.slopes(coordinates), 1, Triangular.gradientInLogCholesky(slopes, factor, n)),
                coordinates);
    }

    /**
     * Passes rows through all layers.
     *
     * @param layers layers of this tape, or of another one without slopes
     * @param x rows × columns
     * @param noise standard normal numbers for the outputs of an inner layer, rows × columns
     */
    Outputs forward(List<ProcessLayer> layers, Matrix x, IntFunction<double[]> noise) {
        Matrix now = x;
        for (int l = 0; l < layers.size(); l++) {
            int outputs = layers.get(l).outputs();
            Matrix both = layers.get(l).outputs(tape, now);
            Matrix mean = rows.columns(both, 0, outputs);
            Matrix variance = rows.columns(both, outputs, outputs);
            if (l == layers.size() - 1) {
                return new Outputs(mean, variance);
            }
            Matrix drawn = tape.constant(noise.apply(l), now.rows(), outputs);
            Matrix sd = tape.map(variance, Math::sqrt, (v, root) -> 0.5 / root);
            now = tape.linearCombination(tape.linearCombination(now, 1, mean), 1, tape.times(sd, drawn));
        }
        throw new IllegalStateException("a deep process has layers");
    }

    /**
     * Sum of the divergences of all layers' outputs from their priors, the whitened N(0, I).
     *
     * @param divergences divergence of each layer
     */
    Matrix divergence(List<ProcessLayer> layers, List<Divergence> divergences) {
        List<Matrix> each = new ArrayList<>();
        for (int l = 0; l < layers.size(); l++) {
            ProcessLayer.Posterior posterior = layers.get(l).posterior();
            for (int k = 0; k < posterior.roots().size(); k++) {
                Matrix mean = rows.columns(posterior.mean(), k, 1);
                each.add(WhitenedDivergence.of(
                        tape, divergences.get(l), mean, posterior.roots().get(k)));
            }
        }
        return rows.sum(rows.concatenateColumns(each.toArray(Matrix[]::new)));
    }
}
