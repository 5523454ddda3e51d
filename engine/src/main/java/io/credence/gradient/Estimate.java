package io.credence.gradient;

/**
 * What draws say of the expected log density at a posterior, with the noise that the draws leave. Noise is measured in nats:
 * what a step along it would seem to gain, ½ E‖δg‖²_S for the gradient and ¼ E‖δH‖²_S for the curvature.
 *
 * @param value E log p
 * @param valueVariance its variance
 * @param gradient g = E ∇log p
 * @param curvature H = E ∇²log p, in the family's packed form
 * @param wholeCurvature the same, cut as the surrogate's
 * @param gradientNoise noise of g
 * @param curvatureNoise noise of H
 */
public record Estimate(
        double value,
        double valueVariance,
        double[] gradient,
        double[] curvature,
        double[] wholeCurvature,
        double gradientNoise,
        double curvatureNoise) {

    /** Whether every number is finite. */
    public boolean isFinite() {
        if (!Double.isFinite(value + valueVariance)) {
            return false;
        }
        for (double g : gradient) {
            if (!Double.isFinite(g)) {
                return false;
            }
        }
        for (double h : curvature) {
            if (!Double.isFinite(h)) {
                return false;
            }
        }
        return true;
    }
}
