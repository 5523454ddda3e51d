package io.credence.network.dense;

import io.credence.linalg.MatrixView;

/**
 * Position of a dense layer's weights among those of its network. There are {@code units} rows of
 * {@code inputCountWithBias} weights, of which the first is the unit's bias.
 *
 * @param offset index of the first weight
 * @param inputCountWithBias number of inputs and one
 * @param units number of outputs
 */
public record DenseLayer(int offset, int inputCountWithBias, int units) {

    /** Number of weights. */
    public int weightCount() {
        return units * inputCountWithBias;
    }

    /** Weighted sum of a unit's inputs. */
    public double sum(double[] all, int unit, double[] inputs) {
        double sum = 0;
        for (int j = 0, at = offset + unit * inputCountWithBias; j < inputCountWithBias; j++, at++) {
            sum += all[at] * inputs[j];
        }
        return sum;
    }

    /** Slice for this layer of an array with one number for each weight, from {@code begin} on. */
    MatrixView panel(double[] numbers, int begin) {
        return new MatrixView(numbers, begin + offset, units, inputCountWithBias, inputCountWithBias);
    }
}
