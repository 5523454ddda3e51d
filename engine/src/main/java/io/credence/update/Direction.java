package io.credence.update;

/**
 * Where an estimate wants a posterior to go. The gradient of the bound in S is ½(P − T).
 *
 * @param ascent gradient of the bound in the mean, P0(μ0 − μ) + g
 * @param targetPrecision T = P0 − H, in the family's packed form
 */
public record Direction(double[] ascent, double[] targetPrecision) {

    /** Whether every number of it is finite. */
    boolean isFinite() {
        return Vectors.finite(ascent) && Vectors.finite(targetPrecision);
    }
}
