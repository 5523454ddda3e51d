package io.credence.prior;

import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.part.Part;
import java.util.List;
import java.util.function.BiFunction;

/** Prior of coefficients that a configuration can choose by name. */
public interface PriorPart extends Part {

    /**
     * Makes the prior.
     *
     * @param coefficients number of coefficients
     * @param plain indices of coefficients with a normal prior whatever the part, such as the intercept
     * @throws IllegalArgumentException if the values do not go together, or with the coefficients
     */
    CoefficientPrior prior(OptionValues values, int coefficients, List<Integer> plain);

    /** Whether the prior is normal, so that divergences from it have closed forms and columns may be standardised. */
    default boolean isNormal() {
        return false;
    }

    /** Whether the prior is normal given the dispersion, of which its variances are multiples. */
    default boolean isConjugate() {
        return false;
    }

    /**
     * Whether the prior is the posterior of an earlier fit, which has to be read first. The part makes the prior of
     * coefficients that the fit does not know.
     */
    default boolean isEarlier() {
        return false;
    }

    @Override
    default String requirements() {
        return isNormal() ? "" : "draws, data.standardize = false";
    }

    /** Catalogue entry that consists of a name, a description, options and a factory. */
    record PriorEntry(
            String name,
            String description,
            List<Option> options,
            boolean isNormal,
            BiFunction<OptionValues, PriorCoefficients, CoefficientPrior> make)
            implements PriorPart {
        @Override
        public CoefficientPrior prior(OptionValues values, int coefficients, List<Integer> plain) {
            return make.apply(values, new PriorCoefficients(coefficients, plain));
        }
    }

    /**
     * Coefficients of a prior, with those that are normal whatever the prior.
     *
     * @param coefficientCount number of coefficients
     * @param plainIndices indices of those with a normal prior whatever the part
     */
    record PriorCoefficients(int coefficientCount, List<Integer> plainIndices) {}
}
