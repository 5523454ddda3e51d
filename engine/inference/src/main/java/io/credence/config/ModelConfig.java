package io.credence.config;

import io.credence.likelihood.EstimatedOption;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.LikelihoodPart;
import io.credence.likelihood.SearchedOption;
import io.credence.loss.LatentBound;
import io.credence.network.EpochRequest;
import io.credence.part.Choice;
import io.credence.part.OptionValues;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The likelihood: a family by name, or a class of the user's.
 *
 * @param choice the family; null where there is a class
 * @param className full name of a class; null where there is a family
 * @param options what that class is reported, by name
 * @param dispersion the number it is; empty to estimate it
 * @param dispersionFactor how fits by draws hold an estimated dispersion
 * @param latent bound of a class whose rows have latent numbers
 * @param estimated an option of the family that rows chose; null where all were given, or while it is not chosen
 * @param network of whose outputs the family is, or a deep process; null for linear predictors
 */
public record ModelConfig(
        @Nullable Choice<LikelihoodPart> choice,
        @Nullable String className,
        Map<String, String> options,
        OptionalDouble dispersion,
        DispersionFactor dispersionFactor,
        Latent latent,
        @Nullable EstimatedOption estimated,
        @Nullable EpochRequest<?> network) {

    /** Name of the family; null where there is a class. */
    public @Nullable String family() {
        return choice == null ? null : choice.name();
    }

    /** Values of the family's options; none where there is a class. */
    public OptionValues familyOptions() {
        return choice == null ? OptionValues.NONE : choice.values();
    }

    /** Whether cutpoints between ordered classes replace an intercept. */
    public boolean hasCutpoints() {
        return choice != null && choice.part().hasCutpoints();
    }

    /** Whether there is a dispersion to be estimated. */
    boolean isDispersionEstimated() {
        return choice != null && choice.part().isDispersed() && dispersion.isEmpty();
    }

    /** Whether there is one that a factor of its own would misstate, so that it is drawn together with the coefficients. */
    boolean isDispersionDrawn() {
        return choice != null
                && isDispersionEstimated()
                && choice.part().likelihood(choice.values(), 0).isDispersionCorrelated();
    }

    /** The family or the class, for messages. */
    public String name() {
        return choice != null ? choice.name() : String.valueOf(className);
    }

    /**
     * The family's likelihood.
     *
     * @param classes number of classes in the data; read only where labels are classes
     */
    public Likelihood likelihood(int classes) {
        Choice<LikelihoodPart> family = Objects.requireNonNull(choice, "a class of the user's has no likelihood");
        return family.part().likelihood(family.values(), classes);
    }

    /** The option for which rows choose a number before they are fitted; null where all are given. */
    public @Nullable SearchedOption searched() {
        return choice == null ? null : choice.part().searched(choice.values());
    }

    /** The same with the number that rows chose. */
    ModelConfig with(EstimatedOption chosen) {
        Choice<LikelihoodPart> family =
                Objects.requireNonNull(choice, "a class of the user's has no options of a family");
        OptionValues values = family.values().with(chosen.name(), chosen.value());
        return new ModelConfig(
                new Choice<>(family.part(), values),
                className,
                options,
                dispersion,
                dispersionFactor,
                latent,
                chosen,
                network);
    }

    /**
     * How latent numbers of the rows are integrated out.
     *
     * @param bound which bound, from how many draws
     * @param isGiven whether it was requested
     */
    public record Latent(LatentBound bound, boolean isGiven) {}

    /** How fits by draws hold an estimated dispersion. */
    public enum DispersionFactor {
        /** Its logarithm is one more Gaussian parameter. */
        JOINT,
        /** An independent inverse-gamma factor (QBVI Algorithm 3). */
        INVERSE_GAMMA
    }
}
