package io.credence.network.autoencoder;

import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Sizes of an autoencoder. Dense layers go from a row to means and log standard deviations of its latent numbers;
 * hidden layers in the reverse order go from latent numbers to logits of the row. Weights of a layer are inputs ×
 * units, its biases behind them.
 *
 * @param rowLength number of numbers of a row
 * @param hidden units of each hidden layer of the encoder
 * @param latents number of latent numbers of a row
 */
public record AutoencoderShape(int rowLength, List<Integer> hidden, int latents) implements Serializable {

    public AutoencoderShape {
        hidden = List.copyOf(hidden);
        if (rowLength < 1 || latents < 1 || hidden.isEmpty() || hidden.stream().anyMatch(units -> units < 1)) {
            throw new IllegalArgumentException(
                    "an autoencoder must have rows of numbers, latent numbers and hidden layers"
                            + " of at least one unit, found " + rowLength + ", " + latents + " and " + hidden);
        }
    }

    /**
     * Dense layer.
     *
     * @param offset index of the layer's first weight
     */
    record Layer(int offset, int inputs, int units) {
        int end() {
            return offset + (inputs + 1) * units;
        }
    }

    List<Layer> encoder() {
        return layers(0, rowLength, hidden, 2 * latents);
    }

    List<Layer> decoder() {
        List<Integer> back = new ArrayList<>(hidden);
        Collections.reverse(back);
        return layers(encoder().get(hidden.size()).end(), latents, back, rowLength);
    }

    private static List<Layer> layers(int begin, int inputs, List<Integer> hidden, int outputs) {
        List<Layer> layers = new ArrayList<>();
        int offset = begin;
        int from = inputs;
        for (int l = 0; l <= hidden.size(); l++) {
            Layer layer = new Layer(offset, from, l < hidden.size() ? hidden.get(l) : outputs);
            layers.add(layer);
            offset = layer.end();
            from = layer.units();
        }
        return layers;
    }

    /** Number of weights and biases. */
    public int parameterCount() {
        return decoder().get(hidden.size()).end();
    }

    /**
     * Starting values: random weights and no biases. Weights of each layer are as wide as keeps the size of the numbers
     * that pass through it.
     */
    double[] startingValues(long seed) {
        double[] values = new double[parameterCount()];
        List<Layer> layers = new ArrayList<>(encoder());
        layers.addAll(decoder());
        for (int l = 0; l < layers.size(); l++) {
            Layer layer = layers.get(l);
            boolean last = l == hidden.size() || l == layers.size() - 1;
            double scale = Math.sqrt((last ? 1.0 : 2.0) / layer.inputs());
            for (int j = layer.offset(); j < layer.end() - layer.units(); j++) {
                values[j] = scale * AddressedRandom.normal(seed, RandomUse.NETWORK_STARTS.firstAddressWord(), 0, 0, j);
            }
        }
        return values;
    }
}
