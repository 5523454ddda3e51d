package io.credence.data;

import java.io.Serializable;

/** Covariance S of the coefficients, in the form in which the rows' variances x_iᵀSx_i are cheapest. */
public sealed interface CoefficientSpread extends Serializable {

    /** Zero covariance: the coefficients are a point. */
    record None() implements CoefficientSpread {}

    /**
     * Diagonal covariance.
     *
     * @param variances diagonal of S
     */
    record Diagonal(double[] variances) implements CoefficientSpread {}

    /**
     * Covariance S = FᵀF as its factor, for dense rows, whose variance is then ‖F x‖².
     *
     * @param factor lower triangular F, row-major, of the order of the coefficients
     */
    record InverseFactor(double[] factor) implements CoefficientSpread {}

    /**
     * Covariance S itself, for sparse rows, whose variance then costs the square of their non-zeros.
     *
     * @param matrix covariance S, row-major, both triangles
     */
    record Covariance(double[] matrix) implements CoefficientSpread {}
}
