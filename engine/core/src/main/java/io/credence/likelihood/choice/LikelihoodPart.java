package io.credence.likelihood.choice;

import io.credence.likelihood.LabelChecks;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.SearchedOption;
import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.part.Part;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Likelihood that a configuration can choose by name. */
public interface LikelihoodPart extends Part {

    /**
     * Makes the likelihood.
     *
     * @param classes number of classes in the data; read only where labels are classes
     * @throws IllegalArgumentException if the values do not go together
     */
    Likelihood likelihood(OptionValues values, int classes);

    /** Whether the likelihood has a dispersion, fixed or estimated. */
    default boolean isDispersed() {
        return false;
    }

    /** Whether labels are classes 0, 1, 2, … that the data count. */
    default boolean hasClasses() {
        return false;
    }

    /** Number of classes that the options state; 0 where it is to be taken from the data. */
    default int statedClassCount(OptionValues values) {
        return has(Likelihoods.CLASSES) ? values.whole(Likelihoods.CLASSES) : 0;
    }

    /** Whether the number of classes is taken from the data. */
    default boolean takesClassCountFromData(OptionValues values) {
        return hasClasses() && statedClassCount(values) == 0;
    }

    /** Largest number of classes that labels may have; 0 where labels are numbers. */
    default int maxClassCount(OptionValues values) {
        return takesClassCountFromData(values)
                ? LabelChecks.MOST_CLASSES
                : likelihood(values, statedClassCount(values)).outcomeCount();
    }

    /**
     * Whether the classes are ordered. The cutpoints between them are then parameters, and replace an intercept. The
     * likelihood is then a formula in linear predictors, which is fitted by draws.
     */
    default boolean hasCutpoints() {
        return false;
    }

    /**
     * Option whose value is estimated from the rows; null where all values are given. The {@link #likelihood} has the
     * value at which the search begins.
     */
    default @Nullable SearchedOption searchedOption(OptionValues values) {
        return null;
    }

    /** Catalogue entry of a likelihood without dispersion. */
    static LikelihoodPart of(String name, String line, Likelihood likelihood) {
        return new LikelihoodEntry(name, line, List.of(), (values, classes) -> likelihood, false, false, false);
    }

    /** Catalogue entry of a likelihood with a dispersion. */
    static LikelihoodPart ofDispersed(
            String name, String line, Function<OptionValues, Likelihood> make, Option... options) {
        return new LikelihoodEntry(
                name, line, List.of(options), (values, classes) -> make.apply(values), true, false, false);
    }

    /** Catalogue entry that consists of a name, a description, options and a factory. */
    record LikelihoodEntry(
            String name,
            String description,
            List<Option> options,
            BiFunction<OptionValues, Integer, Likelihood> make,
            boolean isDispersed,
            boolean hasClasses,
            boolean hasCutpoints)
            implements LikelihoodPart {
        @Override
        public String requirements() {
            return hasCutpoints ? "draws" : "";
        }

        @Override
        public Likelihood likelihood(OptionValues values, int classes) {
            return make.apply(values, classes);
        }
    }
}
