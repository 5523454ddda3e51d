package io.credence.likelihood.robust;

/**
 * Logarithm log Σ_k w_k p_k(η)^c of a sum, with slope and curvature in η. It is added up term by term and scaled by the
 * largest one.
 */
final class PowerSum {

    private final double order;
    private final double top;
    private double sum;
    private double slope;
    private double square;
    private double curvature;

    /**
     * An empty sum.
     *
     * @param order c
     * @param top largest log p_k, or near it
     */
    PowerSum(double order, double top) {
        this.order = order;
        this.top = top;
    }

    /** Adds a term, given log p_k and its slope and curvature; returns c times its distance from the top. */
    double add(double weight, double log, double logSlope, double logCurvature) {
        double below = order * (log - top);
        double term = weight * Math.exp(below);
        if (term != 0) {
            sum += term;
            slope += term * logSlope;
            square += term * logSlope * logSlope;
            curvature += term * logCurvature;
        }
        return below;
    }

    /** Writes the logarithm of the sum, its slope and its curvature. */
    void writeLogSum(double[] out) {
        double mean = slope / sum;
        out[0] = order * top + Math.log(sum);
        out[1] = order * mean;
        out[2] = order * (curvature / sum + order * (square / sum - mean * mean));
    }
}
