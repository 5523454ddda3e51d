package io.credence.benchmark;

import java.util.function.DoubleUnaryOperator;

/** Priors of the standard deviations of PosteriorDB's regressions, up to a constant. */
enum PriorOfScale {
    FLAT(sigma -> 0),
    HALF_CAUCHY(sigma -> -Math.log1p(sigma * sigma / 6.25)),
    HALF_NORMAL(sigma -> -0.5 * sigma * sigma),
    WIDE_HALF_NORMAL(sigma -> -0.005 * sigma * sigma),
    HALF_STUDENT(sigma -> -2 * Math.log1p(sigma * sigma / 300));

    private final DoubleUnaryOperator logDensity;

    PriorOfScale(DoubleUnaryOperator logDensity) {
        this.logDensity = logDensity;
    }

    double logDensity(double sigma) {
        return logDensity.applyAsDouble(sigma);
    }
}
