package io.credence.fit.fixed;

import io.credence.family.GaussianPosterior;
import io.credence.fit.FitSettings;
import io.credence.fit.LogJoint;
import io.credence.fit.Problem;
import io.credence.fit.WhitenedFrame;
import io.credence.linalg.Products;
import io.credence.linalg.Triangular;
import io.credence.optimize.BfgsSearch;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.random.NormalDraws;
import io.credence.random.RandomUse;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Evidence lower bound of a Gaussian over fixed Sobol draws, as a function of its coordinates. These are, in units of
 * the initial Gaussian, a of the mean μ + La and lower triangular T of the root LT as a
 * {@linkplain Triangular log-Cholesky}, its logarithms times √2, which makes the Fisher metric there the identity; of
 * independent parameters the diagonal alone.
 */
public final class GaussianBound extends FixedDrawBound {

    /** Number of fixed draws: a power of two, at which Sobol sets are balanced. */
    public static final int DRAWS = 2048;

    private final LogJoint density;
    private final WhitenedFrame units;
    private final double[] epsilon;
    private final int d;

    /**
     * A bound in units of a Gaussian.
     *
     * @param origin Gaussian of the units
     */
    public GaussianBound(LogJoint density, long seed, GaussianPosterior origin) {
        super(FitSettings.ROUGH * origin.dimension());
        this.density = density;
        this.units = WhitenedFrame.of(origin);
        this.d = origin.dimension();
        this.epsilon = new NormalDraws(
                        seed, RandomUse.POLISH.firstAddressWord(), DRAWS, d, NormalDraws.Dependence.SOBOL)
                .matrix();
    }

    /** Whether there are enough draws for a covariance in every direction; with fewer the bound has no maximum. */
    public static boolean hasEnoughDraws(GaussianPosterior q) {
        return FixedStandardDraws.ENOUGH * q.dimension() <= DRAWS;
    }

    /**
     * Whether the draws outnumber the unknowns. With more unknowns, fixed draws err more than fresh ones after
     * convergence.
     */
    public static boolean hasSpareDraws(GaussianPosterior q) {
        return unknowns(q) <= DRAWS;
    }

    private static int unknowns(GaussianPosterior q) {
        int d = q.dimension();
        return q.isMeanField() ? 2 * d : 2 * d + d * (d - 1) / 2;
    }

    /** A search that begins at {@code origin}, whose coordinates are all 0. */
    public static BfgsSearch search(GaussianPosterior origin) {
        int count = unknowns(origin);
        return BfgsSearch.unevaluated(new double[count], count <= Problem.MOST_MODE_PARAMETERS);
    }

    @Override
    Evaluation at(double[] x) {
        double[] t = factorAt(x);
        LogJoint.LogJointValues observed =
                density.evaluateAt(points(x, t), RowSample.ALL, RandomUse.POLISH.firstAddressWord());
        double bound = observed.areFinite() ? bound(x, observed) : Double.NEGATIVE_INFINITY;
        return new Evaluation(bound, gradient(x, t, observed), observed.rows(), observed.nonFinite());
    }

    private double[] factorAt(double[] x) {
        if (isDiagonal(x)) {
            double[] t = new double[d * d];
            for (int i = 0; i < d; i++) {
                t[i * d + i] = Math.exp(x[d + i] / Math.sqrt(2));
            }
            return t;
        }
        double[] unscaled = x.clone();
        for (int i = 0; i < d; i++) {
            unscaled[logScaleIndex(x, i)] /= Math.sqrt(2);
        }
        return Triangular.ofLogCholesky(unscaled, d, d);
    }

    private boolean isDiagonal(double[] x) {
        return d > 1 && x.length == 2 * d;
    }

    private int logScaleIndex(double[] x, int i) {
        return d + (isDiagonal(x) ? i : Triangular.index(i, i));
    }

    private double[] points(double[] x, double[] t) {
        double[] z = Products.timesTransposed(units.kernel(), epsilon, DRAWS, d, t, d);
        for (int at = 0; at < z.length; at++) {
            z[at] += x[at % d];
        }
        return units.draws(z);
    }

    private double bound(double[] x, LogJoint.LogJointValues observed) {
        double bound = 0.5 * (d * (1 + Math.log(2 * Math.PI)) - units.q().logDeterminantPrecision());
        for (double value : observed.values()) {
            bound += value / DRAWS;
        }
        for (int i = 0; i < d; i++) {
            bound += x[logScaleIndex(x, i)] / Math.sqrt(2);
        }
        return bound;
    }

    private double[] gradient(double[] x, double[] t, LogJoint.LogJointValues observed) {
        double[] r = units.gradients(observed.gradients());
        double[] even = new double[DRAWS];
        Arrays.fill(even, 1.0 / DRAWS);
        double[] slope = Products.weightedCrossProduct(units.kernel(), r, DRAWS, d, even, epsilon, d);
        double[] gradient = new double[x.length];
        for (int at = 0; at < r.length; at++) {
            gradient[at % d] += r[at] / DRAWS;
        }
        double[] inRoot = Triangular.gradientInLogCholesky(slope, t, d);
        if (!isDiagonal(x)) {
            System.arraycopy(inRoot, 0, gradient, d, inRoot.length);
        }
        for (int i = 0; i < d; i++) {
            gradient[logScaleIndex(x, i)] = (inRoot[Triangular.index(i, i)] + 1) / Math.sqrt(2);
        }
        return gradient;
    }

    /** Gaussian at coordinates x, with the precision P = C T⁻ᵀ T⁻¹ Cᵀ; null if it left the range of numbers. */
    @Nullable
    public GaussianPosterior posterior(double[] x) {
        double[] inverse = new double[d * d];
        Triangular.invert(factorAt(x), 0, d, inverse, 0);
        double[] even = new double[d];
        Arrays.fill(even, 1);
        double[] precision =
                Products.symmetrize(Products.weightedCrossProduct(units.kernel(), inverse, d, d, even, inverse, d), d);
        double[] mean = units.toParameters(Arrays.copyOf(x, d));
        for (int j = 0; j < d; j++) {
            mean[j] += units.q().mean()[j];
        }
        return units.with(mean, precision);
    }
}
