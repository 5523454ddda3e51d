package io.credence.fit.fixed;

import io.credence.random.NormalDraws;
import java.io.Serializable;

/**
 * Set of fixed points.
 *
 * @param address random address, distinct for each set
 * @param draws number of points of each stratum, which makes whole units of their kind
 */
record PointSet(int address, int draws) implements Serializable {

    /** A set of other points, about as many as are required. */
    PointSet next(NormalDraws.Kind kind, int required) {
        return new PointSet(address + 1, NormalDraws.whole(kind, required));
    }
}
