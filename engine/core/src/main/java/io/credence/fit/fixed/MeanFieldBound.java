package io.credence.fit.fixed;

import io.credence.divergence.Divergence;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.fit.Approximation;
import io.credence.fit.DrawTotals;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.ParameterDraws;
import io.credence.fit.Problem;
import io.credence.gradient.EvaluatedDraws;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.pass.DrawPass;
import io.credence.random.NormalDraws;
import io.credence.statistics.DrawSums;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Minus the objective of a mean-field Gaussian over fixed draws, as a function of (μ, log σ). It is the mean of log
 * p(y, … | μ + σ ∘ z_s) less the divergence from the normal prior.
 */
final class MeanFieldBound extends FixedDrawBound {

    /**
     * Step of the central differences of the gradient, in the natural scale of each coordinate. Their error is of the
     * order of its square.
     */
    private static final double STEP = 1e-3;

    private final Problem problem;
    private final ExecutionBackend backend;
    private final NormalDraws.Dependence kind;
    private final long seed;
    private final DrawSet points;
    private final NaturalCoordinates coordinates;
    private final double[] epsilon;

    MeanFieldBound(Problem problem, NormalDraws.Dependence kind, DrawSet points, long seed, ExecutionBackend backend) {
        super(0);
        this.problem = problem;
        this.backend = backend;
        this.kind = kind;
        this.seed = seed;
        this.points = points;
        int d = problem.prior().dimension();
        this.coordinates = NaturalCoordinates.meanField(d);
        this.epsilon = new NormalDraws(seed, points.address(), points.draws(), d, kind).matrix();
    }

    @Override
    Evaluation at(double[] x) {
        GaussianPosterior q = coordinates.gaussianAt(x);
        if (q == null) {
            return Evaluation.none(x.length, 0, null);
        }
        Approximation approximation = new Approximation(q, problem.dispersion());
        ParameterDraws draws =
                ParameterDraws.of(approximation, kind, seed, points.address(), points.draws(), GradientForm.PER_DRAW);
        DrawSums sums = backend.run(new DrawPass(problem.loss(), draws.theta(), null, GradientForm.PER_DRAW));
        if (sums.firstNonFinite() != null) {
            return Evaluation.none(x.length, sums.rows(), sums.firstNonFinite());
        }
        EvaluatedDraws drawn = new DrawTotals(problem, draws, sums, 1, null).logDensities(GradientForm.PER_DRAW);
        return combine(q, drawn, sums.rows());
    }

    private Evaluation combine(GaussianPosterior q, EvaluatedDraws drawn, long rows) {
        int d = q.dimension();
        double[] sd = q.sd();
        double value = -problem.closedValue(new Approximation(q, problem.dispersion()));
        if (!Double.isFinite(value)) {
            return Evaluation.none(2 * d, rows, null);
        }
        Divergence closed = Objects.requireNonNull(problem.closedDivergence(q));
        Divergence.DivergenceGradient prior = closed.gradient(q, problem.prior().normalPrior());
        double[] gradient = Arrays.copyOf(Vectors.scaled(-1, prior.meanGradient()), 2 * d);
        for (int j = 0; j < d; j++) {
            gradient[d + j] = prior.entropyWeight() - prior.pull()[j] * sd[j] * sd[j];
        }
        for (int s = 0; s < drawn.count(); s++) {
            value += drawn.values()[s] / drawn.count();
            for (int j = 0; j < d; j++) {
                double slope = drawn.gradients()[s * d + j] / drawn.count();
                gradient[j] += slope;
                gradient[d + j] += slope * sd[j] * epsilon[s * d + j];
            }
        }
        return Double.isFinite(value) && Vectors.isFinite(gradient)
                ? new Evaluation(value, gradient, rows, null)
                : Evaluation.none(2 * d, rows, null);
    }

    /**
     * The Gaussian with the linear-response covariance around a mean-field optimum. That covariance is the derivative
     * of its mean under a tilt of the log density: the block of the means in the inverse of minus its Hessian in (μ,
     * log σ).
     *
     * @return null where the Hessian is not positive definite
     */
    @Nullable
    FullGaussian linearResponse(DenseKernel kernel, double[] optimum) {
        int n = optimum.length;
        int d = n / 2;
        double[] hessian = new double[n * n];
        for (int i = 0; i < n; i++) {
            double step = i < d ? STEP * Math.exp(optimum[d + i]) : STEP;
            double[] above = gradientNear(optimum, i, step);
            double[] below = gradientNear(optimum, i, -step);
            for (int j = 0; j < n; j++) {
                double slope = (below[j] - above[j]) / (2 * step);
                hessian[i * n + j] += 0.5 * slope;
                hessian[j * n + i] += 0.5 * slope;
            }
        }
        Cholesky whole = Cholesky.of(kernel, hessian, n);
        if (whole == null) {
            return null;
        }
        double[] covariance = new double[d * d];
        for (int i = 0; i < d; i++) {
            System.arraycopy(whole.inverse(), i * n, covariance, i * d, d);
        }
        Cholesky means = Cholesky.of(kernel, covariance, d);
        return means == null
                ? null
                : FullGaussian.of(kernel, Arrays.copyOf(optimum, d), Symmetric.pack(means.inverse(), d));
    }

    private double[] gradientNear(double[] optimum, int i, double step) {
        double[] moved = optimum.clone();
        moved[i] += step;
        return evaluateAndCount(moved).gradient();
    }
}
