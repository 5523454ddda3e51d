package io.credence.network;

import io.credence.linalg.Panel;

/**
 * Where the weights of a dense layer stand among those of its network: {@code units} rows of {@code columns} weights, of which the first
 * is the unit's bias.
 *
 * @param offset of the first weight
 * @param columns inputs and one
 * @param units outputs
 */
record DenseLayer(int offset, int columns, int units) {

    /** Number of weights. */
    int weights() {
        return units * columns;
    }

    /** The weighted sum of a unit. */
    double sum(double[] all, int unit, double[] inputs) {
        double sum = 0;
        for (int j = 0, at = offset + unit * columns; j < columns; j++, at++) {
            sum += all[at] * inputs[j];
        }
        return sum;
    }

    /** The layer's slice of an array with one number for each weight, from {@code begin} on. */
    Panel panel(double[] numbers, int begin) {
        return new Panel(numbers, begin + offset, units, columns, columns);
    }
}
