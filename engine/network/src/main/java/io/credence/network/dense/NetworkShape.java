package io.credence.network.dense;

import java.util.ArrayList;
import java.util.List;

/**
 * Sizes of a network of dense layers. Its parameters are the means of all weights, layer by layer, then their log
 * standard deviations in that order, then numbers without uncertainty, which are points.
 *
 * @param columns number of features of a row, a leading column of ones included
 * @param hidden units of each hidden layer
 * @param outputs number of outputs
 * @param points number of parameters without uncertainty
 */
public record NetworkShape(int columns, List<Integer> hidden, int outputs, int points) {

    public NetworkShape {
        hidden = List.copyOf(hidden);
        long most = 0;
        int inputs = columns;
        for (int units : hidden) {
            most += (long) inputs * units;
            inputs = units + 1;
        }
        if (2 * (most + (long) inputs * outputs) > Integer.MAX_VALUE / Double.BYTES) {
            throw new IllegalArgumentException("model.network.layers = " + hidden + " make too many weights for "
                    + columns + " columns: required at most " + Integer.MAX_VALUE / 16 + ", found " + most);
        }
    }

    /** Layers of the network; the last one gives the outputs. */
    public List<DenseLayer> layers() {
        List<DenseLayer> layers = new ArrayList<>();
        int offset = 0;
        int inputs = columns;
        for (int l = 0; l <= hidden.size(); l++) {
            DenseLayer layer = new DenseLayer(offset, inputs, l < hidden.size() ? hidden.get(l) : outputs);
            layers.add(layer);
            offset += layer.weightCount();
            inputs = layer.units() + 1;
        }
        return List.copyOf(layers);
    }

    /** Number of weights d. */
    public int weightCount() {
        int d = 0;
        for (DenseLayer layer : layers()) {
            d += layer.weightCount();
        }
        return d;
    }

    /** Number of parameters: 2d of the d weights, and those without uncertainty. */
    public int parameterCount() {
        return 2 * weightCount() + points;
    }

    /** Index of the first point. */
    public int firstPoint() {
        return 2 * weightCount();
    }
}
