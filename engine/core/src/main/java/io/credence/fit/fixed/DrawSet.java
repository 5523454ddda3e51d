package io.credence.fit.fixed;

import io.credence.random.NormalDraws;
import java.io.Serializable;

/**
 * Set of fixed draws, of which a fit takes several in turn.
 *
 * @param address random address, distinct for each set
 * @param draws number of draws of each stratum, a multiple of the unit of their kind
 */
record DrawSet(int address, int draws) implements Serializable {

    /** Next set, whose draws are new and about {@code required} in number. */
    DrawSet next(NormalDraws.Dependence kind, int required) {
        return new DrawSet(address + 1, NormalDraws.roundedUpCount(kind, required));
    }
}
