package io.credence.family;

import io.credence.data.CoefficientCovariance;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.JavaDenseKernel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Gaussian posterior with independent coefficients (mean-field). The unconstrained parameters λ are (μ, log σ), 2d
 * numbers.
 *
 * @param mean μ
 * @param precision diagonal of P, positive
 */
public record DiagonalGaussian(double[] mean, double[] precision) implements GaussianPosterior {

    /** Name in configuration and results. */
    public static final String NAME = "gaussian-diagonal";

    public DiagonalGaussian {
        if (mean.length != precision.length) {
            throw new IllegalArgumentException("mean and precision must have the same length but have " + mean.length
                    + " and " + precision.length);
        }
    }

    /**
     * Gaussian with the given means and standard deviations.
     *
     * @throws IllegalArgumentException if a standard deviation is not positive, or their numbers differ
     */
    public static DiagonalGaussian around(double[] mean, double[] sd) {
        FreeParameterAlgebra.checkStart(mean, sd);
        double[] precision = new double[sd.length];
        Arrays.setAll(precision, j -> 1 / (sd[j] * sd[j]));
        return new DiagonalGaussian(mean, precision);
    }

    @Override
    public String family() {
        return NAME;
    }

    @Override
    public double[] sd() {
        double[] sd = new double[precision.length];
        for (int j = 0; j < sd.length; j++) {
            sd[j] = 1 / Math.sqrt(precision[j]);
        }
        return sd;
    }

    /** Variances of the coefficients, d numbers. */
    @Override
    public double[] covariance() {
        double[] variances = new double[precision.length];
        Arrays.setAll(variances, j -> 1 / precision[j]);
        return variances;
    }

    @Override
    public double[] covarianceTimes(double[] v) {
        double[] product = new double[v.length];
        for (int j = 0; j < v.length; j++) {
            product[j] = v[j] / precision[j];
        }
        return product;
    }

    @Override
    public boolean isIndependent() {
        return true;
    }

    @Override
    public boolean isMeanField() {
        return true;
    }

    @Override
    public DenseKernel kernel() {
        return JavaDenseKernel.INSTANCE;
    }

    @Override
    public double[] precisionRoot() {
        int d = precision.length;
        double[] root = new double[d * d];
        for (int j = 0; j < d; j++) {
            root[j * d + j] = Math.sqrt(precision[j]);
        }
        return root;
    }

    @Override
    public double[] inversePrecisionRoot() {
        double[] inverse = precisionRoot();
        int d = precision.length;
        for (int j = 0; j < d; j++) {
            inverse[j * d + j] = 1 / inverse[j * d + j];
        }
        return inverse;
    }

    @Override
    public Blocks blocks() {
        return Blocks.diagonal(precision.length);
    }

    @Override
    public double[] precisionTimes(double[] v) {
        double[] product = new double[v.length];
        for (int j = 0; j < v.length; j++) {
            product[j] = v[j] * precision[j];
        }
        return product;
    }

    /** Deviation ε/√p of a draw from the mean. */
    @Override
    public double[] deviation(double[] standard) {
        double[] deviation = new double[standard.length];
        for (int j = 0; j < standard.length; j++) {
            deviation[j] = standard[j] / Math.sqrt(precision[j]);
        }
        return deviation;
    }

    /** Score √p ε of a draw. */
    @Override
    public double[] score(double[] standard) {
        double[] score = new double[standard.length];
        for (int j = 0; j < standard.length; j++) {
            score[j] = standard[j] * Math.sqrt(precision[j]);
        }
        return score;
    }

    @Override
    public double logDeterminantPrecision() {
        double sum = 0;
        for (double p : precision) {
            sum += Math.log(p);
        }
        return sum;
    }

    @Override
    public CovarianceChange covarianceChange(GaussianPosterior target) {
        double[] other = target.precision();
        double sum = 0;
        double ratios = 0;
        for (int j = 0; j < precision.length; j++) {
            double ratio = other[j] / precision[j];
            sum += ratio - 1 - Math.log(ratio);
            ratios += ratio;
        }
        return new CovarianceChange(0.5 * sum, ratios / precision.length);
    }

    @Override
    public CoefficientCovariance coefficientCovariance(boolean sparse) {
        return new CoefficientCovariance.Diagonal(covariance());
    }

    @Override
    public int parameterCount() {
        return 2 * mean.length;
    }

    @Override
    public double[] parameters() {
        int d = mean.length;
        double[] parameters = Arrays.copyOf(mean, 2 * d);
        for (int j = 0; j < d; j++) {
            parameters[d + j] = -0.5 * Math.log(precision[j]);
        }
        return parameters;
    }

