package io.credence.expression;

import io.credence.autodiff.SpecialFunctions;
import org.hipparchus.CalculusFieldElement;

/** Link function between a parameter of a law and its linear predictor. */
public enum Link {
    /** The parameter is the predictor. */
    IDENTITY {
        @Override
        <T extends CalculusFieldElement<T>> T inverse(T eta) {
            return eta;
        }
    },
    /** The logarithm of the parameter is the predictor. */
    LOG {
        @Override
        <T extends CalculusFieldElement<T>> T inverse(T eta) {
            return eta.exp();
        }
    },
    /** The log odds of the parameter, a probability, are the predictor. */
    LOGIT {
        @Override
        <T extends CalculusFieldElement<T>> T inverse(T eta) {
            return SpecialFunctions.logistic(eta);
        }
    },
    /** The normal quantile of the parameter, a probability, is the predictor. */
    PROBIT {
        @Override
        <T extends CalculusFieldElement<T>> T inverse(T eta) {
            return SpecialFunctions.normalCdf(eta);
        }
    },
    /** The parameter is log(1 + exp(predictor)). */
    SOFTPLUS {
        @Override
        <T extends CalculusFieldElement<T>> T inverse(T eta) {
            return SpecialFunctions.softplus(eta);
        }
    };

    /** Parameter of a linear predictor. */
    abstract <T extends CalculusFieldElement<T>> T inverse(T eta);
}
