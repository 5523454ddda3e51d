package io.credence.config;

import io.credence.likelihood.Likelihood;
import io.credence.likelihood.LikelihoodPart;
import io.credence.loss.LatentBound;
import io.credence.network.EpochRequest;
import io.credence.part.Choice;
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
 * @param network of whose outputs the family is, or a deep process; null for linear predictors
 */
public record ModelConfig(
        @Nullable Choice<LikelihoodPart> choice,
        @Nullable String className,
        Map<String, String> options,
        OptionalDouble dispersion,
        DispersionFactor dispersionFactor,
        Latent latent,
        @Nullable EpochRequest<?> network) {

    /** Name of the family; null where there is a class. */
    public @Nullable String family() {
        return choice == null ? null : choice.name();
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
