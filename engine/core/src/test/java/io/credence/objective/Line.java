package io.credence.objective;

import io.credence.family.Posterior;
import io.credence.testkit.RandomArrays;
import java.util.function.DoubleUnaryOperator;

/**
 * A model of one parameter whose evidence is known: the joint density is e^{LOG_EVIDENCE} N(θ; MEAN, SD²), half of its
 * logarithm the loss and half the prior, so that nothing cancels by chance.
 */
final class Line {

    static final double LOG_EVIDENCE = -7.3;
    static final double MEAN = 0.4;
    static final double SD = 0.8;
    private static final double FROM = -9;
    private static final double STEP = 0.01;
    private static final int NODES = 1801;

    private Line() {}

    static double logJoint(double theta) {
        double z = (theta - MEAN) / SD;
        return LOG_EVIDENCE - 0.5 * z * z - Math.log(SD) - 0.5 * Math.log(2 * Math.PI);
    }

    static double slope(double theta) {
        return -(theta - MEAN) / (SD * SD);
    }

    static double logWeight(Posterior q, double theta) {
        return logJoint(theta) - q.logDensity(new double[] {theta});
    }

    /** ∫ f(θ) dθ by the trapezoidal rule, whose error is below rounding for smooth functions that vanish at both ends. */
    static double integral(DoubleUnaryOperator f) {
        double sum = 0;
        for (int i = 0; i < NODES; i++) {
            sum += STEP * f.applyAsDouble(FROM + i * STEP);
        }
        return sum;
    }

    /** E_q[f(θ)]. */
    static double expectation(Posterior q, DoubleUnaryOperator f) {
        return integral(theta -> Math.exp(q.logDensity(new double[] {theta})) * f.applyAsDouble(theta));
    }

    /** Draws as the fit makes them, the strata in turn. */
    record Observed(Posterior q, double[][] standard, int[] stratum, double[][] theta, DrawDensities densities) {

        static Observed of(Posterior q, RandomArrays random, int count) {
            int strata = q.stratumCount();
            double[][] standard = new double[count][];
            int[] stratum = new int[count];
            double[][] theta = new double[count][];
            double[] loss = new double[count];
            double[] prior = new double[count];
            double[] posterior = new double[count];
            double[] base = new double[count];
            for (int s = 0; s < count; s++) {
                standard[s] = random.normals(q.noiseDimension());
                stratum[s] = s % strata;
                theta[s] = q.draw(stratum[s], standard[s]);
                loss[s] = -0.5 * logJoint(theta[s][0]);
                prior[s] = 0.5 * logJoint(theta[s][0]);
                posterior[s] = q.logDensity(theta[s]);
                base[s] = q.weight(stratum[s]) * strata / count;
            }
            return new Observed(q, standard, stratum, theta, new DrawDensities(loss, prior, posterior, base));
        }

        /** Σ (∂θ/∂λ)ᵀ [loss ∇ℓ + prior ∇log π + posterior ∇log q], and what follows from the strata's probabilities. */
        double[] byPaths(DrawWeights judgement) {
            double[] gradient = new double[q.parameters().length];
            double[] weights = new double[q.stratumCount()];
            for (int s = 0; s < theta.length; s++) {
                double half = 0.5 * slope(theta[s][0]);
                double[] path = {-judgement.lossWeights()[s] * half + judgement.priorWeights()[s] * half};
                q.addLogDensityGradient(theta[s], judgement.posteriorWeights()[s], path);
                q.addPullback(stratum[s], standard[s], path, gradient);
                weights[stratum[s]] += judgement.functionalDerivative()[s] * weights.length / theta.length;
            }
            q.addWeightGradient(weights, gradient);
            return gradient;
        }

        double[] byValues(DrawWeights judgement) {
            double[] gradient = new double[q.parameters().length];
            for (int s = 0; s < theta.length; s++) {
                q.addScore(theta[s], judgement.scoreWeights()[s], gradient);
            }
            return gradient;
        }
    }
}
