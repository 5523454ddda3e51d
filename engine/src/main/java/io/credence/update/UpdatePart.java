package io.credence.update;

import io.credence.family.GaussianPosterior;
import io.credence.part.OptionValues;
import io.credence.part.Part;
import org.jspecify.annotations.Nullable;

/** An update rule that a configuration can name. */
public interface UpdatePart extends Part {

    /**
     * The rule for a Gaussian posterior.
     *
     * @param steps those of a first-order rule
     * @throws IllegalArgumentException if it does not move that family
     */
    UpdateRule<? extends GaussianPosterior> rule(OptionValues values, GaussianPosterior q, FirstOrderSteps steps);

    /** The optimiser of a posterior with parameters of its own; null where the rule moves Gaussians only. */
    default @Nullable Optimizer optimizer(OptionValues values) {
        return null;
    }

    /** Whether a step is a natural gradient, in which the precision averages its targets. */
    default boolean isNatural() {
        return false;
    }

    /** Whether it moves a full covariance and no other. */
    default boolean movesFullOnly() {
        return false;
    }

    /** Whether exact expectations, which step by line search along the natural gradient, may stand in for it. */
    default boolean goesWithExact() {
        return false;
    }

    /**
     * Step size before the stopping rule lowers it.
     *
     * @param noise relative noise of a curvature
     */
    double stepSize(double noise);

    @Override
    default String needs() {
        return movesFullOnly()
                ? "draws, posterior.family = gaussian-full"
                : isNatural() ? "a Gaussian posterior.family" : "draws";
    }
}
