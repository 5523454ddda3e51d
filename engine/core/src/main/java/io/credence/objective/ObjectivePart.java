package io.credence.objective;

import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.part.Part;
import java.util.List;
import java.util.function.Function;

/** Objective of the draws' importance weights that a configuration can choose by name. */
public interface ObjectivePart extends Part {

    /**
     * Makes the objective.
     *
     * @throws IllegalArgumentException if the values are incompatible
     */
    Objective objective(OptionValues values);

    /** Whether a sample of the rows gives an unbiased gradient, so that steps may read minibatches. */
    default boolean takesMinibatches() {
        return false;
    }

    @Override
    default String requirements() {
        return takesMinibatches() ? "draws" : "draws; minibatch.partitions = all or minibatch.biased = true";
    }

    /** Catalogue entry of an objective made by a function of its options. */
    static ObjectivePart of(String name, String line, Function<OptionValues, Objective> make, Option... options) {
        return new ObjectiveEntry(name, line, List.of(options), make);
    }

    /** Catalogue entry that consists of a name, a description, options and a factory. */
    record ObjectiveEntry(String name, String description, List<Option> options, Function<OptionValues, Objective> make)
            implements ObjectivePart {
        @Override
        public Objective objective(OptionValues values) {
            return make.apply(values);
        }
    }
}
