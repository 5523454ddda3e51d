package io.credence.network.autoencoder;

import io.credence.autodiff.Matrix;
import io.credence.autodiff.MatrixReductions;
import io.credence.autodiff.MatrixTape;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.MatrixView;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Forward passes of an autoencoder on a tape. Not thread-safe. */
final class AutoencoderTape {

    private final AutoencoderShape shape;
    private final MatrixTape tape;
    private final MatrixReductions rows;

    AutoencoderTape(AutoencoderShape shape, DenseKernel kernel) {
        this.shape = shape;
        this.tape = new MatrixTape(kernel);
        this.rows = new MatrixReductions(tape);
    }

    MatrixTape tape() {
        return tape;
    }

    /** Encoder's normal of each row: means, rows × latents, and log standard deviations. */
    record EncoderNormal(Matrix mean, Matrix logSd) {}

    /** Weights and biases of layers, as variables or as constants. */
    @FunctionalInterface
    interface Parameters {
        /** Matrix of the parameters from {@code offset}. */
        Matrix matrix(int offset, int rows, int columns);
    }

    /**
     * Parameters that stay as they are, also when the tape is cleared: each matrix is copied once.
     *
     * @param values weights and biases, layer by layer
     */
    Parameters fixedParameters(double[] values) {
        Map<Integer, Matrix> copied = new HashMap<>();
        return (offset, rowCount, columns) -> copied.computeIfAbsent(
                offset,
                at -> tape.constant(Arrays.copyOfRange(values, at, at + rowCount * columns), rowCount, columns));
    }

    private Matrix applyLayers(List<AutoencoderShape.Layer> layers, Parameters of, Matrix in) {
        Matrix now = in;
        for (int l = 0; l < layers.size(); l++) {
            AutoencoderShape.Layer layer = layers.get(l);
            int biases = layer.end() - layer.units();
            Matrix weights = of.matrix(layer.offset(), layer.inputs(), layer.units());
            Matrix bias = of.matrix(biases, 1, layer.units());
            now = rows.addRow(tape.product(now, weights), bias);
            now = l < layers.size() - 1 ? tape.relu(now) : now;
        }
        return now;
    }

    /** Encodes rows, given row by row. */
    EncoderNormal encode(Parameters of, double[] x, int count) {
        Matrix out = applyLayers(shape.encoder(), of, tape.constant(x, count, shape.rowLength()));
        int latents = shape.latents();
        return new EncoderNormal(rows.columns(out, 0, latents), rows.columns(out, latents, latents));
    }

    /** Decodes latent numbers to logits of rows. */
    Matrix decode(Parameters of, Matrix latents) {
        return applyLayers(shape.decoder(), of, latents);
    }

    /**
     * Log weights of each draw of each row at z = mean + sd ∘ noise, one below the other. A weight is log w = log p(x |
     * z) + log p(z) − log q(z) (Futami et al. 2022, eq. 146).
     *
     * @param x rows of zeros and ones
     * @param noise rows of standard normal numbers, as many draws for each row of x
     */
    Matrix logWeights(Parameters of, double[] x, EncoderNormal code, Matrix noise) {
        int draws = noise.rows() / code.mean.rows();
        Matrix logSd = rows.repeated(code.logSd, draws);
        Matrix z = tape.linearCombination(rows.repeated(code.mean, draws), 1, tape.times(tape.exp(logSd), noise));
        Matrix losses = losses(decode(of, z), x);
        // with z − mean = sd ε, −log q is ½ε² + log sd + ½ log 2π, whose last term that of the prior takes away
        Matrix quadratic = tape.linearCombination(tape.linear(tape.square(noise), 0.5, 0), -0.5, tape.square(z));
        return tape.linearCombination(rows.rowSums(tape.linearCombination(quadratic, 1, logSd)), -1, losses);
    }

    Matrix sum(Matrix of) {
        return rows.sum(of);
    }

    /** Losses −log p(x | logits) of each draw of each row. */
    private Matrix losses(Matrix logits, double[] x) {
        int columns = logits.columns();
        int count = x.length / columns;
        int draws = logits.rows() / count;
        double[] value = tape.zeroWorkspace(logits.rows() * columns);
        double[] slope = tape.zeroWorkspace(logits.rows() * columns);
        double[] sums = tape.zeroWorkspace(logits.rows());
        double[] label = new double[columns];
        for (int i = 0; i < count; i++) {
            System.arraycopy(x, i * columns, label, 0, columns);
            int from = i * draws * columns;
            tape.kernel()
                    .logistic(
                            new MatrixView(logits.values(), from, draws, columns, columns),
                            label,
                            new MatrixView(value, from, draws, columns, columns),
                            new MatrixView(slope, from, draws, columns, columns));
        }
        for (int r = 0, at = 0; r < sums.length; r++) {
            for (int j = 0; j < columns; j++, at++) {
                sums[r] += value[at];
            }
        }
        return tape.recordOperation(
                logits.rows(),
                1,
                sums,
                slopes -> {
                    double[] into = tape.slopes(logits);
                    for (int at = 0; at < into.length; at++) {
                        into[at] += slopes[at / columns] * slope[at];
                    }
                },
                logits);
    }
}
