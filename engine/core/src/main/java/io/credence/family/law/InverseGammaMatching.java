package io.credence.family.law;

import io.credence.autodiff.Polygamma;

/** Inverse gamma distribution of given moments. */
final class InverseGammaMatching {

    private InverseGammaMatching() {}

    /** Inverse gamma distribution with the given E log φ and E 1/φ. */
    static DispersionPosterior.InverseGamma ofMoments(double meanLog, double meanInverse) {
        double gap = Math.log(meanInverse) + meanLog;
        if (!(gap > 0)) {
            throw new IllegalStateException("a dispersion that is known has no inverse gamma near it");
        }
        // log a − ψ(a) = gap, by Newton steps in log a from Minka's approximation.
        double shape = (3 - gap + Math.sqrt((gap - 3) * (gap - 3) + 24 * gap)) / (12 * gap);
        for (int step = 0; step < 10; step++) {
            double excess = Math.log(shape) - Polygamma.of(0, shape) - gap;
            shape *= Math.exp(-excess / (1 - shape * Polygamma.of(1, shape)));
        }
        return new DispersionPosterior.InverseGamma(shape, shape / meanInverse);
    }
}
