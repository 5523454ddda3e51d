package io.credence.fit;

import java.io.Serializable;

/** Where a fit is, in the form that its algorithm needs for the next step. */
interface AlgorithmState extends Serializable {

    /** The last position known to be good. */
    Position best();
}
