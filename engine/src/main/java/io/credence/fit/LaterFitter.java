package io.credence.fit;

import io.credence.prior.GaussianPrior;

/** A fitter by draws that can go on from another's state. */
interface LaterFitter extends Fitter {

    /**
     * The state in which this fit goes on.
     *
     * @param before state in which the other fit stopped
     * @param start independent normal factors to begin at
     */
    FitState begin(FitState before, GaussianPrior start);
}
