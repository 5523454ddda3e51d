package io.credence.fit.fixed;

import io.credence.random.NormalDraws;
import java.io.Serializable;

/**
 * Set of fixed points.
 *
 * @param address random address, distinct for each set
 * @param draws number of points of each stratum, which makes whole units of their kind
 */
record DrawSet(int address, int draws) implements Serializable {

    /** A set of other points, about as many as are required. */
    DrawSet next(NormalDraws.Dependence kind, int required) {
        return new DrawSet(address + 1, NormalDraws.roundedUpCount(kind, required));
    }
}
