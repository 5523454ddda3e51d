package io.credence.prior;

import java.io.Serializable;

/**
 * Coefficients as functions of the parameters ξ = (z, s, t) of a non-centred prior: θ_j = mean + scale · exp(s_g + t)
 * z_j, with the log scale s_g of j's group and, where there is one, a global log scale t. A coefficient without a
 * group is itself in the place of its z.
 *
 * @param groupOf group of each coefficient, −1 for none
 * @param groups number of groups
 * @param mean centre of the coefficients
 * @param scale what multiplies all of them
 * @param global whether there is a t
 */
public record NonCentredMap(int[] groupOf, int groups, double mean, double scale, boolean global)
        implements Serializable {

    /** Number of coefficients. */
    public int coefficients() {
        return groupOf.length;
    }

    /** Length of ξ. */
    public int parameters() {
        return groupOf.length + groups + (global ? 1 : 0);
    }

    /** scale · exp(t). */
    private double common(double[] xi) {
        return global ? scale * Math.exp(xi[parameters() - 1]) : scale;
    }

    /** Writes θ(ξ) to the first entries of {@code theta}. */
    public void fill(double[] xi, double[] theta) {
        double common = common(xi);
        for (int j = 0; j < groupOf.length; j++) {
            theta[j] = groupOf[j] < 0 ? xi[j] : mean + common * Math.exp(xi[groupOf.length + groupOf[j]]) * xi[j];
        }
    }

    /** Adds (∂θ/∂ξ)ᵀ times the slopes from {@code slopesAt} on to the gradient from {@code gradientAt} on. */
    public void addPullback(double[] xi, double[] slopes, int slopesAt, double[] gradient, int gradientAt) {
        double common = common(xi);
        double total = 0;
        for (int j = 0; j < groupOf.length; j++) {
            double slope = slopes[slopesAt + j];
            if (groupOf[j] < 0) {
                gradient[gradientAt + j] += slope;
            } else {
                int at = groupOf.length + groupOf[j];
                double factor = common * Math.exp(xi[at]);
                gradient[gradientAt + j] += slope * factor;
                gradient[gradientAt + at] += slope * factor * xi[j];
                total += slope * factor * xi[j];
            }
        }
        if (global) {
            gradient[gradientAt + parameters() - 1] += total;
        }
    }
}
