package io.credence.risk;

import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.part.Part;
import java.util.List;
import java.util.function.Function;

/** Risk of a row over the draws that a configuration can choose by name. */
public interface RiskPart extends Part {

    /**
     * Makes the reduction of a row's losses.
     *
     * @throws IllegalArgumentException if the values do not go together
     */
    RowReduction risk(OptionValues values);

    /**
     * Whether the loss of each row includes its share of log q − log π at the draw before it is reduced. This takes the
     * place of a divergence that is added. Only networks are fitted so.
     */
    default boolean includesLogRatio() {
        return false;
    }

    @Override
    default String requirements() {
        return "draws";
    }

    /** Catalogue entry of a risk of plain losses. */
    static RiskPart of(String name, String line, Function<OptionValues, RowReduction> make, Option... options) {
        return new RiskEntry(name, line, List.of(options), make, false);
    }

    /** Catalogue entry of a risk of losses that include their share of the log ratio. */
    static RiskPart ofLogRatios(
            String name, String line, Function<OptionValues, RowReduction> make, Option... options) {
        return new RiskEntry(name, line, List.of(options), make, true);
    }

    /** Catalogue entry that consists of a name, a description, options and a factory. */
    record RiskEntry(
            String name,
            String description,
            List<Option> options,
            Function<OptionValues, RowReduction> make,
            boolean includesLogRatio)
            implements RiskPart {
        @Override
        public RowReduction risk(OptionValues values) {
            return make.apply(values);
        }
    }
}
