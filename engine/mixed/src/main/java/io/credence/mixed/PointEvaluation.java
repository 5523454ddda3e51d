package io.credence.mixed;

import java.io.Serializable;

/** What a point of a posterior density came to. */
interface PointEvaluation extends Serializable {

    /** Log density, nats, or what orders points like it; −∞ where it is none. */
    double value();

    /** Of the log density. */
    double[] gradient();

    /** Rows that were visited for it. */
    long rows();
}
