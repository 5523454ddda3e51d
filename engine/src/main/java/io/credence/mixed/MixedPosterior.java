package io.credence.mixed;

import io.credence.family.MixturePosterior;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The posterior of a mixed model: a mixture over the points of a design for the variance components, given each of which
 * coefficients and effects are normal.
 *
 * @param fixed of β, one normal component for each point
 * @param components points of the variance components on their natural scale and their probabilities
 * @param effects of each entry of the model's {@code effects}
 * @param residual residual standard deviation; null where the model has none to estimate
 * @param logMarginalLikelihood log p(y), nats
 */
public record MixedPosterior(
        MixturePosterior fixed,
        VarianceDesign components,
        List<EffectsPosterior> effects,
        @Nullable ComponentSummary residual,
        double logMarginalLikelihood)
        implements Serializable {

    /**
     * Variance components as a list of points.
     *
     * @param names {@code sd(county.(Intercept))}, {@code cor(county.(Intercept), county.floor)}, {@code sigma}
     * @param points each as long as {@code names}
     * @param weights probability of each point, which sum to 1
     */
    public record VarianceDesign(List<String> names, List<double[]> points, double[] weights) implements Serializable {}

    /**
     * A variance component.
     *
     * @param lower its 5 % quantile
     * @param upper its 95 % quantile
     */
    public record ComponentSummary(String name, double mean, double sd, double lower, double upper)
            implements Serializable {}

    /**
     * Effects of the levels of one factor, in the order of the model.
     *
     * @param sds of the k terms
     * @param nearZero for each term the probability that its standard deviation is of no consequence
     * @param correlations of pairs of terms (2, 1), (3, 1), (3, 2), …; empty where they are not learned
     * @param mean levels × k means
     * @param sd levels × k standard deviations
     * @param intraclass share of the intercepts' variance in the total variance of a response given the fixed effects; null where the
     *     likelihood has no variance on the scale of the linear predictor, or the effects no intercept
     */
    public record EffectsPosterior(
            RandomEffects effects,
            List<ComponentSummary> sds,
            double[] nearZero,
            List<ComponentSummary> correlations,
            double[] mean,
            double[] sd,
            @Nullable ComponentSummary intraclass)
            implements Serializable {}
}
