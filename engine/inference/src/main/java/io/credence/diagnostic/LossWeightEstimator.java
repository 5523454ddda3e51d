package io.credence.diagnostic;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.family.GaussianPosterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.ExactProblem;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.Problem;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.loss.DrawLoss;
import io.credence.pass.DrawPass;
import io.credence.prior.GaussianPrior;
import io.credence.statistics.DrawSums;
import io.credence.statistics.PartitionPass;
import java.util.Arrays;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Estimator of the weight of a loss at which the posterior is as wide as the sampling distribution of the loss's
 * minimum. The weight is w = tr(SA)/tr(SG), with the posterior's covariance S and sums over rows of second derivatives,
 * A, and of squared gradients, G, which are equal for a true likelihood (Knoblauch et al. 2022, section 3.2; decision
 * 0066). An optimal Gaussian has tr(SA) = d − tr(S P₀), where P₀ is the prior's precision, so that losses with kinks
 * have a weight too. It is estimated from a random sample if there are many rows.
 *
 * @param problem problem whose loss has the weight
 * @param weight present weight of the loss
 */
public record LossWeightEstimator(Problem problem, double weight, ExecutionBackend backend) {

    /** Text that states the requirements of the estimator. */
    public static final String REQUIRED = "a Gaussian posterior of at most " + Problem.MOST_MODE_PARAMETERS
            + " parameters, a normal prior, the Kullback–Leibler divergence, and a loss of single rows with gradients";

    /** Estimates the calibrated weight from the optimum of a fit; null where a requirement is not met. */
    public @Nullable LossWeight estimate(FitResult result) {
        GaussianPosterior q = result.posterior().gaussian();
        DrawLoss loss = problem.loss();
        GaussianPrior prior = normalPrior();
        if (q == null
                || q.dimension() > Problem.MOST_MODE_PARAMETERS
                || prior == null
                || !problem.isElbo(q)
                || !loss.hasGradient()
                || loss.isRandom()
                || loss.maxExpansionOrder() == 0) {
            return null;
        }
        Draws.ExplicitDraws mean =
                new Draws.ExplicitDraws(meanPoint(q, result.dispersion(), loss.dimension()), 1, loss.dimension());
        RowByRowPass rows = new RowByRowPass(
                new DrawPass(loss, mean, null, GradientForm.PER_DRAW),
                LeaveOneOutEstimator.rowSample(backend.summary().rows()));
        DrawSums sums = backend.run(new GradientScatterPass(rows, q.covariance(), q.dimension()));
        double share = sums.weight() / backend.summary().weight();
        double found = weight * share * (q.dimension() - prior.traceTimes(q)) / sums.totalRisk();
        double error = found * Math.sqrt(sums.losses()[0]) / sums.totalRisk();
        return found > 0 && Double.isFinite(found + error) ? new LossWeight(weight, found, error) : null;
    }

    /** Prior of the problem if it is normal, else null. */
    private @Nullable GaussianPrior normalPrior() {
        ExactProblem exact = problem.exact();
        if (exact != null) {
            return exact.prior();
        }
        return problem.prior().term() == null ? problem.prior().normalPrior() : null;
    }

    /**
     * Point at which gradients are taken: the posterior's mean and, with a separate dispersion, minus the logarithm of
     * its mean inverse.
     */
    private static double[] meanPoint(GaussianPosterior q, DispersionPosterior scale, int dimension) {
        double[] point = Arrays.copyOf(q.mean(), dimension);
        Arrays.fill(point, q.dimension(), dimension, -Math.log(scale.meanInverse()));
        return point;
    }

    /**
     * Pass that sums gᵀSg and its square over rows; the squares are in the field of the losses.
     *
     * @param rows gradient g of each row
     * @param covariance covariance S of the first {@code parameters} of g, or its diagonal
     */
    private record GradientScatterPass(RowByRowPass rows, double[] covariance, int parameters)
            implements PartitionPass<DrawSums> {

        @Override
        public DrawSums sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            DrawSums sums = new DrawSums(1, 0);
            rows.forEachRow(partition, blocks, kernel, sums, (row, weight) -> {
                double length = squaredLength(Vectors.scaled(1 / weight, Arrays.copyOf(row.gradients(), parameters)));
                sums.addRisk(weight * length);
                sums.losses()[0] += weight * length * length;
            });
            return sums;
        }

        private double squaredLength(double[] gradient) {
            if (covariance.length > gradient.length) {
                return Vectors.dot(gradient, Symmetric.multiply(covariance, gradient));
            }
            double sum = 0;
            for (int j = 0; j < gradient.length; j++) {
                sum += covariance[j] * gradient[j] * gradient[j];
            }
            return sum;
        }
    }
}
