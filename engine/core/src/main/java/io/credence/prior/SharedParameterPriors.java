package io.credence.prior;

import io.credence.part.Catalogue;
import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.part.Part;
import java.util.List;
import java.util.function.Function;
import org.hipparchus.special.Gamma;

/** Catalogue of the priors of parameters that are the same for all rows, as densities of the numbers themselves. */
public final class SharedParameterPriors {

    private static final Option MEAN = Option.number("mean", 0, "mean; of lognormal, that of the logarithm");
    private static final Option SD = Option.positive(
            "sd", 1, "standard deviation of the normal number behind it; of lognormal, of the logarithm");
    private static final Option DF = Option.positive("df", 3, "degrees of freedom");
    private static final Option SCALE = Option.positive("scale", 1, "scale");
    private static final Option RATE = Option.positive("rate", 1, "rate, one over the mean of exponential");
    private static final Option SHAPE = Option.positive("shape", 1, "shape");
    private static final Option A = Option.positive("a", 1, "first shape of beta");
    private static final Option B = Option.positive("b", 1, "second shape of beta");

    /** All priors of parameters. */
    public static final Catalogue<SharedPriorPart> ALL = Catalogue.of(
            "prior of a parameter",
            part(
                    "normal",
                    "normal",
                    Range.REAL,
                    List.of(MEAN, SD),
                    v -> new NormalDensity(v.number("mean"), v.number("sd"))),
            part(
                    "student-t",
                    "Student's t around a mean",
                    Range.REAL,
                    List.of(DF, MEAN, SCALE),
                    v -> new StudentDensity(v.number("df"), v.number("mean"), v.number("scale"))),
            part(
                    "half-normal",
                    "absolute value of a normal number",
                    Range.POSITIVE,
                    List.of(SD),
                    v -> new HalfDensity(new NormalDensity(0, v.number("sd")))),
            part(
                    "half-student-t",
                    "absolute value of a Student t",
                    Range.POSITIVE,
                    List.of(DF, SCALE),
                    v -> new HalfDensity(new StudentDensity(v.number("df"), 0, v.number("scale")))),
            part(
                    "half-cauchy",
                    "absolute value of a Cauchy number",
                    Range.POSITIVE,
                    List.of(SCALE),
                    v -> new HalfDensity(new StudentDensity(1, 0, v.number("scale")))),
            part(
                    "exponential",
                    "exponential",
                    Range.POSITIVE,
                    List.of(RATE),
                    v -> new PowerDensity(1, 1, v.number("rate"))),
            part(
                    "gamma",
                    "gamma of mean shape / rate",
                    Range.POSITIVE,
                    List.of(SHAPE, RATE),
                    v -> new PowerDensity(1, v.number("shape"), v.number("rate"))),
            part(
                    "inverse-gamma",
                    "one over a gamma number",
                    Range.POSITIVE,
                    List.of(SHAPE, SCALE),
                    v -> new PowerDensity(-1, v.number("shape"), v.number("scale"))),
            part(
                    "lognormal",
                    "exponential function of a normal number",
                    Range.POSITIVE,
                    List.of(MEAN, SD),
                    v -> new LogNormalDensity(v.number("mean"), v.number("sd"))),
            part(
                    "beta",
                    "beta, of a share",
                    Range.SHARE,
                    List.of(A, B),
                    v -> new BetaDensity(v.number("a"), v.number("b"))));

    private SharedParameterPriors() {}

    /** Range of the numbers that have a prior. */
    public enum Range {
        /** All numbers. */
        REAL,
        /** Numbers above 0. */
        POSITIVE,
        /** Numbers between 0 and 1. */
        SHARE
    }

    /** Prior of a parameter that a configuration can name. */
    public interface SharedPriorPart extends Part {

        /** Range of the numbers. */
        Range range();

        /** Density of a number. */
        ScalarDensity density(OptionValues values);
    }

    private static SharedPriorPart part(
            String name, String line, Range range, List<Option> options, Function<OptionValues, ScalarDensity> make) {
        return new Entry(name, line, range, options, make);
    }

    private record Entry(
            String name,
            String description,
            Range range,
            List<Option> options,
            Function<OptionValues, ScalarDensity> make)
            implements SharedPriorPart {
        @Override
        public ScalarDensity density(OptionValues values) {
            return make.apply(values);
        }
    }

    /** Normal density. */
    private record NormalDensity(double mean, double sd) implements ScalarDensity {
        @Override
        public double logConstant() {
            return -0.5 * Math.log(2 * Math.PI) - Math.log(sd);
        }

        @Override
        public double logShape(double x) {
            double z = (x - mean) / sd;
            return -0.5 * z * z;
        }

        @Override
        public double slope(double x) {
            return (mean - x) / (sd * sd);
        }
    }

    /** Density of the absolute value of a number whose density is symmetric around 0. */
    private record HalfDensity(ScalarDensity whole) implements ScalarDensity {
        @Override
        public double logConstant() {
            return Math.log(2) + whole.logConstant();
        }

        @Override
        public double logShape(double x) {
            return whole.logShape(x);
        }

        @Override
        public double slope(double x) {
            return whole.slope(x);
        }
    }

    /** Density of a number whose power, 1 or −1, has a gamma distribution. */
    private record PowerDensity(int power, double shape, double rate) implements ScalarDensity {
        @Override
        public double logConstant() {
            return shape * Math.log(rate) - Gamma.logGamma(shape);
        }

        @Override
        public double logShape(double x) {
            return (power * shape - 1) * Math.log(x) - (power > 0 ? rate * x : rate / x);
        }

        @Override
        public double slope(double x) {
            return (power * shape - 1) / x - (power > 0 ? rate : -rate / (x * x));
        }
    }

    /** Density of the exponential function of a normal number. */
    private record LogNormalDensity(double mean, double sd) implements ScalarDensity {
        @Override
        public double logConstant() {
            return -0.5 * Math.log(2 * Math.PI) - Math.log(sd);
        }

        @Override
        public double logShape(double x) {
            double z = (Math.log(x) - mean) / sd;
            return -0.5 * z * z - Math.log(x);
        }

        @Override
        public double slope(double x) {
            return ((mean - Math.log(x)) / (sd * sd) - 1) / x;
        }
    }

    /** Beta density. */
    private record BetaDensity(double a, double b) implements ScalarDensity {
        @Override
        public double logConstant() {
            return Gamma.logGamma(a + b) - Gamma.logGamma(a) - Gamma.logGamma(b);
        }

        @Override
        public double logShape(double x) {
            return (a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x);
        }

        @Override
        public double slope(double x) {
            return (a - 1) / x - (b - 1) / (1 - x);
        }
    }
}
