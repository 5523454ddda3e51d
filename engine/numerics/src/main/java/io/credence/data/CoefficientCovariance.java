package io.credence.data;

import java.io.Serializable;

/** Covariance S of the coefficients, in the form in which the rows' variances x_iᵀSx_i are cheapest. */
public sealed interface CoefficientCovariance extends Serializable {

    /** Zero covariance: the coefficients are a point. */
    record None() implements CoefficientCovariance {}

    /**
     * Diagonal covariance.
     *
     * @param variances diagonal of S
     */
    record Diagonal(double[] variances) implements CoefficientCovariance {}

    /**
     * Covariance S = FᵀF as its factor, for dense rows, whose variance is then ‖F x‖².
     *
     * @param factor lower triangular F, row-major, of the order of the coefficients
     */
    record CovarianceFactor(double[] factor) implements CoefficientCovariance {}

    /**
     * Covariance S itself, for sparse rows, whose variance then costs the square of their non-zeros.
     *
     * @param matrix covariance S, row-major, both triangles
     */
    record Covariance(double[] matrix) implements CoefficientCovariance {}
}
