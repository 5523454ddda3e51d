package io.credence.mixed.model;

import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.part.Part;
import io.credence.prior.ScalarDensity;

/** Prior of a standard deviation that a configuration can name. */
public interface SdPriorPart extends Part {

    /** Option of the scale, in units of the response; {@code auto} for the width of the other defaults. */
    Option SCALE = Option.positiveOrAuto(
            "scale",
            "scale; auto: 2.5, times the sd of the response where the link is the identity, divided by the unit of the column");

    /**
     * Creates the density of the logarithm of the standard deviation.
     *
     * @param unit scale where that is left to the rows
     */
    ScalarDensity density(OptionValues values, double unit);

    /** Scale that the values name, or the unit. */
    static double scale(OptionValues values, double unit) {
        double scale = values.number(SCALE.name());
        return Option.AUTOMATIC.equals(scale) ? unit : scale;
    }
}
