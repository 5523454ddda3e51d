package io.credence.fit.exact;

import io.credence.family.GaussianPosterior;
import io.credence.linalg.Vectors;
import io.credence.prior.GaussianPrior;
import io.credence.random.AddressedRandom;

/**
 * Estimate of the gain that is left in the precision P, from the product of the curvature with one random direction.
 * With T = P0 + X'HX and z ~ N(0, P⁻¹) the expectation of ¼ |P^(−½)(T − P)z|² is ¼ tr (P⁻¹T − I)², the divergence
 * between both to second order (Hutchinson's estimate): a pass without the d² numbers of T gives it.
 *
 * @param direction random direction z
 */
record HutchinsonProbe(double[] direction) {

    /** The probe at the given posterior, determined by the seed. */
    static HutchinsonProbe of(GaussianPosterior here, long seed) {
        double[] standard = new double[here.dimension()];
        for (int j = 0; j < standard.length; j++) {
            standard[j] = AddressedRandom.normal(seed, standard.length, j);
        }
        return new HutchinsonProbe(here.deviation(standard));
    }

    /**
     * Estimated gain that is left in the precision, nats. It is twice the ¼ of a square that the direction shows, since
     * one direction may show too little.
     *
     * @param product X'HX z
     */
    double remainingGain(GaussianPosterior here, GaussianPrior prior, double[] product) {
        double[] ofRows = Vectors.difference(product, here.precisionTimes(direction));
        double[] change = Vectors.plusScaled(ofRows, 1, prior.multiplyByPrecision(direction));
        return 0.5 * Vectors.dot(change, here.covarianceTimes(change));
    }
}
