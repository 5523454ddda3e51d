package io.credence.benchmark;

import org.hipparchus.CalculusFieldElement;

/** Priors of the standard deviations of PosteriorDB's regressions, up to a constant. */
enum PriorOfScale {
    FLAT,
    HALF_CAUCHY,
    HALF_NORMAL,
    WIDE_HALF_NORMAL,
    HALF_STUDENT;

    <T extends CalculusFieldElement<T>> T logDensity(T sigma) {
        T square = sigma.square();
        return switch (this) {
            case FLAT -> sigma.newInstance(0);
            case HALF_CAUCHY -> square.divide(6.25).log1p().negate();
            case HALF_NORMAL -> square.multiply(-0.5);
            case WIDE_HALF_NORMAL -> square.multiply(-0.005);
            case HALF_STUDENT -> square.divide(300).log1p().multiply(-2);
        };
    }
}
