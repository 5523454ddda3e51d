package io.credence.result;

import io.credence.family.law.DispersionPosterior;
import io.credence.formula.PredictorTerms;
import io.credence.kind.DistributionalRequest;
import io.credence.kind.ExpressionRequest;
import io.credence.kind.MultiParameterRequest;
import io.credence.likelihood.EstimatedOption;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.choice.LikelihoodPart;
import io.credence.model.PredictorModel;
import io.credence.part.Catalogue;
import io.credence.part.Choice;
import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.result.section.ClassSection;
import io.credence.result.section.ExpressionSection;
import io.credence.result.section.FormulasSection;
import io.credence.result.section.LikelihoodSection;
import io.credence.result.section.ModelSection;
import io.credence.result.section.Refusal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Model of a saved fit: a likelihood with its options, or a user's class.
 *
 * @param section description of the model
 * @param known catalogue of the likelihoods that it may have
 */
public record SavedModel(ModelSection section, Catalogue<LikelihoodPart> known) {

    private @Nullable LikelihoodSection likelihoodSection() {
        return section instanceof LikelihoodSection family ? family : null;
    }

    /** Name of the user's class that was fitted; empty for a family. */
    public Optional<String> className() {
        return section instanceof ClassSection own ? Optional.of(own.className()) : Optional.empty();
    }

    /** Request for the expression that was fitted; empty for other models. */
    public Optional<ExpressionRequest> expression() {
        return section instanceof ExpressionSection own ? Optional.of(own.request()) : Optional.empty();
    }

    /** Name of the family, of the user's class, or the word expression. */
    public String name() {
        return section.name();
    }

    /** Description of the model that two fits of the same model have in common. */
    String identity() {
        return section.identity();
    }

    private @Nullable FormulasSection formulasSection() {
        LikelihoodSection family = likelihoodSection();
        return family == null ? null : FormulasSection.of(family.options());
    }

    /** Request for the likelihood of which further parameters have formulas; empty for other models. */
    public Optional<DistributionalRequest> formulas() {
        FormulasSection found = formulasSection();
        if (found == null) {
            return Optional.empty();
        }
        LikelihoodPart part = known.named(family());
        return Optional.of(DistributionalRequest.of(
                        new Choice<>(part, optionValues(part)), found.dispersion(), found.formulas(), false)
                .ofRows(classCount(), List.of(), likelihood -> likelihood.dispersionPrior(false)));
    }

    /** Request for a model of several parameters, each with columns of its own; empty for other models. */
    public Optional<MultiParameterRequest> parameters() {
        Optional<MultiParameterRequest> expression = expression().map(MultiParameterRequest.class::cast);
        return expression.isPresent() ? expression : formulas().map(MultiParameterRequest.class::cast);
    }

    /** Terms of the linear predictors after the first, where each has terms of its own. */
    List<PredictorTerms> furtherTerms() {
        return parameters().map(MultiParameterRequest::furtherTerms).orElse(List.of());
    }

    /** Names of columns that the model reads as numbers of new rows. */
    List<String> numberColumns() {
        return expression().map(ExpressionRequest::columnsOfNewRows).orElse(List.of());
    }

    /** Model of new rows by the expression, or the formulas of parameters, that was fitted; empty for other models. */
    public Optional<PredictorModel> parametersModel() {
        if (section instanceof ExpressionSection own) {
            return Optional.of(own.model());
        }
        FormulasSection found = formulasSection();
        return found == null
                ? Optional.empty()
                : formulas()
                        .map(request -> request.model(request.predicted().stream()
                                .map(each -> found.columns().getOrDefault(each.name(), List.of()))
                                .toList()));
    }

    /**
     * Names of the features from which a class or an expression made its parameters, without those that new rows do not
     * need; empty for a family.
     */
    public List<String> featureNames() {
        if (section instanceof ExpressionSection own) {
            return own.columnsOfNewRows();
        }
        FormulasSection found = formulasSection();
        return section instanceof ClassSection own ? own.columns() : found == null ? List.of() : found.features();
    }

    /** Whether the logarithm of the dispersion is the last of {@link SavedPosterior#names()}. */
    public boolean hasJointDispersion() {
        LikelihoodSection family = likelihoodSection();
        return family != null && family.hasJointDispersion();
    }

    /** Name of the likelihood; empty for a class. */
    public String family() {
        return section instanceof LikelihoodSection family ? family.family() : "";
    }

    /** Name of the link function; null for a class. */
    public @Nullable String link() {
        LikelihoodSection family = likelihoodSection();
        return family == null ? null : family.link();
    }

    /** Name of the loss of a row; log-likelihood where it is the negative log likelihood. */
    public String loss() {
        LikelihoodSection family = likelihoodSection();
        return family == null || family.loss() == null ? "log-likelihood" : family.loss();
    }

    /**
     * Restores the likelihood, with the options of the fit.
     *
     * @throws IllegalArgumentException if the catalogue does not have it, or its options do not fit
     */
    public Likelihood likelihood() {
        return known.named(family()).likelihood(optionValues(known.named(family())), classCount());
    }

    /** Option whose value was estimated from the rows; empty where all were given. */
    public Optional<EstimatedOption> estimatedOption() {
        LikelihoodSection family = likelihoodSection();
        if (family == null || family.estimated() == null) {
            return Optional.empty();
        }
        String option = family.estimated().option();
        if (!(family.options().get(option) instanceof Number value)) {
            throw Refusal.of("model." + option + " is missing", "a finite number", "nothing");
        }
        return Optional.of(new EstimatedOption(
                option, value.doubleValue(), family.estimated().error()));
    }

    /** Refuses an option of any likelihood that has another type or is out of range. */
    void checkOptions() {
        known.parts().forEach(this::optionValues);
    }

    /** Number of classes; 0 where labels are no classes. */
    public int classCount() {
        LikelihoodSection family = likelihoodSection();
        return family == null || family.classes() == null ? 0 : family.classes();
    }

    /** Values of a likelihood's options, with defaults for those that are not in the section. */
    private OptionValues optionValues(LikelihoodPart part) {
        LikelihoodSection family = likelihoodSection();
        Map<String, Object> written = family == null ? Map.of() : family.options();
        Map<String, Object> given = new LinkedHashMap<>();
        for (Option option : part.options()) {
            Object found = written.get(option.name());
            if (found != null) {
                given.put(option.name(), checkedValue(option, found));
            }
        }
        return part.values(given);
    }

    private static Object checkedValue(Option option, Object found) {
        Object value = option.toOptionType(found);
        if (value == null) {
            throw Refusal.of("model." + option.name() + " has the wrong type", option.requirement(), found);
        } else if (!option.allows(value)) {
            throw Refusal.of("model." + option.name() + " is out of range", option.requirement(), found);
        }
        return value;
    }

    /** Dispersion with a known value; 1 where there is none. */
    DispersionPosterior knownDispersion() {
        LikelihoodSection family = likelihoodSection();
        return new DispersionPosterior.Known(
                family == null || Double.isNaN(family.dispersion()) ? 1 : family.dispersion());
    }
}
