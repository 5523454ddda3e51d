package io.credence.predict;

import java.io.Serializable;

/** Fitted posterior in the form that scoring needs. */
public interface PredictiveModel extends Serializable {

    /** Creates the predictive distribution of single rows, for one thread. */
    RowPredictive createRowPredictive();
}
