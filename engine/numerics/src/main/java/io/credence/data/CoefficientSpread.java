package io.credence.data;

import java.io.Serializable;

/** The covariance S of the coefficients, in the form in which the rows' variances x_iᵀSx_i are cheapest. */
public sealed interface CoefficientSpread extends Serializable {

    /** No spread: the coefficients are a point. */
    record None() implements CoefficientSpread {}

    /**
     * A diagonal covariance.
     *
     * @param variances diagonal of S
     */
    record Diagonal(double[] variances) implements CoefficientSpread {}

    /**
     * S = F ᵀF; for dense rows, whose variance is then ‖F x‖².
     *
     * @param factor lower triangular F, row-major, of the order of the coefficients
     */
    record InverseFactor(double[] factor) implements CoefficientSpread {}

    /**
     * S itself; for sparse rows, whose variance then costs the square of their non-zeros.
     *
     * @param matrix S, row-major, both triangles
     */
    record Covariance(double[] matrix) implements CoefficientSpread {}
}
