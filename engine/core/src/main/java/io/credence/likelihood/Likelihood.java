package io.credence.likelihood;

import io.credence.family.law.DispersionPosterior;
import io.credence.model.PredictorModel;
import io.credence.statistics.PassStatistics;
import io.credence.statistics.RowMoments;
import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Likelihood of responses given their linear predictors: its name, the labels it takes, its dispersion, and the loss
 * that executors add up.
 */
public interface Likelihood extends Serializable {

    /**
     * Inverse-gamma prior of a dispersion, worth as much as two residuals of a tenth of the response's standard
     * deviation. Its unit is the dispersion of a model without columns.
     */
    DispersionPosterior.InverseGamma RESIDUAL_PRIOR = new DispersionPosterior.InverseGamma(1, 0.01);

    /**
     * Inverse-gamma prior, worth half a row, of a dispersion about which only the unit is known. The median is a
     * quarter of the unit, and with probability 0.95 the dispersion is between a three hundredth of the unit and forty
     * thousand times it.
     */
    DispersionPosterior.InverseGamma DISPERSION_PRIOR = new DispersionPosterior.InverseGamma(0.25, 0.01);

    /**
     * Inverse-gamma prior of a dispersion whose unit the rows do not show, for example because no count is above 0. It
     * lies near 1, as nothing would narrow a wide one.
     */
    DispersionPosterior.InverseGamma UNSEEN_DISPERSION_PRIOR = new DispersionPosterior.InverseGamma(3, 1);

    /** Name in configuration and results. */
    String name();

    /** Name of the link function. */
    String link();

    /** Whether a linear predictor is in the units of the response. */
    default boolean hasIdentityLink() {
        return link().equals("identity");
    }

    /** Number of linear predictors per row. */
    default int predictorCount() {
        return 1;
    }

    /**
     * Names of the linear predictors, by which their coefficients are named; empty where coefficients are named like
     * the columns.
     */
    default List<String> predictorNames() {
        return IntStream.range(1, classCount()).mapToObj(Integer::toString).toList();
    }

    /** Number of linear predictors, counted from the first, to which a row's offset is added. */
    default int predictorsWithOffset() {
        return predictorCount();
    }

    /** Number of classes, where labels are classes 0, 1, 2, …; else 0. */
    default int classCount() {
        return 0;
    }

    /** Number of cutpoints between ordered classes, which are parameters after the coefficients; 0 where there are none. */
    default int cutpointCount() {
        return 0;
    }

    /**
     * Formula of a likelihood that has parameters besides coefficients and a dispersion; null for others. Such a
     * likelihood is fitted by draws, and has no {@link #loss}.
     *
     * @param labels names of the classes; empty where they are numbers
     */
    default @Nullable PredictorModel predictorModel(List<String> labels) {
        return null;
    }

    /** Number of possible labels, where each has a separate probability; 0 where labels are numbers. */
    default int outcomeCount() {
        return classCount();
    }

    /** Reason why a row cannot have this label, in the form "required …"; null if it can. */
    @Nullable
    String refusal(double label);

    /** Encoding of two numbers of a row as its label; null where labels are responses. */
    default @Nullable PairedResponse pairedResponse() {
        return null;
    }

    /**
     * Relative accuracy to which expected value, slope and curvature of the loss agree. A smaller difference counts as
     * no change.
     */
    default double accuracy() {
        return 1e-12;
    }

    /** Whether losses are curved at predictors without variance, so that Newton steps lead to a mode. */
    default boolean hasCurvatureAtPoints() {
        return true;
    }

    /** Whether the response is normal around the linear predictor, with the dispersion as variance. */
    default boolean isNormal() {
        return false;
    }

    /**
     * Variance of the noise on the scale of the linear predictor; NaN of links for which none is agreed upon. With the
     * identity link it is that of the response itself. With the log link it is log(1 + v/m²) for a response of mean m
     * and variance v, the variance of the logarithm of a log-normal of these moments (Nakagawa, Johnson and Schielzeth
     * 2017, The coefficient of determination R² and intra-class correlation coefficient from generalized linear
     * mixed-effects models revisited and expanded, table 1).
     *
     * @param mean a typical mean of responses
     * @param dispersion their dispersion; 1 where there is none
     */
    default double latentVariance(double mean, double dispersion) {
        DispersionPosterior scale = new DispersionPosterior.Known(dispersion);
        return switch (link()) {
            case "identity" -> responseMoments(mean, 0, scale).variance();
            case "log" -> Math.log1p(responseMoments(Math.log(mean), 0, scale).variance() / (mean * mean));
            default -> Double.NaN;
        };
    }

    /** Name of the dispersion in results; null where the likelihood has none. */
    default @Nullable String dispersionName() {
        return null;
    }

    /**
     * Exponent p of the variance φμ^p of a response of mean μ; NaN where variances are not of that form. It determines
     * the unit of an estimated dispersion φ.
     */
    default double variancePower() {
        return hasIdentityLink() ? 0 : Double.NaN;
    }

