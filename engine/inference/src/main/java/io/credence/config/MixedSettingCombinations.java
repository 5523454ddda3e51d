package io.credence.config;

import io.credence.config.key.FitKind;
import io.credence.config.key.Key;
import io.credence.config.key.KeyTable;
import io.credence.fit.SamplingSettings;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.choice.LikelihoodPart;
import io.credence.mixed.model.MixedRequest;
import io.credence.part.Choice;
import io.credence.part.OptionValues;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks the settings of a mixed model, which has effects that vary between levels, or smooths. Only a dedicated algorithm
 * fits it.
 */
final class MixedSettingCombinations {

    private final Settings settings;
    private final IdleKeyNotes notes;

    MixedSettingCombinations(Settings settings, IdleKeyNotes notes) {
        this.settings = settings;
        this.notes = notes;
    }

    /**
     * Settings of the method for a mixed model, checked.
     *
     * @throws ConfigurationException if a choice cannot be used in a mixed model
     */
    SamplingSettings checkedSettings(ModelConfig model, SamplingSettings requested, Parts parts) {
        FitKind kind = model.request().groupingTerms().isEmpty() ? FitKind.SMOOTHS : FitKind.LEVELS;
        for (Key key : KeyTable.excludedBy(kind)) {
            if (notes.isSet(key.name())) {
                throw refusal(key, kind);
            }
        }
        Choice<LikelihoodPart> family = model.familyChoice();
        if (family == null || family.part().hasClasses()) {
            throw familyRefusal(parts, "split the classes in two, which model.family = bernoulli fits");
        }
        if (!allowsMixedModel(family.part(), family.values())) {
            throw familyRefusal(parts, "leave more zeros than a Poisson has to model.family = negative-binomial");
        }
        notes.noteUnless(
                !hasNormalResponse(family),
                "prior.dispersion",
                "prior.sigma is the prior of a residual standard deviation");
        boolean residual = hasNormalResponse(family) && settings.optionalText("data.sd") == null;
        notes.noteUnless(
                residual,
                MixedReader.SIGMA,
                List.of("kind", "df", "scale"),
                "there is no residual standard deviation to estimate");
        new IdleKeys(settings, notes, requested, parts.updates()).noteMixed();
        return requested.with(requested.estimator().with(EstimatorKind.EXACT));
    }

    /**
     * Refuses known standard deviations of rows, unless the model is mixed with a normal response.
     */
    void checkSd(ModelConfig model, @Nullable MixedRequest mixed) {
        Choice<LikelihoodPart> family = model.familyChoice();
        if (settings.optionalText("data.sd") == null) {
            return;
        } else if (mixed == null || mixed.terms().isEmpty() || family == null || !hasNormalResponse(family)) {
            throw settings.refusal(
                    "data.sd",
                    "is of a normal response in a mixed model",
                    "model.family = gaussian and a grouping factor");
        } else if (settings.optionalText("data.weight") != null) {
            throw settings.refusal("data.sd", "cannot be used with data.weight", "one of them");
        }
    }

    /** Whether a mixed model can have the likelihood. It needs a single linear predictor and no classes. */
    private static boolean allowsMixedModel(LikelihoodPart part, OptionValues values) {
        if (part.hasClasses()) {
            return false;
        }
        Likelihood likelihood = part.likelihood(values, 0);
        return likelihood.predictorCount() == 1 && likelihood.predictorModel(List.of()) == null;
    }

    private static boolean hasNormalResponse(Choice<LikelihoodPart> family) {
        LikelihoodPart part = family.part();
        return !part.hasClasses() && part.likelihood(family.values(), 0).responseLaw() instanceof ResponseLaw.Normal;
    }

    /** Refuses a family that a mixed model cannot have, and lists those that it can. */
    private ConfigurationException familyRefusal(Parts parts, String instead) {
        String families = parts.likelihoods().parts().stream()
                .filter(part -> allowsMixedModel(part, part.values(Map.of())))
                .map(LikelihoodPart::name)
                .collect(Collectors.joining(", "));
        return settings.refusal(
                "model.family",
                "does not go with grouping factors and smooths: they are parts of one linear predictor, without cutpoints or classes",
                "model.family one of " + families + "; " + instead
                        + ", or list the factor under data.categorical instead of " + MixedReader.GROUPS
                        + ", and write ns(x, df = 5) instead of s(x)");
    }

    private ConfigurationException refusal(Key key, FitKind kind) {
        boolean levels = kind == FitKind.LEVELS;
        String name = key.name();
        return new ConfigurationException(name + " does not go with " + (levels ? "grouping factors" : "smooths") + ": "
                + key.exclusion(kind) + "; required no " + name + " of one's own, or "
                + (levels
                        ? "a model without " + MixedReader.GROUPS + " and (… | factor)"
                        : "ns(x, df = 5) instead of s(x)")
                + ", found " + name + " = " + Settings.show(settings.value(name))
                + Settings.originText(settings.value(name)));
    }
}
