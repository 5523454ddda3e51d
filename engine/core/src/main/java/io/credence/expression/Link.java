package io.credence.expression;

import io.credence.autodiff.SpecialFunctions;
import io.credence.part.Spelling;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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

    /** Names of all links, in lower case. */
    public static List<String> names() {
        return Arrays.stream(values())
                .map(link -> link.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    /**
     * Link of a name.
     *
     * @throws IllegalArgumentException if there is none, with the nearest
     */
    public static Link named(String name) {
        int at = names().indexOf(name);
        if (at < 0) {
            throw new IllegalArgumentException(
                    "link is not known: required one of " + Spelling.suggest(name, names()) + ", found " + name);
        }
        return values()[at];
    }
}
