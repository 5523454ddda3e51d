package io.credence.gradient;

/**
 * What draws say of what is to rise at a posterior, with the noise that they leave: the expected log density, or minus an
 * objective. Noise is measured in nats: what a step along it would seem to gain, ½ E‖δg‖²_S for the gradient and ¼ E‖δH‖²_S for
 * the curvature.
 *
 * @param value E log p
 * @param valueVariance its variance
 * @param gradient g = E ∇log p of a Gaussian; the gradient in λ of another family
 * @param curvature H = E ∇²log p, in a Gaussian's packed form; empty for another family
 * @param wholeCurvature the same, cut as the control variate's
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

    /** The same with another value, where what is to rise is not the mean of the draws' values. */
    public Estimate withValue(double other, double variance) {
        return new Estimate(other, variance, gradient, curvature, wholeCurvature, gradientNoise, curvatureNoise);
    }

    /** The mean of this, which is one of {@code looks} independent estimates already, and one more at the same posterior. */
    public Estimate averaged(int looks, Estimate more) {
        double keep = looks / (looks + 1.0);
        return new Estimate(
                mean(keep, value, more.value),
                varianceOfMean(keep, valueVariance, more.valueVariance),
                mean(keep, gradient, more.gradient),
                mean(keep, curvature, more.curvature),
                mean(keep, wholeCurvature, more.wholeCurvature),
                varianceOfMean(keep, gradientNoise, more.gradientNoise),
                varianceOfMean(keep, curvatureNoise, more.curvatureNoise));
    }

    private static double mean(double keep, double x, double y) {
        return keep * x + (1 - keep) * y;
    }

    private static double varianceOfMean(double keep, double x, double y) {
        return keep * keep * x + (1 - keep) * (1 - keep) * y;
    }

    private static double[] mean(double keep, double[] x, double[] y) {
        double[] mean = new double[x.length];
        for (int i = 0; i < mean.length; i++) {
            mean[i] = mean(keep, x[i], y[i]);
        }
        return mean;
    }
}
