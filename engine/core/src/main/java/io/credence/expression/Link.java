package io.credence.expression;

import io.credence.autodiff.SpecialFunctions;
import org.hipparchus.CalculusFieldElement;

/** Link function between a parameter of a law and its linear predictor. */
public enum Link {
    /** The parameter is the predictor. */
    IDENTITY {
        @Override
        public <T extends CalculusFieldElement<T>> T inverse(T eta) {
            return eta;
        }
    },
    /** The logarithm of the parameter is the predictor. */
    LOG {
        @Override
        public <T extends CalculusFieldElement<T>> T inverse(T eta) {
            return eta.exp();
        }
    },
    /** The logarithm of the parameter less 1 is the predictor. */
    LOGM1 {
        @Override
        public <T extends CalculusFieldElement<T>> T inverse(T eta) {
            return eta.exp().add(1);
        }
    },
    /** The log odds of the parameter, a probability, are the predictor. */
    LOGIT {
        @Override
        public <T extends CalculusFieldElement<T>> T inverse(T eta) {
            return SpecialFunctions.logistic(eta);
        }
    },
    /** The normal quantile of the parameter, a probability, is the predictor. */
    PROBIT {
        @Override
        public <T extends CalculusFieldElement<T>> T inverse(T eta) {
            return SpecialFunctions.normalCdf(eta);
        }
    },
    /** The parameter is log(1 + exp(predictor)). */
    SOFTPLUS {
        @Override
        public <T extends CalculusFieldElement<T>> T inverse(T eta) {
            return SpecialFunctions.softplus(eta);
        }
    };

    /** Parameter of a linear predictor. */
    public abstract <T extends CalculusFieldElement<T>> T inverse(T eta);
}
