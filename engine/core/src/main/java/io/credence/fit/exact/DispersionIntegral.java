package io.credence.fit.exact;

import static java.util.Objects.requireNonNull;

import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.MixturePosterior;
import io.credence.family.Posterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.Approximation;
import io.credence.fit.DrawCounts;
import io.credence.fit.ExactProblem;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.LogSums;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Joint posterior of the coefficients and the logarithm u of a dispersion, for use where independent factors of the two
 * are too rough. The coefficients given u are fitted at equidistant u, and each fit is a component of a mixture whose
 * weight is its evidence times the prior density of u. For normal responses that is the exact posterior, but for the
 * rule of the integral over u; for others the integrated nested approximation of Rue, Martino and Chopin (2009) with
 * variational Gaussians instead of Laplace's.
 */
public record DispersionIntegral(
        ExactProblem problem, FitSettings settings, ExecutionBackend backend, DenseKernel kernel) {

    /** Distance between successive u, in standard deviations of the independent factor. */
    private static final double STEP = 0.5;
    /** Difference from the highest log weight at which the mixture is cut off, nats. */
    private static final double FARTHEST = 12;
    /** Largest number of components, reached by posteriors that are much wider than the independent factor. */
    private static final int MOST = 100;

    /** Posterior of the coefficients given u, with the log density of u up to a constant. */
    private record ConditionalFit(double logDispersion, GaussianPosterior coefficients, double logWeight) {}

    /**
     * Whether a joint posterior can be computed for a result. Its factors must be independent and its Gaussian full;
     * the rows few enough for so many fits, in one partition; and the coefficients few enough for so many matrices:
     * their numbers are fewer than the draws of a check.
     */
    public boolean isPossible(FitResult result) {
        GaussianPosterior q = result.posterior().gaussian();
        return result.isConverged()
                && !result.dispersion().isKnown()
                && q != null
                && q.isFull()
                && Symmetric.packedLength(q.dimension() + 1) <= DrawCounts.ENOUGH
                && backend.summary().partitionCount() == 1;
    }

    /**
     * The result with a joint posterior in place of independent factors. The log dispersion follows the coefficients.
     * Its bound is the integral over u of the bounds given u.
     *
     * @param factors a result for which {@link #isPossible} is true
     * @return null if some fit given u does not converge, or too many would be needed
     */
    public @Nullable FitResult withJointPosterior(FitResult factors) {
        double centre = factors.dispersion().meanLog();
        double step = STEP * Math.exp(factors.dispersion().unboundedCoordinates()[1]);
        ConditionalFit first =
                fitGivenDispersion(centre, requireNonNull(factors.posterior().gaussian()));
        if (first == null) {
            return null;
        }
        Deque<ConditionalFit> nodes = new ArrayDeque<>(List.of(first));
        double highest = first.logWeight;
        for (int side = 1; side >= -1; side -= 2) {
            ConditionalFit end = first;
            while (end.logWeight > highest - FARTHEST) {
                end = nodes.size() < MOST
                        ? fitGivenDispersion(end.logDispersion + side * step, end.coefficients)
                        : null;
                if (end == null) {
                    return null;
                }
                highest = Math.max(highest, end.logWeight);
                if (side > 0) {
                    nodes.addLast(end);
                } else {
                    nodes.addFirst(end);
                }
            }
        }
        return mixture(factors, new ArrayList<>(nodes), step);
    }

    private @Nullable ConditionalFit fitGivenDispersion(double u, GaussianPosterior near) {
        DispersionPosterior.Known known = new DispersionPosterior.Known(Math.exp(u));
        NewtonAlgorithm given = new NewtonAlgorithm(problem.with(known), settings, backend, kernel);
        FitState end = given.run(given.variationalStageAt(near), List.of());
        Double bound = given.result(end).elbo();
        return end.status() != FitStatus.CONVERGED || bound == null
                ? null
                : new ConditionalFit(
                        u,
                        end.best().gaussian(),
                        bound + problem.dispersionPrior().logDensityOfLog().applyAsDouble(u));
    }

    /**
     * The mixture of the fits given u. Components half a step wide blend into a smooth density of u; they are moved
     * together to make up for that width.
     */
    private FitResult mixture(FitResult factors, List<ConditionalFit> nodes, double step) {
        double[] logs = nodes.stream().mapToDouble(ConditionalFit::logWeight).toArray();
        double[] weights = LogSums.softmax(logs);
        double[] at = nodes.stream().mapToDouble(ConditionalFit::logDispersion).toArray();
        double mean = Vectors.dot(weights, at);
        double variance = Vectors.dot(weights, Vectors.squares(Vectors.plusScaled(at, -mean, Vectors.ones(at.length))));
        double width = 0.5 * step;
        double closer = Math.sqrt(1 - width * width / variance);
        List<Posterior> components = nodes.stream()
                .map(node ->
                        independentPosterior(node.coefficients, mean + closer * (node.logDispersion - mean), width))
                .toList();
        Approximation both =
                new Approximation(new MixturePosterior(components, logs), new DispersionPosterior.Known(1));
        return factors.withPosterior(both, LogSums.logSumExp(logs) + Math.log(step));
    }

    /** The Gaussian of the coefficients and, independent of them, u with the given mean and standard deviation. */
    private Posterior independentPosterior(GaussianPosterior coefficients, double mean, double sd) {
        int d = coefficients.dimension();
        double[] means = Arrays.copyOf(coefficients.mean(), d + 1);
        means[d] = mean;
        double[] root = coefficients.precisionRoot();
        double[] factor = new double[(d + 1) * (d + 1)];
        for (int i = 0; i < d; i++) {
            System.arraycopy(root, i * d, factor, i * (d + 1), i + 1);
        }
        factor[factor.length - 1] = 1 / sd;
        return FullGaussian.ofFactor(kernel, means, factor);
    }
}
