package io.credence.config;

import com.typesafe.config.ConfigUtil;
import io.credence.config.ModelConfig.DispersionFactor;
import io.credence.config.PriorConfig.DispersionPrior;
import io.credence.config.PriorConfig.Normal;
import io.credence.family.choice.FamilyPart;
import io.credence.formula.FormulaException;
import io.credence.formula.PredictorTerms;
import io.credence.kind.DistributionalRequest;
import io.credence.kind.ExpressionRequest;
import io.credence.kind.ModelRequest;
import io.credence.likelihood.SearchedOption;
import io.credence.likelihood.choice.LikelihoodPart;
import io.credence.network.train.TrainingRequest;
import io.credence.part.Choice;
import io.credence.part.Domain;
import io.credence.part.Option;
import io.credence.prior.PriorPart;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the sections model, formulas, posterior and prior. */
final class ModelSectionReader {

    private static final String FORMULAS = DistributionalRequest.KEY;

    private final Settings settings;
    private final IdleKeyNotes notes;
    private final Parts parts;
    private final PartReader reader;

    ModelSectionReader(Settings settings, IdleKeyNotes notes, Parts parts) {
        this.settings = settings;
        this.notes = notes;
        this.parts = parts;
        this.reader = new PartReader(settings, notes);
    }

    /**
     * Reads the section model.
     *
     * @param response supplies the name of the column of the response; null where it has none
     */
    ModelConfig model(Supplier<@Nullable String> response) {
        String className = settings.optionalText("model.class");
        Map<String, String> options = settings.textMap("model.options", "a text or a number");
        notes.noteUnless(className != null, "model.options", "only a model.class has options");
        ExpressionRequest expression = new ExpressionReader(settings).read(response);
        if (expression != null) {
            refuseFormulasBeside("model.density");
            return expressionModel(expression);
        }
        if (className != null) {
            refuseFormulasBeside("model.class");
            return userModel(className, options);
        }
        Choice<LikelihoodPart> family =
                reader.read("model.family", parts.likelihoods(), "the family %s does not have it");
        OptionalDouble dispersion = dispersion();
        boolean dispersed = family.part().isDispersed();
        String without = "the family " + family.name() + " has no dispersion";
        notes.noteUnless(dispersed || dispersion.isEmpty(), "model.dispersion", without);
        String idle = dispersed ? "the dispersion is given" : without;
        boolean estimated = dispersed && dispersion.isEmpty();
        DistributionalRequest formulas = formulas(family, dispersion);
        if (formulas == null) {
            notes.noteUnless(estimated, "prior.dispersion", idle);
        }
        notes.noteUnless(estimated, "model.dispersionFactor", idle);
        DispersionFactor factor = dispersionFactor();
        NetworkReader networks = new NetworkReader(settings, notes);
        LatentReader latents = new LatentReader(settings, notes);
        ModelConfig.Latent latent =
                networks.hasLatentNumbers() ? latents.readOfRows() : latents.readBesideFamily(family.name());
        TrainingRequest<?> network = networks.read(family, latent.bound());
        return new ModelConfig(
                family,
                null,
                options,
                dispersion,
                factor,
                latent,
                null,
                network != null ? network : formulas != null ? formulas : ModelRequest.OF_COEFFICIENTS);
    }

    /** Refuses the section formulas beside a model that is not of the catalogue. */
    private void refuseFormulasBeside(String key) {
        if (!settings.names(FORMULAS).isEmpty()) {
            throw settings.refusal(FORMULAS, "is of a family, beside " + key, "model.family, or no formulas");
        }
    }

    /**
     * Reads the section formulas; null where no parameter has a formula.
     *
     * @param dispersion known dispersion; empty to estimate it
     */
    private @Nullable DistributionalRequest formulas(Choice<LikelihoodPart> family, OptionalDouble dispersion) {
        Map<String, String> formulas = settings.textMap(FORMULAS, "a formula in quotes, such as sigma = \"~ z\"");
        if (formulas.isEmpty()) {
            return null;
        }
        formulas.forEach((name, text) -> {
            try {
                PredictorTerms.parse(name, text);
            } catch (FormulaException unreadable) {
                String key = ConfigUtil.joinPath(FORMULAS, name);
                throw settings.refusal(key, key + ": " + unreadable.getMessage());
            }
        });
        SearchedOption searched = family.part().searchedOption(family.values());
        if (searched != null) {
            String key = "model." + searched.name();
            throw settings.refusal(key, "is not estimated beside formulas", "a number");
        }
        if (dispersionFactor() == DispersionFactor.INVERSE_GAMMA) {
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
            throw settings.refusal(FORMULAS, FORMULAS + ": " + unusable.getMessage());
        }
        notes.noteUnless(
                request.hasEstimatedDispersion(), "prior.dispersion", "no dispersion is the same for all rows");
        return request;
    }

