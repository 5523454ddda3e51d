package io.credence.fit;

import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.gradient.GradientEstimator;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.gradient.QuadraticControlVariate;
import io.credence.random.NormalDraws;
import io.credence.statistics.DrawSums;
import io.credence.update.Direction;
import io.credence.update.UpdateRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the loop of a fit by draws asks of one kind of posterior: in which metric its gradients become steps, and what it knows
 * before the next draws. Chosen once, where the fit is assembled.
 */
public interface Geometry<Q extends Posterior> {

    /** That of a fit that begins at {@code start}. */
    @SuppressWarnings("unchecked") // each geometry is given the kind of posterior that it takes
    static <Q extends Posterior> Geometry<Q> of(FitSetup setup, EstimatorPlan plan, Q start) {
        Geometry<?> geometry = start instanceof GaussianPosterior
                ? new GaussianGeometry(setup, plan)
                : new ParameterGeometry(plan, setup.how().update());
        return (Geometry<Q>) geometry;
    }

    /** Whether draws tell an expected log density, else what the objective's weights make of them. */
    boolean isExpectation();

    /** The estimator of a step's gradient. */
    GradientEstimator<? super Q> estimator();

    /** The least noisy estimator that the loss allows. */
    GradientEstimator<? super Q> clearestEstimator();

    /** The estimator from weights of the draws' scores. */
    GradientEstimator<? super Q> scoreEstimator();

    /**
     * The update rule at that posterior.
     *
     * @throws IllegalArgumentException if the family has no such rule
     */
    UpdateRule<Q> rule(Q q);

    /** Whether steps are natural gradients. */
    boolean isNatural();

    /**
     * Noise of a gradient from the choice of rows, nats; NaN if it cannot be seen.
     *
     * @param parts what each partition said
     * @param factor weight of all rows over that of those that were read
     * @param left share of all rows that were not
     */
    double subsamplingVariance(
            Q q, NormalDraws standard, List<DrawSums> parts, GradientForm form, double factor, double left);

    /** What is known of a posterior that nothing was seen of. */
    QuadraticControlVariate nothingKnown(Q q);

    /** What is expected of a start near the optimum, as far as steps make use of it. */
    QuadraticControlVariate atStart(Q q);

    /** Gradient of minus the objective, in the coordinates that the trace shows. */
    double[] ascent(Q q, Estimate estimate);

    /** Where a step goes. */
    Direction direction(Q q, QuadraticControlVariate known, Estimate estimate);

    /** Step size before the convergence monitor lowers it. */
    double baseStepSize(Q q, int draws, NoisyGradient found);

    /** Noise of a curvature that a step takes over, nats; 0 where steps take none. */
    double curvatureNoise(Estimate estimate);

    /** What is known at {@code next}, before its draws. */
    QuadraticControlVariate known(Q q, QuadraticControlVariate before, Q next, NoisyGradient found, int draws);

    /** Squared length of a move of the mean in the posterior's own units. */
    double squaredLength(Q q, double[] move);

    /** Whether a few draws decide everything, under a posterior too wide for the loss. */
    boolean isTooWide(Q q, QuadraticControlVariate known, NoisyGradient found);

    /** The same posterior, narrower; null where the family has none. */
    @Nullable
    Q narrower(Q q);

    /** Whether the objective does not exist there. */
    boolean isOutside(Q q);

    /** What is known of an optimum before it is looked at. */
    QuadraticControlVariate atOptimum(Q q);

    /** What is known after one more look at the same posterior. */
    QuadraticControlVariate sharpened(QuadraticControlVariate before, Estimate observed, int draws);

    /** What a step from there promises beyond the noise of the look, nats; infinite where no step can be reported. */
    double gain(Q q, Estimate estimate, QuadraticControlVariate known);

    /** Numbers of the posterior that the gain counts. */
    int freedom(Q q);
}
