package io.credence.divergence;

import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.part.Part;
import java.util.List;
import java.util.function.Function;

/** A divergence that a configuration can name. */
public interface DivergencePart extends Part {

    /**
     * The divergence.
     *
     * @throws IllegalArgumentException if the values do not go together
     */
    Divergence divergence(OptionValues values);

    /** Sizes of the blocks of parameters that it judges apart; empty where it judges all together. */
    default List<Integer> sizes(OptionValues values) {
        return List.of();
    }

    /** That part, from a function. */
    static DivergencePart of(String name, String line, Function<OptionValues, Divergence> make, Option... options) {
        return new Listed(name, line, List.of(options), make);
    }

    /** A part of the list. */
    record Listed(String name, String line, List<Option> options, Function<OptionValues, Divergence> make)
            implements DivergencePart {
        @Override
        public Divergence divergence(OptionValues values) {
            return make.apply(values);
        }
    }
}
