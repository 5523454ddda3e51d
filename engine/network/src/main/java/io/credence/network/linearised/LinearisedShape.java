package io.credence.network.linearised;

import io.credence.linalg.Symmetric;
import io.credence.network.dense.NetworkShape;
import io.credence.network.dense.SharedNoise;
import java.util.Arrays;

/**
 * Parameters of a network whose weights have one normal with a full covariance: means of the weights, log prior variance of each layer, log
 * standard deviation of the noise, the slopes of the log joint density in the weights, and the root of the posterior's precision, packed.
 *
 * @param network sizes of the network
 */
record LinearisedShape(NetworkShape network) {

    int weights() {
        return network.weights();
    }

    int logVariance(int layer) {
        return weights() + layer;
    }

    int logNoise() {
        return weights() + network.layers().size();
    }

    int slopes() {
        return logNoise() + 1;
    }

    int root() {
        return slopes() + weights();
    }

    int parameters() {
        return root() + Symmetric.packedLength(weights());
    }

    /**
     * Parameters before the first step: given means of the weights, standard normal priors, slopes of 0 and an identity
     * as root.
     */
    double[] start(double[] weights) {
        int d = weights();
        double[] values = Arrays.copyOf(Arrays.copyOf(weights, d), parameters());
        values[logNoise()] = SharedNoise.START;
        for (int j = 0; j < d; j++) {
            values[root() + Symmetric.packedLength(j) + j] = 1;
        }
        return values;
    }

    double[] weights(double[] values) {
        return Arrays.copyOf(values, weights());
    }

    /** Root of the posterior's precision, lower triangular. */
    double[] root(double[] values) {
        return Symmetric.unpackLower(Arrays.copyOfRange(values, root(), parameters()), weights());
    }
}
