package io.credence.divergence;

import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.part.Part;
import java.util.List;
import java.util.function.Function;

/** Divergence that a configuration can choose by name. */
public interface DivergencePart extends Part {

    /**
     * Makes the divergence.
     *
     * @throws IllegalArgumentException if the values do not go together
     */
    Divergence divergence(OptionValues values);

    /** Sizes of the blocks of parameters that have separate divergences; empty where there is one for all. */
    default List<Integer> blockSizes(OptionValues values) {
        return List.of();
    }

    /** Catalogue entry of a divergence made by a function of its options. */
    static DivergencePart of(String name, String line, Function<OptionValues, Divergence> make, Option... options) {
        return new DivergenceEntry(name, line, List.of(options), make);
    }

    /** Catalogue entry that consists of a name, a description, options and a factory. */
    record DivergenceEntry(
            String name, String description, List<Option> options, Function<OptionValues, Divergence> make)
            implements DivergencePart {
        @Override
        public Divergence divergence(OptionValues values) {
            return make.apply(values);
        }
    }
}
