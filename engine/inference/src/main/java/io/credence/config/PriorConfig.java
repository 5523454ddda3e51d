package io.credence.config;

import io.credence.family.DispersionPosterior;
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
 * @param choice which
 * @param mean mean
 * @param sd standard deviation of a normal one, and of the intercept under another
 * @param coefficients normal priors of single ones, by name
 * @param dispersion prior of the dispersion
 * @param given keys of the section that were set
 * @param path Hadoop path of the earlier fit whose posterior it is; null for none
 * @param earlier that fit; null until it was read, and for other priors
 */
public record PriorConfig(
        Choice<PriorPart> choice,
        double mean,
        double sd,
        Map<String, Normal> coefficients,
        DispersionPrior dispersion,
        List<String> given,
        @Nullable String path,
        @Nullable EarlierFit earlier) {

    /** The normal prior of one coefficient. */
    public record Normal(double mean, double sd) {}

    /**
     * Inverse-gamma prior of an estimated dispersion.
     *
     * @param shape shape, positive; {@link Option#AUTOMATIC}: that of the likelihood
     * @param scale scale, positive; {@link Option#AUTOMATIC}: that of the likelihood, in units of the rows
     */
    public record DispersionPrior(double shape, double scale) {

        /** An inverse gamma of such shape is one number, to 3e-5 of it; of 1e12 counts did not converge in the iterations that a fit has. */
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
         * The prior of the dispersion of a response.
         *
         * @param automatic that of its likelihood, in the unit
         * @param unit of the dispersion of the rows
         */
        public DispersionPosterior.InverseGamma of(DispersionPosterior.InverseGamma automatic, double unit) {
            return new DispersionPosterior.InverseGamma(
                    Option.AUTOMATIC.equals(shape) ? automatic.shape() : shape,
                    isScaleAutomatic() ? automatic.scale() * unit : scale);
        }
    }

    /** Whether the rows choose the standard deviation. */
    public boolean isAutomatic() {
        boolean hasSd = choice.values().all().containsKey(CoefficientPriors.SD.name());
        return Option.AUTOMATIC.equals(sd) && (hasSd || !isNormal());
    }

    /** Whether the rows choose the scale of a prior that is not normal. */
    public boolean isScaleAutomatic() {
        return choice.values().all().entrySet().stream()
                .anyMatch(value -> !value.getKey().equals(CoefficientPriors.SD.name())
                        && Option.AUTOMATIC.equals(value.getValue()));
    }

    /** Whether the rows choose how far from the mean it expects the coefficients, whatever its form. */
    public boolean isInUnitsOfRows() {
        return isNormal() ? isAutomatic() : isScaleAutomatic();
    }

    /** The same with a standard deviation that is known. */
    public PriorConfig withSd(double known) {
        Map<String, Object> values = new LinkedHashMap<>(choice.values().all());
        values.replace(CoefficientPriors.SD.name(), known);
        Choice<PriorPart> chosen = new Choice<>(choice.part(), choice.part().values(values));
        return new PriorConfig(chosen, mean, known, coefficients, dispersion, given, path, earlier);
    }

    /** The same with priors of single coefficients, by name, and that one of the dispersion. */
    PriorConfig with(Map<String, Normal> others, DispersionPosterior.InverseGamma other) {
        DispersionPrior known = new DispersionPrior(other.shape(), other.scale());
        return new PriorConfig(choice, mean, sd, others, known, given, path, earlier);
    }

    /** The same with the earlier fit whose posterior it is. */
    public PriorConfig with(EarlierFit fit) {
        double share = choice.values().number(CoefficientPriors.FORGETTING.name());
        return new PriorConfig(choice, mean, sd, coefficients, dispersion, given, path, fit.forgotten(share));
    }

    /** The same with what is taken over of that fit. */
    PriorConfig instead(EarlierFit left) {
        return new PriorConfig(choice, mean, sd, coefficients, dispersion, given, path, left);
    }

    /** Whether it is the posterior of an earlier fit. */
    public boolean isEarlier() {
        return choice.part().isEarlier();
    }

    /** Its name. */
    public String kind() {
        return choice.name();
    }

    /** Whether it is normal. */
    public boolean isNormal() {
        return choice.part().isNormal();
    }

    /**
     * The prior of that many coefficients.
     *
     * @param plain those with a normal prior whatever the kind
     */
    public CoefficientPrior of(int coefficients, List<Integer> plain) {
        return choice.part().prior(choice.values(), coefficients, plain);
    }
}
