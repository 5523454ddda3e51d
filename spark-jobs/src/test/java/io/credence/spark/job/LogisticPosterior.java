package io.credence.spark.job;

import io.credence.family.FamilyParameters;
import io.credence.family.InitialPosterior;
import io.credence.family.Posterior;
import io.credence.family.choice.FamilyPart;
import io.credence.part.Catalogue;
import io.credence.part.OptionValues;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.hipparchus.special.Erf;

/**
 * Family of posteriors as a user may add it, not Gaussian: independent logistic distributions. Its parameters λ are (m,
 * log s).
 *
 * @param mean means m
 * @param scale scales s, positive
 */
record LogisticPosterior(double[] mean, double[] scale) implements Posterior {

    static final String NAME = "logistic";

    private static final double SD = Math.PI / Math.sqrt(3);

    record Part(String name, String description) implements FamilyPart {
        Part() {
            this(NAME, "independent logistic distributions");
        }

        @Override
        public InitialPosterior startPlan(OptionValues values, long seed) {
            return (mean, sd) -> new LogisticPosterior(mean, times(sd, 1 / SD));
        }

        @Override
        public Posterior rebuildPosterior(FamilyParameters own, Catalogue<FamilyPart> families) {
            return new LogisticPosterior(own.numbers("mean"), own.numbers("scale"));
        }
    }

    private static double[] times(double[] all, double factor) {
        return Arrays.stream(all).map(each -> each * factor).toArray();
    }

    @Override
    public String family() {
        return NAME;
    }

    @Override
    public boolean isIndependent() {
        return true;
    }

    @Override
    public double[] sd() {
        return times(scale, SD);
    }

    @Override
    public double[] covariance() {
        return Arrays.stream(sd()).map(sd -> sd * sd).toArray();
    }

    private double standardised(double[] theta, int j) {
        return (theta[j] - mean[j]) / scale[j];
    }

    @Override
    public double logDensity(double[] theta) {
        double sum = 0;
        for (int j = 0; j < theta.length; j++) {
            double z = Math.abs(standardised(theta, j));
            sum -= z + 2 * Math.log1p(Math.exp(-z)) + Math.log(scale[j]);
        }
        return sum;
    }

    @Override
    public void addLogDensityGradient(double[] theta, double weight, double[] into) {
        for (int j = 0; j < theta.length; j++) {
            into[j] -= weight * Math.tanh(standardised(theta, j) / 2) / scale[j];
        }
    }

    @Override
    public double[] parameters() {
        return DoubleStream.concat(Arrays.stream(mean), Arrays.stream(scale).map(Math::log))
                .toArray();
    }

    @Override
    public LogisticPosterior with(double[] parameters) {
        int d = mean.length;
        double[] scales = Arrays.copyOfRange(parameters, d, 2 * d);
        return new LogisticPosterior(
                Arrays.copyOf(parameters, d),
                Arrays.stream(scales).map(Math::exp).toArray());
    }

    @Override
    public double[] parameterScales() {
        double[] units = Arrays.copyOf(sd(), 2 * mean.length);
        Arrays.fill(units, mean.length, units.length, 1);
        return units;
    }

    @Override
    public LogisticPosterior rescaled(double[] factors) {
        double[] means = mean.clone();
        double[] scales = scale.clone();
        for (int j = 0; j < factors.length; j++) {
            means[j] *= factors[j];
            scales[j] *= factors[j];
        }
        return new LogisticPosterior(means, scales);
    }

    @Override
    public FamilyParameters toFamilyParameters() {
        return FamilyParameters.NONE.with("mean", mean).with("scale", scale);
    }

    /** The quantile of Φ(ε). */
    private static double quantile(double standard) {
        double at = standard / Math.sqrt(2);
        return Math.log(Erf.erfc(-at)) - Math.log(Erf.erfc(at));
    }

    @Override
    public double[] draw(int stratum, double[] standard) {
        double[] theta = new double[mean.length];
        Arrays.setAll(theta, j -> mean[j] + scale[j] * quantile(standard[j]));
        return theta;
    }

    @Override
    public void addPullback(int stratum, double[] standard, double[] gradient, double[] into) {
        for (int j = 0; j < gradient.length; j++) {
            into[j] += gradient[j];
            into[mean.length + j] += gradient[j] * scale[j] * quantile(standard[j]);
        }
    }

    @Override
    public void addScore(double[] theta, double weight, double[] into) {
        for (int j = 0; j < theta.length; j++) {
            double z = standardised(theta, j);
            double slope = Math.tanh(z / 2);
            into[j] += weight * slope / scale[j];
            into[mean.length + j] += weight * (z * slope - 1);
        }
    }
}
