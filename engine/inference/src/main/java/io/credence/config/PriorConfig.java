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

    /** Normal prior of one coefficient. */
    public record Normal(double mean, double sd) {}

    /**
     * Inverse-gamma prior of an estimated dispersion.
     *
     * @param shape positive shape, or {@link Option#AUTOMATIC} for the likelihood's default
     * @param scale positive scale, or {@link Option#AUTOMATIC} for the likelihood's default, in units of the rows
     */
    public record DispersionPrior(double shape, double scale) {

        /** Whether the scale is chosen by the likelihood and from the rows. */
        public boolean isScaleAutomatic() {
            return Option.AUTOMATIC.equals(scale);
        }

        /**
         * Inverse-gamma prior of a response's dispersion, with automatic values replaced.
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

    /** Whether the prior standard deviation is chosen from the rows. */
    public boolean isSdAutomatic() {
        boolean hasSd = kindChoice.values().all().containsKey(CoefficientPriors.SD.name());
        return Option.AUTOMATIC.equals(sd) && (hasSd || !isNormal());
    }

    /** Whether the scale of a prior that is not normal is chosen from the rows. */
    public boolean isScaleAutomatic() {
        return kindChoice.values().all().entrySet().stream()
                .anyMatch(value -> !value.getKey().equals(CoefficientPriors.SD.name())
                        && Option.AUTOMATIC.equals(value.getValue()));
    }

    /** Whether the spread of the coefficients' prior, normal or not, is chosen from the rows. */
    public boolean isInUnitsOfRows() {
        return isNormal() ? isSdAutomatic() : isScaleAutomatic();
    }

    /** Copy with a given prior standard deviation. */
    public PriorConfig withSd(double known) {
        Map<String, Object> values = new LinkedHashMap<>(kindChoice.values().all());
        values.replace(CoefficientPriors.SD.name(), known);
        Choice<PriorPart> chosen =
                new Choice<>(kindChoice.part(), kindChoice.part().values(values));
        return new PriorConfig(chosen, mean, known, coefficients, dispersion, setKeys, path, earlierFit);
    }

    /** Copy with given normal priors of single coefficients, by name, and a given prior of the dispersion. */
    PriorConfig with(Map<String, Normal> others, DispersionPosterior.InverseGamma other) {
        DispersionPrior known = new DispersionPrior(other.shape(), other.scale());
        return new PriorConfig(kindChoice, mean, sd, others, known, setKeys, path, earlierFit);
    }

    /** Copy with the earlier fit whose posterior is the prior. */
    public PriorConfig with(EarlierFit fit) {
        double share = kindChoice.values().number(CoefficientPriors.FORGETTING.name());
        return new PriorConfig(kindChoice, mean, sd, coefficients, dispersion, setKeys, path, fit.discounted(share));
    }

    /** Copy with another earlier fit, from which partition factors were removed. */
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

    /** Whether the prior is normal given the dispersion, of which its variances are multiples. */
    public boolean isConjugate() {
        return kindChoice.part().isConjugate();
    }

    /**
     * Prior of a given number of coefficients.
     *
     * @param plain indices of coefficients that have a normal prior under every kind
     */
    public CoefficientPrior coefficientPrior(int coefficients, List<Integer> plain) {
        return kindChoice.part().prior(kindChoice.values(), coefficients, plain);
    }
}
