package io.credence.family;

import io.credence.family.law.LogGammaLaw;
import io.credence.family.law.LogitBetaLaw;
import io.credence.family.law.ScalarLaw;
import java.util.Arrays;
import java.util.Locale;

/** Families of posteriors of independent positive numbers or shares, in terms of logarithms or log odds. */
public enum ScalarFamily {
    /** Gamma family, θ = log x, x ~ Gamma(shape, rate). */
    GAMMA(1, "shape", "rate", LogGammaLaw::new, LogGammaLaw::around),
    /** Inverse gamma family, θ = log x, 1/x ~ Gamma(shape, scale). */
    INVERSE_GAMMA(-1, "shape", "scale", LogGammaLaw::new, LogGammaLaw::around),
    /** Beta family, θ = log(x/(1 − x)), x ~ Beta(a, b). */
    BETA(1, "a", "b", LogitBetaLaw::new, LogitBetaLaw::around);

    /** Function from two numbers to a law. */
    private interface LawFactory {
        ScalarLaw law(double one, double other);
    }

    /** Sign of θ relative to the number that has the law. */
    private final int sign;

    private final String first;
    private final String second;
    private final LawFactory byParameters;
    private final LawFactory byMeanAndSd;

    ScalarFamily(int sign, String first, String second, LawFactory byParameters, LawFactory byMeanAndSd) {
        this.sign = sign;
        this.first = first;
        this.second = second;
        this.byParameters = byParameters;
        this.byMeanAndSd = byMeanAndSd;
    }

    /** Name in configuration and results. */
    public String familyName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Posterior with the given means and standard deviations of θ. */
    public ScalarPosterior around(double[] mean, double[] sd) {
        FreeParameterAlgebra.checkStart(mean, sd);
        ScalarLaw[] laws = new ScalarLaw[mean.length];
        Arrays.setAll(laws, j -> byMeanAndSd.law(sign * mean[j], sd[j]));
        double[] multiples = new double[mean.length];
        Arrays.fill(multiples, sign);
        return new ScalarPosterior(this, Arrays.asList(laws), multiples);
    }

    FamilyParameters toFamilyParameters(ScalarPosterior q) {
        return FamilyParameters.NONE
                .with(first, q.laws().stream().mapToDouble(ScalarLaw::a).toArray())
                .with(second, q.laws().stream().mapToDouble(ScalarLaw::b).toArray())
                .with("multiples", q.scaleFactors());
    }

    public ScalarPosterior rebuildPosterior(FamilyParameters own) {
        double[] a = own.numbers(first);
        double[] b = own.numbers(second);
        ScalarLaw[] laws = new ScalarLaw[a.length];
        Arrays.setAll(laws, j -> byParameters.law(a[j], b[j]));
        return new ScalarPosterior(this, Arrays.asList(laws), own.numbers("multiples"));
    }
}
