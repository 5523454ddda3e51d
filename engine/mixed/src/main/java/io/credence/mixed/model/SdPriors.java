package io.credence.mixed.model;

import io.credence.part.Catalogue;
import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.prior.LogHalfStudent;
import io.credence.prior.ScalarDensity;
import java.util.List;
import java.util.function.BiFunction;

/** Catalogue of the priors of standard deviations. */
public final class SdPriors {

    private static final Option DF = Option.positive("df", 3, "degrees of freedom");

    /** All priors of standard deviations; the first is the default. */
    public static final Catalogue<SdPriorPart> ALL = Catalogue.of(
            "prior of a standard deviation",
            part(
                    "half-student-t",
                    "absolute value of a Student t, which lets a large one through",
                    List.of(DF, SdPriorPart.SCALE),
                    (values, scale) -> new LogHalfStudent(values.number(DF.name()), scale)),
            part(
                    "half-normal",
                    "absolute value of a normal number",
                    List.of(SdPriorPart.SCALE),
                    (values, scale) -> EffectsPrior.logHalfNormal(scale)),
            part(
                    "half-cauchy",
                    "absolute value of a Cauchy number, of tails without a mean",
                    List.of(SdPriorPart.SCALE),
                    (values, scale) -> new LogHalfStudent(1, scale)),
            part(
                    "exponential",
                    "exponential with the scale as its mean",
                    List.of(SdPriorPart.SCALE),
                    (values, scale) -> EffectsPrior.logExponential(1 / scale)));

    private SdPriors() {}

    private static SdPriorPart part(
            String name, String line, List<Option> options, BiFunction<OptionValues, Double, ScalarDensity> make) {
        return new SdPriorEntry(name, line, options, make);
    }

    private record SdPriorEntry(
            String name, String description, List<Option> options, BiFunction<OptionValues, Double, ScalarDensity> make)
            implements SdPriorPart {
        @Override
        public ScalarDensity density(OptionValues values, double unit) {
            return make.apply(values, SdPriorPart.scale(values, unit));
        }
    }
}
