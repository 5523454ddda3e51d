package io.credence.likelihood.robust;

import io.credence.likelihood.Likelihood;
import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.part.Part;
import java.util.List;
import java.util.function.BiFunction;

/** Loss of generalised variational inference that a configuration can choose by name. It is applied to a likelihood. */
public interface LossPart extends Part {

    /**
     * Applies the loss to a likelihood.
     *
     * @param inner family of the labels
     * @throws IllegalArgumentException where they do not go together, with the reason
     */
    Likelihood wrapLikelihood(OptionValues values, Likelihood inner);

    /** Whether the loss is −log p itself, so that the ELBO bounds the log evidence. */
    default boolean isLikelihood() {
        return false;
    }

    /** Whether the loss is −log p times the option weight. Such a loss suits a user's likelihood class as well. */
    default boolean isWeightedLikelihood() {
        return isLikelihood();
    }

    /** Whether new responses can be predicted, which requires a likelihood. */
    default boolean isPredictive() {
        return true;
    }

    /** Catalogue entry of a loss that belongs to no likelihood and predicts no responses. */
    static LossPart ofDistance(
            String name, String line, BiFunction<OptionValues, Likelihood, Likelihood> make, Option... options) {
        return new LossEntry(name, line, List.of(options), make, false, false, false);
    }

    /** Catalogue entry of a loss of a likelihood, which predicts its responses. */
    static LossPart of(
            String name, String line, BiFunction<OptionValues, Likelihood, Likelihood> make, Option... options) {
        return new LossEntry(name, line, List.of(options), make, false, false, true);
    }

    /** Catalogue entry that consists of a name, a description, options and a factory. */
    record LossEntry(
            String name,
            String description,
            List<Option> options,
            BiFunction<OptionValues, Likelihood, Likelihood> make,
            boolean isLikelihood,
            boolean isWeightedLikelihood,
            boolean isPredictive)
            implements LossPart {
        @Override
        public Likelihood wrapLikelihood(OptionValues values, Likelihood inner) {
            return make.apply(values, inner);
        }
    }
}
