package io.credence.likelihood.robust;

import io.credence.likelihood.Likelihood;
import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.part.Part;
import java.util.List;
import java.util.function.BiFunction;

/** A loss of generalised variational inference, around a likelihood, that a configuration can name. */
public interface LossPart extends Part {

    /**
     * The loss.
     *
     * @param inner family of the labels
     * @throws IllegalArgumentException where they do not go together, with the reason
     */
    Likelihood around(OptionValues values, Likelihood inner);

    /** Whether it is −log p itself, so that the ELBO bounds the log evidence. */
    default boolean isLikelihood() {
        return false;
    }

    /** Whether all it does is to multiply a loss by its option weight, which suits a class of the user's as well. */
    default boolean isPower() {
        return isLikelihood();
    }

    /** Whether new responses can be predicted, which takes a likelihood. */
    default boolean isPredictive() {
        return true;
    }

    /** A loss that is no likelihood's. */
    static LossPart ofDistance(
            String name, String line, BiFunction<OptionValues, Likelihood, Likelihood> make, Option... options) {
        return new Listed(name, line, List.of(options), make, false, false, false);
    }

    /** That part, from a function. */
    static LossPart of(
            String name, String line, BiFunction<OptionValues, Likelihood, Likelihood> make, Option... options) {
        return new Listed(name, line, List.of(options), make, false, false, true);
    }

    /** A part of the list. */
    record Listed(
            String name,
            String line,
            List<Option> options,
            BiFunction<OptionValues, Likelihood, Likelihood> make,
            boolean isLikelihood,
            boolean isPower,
            boolean isPredictive)
            implements LossPart {
        @Override
        public Likelihood around(OptionValues values, Likelihood inner) {
            return make.apply(values, inner);
        }
    }
}
