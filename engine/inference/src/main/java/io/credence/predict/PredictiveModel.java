package io.credence.predict;

import java.io.Serializable;

/** Fitted posterior in the form that scoring needs. */
public interface PredictiveModel extends Serializable {

    /** Creates predictions of one row after the other, for one thread. */
    RowPredictive createRowPredictive();
}
