package io.credence.risk;

import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.part.Part;
import java.util.List;
import java.util.function.Function;

/** A risk of a row over the draws that a configuration can name. */
public interface RiskPart extends Part {

    /**
     * The reduction of a row's losses.
     *
     * @throws IllegalArgumentException if the values do not go together
     */
    RowReduction risk(OptionValues values);

    @Override
    default String needs() {
        return "draws";
    }

    /** That part, from a function. */
    static RiskPart of(String name, String line, Function<OptionValues, RowReduction> make, Option... options) {
        return new Listed(name, line, List.of(options), make);
    }

    /** A part of the list. */
    record Listed(String name, String line, List<Option> options, Function<OptionValues, RowReduction> make)
            implements RiskPart {
        @Override
        public RowReduction risk(OptionValues values) {
            return make.apply(values);
        }
    }
}
