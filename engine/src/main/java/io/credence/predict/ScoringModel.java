package io.credence.predict;

import io.credence.family.ScaleFactor;
import io.credence.loss.Likelihood;
import io.credence.loss.Likelihoods;
import java.io.Serializable;

/**
 * A fitted posterior, as scoring needs it.
 *
 * @param family name of the likelihood
 * @param degreesOfFreedom ν of student-t
 * @param classes number of classes of softmax
 * @param mean coefficients of predictor k at k·columns
 * @param covariance S row-major, or its diagonal alone for independent coefficients
 * @param scale what is believed of the dispersion
 * @param level probability that an interval covers
 */
public record ScoringModel(
        String family,
        double degreesOfFreedom,
        int classes,
        double[] mean,
        double[] covariance,
        ScaleFactor scale,
        double level)
        implements Serializable {

    public ScoringModel {
        int d = mean.length;
        if (covariance.length != d && covariance.length != (long) d * d) {
            throw new IllegalArgumentException("a posterior of " + d + " coefficients has " + d + " variances or "
                    + (long) d * d + " covariances, found " + covariance.length);
        }
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("level must lie between 0 and 1 but was " + level);
        }
    }

    Likelihood likelihood() {
        return Likelihoods.named(family, degreesOfFreedom, classes);
    }

    /** Entry of S. */
    double covariance(int i, int j) {
        int d = mean.length;
        return covariance.length == d ? (i == j ? covariance[i] : 0) : covariance[i * d + j];
    }
}
