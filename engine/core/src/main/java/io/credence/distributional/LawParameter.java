package io.credence.distributional;

import io.credence.expression.Link;
import io.credence.model.Parameter;
import io.credence.prior.SharedParameterPriors.Range;
import java.io.Serializable;

/**
 * Parameter of a law that may have a formula.
 *
 * @param name name, as brms has it
 * @param link link of its linear predictor
 * @param dispersionPower exponent k of the likelihood's dispersion φ, which is the parameter to the power of k; 0 of a
 *     parameter that is no dispersion
 * @param constant value of a parameter without a formula; NaN where it is then estimated
 */
public record LawParameter(String name, Link link, double dispersionPower, double constant) implements Serializable {

    /** Location of the law, whose formula is that of the response. */
    static LawParameter location(String name, Link link) {
        return new LawParameter(name, link, 0, Double.NaN);
    }

    /** Positive parameter of which the dispersion is a power. */
    static LawParameter ofDispersion(String name, double power) {
        return new LawParameter(name, Link.LOG, power, Double.NaN);
    }

    /** Probability of zeros beside those of the law of counts. */
    static LawParameter zeroProbability(String name) {
        return new LawParameter(name, Link.LOGIT, 0, Double.NaN);
    }

    /** Parameter with a value that is not estimated where it has no formula. */
    static LawParameter ofConstant(String name, Link link, double constant) {
        return new LawParameter(name, link, 0, constant);
    }

    /** Whether the likelihood's dispersion is a power of this parameter. */
    public boolean isDispersion() {
        return dispersionPower != 0;
    }

    /** Range of the parameter's values: shares of 1, or numbers above 0. */
    public Range range() {
        return link == Link.LOGIT ? Range.SHARE : Range.POSITIVE;
    }

    /** Parameter of a model in which it is the same for all rows. */
    Parameter parameter() {
        return range() == Range.SHARE ? Parameter.interval(name, 0, 1) : Parameter.positive(name);
    }

    /** Copy with a value that is not estimated. */
    LawParameter withConstant(double value) {
        return new LawParameter(name, link, dispersionPower, value);
    }
}
