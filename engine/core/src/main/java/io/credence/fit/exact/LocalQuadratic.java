package io.credence.fit.exact;

import io.credence.divergence.Divergence;
import io.credence.family.Blocks;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.fit.ExactProblem;
import io.credence.fit.FitState.Phase;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Triangular;
import io.credence.linalg.Vectors;
import io.credence.optimize.BfgsSearch;
import io.credence.prior.GaussianPrior;
import io.credence.statistics.PassStatistics;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Quadratic approximation of the expected loss near a posterior q, gᵀδ + ½δᵀHδ + ½tr(HS), with any divergence from the
 * prior. Where the divergence is far from linear in the covariance, its minimum on the driver saves passes that short
 * steps would take.
 *
 * @param q posterior around which the loss is expanded
 * @param gradient gradient g
 * @param wholeCurvature lower triangle of H by rows, which the mean's step uses
 * @param blockCurvature H within the blocks of q, which the covariance's step uses
 */
record LocalQuadratic(
        GaussianPosterior q,
        double[] gradient,
        double[] wholeCurvature,
        double[] blockCurvature,
        Divergence divergence,
        GaussianPrior prior) {
    // The unknowns are z and lower triangular N with log diagonal, where μ = μ_q + C⁻ᵀz and P = C N Nᵀ Cᵀ with
    // P_q = CCᵀ: units in which the loss is about as curved in every direction.

    /** Gain below which the minimisation ends, nats. */
    private static final double TOLERANCE = 1e-10;
    /**
     * Ratio of variances to those of Laplace's approximation below which a posterior counts as collapsed to a point.
     */
    static final double COLLAPSED = 1e-5;

    /**
     * Whether a posterior is collapsing to a point, as under a bounded divergence (Knoblauch et al. 2022, section 4.4.1).
     *
     * @param sums sums of a pass at {@code q}, with the whole curvature where that helps
     */
    static boolean isCollapsed(ExactProblem problem, GaussianPosterior q, PassStatistics sums) {
        if (!StepProposal.needsWholeCurvature(problem, Phase.VARIATIONAL)) {
            return false;
        }
        double[] sd = q.sd();
        double largest = 0;
        for (int j = 0; j < sd.length; j++) {
            double curvature = sums.curvature()[Symmetric.packedLength(j + 1) - 1];
            double precision = problem.prior().precision()[j];
            largest = Math.max(largest, sd[j] * sd[j] * (curvature + precision));
        }
        return largest < COLLAPSED;
    }

    /**
     * Minimum of the quadratic approximation.
     *
     * @param gain decrease of the objective from its value at q, nats
     */
    record Minimum(GaussianPosterior posterior, double gain) {}

    /** Minimises the approximation; null where no posterior better than q is found. */
    @Nullable
    Minimum minimum() {
        double[] start = new double[q.dimension() + q.blocks().packedLength()];
        Evaluation before = evaluate(start);
        BfgsSearch search = BfgsSearch.fromWithLimitedMemory(
                        start, -before.value(), Vectors.scaled(-1, before.gradient()), TOLERANCE)
                .runWith(this::evaluateTrial);
        double gain = before.value() + search.value();
        GaussianPosterior found = gain > 0 ? at(search.point()) : null;
        return found == null ? null : new Minimum(found, gain);
    }

    private BfgsSearch evaluateTrial(BfgsSearch search) {
        Evaluation here = evaluate(search.trialPoint());
        return search.withEvaluation(-here.value(), Vectors.scaled(-1, here.gradient()), TOLERANCE);
    }

    /** The posterior at the given unknowns; null where it leaves the range of numbers. */
    private @Nullable GaussianPosterior at(double[] unknowns) {
        int d = q.dimension();
        double[] mean = q.deviation(Arrays.copyOf(unknowns, d));
        for (int j = 0; j < d; j++) {
            mean[j] += q.mean()[j];
        }
        double[] packed = new double[q.blocks().packedLength()];
        List<FullGaussian> parts = q.blockGaussians();
        for (int b = 0; b < parts.size(); b++) {
            double[] own = Triangular.packedSquare(
                    factor(parts.get(b), b, unknowns), q.blocks().size(b));
            System.arraycopy(own, 0, packed, q.blocks().packedOffset(b), own.length);
        }
        double[] coordinates = Arrays.copyOf(mean, d + packed.length);
        System.arraycopy(packed, 0, coordinates, d, packed.length);
        return q.withCoordinates(coordinates);
    }

    /** Factor CN of block {@code b}, where N is lower triangular. */
    private double[] factor(FullGaussian part, int b, double[] unknowns) {
        return Triangular.lowerProduct(
                part.cholesky().factor(), inner(b, unknowns), part.cholesky().order());
    }

    /** Lower triangular matrix N of block {@code b}. */
    private double[] inner(int b, double[] unknowns) {
        Blocks blocks = q.blocks();
        int from = q.dimension() + blocks.packedOffset(b);
        return Triangular.ofLogCholesky(unknowns, from, blocks.size(b));
    }

    private record Evaluation(double value, double[] gradient) {}

    /** Value and gradient at the given unknowns; infinite where the divergence is. */
    private Evaluation evaluate(double[] unknowns) {
        GaussianPosterior there = at(unknowns);
        double distance = there == null ? Double.NaN : divergence.between(there, prior);
        if (there == null || !Double.isFinite(distance)) {
            return new Evaluation(Double.POSITIVE_INFINITY, new double[unknowns.length]);
        }
        Divergence.DivergenceGradient slope = divergence.gradient(there, prior);
        double[] move = Vectors.difference(there.mean(), q.mean());
        double[] bent = Symmetric.multiplyPacked(wholeCurvature, move);
        double value = distance + 0.5 * traceWith(there);
        double[] ofMean = slope.meanGradient().clone();
        for (int j = 0; j < move.length; j++) {
            value += move[j] * (gradient[j] + 0.5 * bent[j]);
            ofMean[j] += gradient[j] + bent[j];
        }
        double[] twice = blockCurvature.clone();
        for (int e = 0; e < twice.length; e++) {
            twice[e] += slope.pull()[e] - slope.entropyWeight() * there.precision()[e];
        }
        double[] all = Arrays.copyOf(whitened(ofMean), unknowns.length);
        addShape(there, unknowns, twice, all);
        return new Evaluation(value, all);
    }

    /** Whitened vector C⁻¹ v. */
    private double[] whitened(double[] v) {
        double[] result = new double[v.length];
        List<FullGaussian> parts = q.blockGaussians();
        for (int b = 0; b < parts.size(); b++) {
            int first = q.blocks().firstCoefficient(b);
            double[] own = Arrays.copyOfRange(v, first, first + q.blocks().size(b));
            System.arraycopy(parts.get(b).cholesky().solveFactor(own), 0, result, first, own.length);
        }
        return result;
    }

    /** Adds the gradient in N, the lower triangle of −Cᵀ S (2∇_S) F⁻ᵀ with F = CN, where CᵀF⁻ᵀ = N⁻ᵀ. */
    private void addShape(GaussianPosterior there, double[] unknowns, double[] twice, double[] into) {
        Blocks blocks = q.blocks();
        List<FullGaussian> parts = there.blockGaussians();
        for (int b = 0; b < blocks.count(); b++) {
            int n = blocks.size(b);
            FullGaussian own = parts.get(b);
            double[] matrix = Symmetric.unpack(
                    Arrays.copyOfRange(
                            twice, blocks.packedOffset(b), blocks.packedOffset(b) + Symmetric.packedLength(n)),
                    n);
            double[] inner = inner(b, unknowns);
            double[] inFactor = new double[n * n];
            for (int j = 0; j < n; j++) {
                double[] unit = new double[n];
                unit[j] = 1;
                double[] column = own.cholesky()
                        .solveFactor(Symmetric.multiply(matrix, own.cholesky().solveTransposed(unit)));
                Triangular.solveTransposed(inner, 0, n, column, 0, 1);
                for (int i = j; i < n; i++) {
                    inFactor[i * n + j] = -column[i];
                }
            }
            double[] shape = Triangular.gradientInLogCholesky(inFactor, inner, n);
            System.arraycopy(shape, 0, into, q.dimension() + blocks.packedOffset(b), shape.length);
        }
    }

    /** Trace tr(HS) with the covariance S of a posterior. */
    private double traceWith(GaussianPosterior there) {
        double trace = 0;
        Blocks blocks = q.blocks();
        List<FullGaussian> parts = there.blockGaussians();
        for (int b = 0, e = 0; b < blocks.count(); b++) {
            FullGaussian own = parts.get(b);
            int n = blocks.size(b);
            for (int i = 0; i < n; i++) {
                for (int j = 0; j <= i; j++, e++) {
                    trace += (i == j ? 1 : 2) * blockCurvature[e] * own.covariance()[i * n + j];
                }
            }
        }
        return trace;
    }
}
