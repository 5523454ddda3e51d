package io.credence.mixed.joint;

import java.util.Arrays;

/**
 * Zeros of a Chebyshev polynomial on (−1, 1), between which a smooth function is interpolated by Lagrange's polynomials.
 *
 * @param count number of nodes
 */
record ChebyshevNodes(int count) {

    /** Place of a node: cos π(i + ½)/n. */
    double abscissa(int i) {
        return Math.cos(Math.PI * (i + 0.5) / count);
    }

    /** Weight of each node in the value at {@code z}. */
    double[] weights(double z) {
        double[] weights = new double[count];
        Arrays.fill(weights, 1);
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                double node = abscissa(j);
                weights[i] *= i == j ? 1 : (z - node) / (abscissa(i) - node);
            }
        }
        return weights;
    }
}
