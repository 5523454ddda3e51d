package io.credence.likelihood;

import io.credence.family.DispersionPosterior;
import io.credence.model.PredictorModel;
import io.credence.statistics.PassStatistics;
import io.credence.statistics.RowMoments;
import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A likelihood of linear predictors, as the driver knows it: its name, the labels it takes, its dispersion, and the loss
 * that executors add up.
 */
public interface Likelihood extends Serializable {

    /** Prior of a dispersion, relative to that without any column: as much as two residuals of a tenth of the response's sd are worth. */
    DispersionPosterior.InverseGamma RESIDUAL_PRIOR = new DispersionPosterior.InverseGamma(1, 0.01);

    /**
     * Prior of a dispersion of which its unit alone is known: median a quarter of that, with probability 0.95 from a three hundredth of it
     * to forty thousand times it, and worth half a row.
     */
    DispersionPosterior.InverseGamma DISPERSION_PRIOR = new DispersionPosterior.InverseGamma(0.25, 0.01);

    /** Prior of a dispersion of which rows show no unit, as where no count is above 0: near 1, as nothing would end a wide one. */
    DispersionPosterior.InverseGamma UNSEEN_DISPERSION_PRIOR = new DispersionPosterior.InverseGamma(3, 1);

    /** Name in configuration and results. */
    String name();

    /** Name of the link function. */
    String link();

    /** Whether a linear predictor is in the units of the response. */
    default boolean hasIdentityLink() {
        return link().equals("identity");
    }

    /** Linear predictors per row. */
    default int predictors() {
        return 1;
    }

    /** What coefficients are called after, one word for each linear predictor; none where they are called like the columns. */
    default List<String> predictorNames() {
        return IntStream.range(1, classes()).mapToObj(Integer::toString).toList();
    }

    /** To how many linear predictors, the first ones, a row's offset is added. */
    default int offsets() {
        return predictors();
    }

    /** Number of classes, where labels are classes 0, 1, 2, …; else 0. */
    default int classes() {
        return 0;
    }

    /** Number of cutpoints between ordered classes, which are parameters after the coefficients; 0 where there are none. */
    default int cutpoints() {
        return 0;
    }

    /**
     * The likelihood as a formula, where it has parameters besides coefficients and a dispersion: it is fitted by draws, and has no
     * {@link #loss}. Null for the others.
     *
     * @param labels words for the classes; empty where they are numbers
     */
    default @Nullable PredictorModel formula(List<String> labels) {
        return null;
    }

    /** Number of labels that there are, where each has a probability of its own; 0 where labels are numbers. */
    default int outcomes() {
        return classes();
    }

    /** Why a row cannot have this label, in the form "required …"; null if it can. */
    @Nullable
    String refuse(double label);

    /** How two numbers of a row become its label; null where labels are responses. */
    default @Nullable PairedResponse paired() {
        return null;
    }

    /** Relative error to which the loss's expectations agree with each other; what is smaller is no change. */
    default double accuracy() {
        return 1e-12;
    }

    /** Whether losses are curved where the predictor is certain, so that Newton steps lead to a mode. */
    default boolean isCurved() {
        return true;
    }

    /** Whether the response is normal around the linear predictor, with the dispersion as variance. */
    default boolean isNormal() {
        return false;
    }

    /**
     * Variance of the noise on the scale of the linear predictor: that of the response itself with the identity link; with the log link
     * log(1 + v/m²), v the variance of a response of mean m, that of the logarithm of a log-normal of these moments (Nakagawa, Johnson
     * and Schielzeth 2017, The coefficient of determination R² and intra-class correlation coefficient from generalized linear
     * mixed-effects models revisited and expanded, table 1); NaN of other links, where none is agreed upon.
     *
     * @param mean a typical mean of responses
     * @param dispersion their dispersion; 1 where there is none
     */
    default double latentVariance(double mean, double dispersion) {
        DispersionPosterior scale = new DispersionPosterior.Known(dispersion);
        return switch (link()) {
            case "identity" -> respond(mean, 0, scale).variance();
            case "log" -> Math.log1p(respond(Math.log(mean), 0, scale).variance() / (mean * mean));
            default -> Double.NaN;
        };
    }

    /** Name of the dispersion in results; null where the likelihood has none. */
    default @Nullable String dispersionName() {
        return null;
    }

    /**
     * The power p of its mean with which the variance of a response grows, φμ^p, from which follows in which units of the response an
     * estimated dispersion φ is; NaN where variances are not of that form.
     */
    default double variancePower() {
        return hasIdentityLink() ? 0 : Double.NaN;
    }

