package io.credence.fit;

import io.credence.data.Draws;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.pass.DrawPass;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.pass.SampledDrawPass;
import io.credence.prior.LogGamma;
import io.credence.prior.LogInverseGamma;
import io.credence.prior.PriorCurvature;
import io.credence.statistics.DrawSums;
import io.credence.statistics.NonFiniteValue;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Log joint density log p(θ) + Σ log p(y_i | θ) at points θ, with its gradient, by one pass. On a sample of the rows it
 * is the density of these rows alone, not scaled up: the posterior of a part is as wide as that part leaves it.
 */
public final class LogJoint {

    private final Problem problem;
    private final ExecutionBackend backend;
    private final int d;
    private final DoubleUnaryOperator dispersionDensity;

    public LogJoint(Problem problem, ExecutionBackend backend) {
        this.problem = problem;
        this.backend = backend;
        this.d = problem.loss().dimension();
        this.dispersionDensity = problem.prior().dimension() == d
                ? logarithm -> 0
                : LogGamma.ofInverse(
                                problem.dispersionPrior().shape(),
                                problem.dispersionPrior().scale())
                        .logDensity();
    }

    /**
     * Log joint densities of a pass at n points.
     *
     * @param values log densities, nats; −∞ where one or its gradient was not finite
     * @param gradients gradients, n × d; 0 where one was not finite
     * @param hessian second derivatives averaged over the points, d × d; empty where they were not requested
     * @param rows rows visited
     * @param nonFinite the first number that was not finite; null if all were
     */
    public record LogJointValues(
            double[] values,
            double[] gradients,
            double[] hessian,
            long rows,
            @Nullable NonFiniteValue nonFinite) {

        public boolean areFinite() {
            return Arrays.stream(values).allMatch(Double::isFinite);
        }

        /** Whether second derivatives were taken and are numbers. */
        public boolean hasHessian() {
            return hessian.length > 0 && Arrays.stream(hessian).allMatch(Double::isFinite);
        }
    }

    /**
     * Log densities and gradients at the points of an n × d matrix.
     *
     * @param sample rows to visit
     * @param address address of random numbers that belong to the points
     */
    public LogJointValues evaluateAt(double[] points, RowSample sample, long address) {
        return evaluateAt(points, sample, address, GradientForm.PER_DRAW);
    }

    /** Log densities, gradients and second derivatives at the points of an n × d matrix. */
    public LogJointValues evaluateWithHessianAt(double[] points, RowSample sample, long address) {
        return evaluateAt(points, sample, address, GradientForm.CURVED);
    }

    /** Log density of the prior of all parameters of the loss, nats. */
    public double logPrior(double[] theta) {
        int own = problem.prior().dimension();
        return own == theta.length
                ? problem.prior().logDensity(theta)
                : problem.prior().logDensity(Arrays.copyOf(theta, own)) + dispersionDensity.applyAsDouble(theta[own]);
    }

    /** Gradient of the prior's log density. */
    double[] priorGradient(double[] theta) {
        int own = problem.prior().dimension();
        if (own == theta.length) {
            return problem.prior().gradient(theta);
        }
        double[] gradient = Arrays.copyOf(problem.prior().gradient(Arrays.copyOf(theta, own)), theta.length);
        dispersionPrior().addGradient(theta, gradient);
        return gradient;
    }

    private LogInverseGamma dispersionPrior() {
        return new LogInverseGamma(
                problem.prior().dimension(),
                problem.dispersionPrior().shape(),
                problem.dispersionPrior().scale());
    }

    /** Log densities alone at the given points, by one pass over all rows; not finite where the density is not. */
    public double[] logDensities(List<double[]> points) {
        Draws draws = Draws.ExplicitDraws.of(points.toArray(new double[0][]), d);
        double[] losses = backend.run(new DrawPass(problem.loss(), draws, null, GradientForm.NONE))
                .losses();
        double[] values = new double[losses.length];
        Arrays.setAll(values, s -> logPrior(points.get(s)) - losses[s]);
        return values;
    }

    private LogJointValues evaluateAt(double[] points, RowSample sample, long address, GradientForm form) {
        int n = points.length / d;
        DrawPass pass = new DrawPass(problem.loss(), new Draws.ExplicitDraws(points, n, d, address), null, form);
        DrawSums sums = sample.isAll() ? backend.run(pass) : backend.run(new SampledDrawPass(pass, sample));
        double[] values = new double[n];
        double[] gradients = new double[n * d];
        for (int s = 0; s < n; s++) {
            double[] theta = Arrays.copyOfRange(points, s * d, (s + 1) * d);
            values[s] = logPrior(theta) - sums.losses()[s];
            double[] ofPrior = priorGradient(theta);
            boolean finite = Double.isFinite(values[s]);
            for (int j = 0; j < d; j++) {
                gradients[s * d + j] = ofPrior[j] - sums.gradients()[s * d + j];
                finite &= Double.isFinite(gradients[s * d + j]);
            }
            if (!finite) {
                values[s] = Double.NEGATIVE_INFINITY;
                Arrays.fill(gradients, s * d, (s + 1) * d, 0);
            }
        }
        double[] hessian = form == GradientForm.CURVED ? hessian(points, sums.curvature()) : new double[0];
        return new LogJointValues(values, gradients, hessian, sums.rows(), sums.firstNonFinite());
    }

    private double[] hessian(double[] points, double[] ofLosses) {
        int n = points.length / d;
        double[] hessian = Vectors.scaled(-1, Symmetric.unpack(ofLosses, d));
        int differing = problem.prior().term() == null ? 1 : n;
        for (int s = 0; s < differing; s++) {
            double[] there = PriorCurvature.hessianAt(problem.prior(), Arrays.copyOfRange(points, s * d, (s + 1) * d));
            for (int at = 0; at < hessian.length; at++) {
                hessian[at] += there[at] / differing;
            }
        }
        return hessian;
    }
}
