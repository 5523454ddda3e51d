package io.credence.objective;

import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.part.Part;
import java.util.List;
import java.util.function.Function;

/** Objective of the draws' importance weights that a configuration can name. */
public interface ObjectivePart extends Part {

    /**
     * The objective.
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

    /** An objective part from a function that makes the objective. */
    static ObjectivePart of(String name, String line, Function<OptionValues, Objective> make, Option... options) {
        return new ObjectiveEntry(name, line, List.of(options), make);
    }

    /** Objective part made of its name, description, options and a function. */
    record ObjectiveEntry(String name, String description, List<Option> options, Function<OptionValues, Objective> make)
            implements ObjectivePart {
        @Override
        public Objective objective(OptionValues values) {
            return make.apply(values);
        }
    }
}