    @Override
    public DiagonalGaussian with(double[] parameters) {
        int d = mean.length;
        FreeParameterAlgebra.check(NAME, parameters, parameterCount());
        double[] other = new double[d];
        Arrays.setAll(other, j -> Math.exp(-2 * parameters[d + j]));
        return new DiagonalGaussian(Arrays.copyOf(parameters, d), other);
    }

    @Override
    public FisherInformation information() {
        return new DiagonalInformation(this);
    }

    @Override
    public double[] parameterScales() {
        double[] units = Arrays.copyOf(sd(), 2 * mean.length);
        Arrays.fill(units, mean.length, units.length, 1);
        return units;
    }

    @Override
    public @Nullable DiagonalGaussian with(double[] newMean, double[] newPrecision) {
        for (double p : newPrecision) {
            if (!(p > 0 && p < Double.POSITIVE_INFINITY)) {
                return null;
            }
        }
        return new DiagonalGaussian(newMean, newPrecision);
    }

    @Override
    public DiagonalGaussian rescaled(double[] factors) {
        FreeParameterAlgebra.checkFactors(factors, mean.length);
        double[] newMean = mean.clone();
        double[] newPrecision = precision.clone();
        for (int j = 0; j < factors.length; j++) {
            newMean[j] *= factors[j];
            newPrecision[j] /= factors[j] * factors[j];
        }
        return new DiagonalGaussian(newMean, newPrecision);
    }

    @Override
    public void addPullback(int stratum, double[] standard, double[] gradient, double[] into) {
        double[] deviation = deviation(standard);
        for (int j = 0; j < gradient.length; j++) {
            into[j] += gradient[j];
            into[mean.length + j] += gradient[j] * deviation[j];
        }
    }

    @Override
    public void addScore(double[] theta, double weight, double[] into) {
        for (int j = 0; j < theta.length; j++) {
            double deviation = theta[j] - mean[j];
            into[j] += weight * precision[j] * deviation;
            into[mean.length + j] += weight * (precision[j] * deviation * deviation - 1);
        }
    }

    @Override
    public DiagonalGaussian withMean(double[] other) {
        return new DiagonalGaussian(other, precision);
    }

    /** Full Gaussians of one parameter each. */
    @Override
    public List<FullGaussian> blockGaussians() {
        List<FullGaussian> parts = new ArrayList<>();
        for (int j = 0; j < precision.length; j++) {
            double[] own = {precision[j]};
            parts.add(Objects.requireNonNull(FullGaussian.of(JavaDenseKernel.INSTANCE, new double[] {mean[j]}, own)));
        }
        return parts;
    }

    @Override
    public DiagonalGaussian withPrecisionTowards(double[] target, double stepSize) {
        double[] moved = new double[target.length];
        for (int j = 0; j < moved.length; j++) {
            moved[j] = towards(precision[j], target[j], stepSize);
        }
        return new DiagonalGaussian(mean, moved);
    }

    /** Natural-gradient step of one entry of the precision, which stays positive. */
    public static double towards(double precision, double target, double stepSize) {
        double straight = precision + stepSize * (target - precision);
        return straight > 0 ? straight : 0.5 * (precision + straight * straight / precision);
    }

    /** Fisher information of a diagonal Gaussian in (μ, log σ): the precisions, and 2. Natural parameters are Pμ and P. */
    record DiagonalInformation(DiagonalGaussian posterior) implements FisherInformation {

        private static final double OF_LOG_SD = 2;

        @Override
        public double[] times(double[] move) {
            double[] product = move.clone();
            int d = posterior.mean().length;
            for (int j = 0; j < d; j++) {
                product[j] *= posterior.precision()[j];
                product[d + j] *= OF_LOG_SD;
            }
            return product;
        }

        @Override
        public double[] solve(double[] gradient) {
            double[] move = gradient.clone();
            int d = posterior.mean().length;
            for (int j = 0; j < d; j++) {
                move[j] /= posterior.precision()[j];
                move[d + j] /= OF_LOG_SD;
            }
            return move;
        }

        @Override
        public @Nullable DiagonalGaussian posteriorAlong(double[] move, double share) {
            int d = posterior.mean().length;
            double[] mean = new double[d];
            double[] precision = new double[d];
            for (int j = 0; j < d; j++) {
                double factor = 1 - 2 * share * move[d + j];
                precision[j] = posterior.precision()[j] * factor;
                mean[j] = posterior.mean()[j] + share * move[j] / factor;
            }
            return posterior.with(mean, precision);
        }
    }
}
