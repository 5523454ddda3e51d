package io.credence.mixed.component;

import java.io.Serializable;

/** Log density and gradient at a point. */
public interface ScoredPoint extends Serializable {

    /** Log density, nats, or a number that orders points like it; −∞ where there is no density. */
    double value();

    /** Gradient of the log density. */
    double[] gradient();

    /** Number of rows that were visited for it. */
    long rows();
}
