package io.credence.fit.exact;

import io.credence.family.GaussianPosterior;
import io.credence.linalg.Vectors;
import io.credence.prior.GaussianPrior;
import io.credence.random.AddressedRandom;

/**
 * What the precision P has left to gain, from a product of the curvature with one direction. With T = P0 + X'HX and z ~ N(0, P⁻¹) the
 * mean of ¼ |P^(−½)(T − P)z|² is ¼ tr (P⁻¹T − I)², the divergence between both to second order (Hutchinson's estimate): a pass without
 * the d² numbers of T gives it.
 *
 * @param direction z
 */
record HutchinsonProbe(double[] direction) {

    /** At that posterior, the same for the same seed. */
    static HutchinsonProbe of(GaussianPosterior here, long seed) {
        double[] standard = new double[here.dimension()];
        for (int j = 0; j < standard.length; j++) {
            standard[j] = AddressedRandom.normal(seed, standard.length, j);
        }
        return new HutchinsonProbe(here.deviation(standard));
    }

    /**
     * Gain in nats: twice what the direction sees, ¼ of a square, since one may see too little.
     *
     * @param product X'HX z
     */
    double gain(GaussianPosterior here, GaussianPrior prior, double[] product) {
        double[] ofRows = Vectors.difference(product, here.precisionTimes(direction));
        double[] change = Vectors.plus(ofRows, 1, prior.times(direction));
        return 0.5 * Vectors.dot(change, here.covarianceTimes(change));
    }
}
