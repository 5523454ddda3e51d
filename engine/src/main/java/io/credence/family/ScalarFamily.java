package io.credence.family;

import java.util.Arrays;
import java.util.Locale;

/** Families of independent positive numbers or shares, by their logarithms or log odds. */
enum ScalarFamily {
    /** θ = log x, x ~ Gamma(shape, rate). */
    GAMMA(1, "shape", "rate") {
        @Override
        ScalarLaw law(double first, double second) {
            return new GammaLaw(first, second);
        }

        @Override
        ScalarLaw around(double mean, double sd) {
            return GammaLaw.around(mean, sd);
        }
    },
    /** θ = log x, 1/x ~ Gamma(shape, scale). */
    INVERSE_GAMMA(-1, "shape", "scale") {
        @Override
        ScalarLaw law(double first, double second) {
            return new GammaLaw(first, second);
        }

        @Override
        ScalarLaw around(double mean, double sd) {
            return GammaLaw.around(mean, sd);
        }
    },
    /** θ = log(x/(1 − x)), x ~ Beta(a, b). */
    BETA(1, "a", "b") {
        @Override
        ScalarLaw law(double first, double second) {
            return new BetaLaw(first, second);
        }

        @Override
        ScalarLaw around(double mean, double sd) {
            return BetaLaw.around(mean, sd);
        }
    };

    /** θ is this times the number that has the law. */
    private final int sign;

    private final String first;
    private final String second;

    ScalarFamily(int sign, String first, String second) {
        this.sign = sign;
        this.first = first;
        this.second = second;
    }

    /** Name in configuration and results. */
    String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    abstract ScalarLaw law(double first, double second);

    /** The law of that mean and standard deviation. */
    abstract ScalarLaw around(double mean, double sd);

    /** The member with these means and standard deviations of θ. */
    ScalarPosterior around(double[] mean, double[] sd) {
        FreeParameters.checkStart(mean, sd);
        ScalarLaw[] laws = new ScalarLaw[mean.length];
        Arrays.setAll(laws, j -> around(sign * mean[j], sd[j]));
        double[] multiples = new double[mean.length];
        Arrays.fill(multiples, sign);
        return new ScalarPosterior(this, Arrays.asList(laws), multiples);
    }

    FamilyParameters described(ScalarPosterior q) {
        return FamilyParameters.NONE
                .with(first, q.laws().stream().mapToDouble(ScalarLaw::a).toArray())
                .with(second, q.laws().stream().mapToDouble(ScalarLaw::b).toArray())
                .with("multiples", q.multiples());
    }

    ScalarPosterior rebuilt(FamilyParameters own) {
        double[] a = own.numbers(first);
        double[] b = own.numbers(second);
        ScalarLaw[] laws = new ScalarLaw[a.length];
        Arrays.setAll(laws, j -> law(a[j], b[j]));
        return new ScalarPosterior(this, Arrays.asList(laws), own.numbers("multiples"));
    }
}
