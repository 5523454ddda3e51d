package io.credence.data;

import java.io.Serializable;

/** Covariance S of the coefficients, in the form in which the rows' variances x_iᵀSx_i are cheapest. */
public sealed interface CoefficientCovariance extends Serializable {

    /** Zero covariance: the coefficients are a point. */
    record None() implements CoefficientCovariance {}

    /**
     * Diagonal covariance, of independent coefficients.
     *
     * @param variances diagonal of S
     */
    record Diagonal(double[] variances) implements CoefficientCovariance {}

    /**
     * Covariance S = FᵀF in the form of its factor F, for dense rows. The variance of a row is then ‖F x‖².
     *
     * @param factor lower triangular F, row-major, of the order of the coefficients
     */
    record CovarianceFactor(double[] factor) implements CoefficientCovariance {}

    /**
     * Covariance S itself, for sparse rows. The variance of a row then costs the square of its non-zeros.
     *
     * @param matrix covariance S, row-major, both triangles
     */
    record Covariance(double[] matrix) implements CoefficientCovariance {}
}
