package io.credence.fit;

import io.credence.divergence.Divergence;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.gradient.Drawn;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.pass.DrawPass;
import io.credence.random.NormalDraws;
import io.credence.statistics.DrawSums;
import io.credence.statistics.NonFinite;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The objective, −ELBO or with another divergence, of a mean-field Gaussian at draws that stay the same, as a function of
 * (μ, log σ): −mean log p(y, … | μ + σ ∘ z_s) plus the divergence from the normal prior.
 */
final class FixedDrawsBound {

    /** Step of the central differences of the gradient, in units of the coordinate's own scale; they err by its square. */
    private static final double STEP = 1e-3;

    private final Problem problem;
    private final ExecutionBackend backend;
    private final MonteCarloSettings.Estimator estimator;
    private final long seed;
    private final Sample sample;
    private final double[] epsilon;
    private long rows;
    private @Nullable NonFinite where;

    FixedDrawsBound(
            Problem problem,
            MonteCarloSettings.Estimator estimator,
            Sample sample,
            long seed,
            ExecutionBackend backend) {
        this.problem = problem;
        this.backend = backend;
        this.estimator = estimator;
        this.seed = seed;
        this.sample = sample;
        int d = problem.prior().dimension();
        this.epsilon = new NormalDraws(seed, sample.address(), sample.draws(), d, estimator.drawn()).matrix();
    }

    /**
     * Which draws stay the same.
     *
     * @param address other draws have another
     * @param draws their number, which makes whole units of their kind
     */
    record Sample(int address, int draws) implements Serializable {

        static Sample first(MonteCarloSettings.Estimator estimator) {
            return new Sample(0, NormalDraws.whole(estimator.drawn(), estimator.draws()));
        }

        /** As many others as are wanted, or nearly. */
        Sample next(NormalDraws.Kind kind, int wanted) {
            return new Sample(address + 1, NormalDraws.whole(kind, wanted));
        }
    }

    /** Rows visited so far. */
    long rows() {
        return rows;
    }

    @Nullable
    NonFinite where() {
        return where;
    }

    /** The Gaussian at its unconstrained {@link DiagonalGaussian#parameters}. */
    static DiagonalGaussian posterior(double[] parameters) {
        double[] zero = new double[parameters.length / 2];
        return new DiagonalGaussian(zero, zero).with(parameters);
    }

    /** What a Newton step in the Fisher metric promises: ½ Σ σ²g² for the means, ¼ Σ g² for the log standard deviations. */
    static double gain(DiagonalGaussian q, double[] gradient) {
        int d = q.dimension();
        double gain = 0;
        for (int j = 0; j < d; j++) {
            gain += 0.5 * gradient[j] * gradient[j] / q.precision()[j] + 0.25 * gradient[d + j] * gradient[d + j];
        }
        return gain;
    }

    /**
     * The minimised objective and its gradient.
     *
     * @param value nats; infinite where a loss or a slope at a draw is no finite number
     */
    record Evaluation(double value, double[] gradient) {}

    Evaluation evaluate(double[] parameters) {
        if (!Vectors.finite(parameters)) {
            return infinite(parameters.length);
        }
        DiagonalGaussian q = posterior(parameters);
        Position position = new Position(q, problem.scale());
        ParameterDraws draws = ParameterDraws.of(
                position, estimator.drawn(), seed, sample.address(), sample.draws(), GradientForm.PER_DRAW);
        DrawSums sums = backend.run(new DrawPass(problem.loss(), draws.theta(), null, GradientForm.PER_DRAW));
        rows += sums.rows();
        NonFinite wrong = sums.nonFinite();
        if (wrong != null) {
            where = wrong;
            return infinite(parameters.length);
        }
        return combine(q, new TotalsAtDraws(problem, draws, sums, 1, null).logDensities(GradientForm.PER_DRAW));
    }

    private Evaluation combine(DiagonalGaussian q, Drawn drawn) {
        int d = q.dimension();
        double[] sd = q.sd();
        double value = problem.closedValue(new Position(q, problem.scale()));
        if (!Double.isFinite(value)) {
            return infinite(2 * d);
        }
        Divergence closed = Objects.requireNonNull(problem.closed(q));
        Divergence.Slope prior = closed.slope(q, problem.prior().normal());
        double[] gradient = Arrays.copyOf(prior.mean(), 2 * d);
        for (int j = 0; j < d; j++) {
            gradient[d + j] = prior.pull()[j] * sd[j] * sd[j] - prior.entropy();
        }
        for (int s = 0; s < drawn.count(); s++) {
            value -= drawn.values()[s] / drawn.count();
            for (int j = 0; j < d; j++) {
                double slope = drawn.gradients()[s * d + j] / drawn.count();
                gradient[j] -= slope;
                gradient[d + j] -= slope * sd[j] * epsilon[s * d + j];
            }
        }
        return Double.isFinite(value) && Vectors.finite(gradient) ? new Evaluation(value, gradient) : infinite(2 * d);
    }

    private static Evaluation infinite(int length) {
        return new Evaluation(Double.POSITIVE_INFINITY, new double[length]);
    }

    /**
     * The Gaussian of the linear-response covariance around a mean-field optimum: how its mean answers to a tilt of the
     * log density, which is the block of the means in the inverse Hessian of the minimised bound in (μ, log σ).
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
                double slope = (above[j] - below[j]) / (2 * step);
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
        return evaluate(moved).gradient();
    }
}
