package io.credence.update;

import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.part.OptionValues;
import io.credence.part.Part;
import org.jspecify.annotations.Nullable;

/** Update rule that a configuration can choose by name. */
public interface UpdatePart extends Part {

    /**
     * The rule for a Gaussian posterior.
     *
     * @param steps units and lengths of a first-order rule's steps
     * @throws IllegalArgumentException if it does not move that family
     */
    UpdateRule<? extends GaussianPosterior> rule(OptionValues values, GaussianPosterior q, FirstOrderSteps steps);

    /**
     * The optimiser for a posterior of any family, in its own parameters; null where the rule needs more than a
     * gradient in these.
     */
    default @Nullable Optimizer optimizer(OptionValues values) {
        return null;
    }

    /** The rule for a posterior that is not Gaussian; null where it does not move that family. */
    default @Nullable UpdateRule<Posterior> rule(OptionValues values, Posterior q) {
        Optimizer optimizer = optimizer(values);
        return optimizer == null ? null : new ParameterUpdate(optimizer);
    }

    /** Whether a step is a natural gradient, in which the precision averages its targets. */
    default boolean isNatural() {
        return false;
    }

    /** Whether the rule moves only full covariances. */
    default boolean movesFullOnly() {
        return false;
    }

    /** Whether exact expectations may replace the rule. They step by line search along the natural gradient. */
    default boolean replaceableByExact() {
        return false;
    }

    /**
     * Step size before the stopping rule lowers it.
     *
     * @param noise relative noise of a curvature
     */
    double initialStepSize(double noise);

    @Override
    default String requirements() {
        return movesFullOnly()
                ? "draws, posterior.family = gaussian-full"
                : isNatural() ? "a posterior.family of an exponential family" : "draws";
    }
}
