package io.credence.config;

import io.credence.family.law.DispersionPosterior;
import io.credence.part.Choice;
import io.credence.part.Option;
import io.credence.prior.CoefficientPrior;
import io.credence.prior.CoefficientPriors;
import io.credence.prior.EarlierFit;
import io.credence.prior.PriorPart;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Prior of every coefficient, on the scale of the columns as they are given.
 *
 * @param kindChoice kind of prior
 * @param mean prior mean
 * @param sd standard deviation of a normal prior, and of the intercept's under another
 * @param coefficients normal priors of single coefficients, by name
 * @param dispersion prior of the dispersion
 * @param setKeys keys of the section that were set
 * @param path Hadoop path of the earlier fit whose posterior is the prior; null for none
 * @param earlierFit earlier fit; null until it was read, and for other priors
 */
public record PriorConfig(
        Choice<PriorPart> kindChoice,
        double mean,
        double sd,
        Map<String, Normal> coefficients,
        DispersionPrior dispersion,
        List<String> setKeys,
        @Nullable String path,
        @Nullable EarlierFit earlierFit) {

    /** The normal prior of one coefficient. */
    public record Normal(double mean, double sd) {}

    /**
     * Inverse-gamma prior of an estimated dispersion.
     *
     * @param shape shape, positive; {@link Option#AUTOMATIC}: that of the likelihood
     * @param scale scale, positive; {@link Option#AUTOMATIC}: that of the likelihood, in units of the rows
     */
    public record DispersionPrior(double shape, double scale) {

        /**
         * Largest shape; beyond it, an inverse gamma is a single number, to 3e-5 of it. With a shape of 1e12, fits of
         * counts did not converge in their iterations.
         */
        private static final double MOST_SHAPE = 1e9;

        static final Option SHAPE = Option.numberOrAuto(
                "shape",
                Option.AUTOMATIC,
                "a number above 0 up to 1e9 (beyond, it is a number, which model.dispersion sets), or auto",
                x -> x > 0 && x <= MOST_SHAPE,
                "auto: 0.25; of gaussian, student-t, gamma and tweedie 1, of beta 0.01");
        static final Option SCALE = Option.positiveOrAuto(
                "scale",
                "auto: a hundredth of the unit that rows show (gaussian, student-t, gamma, tweedie: that without columns; counts: one"
                        + " over their mean beside zeros; weibull: sd of times over their mean), of beta 0.01");

        /** Whether the likelihood and the rows choose the scale. */
        public boolean isScaleAutomatic() {
            return Option.AUTOMATIC.equals(scale);
        }

        /**
         * Prior of the dispersion of a response.
         *
         * @param automatic prior of its likelihood, in the unit
         * @param unit unit of the dispersion, as estimated from the rows
         */
        public DispersionPosterior.InverseGamma toInverseGamma(
                DispersionPosterior.InverseGamma automatic, double unit) {
            return new DispersionPosterior.InverseGamma(
                    Option.AUTOMATIC.equals(shape) ? automatic.shape() : shape,
                    isScaleAutomatic() ? automatic.scale() * unit : scale);
        }
    }

    /** Whether the rows choose the prior standard deviation. */
    public boolean isSdAutomatic() {
        boolean hasSd = kindChoice.values().all().containsKey(CoefficientPriors.SD.name());
        return Option.AUTOMATIC.equals(sd) && (hasSd || !isNormal());
    }

    /** Whether the rows choose the scale of a prior that is not normal. */
    public boolean isScaleAutomatic() {
        return kindChoice.values().all().entrySet().stream()
                .anyMatch(value -> !value.getKey().equals(CoefficientPriors.SD.name())
                        && Option.AUTOMATIC.equals(value.getValue()));
    }

    /** Whether the rows choose the spread of the coefficients' prior, whatever its form. */
    public boolean isInUnitsOfRows() {
        return isNormal() ? isSdAutomatic() : isScaleAutomatic();
    }

    /** Copy with a known standard deviation. */
    public PriorConfig withSd(double known) {
        Map<String, Object> values = new LinkedHashMap<>(kindChoice.values().all());
        values.replace(CoefficientPriors.SD.name(), known);
        Choice<PriorPart> chosen =
                new Choice<>(kindChoice.part(), kindChoice.part().values(values));
        return new PriorConfig(chosen, mean, known, coefficients, dispersion, setKeys, path, earlierFit);
    }

    /** Copy with priors of single coefficients, by name, and a given prior of the dispersion. */
    PriorConfig with(Map<String, Normal> others, DispersionPosterior.InverseGamma other) {
        DispersionPrior known = new DispersionPrior(other.shape(), other.scale());
        return new PriorConfig(kindChoice, mean, sd, others, known, setKeys, path, earlierFit);
    }

    /** Copy with the earlier fit whose posterior is the prior. */
    public PriorConfig with(EarlierFit fit) {
        double share = kindChoice.values().number(CoefficientPriors.FORGETTING.name());
        return new PriorConfig(kindChoice, mean, sd, coefficients, dispersion, setKeys, path, fit.discounted(share));
    }

    /** Copy in which the earlier fit is replaced by what is left of it after sites were removed. */
    PriorConfig withRemainingFit(EarlierFit left) {
        return new PriorConfig(kindChoice, mean, sd, coefficients, dispersion, setKeys, path, left);
    }

    /** Whether the prior is the posterior of an earlier fit. */
    public boolean isEarlierPosterior() {
        return kindChoice.part().isEarlier();
    }

    /** Name of the kind of prior. */
    public String kind() {
        return kindChoice.name();
    }

    /** Whether the prior is normal. */
    public boolean isNormal() {
        return kindChoice.part().isNormal();
    }

    /**
     * Prior of a number of coefficients.
     *
     * @param plain indices of coefficients with a normal prior whatever the kind
     */
    public CoefficientPrior coefficientPrior(int coefficients, List<Integer> plain) {
        return kindChoice.part().prior(kindChoice.values(), coefficients, plain);
    }
}
