package io.credence.family;

import io.credence.data.CoefficientSpread;

/** A Gaussian variational posterior q = N(μ, S) with precision P = S⁻¹: immutable. */
public sealed interface GaussianPosterior extends Posterior permits FullGaussian, BlockGaussian, DiagonalGaussian {

    /** μ; not to be changed. */
    @Override
    double[] mean();

    /** P in the packed form of {@link #blocks()}; not to be changed. */
    double[] precision();

    /** The blocks of coefficients outside which P is zero. */
    Blocks blocks();

    /** S v. */
    double[] covarianceTimes(double[] v);

    /** P v. */
    double[] precisionTimes(double[] v);

    /** The deviation δ = θ − μ of the draw that belongs to {@code standard}, ε ~ N(0, I): a root of S times ε. */
    double[] deviation(double[] standard);

    /** The score v = Pδ of the same draw, without a product with P. */
    double[] score(double[] standard);

    @Override
    default double logDensity(double[] theta) {
        double[] deviation = theta.clone();
        for (int j = 0; j < deviation.length; j++) {
            deviation[j] -= mean()[j];
        }
        double[] score = precisionTimes(deviation);
        double squares = 0;
        for (int j = 0; j < deviation.length; j++) {
            squares += deviation[j] * score[j];
        }
        return 0.5 * (logDeterminantPrecision() - dimension() * Math.log(2 * Math.PI) - squares);
    }

    @Override
    default void addLogDensityGradient(double[] theta, double weight, double[] into) {
        double[] deviation = theta.clone();
        for (int j = 0; j < deviation.length; j++) {
            deviation[j] -= mean()[j];
        }
        double[] score = precisionTimes(deviation);
        for (int j = 0; j < score.length; j++) {
            into[j] -= weight * score[j];
        }
    }

    /** log |P|. */
    double logDeterminantPrecision();

    /** Σ_j weights[j] S_jj. */
    default double weightedTrace(double[] weights) {
        double[] sd = sd();
        double sum = 0;
        for (int j = 0; j < sd.length; j++) {
            sum += weights[j] * sd[j] * sd[j];
        }
        return sum;
    }

    /** How the covariance differs from that of {@code target}, of the same family. */
    ShapeChange shapeChange(GaussianPosterior target);

    /** S as executors need it, for sparse or dense rows. */
    CoefficientSpread spread(boolean sparse);

    /** The same precision around another mean. */
    GaussianPosterior withMean(double[] mean);

    /** The same mean with the precision multiplied by {@code factor}. */
    GaussianPosterior withPrecisionScaled(double factor);
}
