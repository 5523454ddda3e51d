package io.credence.config;

import com.typesafe.config.ConfigUtil;
import io.credence.formula.FormulaException;
import io.credence.formula.PredictorTerms;
import io.credence.kind.DistributionalRequest;
import io.credence.likelihood.choice.LikelihoodPart;
import io.credence.part.Choice;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Reads the section formulas: a formula for each further parameter of a likelihood of the catalogue. */
final class FormulasReader {

    private static final String KEY = DistributionalRequest.KEY;

    private final Settings settings;
    private final IdleKeyNotes notes;

    FormulasReader(Settings settings, IdleKeyNotes notes) {
        this.settings = settings;
        this.notes = notes;
    }

    /** Refuses the section beside a model that is not of the catalogue. */
    void refuseBeside(String key) {
        if (!settings.names(KEY).isEmpty()) {
            throw settings.refusal(KEY, "is of a family, beside " + key, "model.family, or no formulas");
        }
    }

    /**
     * Reads the section; null where no parameter has a formula.
     *
     * @param dispersion known dispersion; empty to estimate it
     */
    @Nullable
    DistributionalRequest read(Choice<LikelihoodPart> family, OptionalDouble dispersion) {
        Map<String, String> formulas = settings.textMap(KEY, "a formula in quotes, such as sigma = \"~ z\"");
        if (formulas.isEmpty()) {
            return null;
        }
        formulas.forEach((name, text) -> {
            try {
                PredictorTerms.parse(name, text);
            } catch (FormulaException unreadable) {
                String key = ConfigUtil.joinPath(KEY, name);
                throw settings.refusal(key, key + ": " + unreadable.getMessage());
            }
        });
        if (family.part().searchedOption(family.values()) != null) {
            String key =
                    "model." + family.part().searchedOption(family.values()).name();
            throw settings.refusal(key, "is not estimated beside formulas", "a number");
        }
        if ("inverse-gamma".equals(settings.optionalText("model.dispersionFactor"))) {
            throw settings.refusal(
                    "model.dispersionFactor", "is of a dispersion that formulas take the place of", "joint");
        }
        DistributionalRequest request;
        try {
            request = DistributionalRequest.of(
                    family,
                    dispersion.isPresent() ? dispersion.getAsDouble() : null,
                    formulas,
                    !notes.isSet("posterior.family") && settings.optionalText("method") == null);
        } catch (IllegalArgumentException unusable) {
            throw settings.refusal(KEY, KEY + ": " + unusable.getMessage());
        }
        notes.noteUnless(
                request.hasEstimatedDispersion(), "prior.dispersion", "no dispersion is the same for all rows");
        return request;
    }
}
