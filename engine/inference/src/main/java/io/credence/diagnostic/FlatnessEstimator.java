package io.credence.diagnostic;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.family.GaussianPosterior;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.Problem;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.loss.DrawLoss;
import io.credence.pass.DrawPass;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.risk.RowReduction;
import io.credence.statistics.DrawSums;
import io.credence.statistics.PartitionPass;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Estimator of the reward that a risk-averse objective gives for flat losses of single rows, to second order. The term
 * is −½ Σ ∇ℓᵀ(P/γ + ∇²ℓ)⁻¹∇ℓ, where P is the posterior's precision and derivatives are at its mean (Futami et al. 2022,
 * equation 22, with its ½). It makes such an objective prefer means where the rows' losses are curved little; it is 0
 * where each row is at its own minimum. It is estimated from a random sample if there are many rows.
 *
 * @param loss loss of a row, with second derivatives
 * @param riskAversion risk aversion γ, to second order
 */
record FlatnessEstimator(DrawLoss loss, double riskAversion, ExecutionBackend backend) {

    /**
     * Creates the estimator of a problem. Null unless its objective is a risk of rows, and losses have second
     * derivatives.
     */
    public static @Nullable FlatnessEstimator of(Problem problem, ExecutionBackend backend) {
        RowReduction risk = problem.objective().rowReduction();
        return risk == null || risk.varianceWeight() == 0 || !problem.loss().hasCurvature()
                ? null
                : new FlatnessEstimator(problem.loss(), 2 * risk.varianceWeight(), backend);
    }

    /**
     * Estimates the term for all rows at a posterior, nats. NaN where the posterior does not cover all parameters, or a
     * row's loss has no minimum near the mean.
     */
    public double of(@Nullable GaussianPosterior q) {
        if (q == null || q.dimension() != loss.dimension()) {
            return Double.NaN;
        }
        double[] penalty = Vectors.scaled(1 / riskAversion, q.blocks().toPackedTriangle(q.precision()));
        RowSample sample = LeaveOneOutEstimator.rowSample(backend.summary().rows());
        Draws.ExplicitDraws mean = new Draws.ExplicitDraws(q.mean(), 1, q.dimension());
        DrawPass atMean = new DrawPass(loss, mean, null, GradientForm.CURVED);
        DrawSums sums = backend.run(new FlatnessPass(new RowByRowPass(atMean, sample), penalty));
        return -0.5 * sums.totalRisk() * backend.summary().weight() / sums.weight();
    }

    /**
     * Pass that sums gᵀ(A + H)⁻¹g over rows.
     *
     * @param rows gradient g and Hessian H of each row
     * @param penalty matrix A, packed
     */
    private record FlatnessPass(RowByRowPass rows, double[] penalty) implements PartitionPass<DrawSums> {

        @Override
        public DrawSums sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            DrawSums sums = new DrawSums(1, 0);
            rows.forEachRow(
                    partition,
                    blocks,
                    kernel,
                    sums,
                    (row, weight) -> sums.addRisk(weight * flatnessOfRow(row, 1 / weight, kernel)));
            return sums;
        }

        private double flatnessOfRow(DrawSums row, double share, DenseKernel kernel) {
            double[] gradient = Vectors.scaled(share, row.gradients());
            double[] matrix =
                    Symmetric.unpackLower(Vectors.plusScaled(penalty, share, row.curvature()), gradient.length);
            Cholesky factor = Cholesky.of(kernel, matrix, gradient.length);
            return factor == null ? Double.NaN : Vectors.dot(gradient, factor.solve(gradient));
        }
    }
}
