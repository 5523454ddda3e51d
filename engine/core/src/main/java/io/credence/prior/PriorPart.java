package io.credence.prior;

import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.part.Part;
import java.util.List;
import java.util.function.BiFunction;

/** A prior of coefficients that a configuration can name. */
public interface PriorPart extends Part {

    /**
     * The prior.
     *
     * @param coefficients how many there are
     * @param plain those with a normal prior whatever the part, such as the intercept
     * @throws IllegalArgumentException if the values do not go together, or with the coefficients
     */
    CoefficientPrior prior(OptionValues values, int coefficients, List<Integer> plain);

    /** Whether it is normal, so that divergences from it have closed forms and columns may be standardised. */
    default boolean isNormal() {
        return false;
    }

    /**
     * Whether it is the posterior of an earlier fit, which has to be read first; it makes the prior of what that does
     * not know.
     */
    default boolean isEarlier() {
        return false;
    }

    @Override
    default String needs() {
        return isNormal() ? "" : "draws, data.standardize = false";
    }

    /** A part of the list. */
    record Listed(
            String name,
            String line,
            List<Option> options,
            boolean isNormal,
            BiFunction<OptionValues, Scope, CoefficientPrior> make)
            implements PriorPart {
        @Override
        public CoefficientPrior prior(OptionValues values, int coefficients, List<Integer> plain) {
            return make.apply(values, new Scope(coefficients, plain));
        }
    }

    /**
     * Which coefficients a prior is of.
     *
     * @param coefficients how many there are
     * @param plain those with a normal prior whatever the part
     */
    record Scope(int coefficients, List<Integer> plain) {}
}
