package io.credence.prior;

import org.hipparchus.special.Gamma;

/**
 * Student-t density with location and scale.
 *
 * @param degreesOfFreedom ν, positive; 1 is the Cauchy density
 * @param location centre
 * @param scale σ, positive; the variance is σ²ν/(ν − 2) where ν &gt; 2
 */
record StudentDensity(double degreesOfFreedom, double location, double scale) implements ScalarDensity {
    public StudentDensity {
        PriorChecks.requirePositive("the degrees of freedom of a Student density", degreesOfFreedom);
        PriorChecks.requireFinite("the location of a Student density", location);
        PriorChecks.requirePositive("the scale of a Student density", scale);
    }

    @Override
    public double logConstant() {
        return logConstant(degreesOfFreedom, scale, 1);
    }

    /** Log normalising constant of the density of {@code dimension} numbers with a common scale. */
    static double logConstant(double degreesOfFreedom, double scale, int dimension) {
        return Gamma.logGamma(0.5 * (degreesOfFreedom + dimension))
                - Gamma.logGamma(0.5 * degreesOfFreedom)
                - dimension * (0.5 * Math.log(Math.PI * degreesOfFreedom) + Math.log(scale));
    }

    @Override
    public double logShape(double u) {
        double t = (u - location) / scale;
        return -0.5 * (degreesOfFreedom + 1) * Math.log1p(t * t / degreesOfFreedom);
    }

    @Override
    public double slope(double u) {
        double t = (u - location) / scale;
        return -(degreesOfFreedom + 1) * t / (scale * (degreesOfFreedom + t * t));
    }
}
