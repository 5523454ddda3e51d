package io.credence.network.process;

import io.credence.linalg.Symmetric;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Sizes of a deep Gaussian process. Layers but the last have as many outputs as rows have columns and the identity as
 * mean; the last has one output. Parameters of a layer are its inducing inputs, log variance, log length scales, means
 * of the whitened values at the inducing inputs, and for each output the root of their covariance, by coordinates of
 * {@linkplain io.credence.linalg.Triangular log-Cholesky}. Behind all is the log standard deviation of the noise.
 *
 * @param columns number of columns of a row, without one of ones
 * @param layers number of layers
 * @param inducing inputs of each layer
 */
public record DeepProcessShape(int columns, int layers, int inducing) implements Serializable {

    private static final double INNER_LOG_SD = Math.log(1e-3);
    private static final double START_LOG_NOISE = Math.log(0.3);

    public DeepProcessShape {
        if (columns < 1 || layers < 1 || inducing < 1) {
            throw new IllegalArgumentException("a deep process must have columns, layers and inducing inputs, found "
                    + columns + ", " + layers + " and " + inducing);
        }
    }

    /**
     * Layer of a deep process.
     *
     * @param offset index of the layer's first parameter
     */
    record Layer(int offset, int columns, int inducing, int outputs) {

        int logVarianceOffset() {
            return offset + inducing * columns;
        }

        int logScalesOffset() {
            return logVarianceOffset() + 1;
        }

        int meansOffset() {
            return logScalesOffset() + columns;
        }

        int rootOffset(int output) {
            return meansOffset() + inducing * outputs + output * rootLength();
        }

        int rootLength() {
            return Symmetric.packedLength(inducing);
        }

        int endOffset() {
            return rootOffset(outputs);
        }
    }

    List<Layer> allLayers() {
        List<Layer> all = new ArrayList<>();
        int offset = 0;
        for (int l = 0; l < layers; l++) {
            Layer layer = new Layer(offset, columns, inducing, l < layers - 1 ? columns : 1);
            all.add(layer);
            offset = layer.endOffset();
        }
        return all;
    }

    /** Index of the log standard deviation of the noise. */
    int logNoiseOffset() {
        return allLayers().get(layers - 1).endOffset();
    }

    /** Number of parameters. */
    public int parameterCount() {
        return logNoiseOffset() + 1;
    }

    /**
     * Starting values of the parameters, with which inner layers are nearly the identity.
     *
     * @param inputs inducing inputs of all layers, inducing × columns
     */
    double[] startingValues(double[] inputs) {
        double[] values = new double[parameterCount()];
        for (Layer layer : allLayers()) {
            System.arraycopy(inputs, 0, values, layer.offset(), inducing * columns);
            for (int j = 0; j < columns; j++) {
                values[layer.logScalesOffset() + j] = 0.5 * Math.log(columns);
            }
            boolean inner = layer.endOffset() < logNoiseOffset();
            for (int k = 0; inner && k < layer.outputs(); k++) {
                for (int i = 0; i < inducing; i++) {
                    values[layer.rootOffset(k) + Symmetric.packedLength(i) + i] = INNER_LOG_SD;
                }
            }
        }
        values[logNoiseOffset()] = START_LOG_NOISE;
        return values;
    }
}
