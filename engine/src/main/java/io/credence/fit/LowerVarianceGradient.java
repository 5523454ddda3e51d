package io.credence.fit;

import io.credence.family.Posterior;

/**
 * Which of an objective's two gradients has less noise at the draws of a step. It is read off the part in the posterior's
 * location, in units of its standard deviations: by paths the gradients in θ_s, by values c_s ∇_θ log q(θ_s).
 */
final class LowerVarianceGradient {

    private LowerVarianceGradient() {}

    /** Whether the gradient by values has less noise. */
    static boolean isByValues(Posterior q, double[][] theta, double[][] paths, double[] scores) {
        double[][] values = new double[theta.length][q.dimension()];
        for (int s = 0; s < theta.length; s++) {
            q.addLogDensityGradient(theta[s], scores[s], values[s]);
        }
        double[] sd = q.sd();
        return noise(values, sd) < noise(paths, sd);
    }

    /** Sum of squared deviations from the mean. */
    private static double noise(double[][] parts, double[] sd) {
        double noise = 0;
        for (int j = 0; j < sd.length; j++) {
            double sum = 0;
            double squares = 0;
            for (double[] part : parts) {
                sum += part[j];
                squares += part[j] * part[j];
            }
            noise += sd[j] * sd[j] * (squares - sum * sum / parts.length);
        }
        return noise;
    }
}
