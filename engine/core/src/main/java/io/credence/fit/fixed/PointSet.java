package io.credence.fit.fixed;

import io.credence.random.NormalDraws;
import java.io.Serializable;

/**
 * Which points stay the same.
 *
 * @param address other points have another
 * @param draws their number, of each stratum, which makes whole units of their kind
 */
record PointSet(int address, int draws) implements Serializable {

    /** As many others as are required, or nearly. */
    PointSet next(NormalDraws.Kind kind, int required) {
        return new PointSet(address + 1, NormalDraws.whole(kind, required));
    }
}
