package io.credence.fit;

import java.io.Serializable;

/** Where a fit is, in the form that its fitter needs for the next step. */
sealed interface Place extends Serializable permits Search, Chain, Descent, Track {

    /** The last position known to be good. */
    Position best();
}
