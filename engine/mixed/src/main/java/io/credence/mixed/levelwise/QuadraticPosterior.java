package io.credence.mixed.levelwise;

import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Vectors;
import io.credence.mixed.component.PointMoments;
import io.credence.random.NormalDraws;
import io.credence.random.RandomUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Posterior of coefficients and variance components ψ under a log likelihood that is quadratic in the coefficients and
 * the variances of the effects. No rows are read. Its draws come from Hamiltonian Monte Carlo (Neal 2011), its integral
 * from bridge sampling with a normal density (Meng and Wong 1996).
 *
 * @param start point where draws start
 * @param precision factor of the precision of a normal density that approximates the posterior
 */
record QuadraticPosterior(
        LevelwiseDensity density, QuadraticLikelihood likelihood, double[] start, Cholesky precision, long seed) {

    static final int DRAWS = 4096;
    private static final int UNUSED = 64;
    private static final int LEAPS = 8;
    private static final double LEAP = 0.2;
    private static final int BRIDGES = 20;
    private static final NormalDistribution NORMAL = new NormalDistribution(0, 1);

    /** Log p(y, ψ) less the log likelihood at the centre, with its gradient; null where there is no density. */
    private @Nullable Point evaluate(double[] psi) {
        if (!density.hasPositiveSds(psi)) {
            return null;
        }
        double[] x = density.toVarianceScale(psi);
        double[] gradient = Vectors.entrywiseProduct(likelihood.gradient(x), density.varianceScaleSlopes(psi));
        double value = likelihood.logLikelihoodChange(x) + density.logPrior(psi, gradient);
        return Double.isFinite(value) ? new Point(psi, value, gradient) : null;
    }

    private record Point(double[] psi, double value, double[] gradient) {}

    /** Draws of ψ, one after the other of one Markov chain. */
    List<double[]> draws() {
        Point at = evaluate(start);
        if (at == null) {
            throw new IllegalStateException("the mode of coefficients and variance components has no density");
        }
        int d = start.length;
        List<double[]> draws = new ArrayList<>();
        NormalDraws normal = normal(UNUSED + DRAWS, d + 2);
        double[] numbers = new double[d + 2];
        for (int t = 0; t < UNUSED + DRAWS; t++) {
            normal.fill(t, numbers);
            at = afterTrajectory(at, numbers);
            if (t >= UNUSED) {
                draws.add(at.psi());
            }
        }
        return draws;
    }

    private NormalDraws normal(int count, int dimension) {
        return new NormalDraws(
                seed,
                RandomUse.LEVELWISE_PARAMETERS.firstAddressWord(),
                count,
                dimension,
                NormalDraws.Dependence.INDEPENDENT);
    }

    /**
     * Point after a Hamiltonian trajectory, in units of the normal density; the last two numbers decide its step and
     * its acceptance.
     */
    private Point afterTrajectory(Point from, double[] numbers) {
        int d = start.length;
        double[] momentum = Arrays.copyOf(numbers, d);
        double leap = LEAP * (0.5 + NORMAL.cumulativeProbability(numbers[d]));
        double before = from.value() - 0.5 * Vectors.dot(momentum, momentum);
        Point at = from;
        for (int l = 0; l < LEAPS && at != null; l++) {
            momentum = Vectors.plusScaled(momentum, 0.5 * leap, precision.solveFactor(at.gradient()));
            at = evaluate(Vectors.plusScaled(at.psi(), leap, precision.solveTransposed(momentum)));
            if (at != null) {
                momentum = Vectors.plusScaled(momentum, 0.5 * leap, precision.solveFactor(at.gradient()));
            }
        }
        if (at == null) {
            return from;
        }
        double after = at.value() - 0.5 * Vectors.dot(momentum, momentum);
        return Math.log(NORMAL.cumulativeProbability(numbers[d + 1])) < after - before ? at : from;
    }

    /** Logarithm of the density's integral over ψ. */
    double logIntegral(List<double[]> draws, PointMoments moments) {
        int d = start.length;
        Cholesky covariance = Cholesky.of(JavaDenseKernel.INSTANCE, moments.covariance(), d);
        if (covariance == null) {
            return Double.NaN;
        }
        double[] own = new double[draws.size()];
        double[] others = new double[draws.size()];
        NormalDraws normal = normal(draws.size(), d);
        double[] z = new double[d];
        for (int s = 0; s < own.length; s++) {
            own[s] = logRatio(draws.get(s), moments, covariance);
            normal.fill(s, z);
            others[s] = logRatio(
                    Vectors.plusScaled(moments.mean(), 1, covariance.multiplyByFactor(z)), moments, covariance);
        }
        double log = Arrays.stream(own).average().orElseThrow();
        for (int t = 0; t < BRIDGES; t++) {
            double above = 0;
            double below = 0;
            for (int s = 0; s < own.length; s++) {
                above += 1 / (1 + Math.exp(log - others[s]));
                below += 1 / (1 + Math.exp(own[s] - log));
            }
            log += Math.log(above / below);
        }
        return log;
    }

    /** Logarithm of the ratio of the density to the normal one with given moments. */
    private double logRatio(double[] psi, PointMoments moments, Cholesky covariance) {
        Point at = evaluate(psi);
        double[] z = covariance.solveFactor(Vectors.difference(psi, moments.mean()));
        double normal = -0.5 * (Vectors.dot(z, z) + covariance.logDeterminant() + z.length * Math.log(2 * Math.PI));
        return at == null ? Double.NEGATIVE_INFINITY : at.value() - normal;
    }
}
