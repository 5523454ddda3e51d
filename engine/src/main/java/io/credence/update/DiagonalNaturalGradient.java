package io.credence.update;

import io.credence.family.DiagonalGaussian;

/** The natural-gradient step of a diagonal precision, entry by entry, with the same retraction where an entry's target is not positive. */
public final class DiagonalNaturalGradient implements UpdateRule<DiagonalGaussian> {

    @Override
    public DiagonalGaussian move(DiagonalGaussian current, double[] target, double stepSize) {
        double[] precision = new double[target.length];
        for (int j = 0; j < precision.length; j++) {
            double p = current.precision()[j];
            double straight = p + stepSize * (target[j] - p);
            precision[j] = straight > 0 ? straight : 0.5 * (p + straight * straight / p);
        }
        return new DiagonalGaussian(current.mean(), precision);
    }
}