    /**
     * Unit of an estimated dispersion; not positive where rows show none. Where variances are φμ^p, it is the
     * dispersion of a model without columns.
     */
    default double dispersionUnit(RowMoments moments) {
        return Math.pow(moments.labelMoments().sd(0), 2)
                / Math.pow(moments.labelMoments().mean(0), variancePower());
    }

    /**
     * Approximate linear predictor of a row whose columns are at their means, offset included, on the scale of the
     * link.
     */
    default double predictorAtMeans(RowMoments moments) {
        return switch (link()) {
            case "identity" -> moments.labelMoments().mean(0);
            case "log" -> Math.log(hasZeroPart() ? moments.meanAbsoluteNonzeroLabel() : moments.meanAbsoluteLabel());
            default -> 0;
        };
    }

    /**
     * Prior of an estimated dispersion, where none is given.
     *
     * @param unseen whether rows show no unit of the dispersion; else the prior is in that unit
     */
    default DispersionPosterior.InverseGamma dispersionPrior(boolean unseen) {
        DispersionPosterior.InverseGamma own = dispersionPrior();
        return unseen && own == DISPERSION_PRIOR ? UNSEEN_DISPERSION_PRIOR : own;
    }

    /** Prior of an estimated dispersion, where none is given, in its unit. */
    default DispersionPosterior.InverseGamma dispersionPrior() {
        return Double.isNaN(variancePower()) ? DISPERSION_PRIOR : RESIDUAL_PRIOR;
    }

    /** Whether an estimated dispersion may have a posterior factor, which requires a loss that is −log p. */
    default boolean takesDispersionFactor() {
        return true;
    }

    /** Whether an estimated dispersion and the coefficients depend so much on each other that independent factors misstate both. */
    default boolean isDispersionCorrelated() {
        return false;
    }

    /** Reason why the dispersion cannot be fixed at this value, since an integral diverges; null if it can. */
    default @Nullable String dispersionRefusal(double dispersion) {
        return null;
    }

    /** Likelihood with its losses multiplied by {@code weight}. */
    default Likelihood withWeight(double weight) {
        return weight == 1 ? this : new WeightedLikelihood(this, weight);
    }

    /** Loss of a row under a posterior of the dispersion. */
    RowLoss loss(DispersionPosterior scale);

    /** Function from linear predictors to the probabilities of the classes; null where responses are numbers. */
    default @Nullable ClassProbabilities classProbabilities() {
        return null;
    }

    /** Sampler of responses given linear predictors and dispersion; null where they cannot be drawn. */
    default @Nullable ResponseSampler responseSampler() {
        return null;
    }

    /**
     * Distribution of a numeric response given the first linear predictor and the dispersion, for intervals of new
     * responses. Null where it has no such form; intervals are then those of responses drawn by the
     * {@link #responseSampler}.
     */
    default @Nullable ResponseLaw responseLaw() {
        return null;
    }

    /**
     * Whether the second linear predictor is the logit of the probability of extra zeros, besides those of the
     * {@link #responseLaw}.
     */
    default boolean hasZeroPart() {
        return false;
    }

    /**
     * Function from linear predictors to expected responses or probabilities, for exported models; null where they
     * cannot express it.
     */
    default @Nullable InverseLink inverseLink() {
        return null;
    }

    /**
     * Whether the expected response is an exponential of a linear predictor. It has no mean where the predictor has
     * heavy tails.
     */
    default boolean isMeanExponential() {
        return inverseLink() == InverseLink.EXP;
    }

    /** Whether losses grow at most linearly, so that the tails of importance weights are those of prior and posterior. */
    default boolean hasLinearTails() {
        return false;
    }

    /**
     * Whether −log p of a label is convex in the linear predictors, given the dispersion. There is then one mode under
     * a normal prior.
     */
    default boolean isLogConcave() {
        return false;
    }

    /** Initial posterior of an estimated dispersion. */
    default DispersionPosterior initialDispersion(DispersionPosterior.InverseGamma prior) {
        throw new IllegalStateException("the likelihood " + name() + " has no dispersion to estimate");
    }

    /** Initial posterior of an estimated dispersion, given its unit from the rows. */
    default DispersionPosterior initialDispersion(DispersionPosterior.InverseGamma prior, double unit) {
        return initialDispersion(prior);
    }

    /**
     * Posterior of the dispersion that its update aims at, given a pass at the current coefficients.
     *
     * @param current posterior under which the pass was run
     * @param sums sums of the pass, scaled to all rows
     */
    default DispersionPosterior dispersionTarget(
            DispersionPosterior current, PassStatistics sums, double weight, DispersionPosterior.InverseGamma prior) {
        return current;
    }

    /** Moments of a new response given η ~ N(m, v), for the posterior predictive. */
    ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale);

    /**
     * Moments of a new response given the joint normal distribution of all linear predictors, for the posterior
     * predictive.
     *
     * @param mean their means
     * @param covariance their covariances, row by row
     */
    default ResponseMoments responseMoments(double[] mean, double[] covariance, DispersionPosterior scale) {
        return responseMoments(mean[0], covariance[0], scale);
    }
}
