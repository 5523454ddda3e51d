package io.credence.family;

import io.credence.data.CoefficientSpread;
import java.io.Serializable;

/** A Gaussian variational posterior q = N(μ, S) with precision P = S⁻¹: immutable. */
public sealed interface GaussianPosterior extends Serializable permits FullGaussian, DiagonalGaussian {

    /** Name in configuration and results. */
    String family();

    /** μ; not to be changed. */
    double[] mean();

    /** P in this family's form: packed lower triangle or diagonal. */
    double[] precision();

    /** Number of coefficients d. */
    default int dimension() {
        return mean().length;
    }

    /** Posterior standard deviation of each coefficient. */
    double[] sd();

    /** S v. */
    double[] covarianceTimes(double[] v);

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
