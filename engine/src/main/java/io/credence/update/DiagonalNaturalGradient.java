package io.credence.update;

import io.credence.family.DiagonalGaussian;

/** The natural-gradient step of a diagonal precision, entry by entry, with the same retraction where an entry's target is not positive. */
public final class DiagonalNaturalGradient implements PrecisionRule<DiagonalGaussian> {

    @Override
    public DiagonalGaussian move(DiagonalGaussian current, double[] target, double stepSize) {
        double[] precision = new double[target.length];
        for (int j = 0; j < precision.length; j++) {
            precision[j] = move(current.precision()[j], target[j], stepSize);
        }
        return new DiagonalGaussian(current.mean(), precision);
    }

    static double move(double p, double target, double stepSize) {
        double straight = p + stepSize * (target - p);
        return straight > 0 ? straight : 0.5 * (p + straight * straight / p);
    }
}
