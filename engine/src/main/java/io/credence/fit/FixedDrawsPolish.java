package io.credence.fit;

import io.credence.family.DiagonalGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.linalg.LogCholesky;
import io.credence.linalg.Products;
import io.credence.optimize.BfgsSearch;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.random.NormalDraws;
import io.credence.random.RandomUse;
import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bound of a Gaussian over Sobol points that stay the same, which BFGS raises to its end, of limited memory
 * beyond fifty parameters: where mean and covariance hang
 * together so that Newton steps over fresh draws wander along a ridge. The unknowns are, in units of the Gaussian where it
 * begins, a of the mean μ + La and lower triangular T of the root LT as a {@link LogCholesky}, its logarithms times √2, which makes
 * the Fisher metric there the identity; of independent parameters the diagonal alone.
 */
final class FixedDrawsPolish {

    static final int DRAWS = 2048;
    /** Most parameters: an eighth of the draws, so that these fix the covariance as well. */
    static final int MOST_PARAMETERS = DRAWS / 8;

    /** Parameters up to which a matrix of the order of the unknowns, of which there are d(d + 3)/2, is kept. */
    private static final int MOST_DENSE = 50;

    private static final long ADDRESS = RandomUse.POLISH.address();
    private static final double ROOT = Math.sqrt(2);
    private static final int MOST_PASSES = 200;
    /** Gain per parameter below which nothing is left to polish, nats. */
    private static final double GAIN = 1e-5;

    private final LogJoint density;
    private final long seed;
    private final int d;

    FixedDrawsPolish(LogJoint density, long seed, int dimension) {
        this.density = density;
        this.seed = seed;
        this.d = dimension;
    }

    /**
     * Where it is.
     *
     * @param ascent climb in the unknowns; null before the first pass
     * @param passes so far
     */
    record State(@Nullable BfgsSearch ascent, int passes) implements Serializable {
        static final State BEGIN = new State(null, 0);
    }

    /**
     * What a pass found.
     *
     * @param bound at the last point that was accepted, nats
     * @param isDone whether the bound rises no more
     * @param q the Gaussian there; null if it left the range of numbers
     * @param rows rows visited
     */
    record Found(
            State state,
            double bound,
            boolean isDone,
            @Nullable GaussianPosterior q,
            long rows) {}

    /** One pass more, from q. */
    Found improve(GaussianPosterior q, State state) {
        WhitenedFrame units = WhitenedFrame.of(q);
        BfgsSearch before = state.ascent();
        int count = q instanceof DiagonalGaussian ? 2 * d : 2 * d + d * (d - 1) / 2;
        double[] x = before == null ? new double[count] : before.trial();
        double[] epsilon = new NormalDraws(seed, ADDRESS, DRAWS, d, NormalDraws.Kind.SOBOL).matrix();
        double[] t = root(x);
        LogJoint.Values seen = density.at(points(units, epsilon, x, t), RowSample.ALL, ADDRESS);
        double bound = seen.areFinite() ? bound(units, x, seen) : Double.NEGATIVE_INFINITY;
        double[] gradient = gradient(units, epsilon, x, t, seen);
        BfgsSearch after = before == null ? begun(x, bound, gradient) : before.with(bound, gradient, GAIN * d);
        int passes = state.passes() + 1;
        boolean done = !after.isClimbing() || passes >= MOST_PASSES;
        return new Found(
                new State(after, passes), after.value(), done, done ? at(units, after.point()) : null, seen.rows());
    }

    private BfgsSearch begun(double[] x, double bound, double[] gradient) {
        return d <= MOST_DENSE
                ? BfgsSearch.from(x, bound, gradient, BfgsSearch.diagonal(x.length, 1), GAIN * d)
                : BfgsSearch.limited(x, bound, gradient, GAIN * d);
    }

    private double[] root(double[] x) {
        if (isDiagonal(x)) {
            double[] t = new double[d * d];
            for (int i = 0; i < d; i++) {
                t[i * d + i] = Math.exp(x[d + i] / ROOT);
            }
            return t;
        }
        double[] unscaled = x.clone();
        for (int i = 0; i < d; i++) {
            unscaled[logarithm(x, i)] /= ROOT;
        }
        return LogCholesky.factor(unscaled, d, d);
    }

    private boolean isDiagonal(double[] x) {
        return d > 1 && x.length == 2 * d;
    }

    private int logarithm(double[] x, int i) {
        return d + (isDiagonal(x) ? i : LogCholesky.index(i, i));
    }

    private double[] points(WhitenedFrame units, double[] epsilon, double[] x, double[] t) {
        double[] z = Products.timesTransposed(units.kernel(), epsilon, DRAWS, d, t, d);
        for (int at = 0; at < z.length; at++) {
            z[at] += x[at % d];
        }
        return units.draws(z);
    }

    private double bound(WhitenedFrame units, double[] x, LogJoint.Values seen) {
        double bound = 0.5 * (d * (1 + Math.log(2 * Math.PI)) - units.q().logDeterminantPrecision());
        for (double value : seen.values()) {
            bound += value / DRAWS;
        }
        for (int i = 0; i < d; i++) {
            bound += x[logarithm(x, i)] / ROOT;
        }
        return bound;
    }

    private double[] gradient(WhitenedFrame units, double[] epsilon, double[] x, double[] t, LogJoint.Values seen) {
        double[] r = units.gradients(seen.gradients());
        double[] even = new double[DRAWS];
        Arrays.fill(even, 1.0 / DRAWS);
        double[] slope = Products.transposedTimes(units.kernel(), r, DRAWS, d, even, epsilon, d);
        double[] gradient = new double[x.length];
        for (int at = 0; at < r.length; at++) {
            gradient[at % d] += r[at] / DRAWS;
        }
        double[] inRoot = LogCholesky.gradient(slope, t, d);
        if (!isDiagonal(x)) {
            System.arraycopy(inRoot, 0, gradient, d, inRoot.length);
        }
        for (int i = 0; i < d; i++) {
            gradient[logarithm(x, i)] = (inRoot[LogCholesky.index(i, i)] + 1) / ROOT;
        }
        return gradient;
    }

    /** P = C T⁻ᵀ T⁻¹ Cᵀ. */
    private @Nullable GaussianPosterior at(WhitenedFrame units, double[] x) {
        double[] inverse = inverse(root(x));
        double[] even = new double[d];
        Arrays.fill(even, 1);
        double[] precision =
                Products.symmetrize(Products.transposedTimes(units.kernel(), inverse, d, d, even, inverse, d), d);
        double[] mean = units.outward(Arrays.copyOf(x, d));
        for (int j = 0; j < d; j++) {
            mean[j] += units.q().mean()[j];
        }
        return units.with(mean, precision);
    }

    private double[] inverse(double[] t) {
        double[] inverse = new double[d * d];
        for (int j = 0; j < d; j++) {
            inverse[j * d + j] = 1 / t[j * d + j];
            for (int i = j + 1; i < d; i++) {
                double sum = 0;
                for (int k = j; k < i; k++) {
                    sum += t[i * d + k] * inverse[k * d + j];
                }
                inverse[i * d + j] = -sum / t[i * d + i];
            }
        }
        return inverse;
    }
}
