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
 * Estimator of the part that a risk of rows takes off their expected loss, to second order, because single rows' losses
 * still have a slope at the posterior's mean: −½ Σ ∇ℓᵀ(P/γ + ∇²ℓ)⁻¹∇ℓ, P the posterior's precision (Futami et al. 2022, equation 22,
 * with its ½). By it such an objective prefers means where the rows' losses are curved little; it is 0 where each row
 * is at its own minimum. Of many rows a random part is taken.
 *
 * @param loss loss of a row, with second derivatives
 * @param riskAversion risk aversion γ, to second order
 */
record FlatnessEstimator(DrawLoss loss, double riskAversion, ExecutionBackend backend) {

    /**
     * Creates the estimator for an objective that is a risk of rows whose losses have second derivatives; null for
     * others.
     */
    public static @Nullable FlatnessEstimator of(Problem problem, ExecutionBackend backend) {
        RowReduction risk = problem.objective().rowReduction();
        return risk == null || risk.varianceWeight() == 0 || !problem.loss().hasCurvature()
                ? null
                : new FlatnessEstimator(problem.loss(), 2 * risk.varianceWeight(), backend);
    }

    /**
     * Value of the term for all rows at a posterior, nats; NaN where the posterior is not of all parameters, or a row
     * has no minimum within reach.
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