    /** Unit of an estimated dispersion: that of the responses without any column, where variances are φμ^p; not positive where there is none. */
    default double dispersionUnit(RowMoments moments) {
        return Math.pow(moments.labels().sd(0), 2) / Math.pow(moments.labels().mean(0), variancePower());
    }

    /** Where a linear predictor is when its columns are at their means, about, offset included: on the scale of the link. */
    default double centre(RowMoments moments) {
        return switch (link()) {
            case "identity" -> moments.labels().mean(0);
            case "log" -> Math.log(hasZeroPart() ? moments.sizeBesideZeros() : moments.size());
            default -> 0;
        };
    }

    /**
     * Prior of an estimated dispersion, where none is given.
     *
     * @param unseen whether rows show no unit of it; else the prior is in that
     */
    default DispersionPosterior.InverseGamma dispersionPrior(boolean unseen) {
        DispersionPosterior.InverseGamma own = dispersionPrior();
        return unseen && own == DISPERSION_PRIOR ? UNSEEN_DISPERSION_PRIOR : own;
    }

    /** Prior of an estimated dispersion, where none is given, in its unit. */
    default DispersionPosterior.InverseGamma dispersionPrior() {
        return Double.isNaN(variancePower()) ? DISPERSION_PRIOR : RESIDUAL_PRIOR;
    }

    /** Whether an estimated dispersion may have a factor of its own, which requires a loss that is −log p. */
    default boolean takesDispersionFactor() {
        return true;
    }

    /** Whether an estimated dispersion and the coefficients depend so much on each other that independent factors misstate both. */
    default boolean isDispersionCorrelated() {
        return false;
    }

    /** Why that cannot be a known dispersion: an integral diverges; null if it can. */
    default @Nullable String refuseDispersion(double dispersion) {
        return null;
    }

    /** The same with its losses multiplied by {@code weight}. */
    default Likelihood times(double weight) {
        return weight == 1 ? this : new WeightedLikelihood(this, weight);
    }

    /** The loss under that belief about the dispersion. */
    RowLoss loss(DispersionPosterior scale);

    /** How likely each class is given linear predictors; null where responses are numbers. */
    default @Nullable ClassShares shares() {
        return null;
    }

    /** Draws responses given linear predictors and dispersion; null where they cannot be drawn. */
    default @Nullable ResponseDraw responses() {
        return null;
    }

    /**
     * The law of a response that is a number, given the first linear predictor and the dispersion, for intervals of new responses; null
     * where there is none in this form: intervals are then of drawn {@link #responses}.
     */
    default @Nullable ResponseLaw law() {
        return null;
    }

    /** Whether the second linear predictor is the logit of the probability of a zero that is not of the {@link #law}. */
    default boolean hasZeroPart() {
        return false;
    }

    /** How expected responses, or probabilities, follow from the linear predictors, for files; null where files cannot state it. */
    default @Nullable InverseLink inverseLink() {
        return null;
    }

    /** Whether the expected response is an exponential of a linear predictor, which has no mean where that has heavy tails. */
    default boolean isMeanExponential() {
        return inverseLink() == InverseLink.EXP;
    }

    /** Whether losses grow at most linearly, so that the tails of importance weights are those of prior and posterior. */
    default boolean hasLinearTails() {
        return false;
    }

    /** Whether −log p of a label is convex in the linear predictors, given the dispersion, so that there is one mode under a normal prior. */
    default boolean isLogConcave() {
        return false;
    }

    /** Where an estimated dispersion starts. */
    default DispersionPosterior start(DispersionPosterior.InverseGamma prior) {
        throw new IllegalStateException("the likelihood " + name() + " has no dispersion to estimate");
    }

    /** Where an estimated dispersion starts whose unit the rows have shown. */
    default DispersionPosterior start(DispersionPosterior.InverseGamma prior, double unit) {
        return start(prior);
    }

    /**
     * The belief about the dispersion that a pass calls for, given the coefficients of that pass.
     *
     * @param current belief under which the pass was run
     * @param sums sums of the pass, scaled to all rows
     */
    default DispersionPosterior target(
            DispersionPosterior current, PassStatistics sums, double weight, DispersionPosterior.InverseGamma prior) {
        return current;
    }

    /** Moments of a new response given η ~ N(m, v), for the posterior predictive. */
    ResponseMoments respond(double mean, double variance, DispersionPosterior scale);

    /**
     * The same of all linear predictors.
     *
     * @param mean their means
     * @param covariance their covariances, row by row
     */
    default ResponseMoments respond(double[] mean, double[] covariance, DispersionPosterior scale) {
        return respond(mean[0], covariance[0], scale);
    }
}
