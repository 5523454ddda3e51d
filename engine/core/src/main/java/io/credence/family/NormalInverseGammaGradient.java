package io.credence.family;

import io.credence.linalg.Vectors;

/**
 * Value of a function of a {@link NormalInverseGamma} law β | v ~ N(μ, vV), v ~ IG(a, b), with its gradient in (μ, V, a,
 * b).
 *
 * @param value value, nats; +∞ where the function does not exist
 * @param location gradient in μ
 * @param scaleMatrix symmetric gradient G in V, d × d, with which dF = tr(G dV)
 * @param shape derivative in a
 * @param scale derivative in b
 */
public record NormalInverseGammaGradient(
        double value, double[] location, double[] scaleMatrix, double shape, double scale) {

    /** The function that is 0, of d coefficients. */
    public static NormalInverseGammaGradient zero(int d) {
        return new NormalInverseGammaGradient(0, new double[d], new double[d * d], 0, 0);
    }

    /** An infinite value, without a gradient. */
    public static NormalInverseGammaGradient infinite(int d) {
        double[] location = Vectors.scaled(Double.NaN, Vectors.ones(d));
        double[] matrix = Vectors.scaled(Double.NaN, Vectors.ones(d * d));
        return new NormalInverseGammaGradient(Double.POSITIVE_INFINITY, location, matrix, Double.NaN, Double.NaN);
    }

    /** Whether the function exists at the law. */
    public boolean isFinite() {
        return Double.isFinite(value);
    }

    /** Sum of this function and a multiple of another. */
    public NormalInverseGammaGradient plus(double factor, NormalInverseGammaGradient other) {
        return new NormalInverseGammaGradient(
                value + factor * other.value,
                Vectors.plusScaled(location, factor, other.location),
                Vectors.plusScaled(scaleMatrix, factor, other.scaleMatrix),
                shape + factor * other.shape,
                scale + factor * other.scale);
    }

    /** This function transformed to another value, at the given rate of change. */
    public NormalInverseGammaGradient transformed(double to, double rate) {
        NormalInverseGammaGradient scaled = zero(location.length).plus(rate, this);
        return new NormalInverseGammaGradient(to, scaled.location, scaled.scaleMatrix, scaled.shape, scaled.scale);
    }
}
