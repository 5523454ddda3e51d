package io.credence.mixed.component;

/**
 * Contribution of a dispersion, the last of the variance components, to the gradient and the curvature of their log
 * density. Sites depend on it, so that its curvature is by differences of slopes.
 *
 * @param slope slope of the log likelihood in the dispersion
 * @param curvature minus the derivative in the dispersion of the slope in each component
 */
public record DispersionSlope(double slope, double[] curvature) {

    /**
     * Adds the contribution to a gradient and an information. Where the curvature given the other components is not
     * positive, as far from the mode, its absolute value is used.
     */
    public void addTo(double[] gradient, double[] information) {
        int d = gradient.length;
        int last = d - 1;
        gradient[last] += slope;
        double left = curvature[last];
        for (int j = 0; j < last; j++) {
            left -= curvature[j] * curvature[j] / information[j * (d + 1)];
        }
        information[d * d - 1] = Math.abs(curvature[last]);
        for (int j = 0; j < last && left > 0; j++) {
            information[last * d + j] = curvature[j];
            information[j * d + last] = curvature[j];
        }
    }
}
