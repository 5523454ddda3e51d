package io.credence.config;

import io.credence.kind.ExpressionRequest;
import io.credence.kind.ModelRequest;
import io.credence.kind.MultiParameterRequest;
import io.credence.likelihood.EstimatedOption;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.SearchedOption;
import io.credence.likelihood.choice.LikelihoodPart;
import io.credence.loss.LatentBound;
import io.credence.part.Choice;
import io.credence.part.OptionValues;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the likelihood, which is a family by name, a user's class or an expression.
 *
 * @param familyChoice the family; null where there is a class or an expression
 * @param className full name of the class; null where there is a family or an expression
 * @param options options passed to that class, by name
 * @param dispersion value of the dispersion; empty to estimate it
 * @param dispersionFactor form of an estimated dispersion's posterior, in fits by draws
 * @param latent bound that integrates out latent variables, for a class whose rows have them
 * @param estimatedOption option of the family whose value was estimated from the rows; null where all were given, or
 *     while it is not chosen
 * @param request what the kind of model asks for beside the likelihood
 */
public record ModelConfig(
        @Nullable Choice<LikelihoodPart> familyChoice,
        @Nullable String className,
        Map<String, String> options,
        OptionalDouble dispersion,
        DispersionFactor dispersionFactor,
        Latent latent,
        @Nullable EstimatedOption estimatedOption,
        ModelRequest request) {

    /** Name of the family; null where there is a class. */
    public @Nullable String family() {
        return familyChoice == null ? null : familyChoice.name();
    }

    /** Values of the family's options; none where there is a class. */
    public OptionValues familyOptions() {
        return familyChoice == null ? OptionValues.NONE : familyChoice.values();
    }

    /** Whether cutpoints between ordered classes replace an intercept. */
    public boolean hasCutpoints() {
        return familyChoice != null && familyChoice.part().hasCutpoints();
    }

    /** Whether the family is that of normal responses. */
    boolean isNormal() {
        return familyChoice != null
                && familyChoice.part().isDispersed()
                && familyChoice.part().likelihood(familyChoice.values(), 0).isNormal();
    }

    /** Whether the family has a dispersion that is estimated. */
    boolean isDispersionEstimated() {
        return familyChoice != null && familyChoice.part().isDispersed() && dispersion.isEmpty();
    }

    /**
     * Whether the dispersion is drawn jointly with the coefficients, since their dependence rules out an independent
     * factor.
     */
    boolean isDispersionDrawn() {
        return familyChoice != null
                && isDispersionEstimated()
                && familyChoice.part().likelihood(familyChoice.values(), 0).isDispersionCorrelated();
    }

    /** The family, the class or the word expression, for messages. */
    public String name() {
        if (familyChoice != null) {
            return familyChoice.name();
        }
        return className == null ? ExpressionRequest.NAME : className;
    }

    /**
     * Key by which a model is asked for whose loss of a row is its own, such as a class; null for likelihoods of the
     * catalogue as they are.
     */
    public @Nullable String ownLossKey() {
        MultiParameterRequest parameters = request(MultiParameterRequest.class);
        return className != null ? "model.class" : parameters == null ? null : parameters.key();
    }

    /**
     * Likelihood of the family.
     *
     * @param classes number of classes in the data; read only where labels are classes
     */
    public Likelihood likelihood(int classes) {
        Choice<LikelihoodPart> family = Objects.requireNonNull(familyChoice, "a class of the user's has no likelihood");
        return family.part().likelihood(family.values(), classes);
    }

    /** Option whose value is estimated from the rows before the fit; null where all are given. */
    public @Nullable SearchedOption searchedOption() {
        return familyChoice == null ? null : familyChoice.part().searchedOption(familyChoice.values());
    }

    /**
     * Request of a given kind of model; null where the model is of another kind.
     *
     * @param kind type of the request, such as that of mixed models
     */
    public <R extends ModelRequest> @Nullable R request(Class<R> kind) {
        return kind.isInstance(request) ? kind.cast(request) : null;
    }

    /** Copy with another request. */
    ModelConfig with(ModelRequest asked) {
        return new ModelConfig(
                familyChoice, className, options, dispersion, dispersionFactor, latent, estimatedOption, asked);
    }

    /** Copy with the value that was estimated from the rows for an option. */
    ModelConfig with(EstimatedOption chosen) {
        Choice<LikelihoodPart> family =
                Objects.requireNonNull(familyChoice, "a class of the user's has no options of a family");
        OptionValues values = family.values().with(chosen.name(), chosen.estimate());
        return new ModelConfig(
                new Choice<>(family.part(), values),
                className,
                options,
                dispersion,
                dispersionFactor,
                latent,
                chosen,
                request);
    }

    /**
     * Bound that integrates out the latent variables of the rows.
     *
     * @param bound kind of bound, and number of draws
     * @param isSet whether the user set it
     */
    public record Latent(LatentBound bound, boolean isSet) {}

    /** Form of an estimated dispersion's posterior, in fits by draws. */
    public enum DispersionFactor {
        /** Treats the logarithm of the dispersion as one more Gaussian parameter. */
        JOINT,
        /** Gives the dispersion an independent inverse-gamma factor (QBVI Algorithm 3). */
        INVERSE_GAMMA
    }
}
