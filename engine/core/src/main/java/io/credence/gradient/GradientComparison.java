package io.credence.gradient;

import io.credence.prior.DensityTerm;
import io.credence.random.AddressedRandom;
import org.jspecify.annotations.Nullable;

/**
 * Compares the gradient of a log density with central differences of its values in a few random directions at a few random points. Only
 * differences on which two successive steps agree contradict a gradient, so that kinks, jumps and rounding are not
 * mistaken for errors; and a single step at which both agree clears it.
 */
final class GradientComparison {

    private static final double[] SIZES = {1, 0.3, 0.1, 1e-2, 1e-4};
    private static final int DIRECTIONS = 3;
    private static final double[] STEPS = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7};
    private static final double TOLERANCE = 1e-3;
    /**
     * Largest difference between two difference quotients that count as agreeing, as a share of their gap to the
     * gradient.
     */
    private static final double AGREEMENT = 0.05;

    private static final double ROUNDING = 64 * Math.ulp(1.0);

    /**
     * Derivative that differences contradict.
     *
     * @param parameter index of the parameter; −1 if the contradiction shows only in a direction of several
     * @param byGradient derivative by the gradient
     * @param byDifferences derivative by differences
     */
    record Contradiction(int parameter, double byGradient, double byDifferences) {
        private double relativeSize() {
            return Math.abs(byGradient - byDifferences);
        }
    }

    private final DensityTerm density;
    private final int dimension;
    private final long seed;

    GradientComparison(DensityTerm density, int dimension, long seed) {
        this.density = density;
        this.dimension = dimension;
        this.seed = seed;
    }

    /** The worst derivative at the first point that has a wrong one; null if none has. */
    @Nullable
    Contradiction findContradiction() {
        for (int p = 0; p < SIZES.length; p++) {
            Contradiction found = contradictionAt(p);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private double[] randomNormals(double size, long... address) {
        double[] numbers = new double[dimension];
        for (int j = 0; j < dimension; j++) {
            numbers[j] = size * AddressedRandom.normal(AddressedRandom.bits(seed, address), j);
        }
        return numbers;
    }

    private @Nullable Contradiction contradictionAt(int p) {
        double[] theta = randomNormals(SIZES[p], p);
        double[] gradient = new double[dimension];
        if (!Double.isFinite(density.logDensity(theta))) {
            return null;
        }
        density.addGradient(theta, gradient);
        for (int k = 0; k < DIRECTIONS; k++) {
            double[] direction = randomNormals(1, p, k);
            double slope = 0;
            for (int j = 0; j < dimension; j++) {
                slope += gradient[j] * direction[j];
            }
            double found = contradictingDifference(theta, direction, slope);
            if (!Double.isNaN(found)) {
                return worstCoordinate(theta, gradient, new Contradiction(-1, slope, found));
            }
        }
        return null;
    }

    private Contradiction worstCoordinate(double[] theta, double[] gradient, Contradiction along) {
        Contradiction worst = null;
        double[] direction = new double[dimension];
        for (int j = 0; j < dimension; j++) {
            direction[j] = 1;
            double found = contradictingDifference(theta, direction, gradient[j]);
            direction[j] = 0;
            Contradiction one = new Contradiction(j, gradient[j], found);
            if (!Double.isNaN(found) && (worst == null || one.relativeSize() > worst.relativeSize())) {
                worst = one;
            }
        }
        return worst == null ? along : worst;
    }

    /** The difference quotient that contradicts a slope in a direction; NaN if none does. */
    private double contradictingDifference(double[] theta, double[] direction, double slope) {
        double contradicting = Double.NaN;
        double before = Double.NaN;
        for (double step : STEPS) {
            double above = logDensityAlong(theta, direction, step);
            double below = logDensityAlong(theta, direction, -step);
            double difference = (above - below) / (2 * step);
            double gap = Math.abs(difference - slope);
            double rounding = ROUNDING * (Math.abs(above) + Math.abs(below)) / step;
            double allowed = TOLERANCE * (Math.abs(difference) + Math.abs(slope)) + rounding;
            if (gap <= allowed) {
                return Double.NaN;
            }
            if (Math.abs(difference - before) <= AGREEMENT * gap) {
                contradicting = difference;
            }
            before = difference;
        }
        return contradicting;
    }

    private double logDensityAlong(double[] theta, double[] direction, double step) {
        double[] shifted = theta.clone();
        for (int j = 0; j < dimension; j++) {
            shifted[j] += step * direction[j];
        }
        return density.logDensity(shifted);
    }
}