    private OptionalDouble dispersion() {
        return settings.optionalNumber("model.dispersion");
    }

    private DispersionFactor dispersionFactor() {
        return settings.choice("model.dispersionFactor", DispersionFactor.class);
    }

    private ModelConfig expressionModel(ExpressionRequest expression) {
        if (settings.optionalText("model.class") != null) {
            throw settings.refusal("model.class", "is given beside model.density", "one of them");
        }
        ModelConfig.Latent latent = latentBesideOwnModel(
                "model.density",
                "an expression defines its parameters in model.parameters",
                () -> new LatentReader(settings, notes).readBesideFamily(ExpressionRequest.NAME));
        return new ModelConfig(
                null, null, Map.of(), OptionalDouble.empty(), DispersionFactor.JOINT, latent, null, expression);
    }

    private ModelConfig userModel(String className, Map<String, String> options) {
        ModelConfig.Latent latent = latentBesideOwnModel(
                "model.class",
                "a class of your own defines its parameters",
                () -> new LatentReader(settings, notes).readOfRows());
        return new ModelConfig(
                null,
                className,
                options,
                OptionalDouble.empty(),
                DispersionFactor.JOINT,
                latent,
                null,
                ModelRequest.OF_COEFFICIENTS);
    }

    /** Refuses or notes keys of families beside a model of the user's, and reads the latent section. */
    private ModelConfig.Latent latentBesideOwnModel(String key, String why, Supplier<ModelConfig.Latent> reading) {
        if (settings.optionalText("model.family") != null) {
            throw settings.refusal("model.family", "is given beside " + key, "one of them");
        }
        if (dispersionFactor() != DispersionFactor.JOINT) {
            throw settings.refusal("model.dispersionFactor", "is for families with a dispersion", "model.family");
        }
        notes.noteUnless(false, "model.dispersion", why);
        reader.noteIdleOptions("model.family", parts.likelihoods(), List.of(), why);
        notes.noteUnless(false, "prior.dispersion", why);
        ModelConfig.Latent latent = reading.get();
        for (String choice : NetworkReader.CHOICES) {
            if (notes.isSet(choice)) {
                throw settings.refusal(choice, "is for families", "model.family, or none of it");
            }
        }
        new NetworkReader(settings, notes).refuseOptions();
        return latent;
    }

    /** Reads the section posterior. */
    PosteriorConfig posterior() {
        Choice<FamilyPart> family = reader.read("posterior.family", parts.families(), "the family %s does not have it");
        PosteriorConfig posterior = new PosteriorConfig(family, settings.wholeNumber("seed"));
        if (family.part().has("blocks") && posterior.blocks().isEmpty()) {
            throw settings.refusal("posterior.blocks", "is missing", "the sizes of consecutive blocks, such as [3, 5]");
        }
        return posterior;
    }

    /** Reads the section prior. */
    PriorConfig prior() {
        Choice<PriorPart> prior = reader.read("prior.kind", parts.priors(), "a %s prior does not have it");
        String path = settings.optionalText("prior.path");
        notes.noteUnless(prior.part().isEarlier(), "prior.path", "a " + prior.name() + " prior does not have it");
        return new PriorConfig(
                prior,
                settings.number("prior.mean"),
                numberOrAutomatic("prior.sd"),
                coefficients(prior),
                new DispersionPrior(
                        numberOrAutomatic("prior.dispersion.shape"), numberOrAutomatic("prior.dispersion.scale")),
                notes.changedKeys("prior"),
                path,
                null);
    }

    private double numberOrAutomatic(String key) {
        return settings.optionalNumber(key).orElse(Option.AUTOMATIC);
    }

    private Map<String, Normal> coefficients(Choice<PriorPart> prior) {
        String key = "prior.coefficients";
        Map<String, Normal> coefficients = new LinkedHashMap<>();
        for (String name : settings.names(key)) {
            String path = ConfigUtil.joinPath("prior", "coefficients", name);
            List<String> given = settings.names(path);
            if (!given.contains("sd") || !List.of("mean", "sd").containsAll(given)) {
                throw settings.refusal(path, "has other keys", "{ sd = …, mean = … }, the mean optional");
            }
            double mean = given.contains("mean")
                    ? settings.number(path + ".mean", Domain.number())
                    : settings.number("prior.mean");
            coefficients.put(name, new Normal(mean, settings.number(path + ".sd", Domain.above(0))));
        }
        if (!coefficients.isEmpty() && !prior.part().isNormal() && !prior.part().isConjugate()) {
            throw settings.refusal(key, "is for normal priors", "prior.kind = normal or conjugate, or none");
        }
        return coefficients;
    }
}
