package io.credence.fit;

import io.credence.divergence.Divergence;
import io.credence.family.Posterior;
import io.credence.gradient.EvaluatedDraws;
import io.credence.objective.DrawDensities;
import io.credence.objective.DrawWeights;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Evaluation of an objective at draws of any posterior: log densities, the weights that the objective derives from
 * them, and the gradients that follow.
 *
 * @param totals losses at the draws
 * @param theta draws θ_s, S × d
 * @param densities log densities of the draws, without those parts that are known in closed form
 * @param weights value and weights that the objective derives from them
 */
record WeightedEvaluation(
        DrawTotals totals,
        double[][] theta,
        DrawDensities densities,
        DrawWeights weights,
        boolean hasClosedDivergence) {

    static WeightedEvaluation of(DrawTotals totals, Posterior q) {
        Problem problem = totals.problem();
        Divergence closed = problem.closedDivergence(q);
        double[][] theta = totals.draws().matrix(q.dimension());
        int count = theta.length;
        double[] loss = new double[count];
        double[] prior = new double[count];
        double[] posterior = new double[count];
        for (int s = 0; s < count; s++) {
            loss[s] = totals.loss(s, theta[s]);
            prior[s] = closed == null
                    ? problem.prior().logDensity(theta[s])
                    : problem.prior().termDensity(theta[s]);
            posterior[s] = q.logDensity(theta[s]);
        }
        double risk = problem.objective().rowReduction() == null
                ? Double.NaN
                : totals.rowScaling() * totals.sums().totalRisk();
        DrawDensities densities = new DrawDensities(
                loss,
                prior,
                posterior,
                totals.draws().baseWeights(),
                totals.draws().standard().drawsPerUnit(),
                risk);
        DrawWeights weights = problem.objective().weighDraws(densities, closed != null);
        return new WeightedEvaluation(totals, theta, densities, weights, closed != null);
    }

    /** Variance of the objective's value; to first order, the variance of the mean of its functional derivative. */
    double valueVariance() {
        double[] base = densities.baseWeights();
        double mean = 0;
        for (int s = 0; s < base.length; s++) {
            mean += base[s] * weights.functionalDerivative()[s];
        }
        double squares = 0;
        for (int s = 0; s < base.length; s++) {
            double deviation = base[s] == 0 ? 0 : base[s] * (weights.functionalDerivative()[s] - mean);
            squares += deviation * deviation;
        }
        return squares;
    }

    /**
     * Draws with the gradients that raise minus the objective, or with values that weigh scores.
     *
     * @param byValues whether the loss has no gradients
     */
    EvaluatedDraws evaluatedDraws(Posterior q, boolean byValues) {
        double[][] paths = byValues ? new double[0][] : drawGradients(q);
        boolean choice = !byValues && totals.problem().objective().matchesMoments();
        boolean byScores = byValues || (choice && isQuieterByValues(q, theta, paths, weights.scoreWeights()));
        int count = theta.length;
        int d = byScores ? 0 : q.dimension();
        double[] values = new double[count];
        double[] gradients = new double[count * d];
        for (int s = 0; s < count; s++) {
            values[s] = -count * weights.scoreWeights()[s];
            for (int j = 0; j < d; j++) {
                gradients[s * d + j] = -count * paths[s][j];
            }
        }
        EvaluatedDraws.Strata strata = new EvaluatedDraws.Strata(totals.draws().strata(), stratumDerivatives(q));
        return new EvaluatedDraws(totals.draws().standard(), values, gradients, new double[0], strata);
    }

    /**
     * Whether the gradient by values has less noise at these draws than the reparameterised one. Noise is compared in
     * the posterior's location, in units of its standard deviations: reparameterised the gradients in θ_s, by values
     * c_s ∇_θ log q(θ_s).
     */
    static boolean isQuieterByValues(Posterior q, double[][] theta, double[][] paths, double[] scores) {
        double[][] values = new double[theta.length][q.dimension()];
        for (int s = 0; s < theta.length; s++) {
            q.addLogDensityGradient(theta[s], scores[s], values[s]);
        }
        double[] sd = q.sd();
        return noise(values, sd) < noise(paths, sd);
    }

    /** Sum over coordinates of squared deviations from the mean, in squared standard deviations. */
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

    /** Gradients of the objective in the draws, S × d. */
    private double[][] drawGradients(Posterior q) {
        double[][] paths = new double[theta.length][];
        for (int s = 0; s < paths.length; s++) {
            double weight = weights.lossWeights()[s];
            paths[s] = new double[q.dimension()];
            if (weight != 0) {
                add(weight, totals.lossGradient(s, theta[s]), paths[s]);
            }
            if (weights.priorWeights()[s] != 0) {
                add(weights.priorWeights()[s], priorGradient(theta[s]), paths[s]);
            }
            if (weights.posteriorWeights()[s] != 0) {
                q.addLogDensityGradient(theta[s], weights.posteriorWeights()[s], paths[s]);
            }
        }
        return paths;
    }

    private double[] priorGradient(double[] at) {
        if (!hasClosedDivergence) {
            return totals.problem().prior().gradient(at);
        }
        double[] gradient = new double[at.length];
        totals.problem().prior().addTermGradient(at, gradient);
        return gradient;
    }

    private static void add(double weight, double[] gradient, double[] into) {
        for (int j = 0; j < into.length; j++) {
            into[j] += weight * gradient[j];
        }
    }

    /** Mean functional derivative of each stratum. */
    private double[] stratumDerivatives(Posterior q) {
        double[] means = new double[q.stratumCount()];
        int per = theta.length / means.length;
        for (int s = 0; s < theta.length; s++) {
            int[] of = totals.draws().strata();
            means[of.length == 0 ? 0 : of[s]] += weights.functionalDerivative()[s] / per;
        }
        return means;
    }

    /** Effective number of draws: number of equally weighted draws that are worth as much. */
    double effectiveDraws(EvaluatedDraws drawn) {
        double[] counted = drawn.gradients().length == 0 ? weights.scoreWeights() : weights.lossWeights();
        double sum = 0;
        double squares = 0;
        for (double weight : counted) {
            sum += Math.abs(weight);
            squares += weight * weight;
        }
        return squares == 0 ? 0 : sum * sum / squares;
    }

    /** The evidence lower bound and its Monte-Carlo standard error, nats. */
    double[] elboAndError() {
        double[] logWeights = densities.logWeights();
        double[] base = densities.baseWeights();
        double elbo = 0;
        for (int s = 0; s < base.length; s++) {
            elbo += base[s] * logWeights[s];
        }
        double squares = 0;
        for (int s = 0; s < base.length; s++) {
            double deviation = base[s] * (logWeights[s] - elbo);
            squares += deviation * deviation;
        }
        return new double[] {elbo, Math.sqrt(squares)};
    }

    @Nullable
    String nonFiniteObjective() {
        return Double.isFinite(weights.value())
                ? null
                : "objective " + totals.problem().objective().name();
    }

    /** A copy with the whole prior density, for importance weights. */
    WeightedEvaluation withWholePrior() {
        if (!hasClosedDivergence) {
            return this;
        }
        double[] prior = new double[theta.length];
        Arrays.setAll(prior, s -> totals.problem().prior().logDensity(theta[s]));
        DrawDensities all = new DrawDensities(
                densities.totalLosses(),
                prior,
                densities.logPosteriors(),
                densities.baseWeights(),
                densities.unit(),
                densities.totalRisk());
        return new WeightedEvaluation(totals, theta, all, weights, false);
    }
}
