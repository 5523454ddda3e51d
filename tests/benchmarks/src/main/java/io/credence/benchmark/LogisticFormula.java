package io.credence.benchmark;

import io.credence.model.PredictorModel;
import org.hipparchus.CalculusFieldElement;

/** Logistic regression as a user writes it, without a branch on the linear predictor. */
public final class LogisticFormula implements PredictorModel {
    private static final long serialVersionUID = 1;

    @Override
    public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
        return predictors[0].multiply(1 - 2 * label).exp().log1p().negate();
    }
}
