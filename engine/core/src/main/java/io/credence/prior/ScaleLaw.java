package io.credence.prior;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Distribution of the scale τ of a normal density N(0, τ²), by which mixtures of normals become other densities. It is
 * given as a density of log τ. A shrinkage block of m coefficients shares a τ.
 */
sealed interface ScaleLaw extends Serializable {

    /** Density of the log scale of a shrinkage block of {@code size} coefficients. */
    ScalarDensity localScaleDensity(int size);

    /** Density of a global log scale, which multiplies the scales of all shrinkage blocks; null for none. */
    default @Nullable ScalarDensity globalScaleDensity() {
        return null;
    }

    /**
     * Law whose mixture is a Laplace density of scale 1, and for blocks {@link ShrinkageLaplace}. It is τ² ~ Gamma((m +
     * 1)/2, rate ½).
     */
    record Laplace() implements ScaleLaw {
        @Override
        public ScalarDensity localScaleDensity(int size) {
            return new LogGamma(2, 0.5 * (size + 1), 0.5);
        }
    }

    /**
     * Law whose mixture is a Student-t density of scale 1: τ² ~ IG(ν/2, ν/2).
     *
     * @param degreesOfFreedom ν, positive
     */
    record Student(double degreesOfFreedom) implements ScaleLaw {
        public Student {
            PriorChecks.requirePositive("the degrees of freedom of a Student density", degreesOfFreedom);
        }

        @Override
        public ScalarDensity localScaleDensity(int size) {
            return new LogGamma(-2, 0.5 * degreesOfFreedom, 0.5 * degreesOfFreedom);
        }
    }

    /**
     * Law of the horseshoe (Carvalho, Polson, Scott 2010): the local scales and the global one are half-Cauchy of scale
     * 1.
     */
    record Horseshoe() implements ScaleLaw {
        @Override
        public ScalarDensity localScaleDensity(int size) {
            return new LogHalfCauchy(1);
        }

        @Override
        public ScalarDensity globalScaleDensity() {
            return new LogHalfCauchy(1);
        }
    }
}
