package io.credence.family;

import io.credence.data.CoefficientSpread;

/**
 * A Gaussian with independent coefficients (mean-field).
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

    @Override
    public double[] covarianceTimes(double[] v) {
        double[] product = new double[v.length];
        for (int j = 0; j < v.length; j++) {
            product[j] = v[j] / precision[j];
        }
        return product;
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

    /** ε/√p. */
    @Override
    public double[] deviation(double[] standard) {
        double[] deviation = new double[standard.length];
        for (int j = 0; j < standard.length; j++) {
            deviation[j] = standard[j] / Math.sqrt(precision[j]);
        }
        return deviation;
    }

    /** √p ε. */
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
    public ShapeChange shapeChange(GaussianPosterior target) {
        double[] other = target.precision();
        double sum = 0;
        double ratios = 0;
        for (int j = 0; j < precision.length; j++) {
            double ratio = other[j] / precision[j];
            sum += ratio - 1 - Math.log(ratio);
            ratios += ratio;
        }
        return new ShapeChange(0.5 * sum, ratios / precision.length);
    }

    @Override
    public CoefficientSpread spread(boolean sparse) {
        return new CoefficientSpread.Diagonal(covarianceTimes(ones()));
    }

    private double[] ones() {
        double[] ones = new double[precision.length];
        java.util.Arrays.fill(ones, 1);
        return ones;
    }

    @Override
    public DiagonalGaussian withMean(double[] other) {
        return new DiagonalGaussian(other, precision);
    }

    @Override
    public DiagonalGaussian withPrecisionScaled(double factor) {
        double[] scaled = precision.clone();
        for (int j = 0; j < scaled.length; j++) {
            scaled[j] *= factor;
        }
        return new DiagonalGaussian(mean, scaled);
    }
}
