package io.credence.mixed;

import java.io.Serializable;

/**
 * What a point of the variance components came to.
 *
 * @param value log p(y, components) in the coordinates of the search, nats; −∞ where it is none
 * @param gradient of it; empty where it was not asked for
 */
record Evaluation(double value, double[] gradient) implements Serializable {

    static Evaluation none(int dimension) {
        return new Evaluation(Double.NEGATIVE_INFINITY, new double[dimension]);
    }
}
