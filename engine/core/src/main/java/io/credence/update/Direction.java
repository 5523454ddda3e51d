package io.credence.update;

import io.credence.linalg.Vectors;
import java.io.Serializable;

/**
 * Estimated direction in which a posterior is moved. The gradient of the bound in S is ½(P − T).
 *
 * @param ascent gradient of the bound: in the mean, P0(μ0 − μ) + g, for rules that move Gaussians, in λ for others
 * @param targetPrecision target precision T = P0 − H, in the family's packed form; empty for rules that move λ
 */
public record Direction(double[] ascent, double[] targetPrecision) implements Serializable {

    /** Whether every number is finite. */
    boolean isFinite() {
        return Vectors.isFinite(ascent) && Vectors.isFinite(targetPrecision);
    }

    /** A copy with the ascent multiplied by {@code share}. */
    public Direction withAscentTimes(double share) {
        return share == 1
                ? this
                : new Direction(Vectors.plusScaled(new double[ascent.length], share, ascent), targetPrecision);
    }
}
