package io.credence.predict;

import java.io.Serializable;

/** A fitted posterior, as scoring needs it. */
public interface PredictiveModel extends Serializable {

    /** Predictions of one row after the other, for one thread. */
    RowPredictive rows();
}
