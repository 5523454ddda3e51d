package io.credence.family;

import org.apache.commons.math3.special.Gamma;

/** The inverse gamma of given moments. */
final class InverseGammaShape {

    private InverseGammaShape() {}

    /** That with these E log φ and E 1/φ. */
    static DispersionPosterior.InverseGamma of(double meanLog, double meanInverse) {
        double gap = Math.log(meanInverse) + meanLog;
        if (!(gap > 0)) {
            throw new IllegalStateException("a dispersion that is known has no inverse gamma near it");
        }
        // log a − ψ(a) = gap, by Newton steps in log a from Minka's approximation.
        double shape = (3 - gap + Math.sqrt((gap - 3) * (gap - 3) + 24 * gap)) / (12 * gap);
        for (int step = 0; step < 10; step++) {
            double excess = Math.log(shape) - digamma(shape) - gap;
            shape *= Math.exp(-excess / (1 - shape * Gamma.trigamma(shape)));
        }
        return new DispersionPosterior.InverseGamma(shape, shape / meanInverse);
    }

    /**
     * ψ(x) to rounding, by its asymptotic series from 10 on and ψ(x) = ψ(x + 1) − 1/x before. That of Commons Math 3.6 is
     * 3e-9 off below 49: its series has one sign wrong.
     */
    static double digamma(double x) {
        double shift = 0;
        double y = x;
        for (; y < 10; y++) {
            shift -= 1 / y;
        }
        double z = 1 / (y * y);
        double series = 691 / 32760.0 - z / 12;
        series = 1 / 132.0 - z * series;
        series = 1 / 240.0 - z * series;
        series = 1 / 252.0 - z * series;
        series = 1 / 120.0 - z * series;
        series = z * (1 / 12.0 - z * series);
        return shift + Math.log(y) - 0.5 / y - series;
    }
}
