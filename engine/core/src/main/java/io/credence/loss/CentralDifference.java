package io.credence.loss;

/** Central differences in an unconstrained parameter. */
public final class CentralDifference {

    private static final double RELATIVE_STEP = Math.cbrt(Math.ulp(1.0));

    private CentralDifference() {}

    /**
     * Step at a coordinate: ε^(1/3) · max(1, |θ_j|), the same that is to be used for the gradient of all rows at an anchor, so that
     * the remainders of values-only models have that gradient removed exactly.
     */
    public static double step(double coordinate) {
        return RELATIVE_STEP * Math.max(1, Math.abs(coordinate));
    }
}
