package io.credence.mixed;

/**
 * What a dispersion, the last of the variance components, adds to the slope of their density. Sites depend on it, so that its curvature is by
 * differences of slopes.
 *
 * @param slope of the log likelihood in it
 * @param curvature minus the derivative in it of the slope in each component
 */
record DispersionSlope(double slope, double[] curvature) {

    /** Adds it; where the curvature beside the other components is not positive, as far from the mode, its size stands for it. */
    void addTo(double[] gradient, double[] information) {
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
