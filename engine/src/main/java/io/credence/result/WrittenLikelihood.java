package io.credence.result;

import io.credence.likelihood.Likelihood;
import io.credence.likelihood.LikelihoodPart;
import io.credence.part.Catalogue;
import io.credence.part.Option;
import io.credence.part.OptionValues;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A likelihood with its options, in the section {@code model} of a result.
 *
 * @param known likelihoods that it may be
 */
record WrittenLikelihood(Catalogue<LikelihoodPart> known) {

    /** That of the family, as the section has its options. */
    Likelihood read(String family, JsonCursor model, int classes) {
        LikelihoodPart part = known.named(family);
        return part.likelihood(options(part, model), classes);
    }

    /** Refuses an option of any likelihood that is of another type or out of range. */
    void checkOptions(JsonCursor model) {
        known.parts().forEach(part -> options(part, model));
    }

    /** Values of the part's options, those that are not in the section at their defaults. */
    private static OptionValues options(LikelihoodPart part, JsonCursor model) {
        Map<String, Object> given = new LinkedHashMap<>();
        for (Option option : part.options()) {
            JsonCursor written = model.at(option.name());
            if (written.isPresent()) {
                given.put(option.name(), written.option(option));
            }
        }
        return part.values(given);
    }
}
