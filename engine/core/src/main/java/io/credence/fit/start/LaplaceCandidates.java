package io.credence.fit.start;

import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.fit.WhitenedFrame;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.linalg.SymmetricEigen;
import io.credence.optimize.BfgsSearch;
import io.credence.optimize.RestartCount;
import io.credence.prior.GaussianPrior;
import io.credence.random.NormalDraws;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Gaussians among which a start is chosen. They lie at points of the searches for modes, in several widths; around one
 * of them others have the curvature there.
 */
final class LaplaceCandidates {

    private static final double[] SHARES = {0.25, 0.5, 0.75, 1};
    /** Number of widths of a candidate. At its first width the bound of a long-tailed mode may be infinite. */
    private static final int WIDTHS = 3;
    /** Length of the steps over which gradients are compared, in standard deviations. */
    private static final double STEP = 0.5;

    private LaplaceCandidates() {}

    /**
     * Gaussians at four points of each search with the search's estimate of the curvature there; around its end if it
     * had none. A search that knew the curvature at its start is judged by its end.
     */
    static List<GaussianPosterior> ofSearches(List<BfgsSearch> ascents, GaussianPrior prior, DenseKernel kernel) {
        List<GaussianPosterior> all = new ArrayList<>();
        for (BfgsSearch ascent : ascents) {
            if (!Double.isFinite(ascent.value())) {
                continue;
            }
            int moves = ascent.moves().size();
            List<Integer> after = Arrays.stream(ascent.start().inverseCurvature() == null ? SHARES : new double[] {1})
                    .mapToObj(share -> (int) (share * moves))
                    .toList();
            List<BfgsSearch.SearchPoint> stops = ascent.pointsAfterMoves(after);
            for (BfgsSearch.SearchPoint stop : stops) {
                addNarrowerCopies(FullGaussian.of(kernel, stop.point(), precision(stop)), all);
            }
            if (stops.isEmpty()) {
                addNarrowerCopies(around(ascent.point(), prior, kernel), all);
            }
        }
        return List.copyOf(all);
    }

    private static double[] precision(BfgsSearch.SearchPoint stop) {
        int d = stop.point().length;
        SymmetricEigen eigen = SymmetricEigen.decompose(Objects.requireNonNull(stop.inverseCurvature()), d);
        double largest = Arrays.stream(eigen.eigenvalues()).max().orElse(1);
        double[] inverted = eigen.eigenvalues().clone();
        for (int j = 0; j < d; j++) {
            inverted[j] = 1 / Math.max(inverted[j], SymmetricEigen.NEGLIGIBLE * largest);
        }
        return Symmetric.pack(eigen.matrixWithEigenvalues(inverted), d);
    }

    private static FullGaussian around(double[] point, GaussianPrior prior, DenseKernel kernel) {
        double[] sd = new double[point.length];
        for (int j = 0; j < sd.length; j++) {
            sd[j] = 1 / Math.sqrt(Math.max(1, prior.precision()[j]));
        }
        return FullGaussian.around(kernel, point, sd);
    }

    private static void addNarrowerCopies(@Nullable FullGaussian q, List<GaussianPosterior> all) {
        GaussianPosterior next = q;
        for (int k = 0; k < WIDTHS && next != null; k++) {
            all.add(next);
            next = RestartCount.withQuarterCovariance(next);
        }
    }

    /** Draws of each candidate from the same standard normal numbers, one candidate after the other. */
    static double[] draws(List<GaussianPosterior> candidates, NormalDraws standard) {
        int d = standard.dimension();
        double[] all = new double[candidates.size() * standard.count() * d];
        double[] epsilon = new double[d];
        int at = 0;
        for (GaussianPosterior q : candidates) {
            for (int s = 0; s < standard.count(); s++, at += d) {
                standard.fill(s, epsilon);
                System.arraycopy(q.draw(0, epsilon), 0, all, at, d);
            }
        }
        return all;
    }

    /**
     * Evidence lower bounds, up to one constant, from log densities at the candidates' draws; −∞ where a log density
     * is.
     */
    static double[] bounds(List<GaussianPosterior> candidates, double[] values) {
        int each = values.length / Math.max(1, candidates.size());
        double[] bounds = new double[candidates.size()];
        for (int c = 0; c < bounds.length; c++) {
            for (int s = c * each; s < (c + 1) * each; s++) {
                bounds[c] += values[s] / each;
            }
            bounds[c] -= 0.5 * candidates.get(c).logDeterminantPrecision();
        }
        return bounds;
    }

    /**
     * Points one standard step from a Gaussian's mean in each direction of its whitened coordinates, then the mean
     * itself: (d + 1) × d.
     */
    static double[] axisPoints(GaussianPosterior q) {
        int d = q.dimension();
        double[] points = new double[(d + 1) * d];
        double[] unit = new double[d];
        for (int k = 0; k <= d; k++) {
            if (k < d) {
                unit[k] = STEP;
            }
            System.arraycopy(q.draw(0, unit), 0, points, k * d, d);
            Arrays.fill(unit, 0);
        }
        return points;
    }

    /**
     * Candidates from the curvature around a Gaussian.
     *
     * @param candidates Gaussians with that curvature, and narrower ones, each at the first Gaussian's mean and at the
     *     end of a Newton step
     * @param isFinal whether another evaluation would change little, since the curvature is that of a mode and the step
     *     short
     */
    record CurvatureCandidates(List<GaussianPosterior> candidates, boolean isFinal) {}

    /** Candidates from gradient and second derivatives at the mean of a Gaussian. */
    static CurvatureCandidates ofHessian(GaussianPosterior q, double[] gradient, double[] hessian) {
        WhitenedFrame units = WhitenedFrame.of(q);
        double[] precision = units.curvature(hessian);
        for (int at = 0; at < precision.length; at++) {
            precision[at] = -precision[at];
        }
        return ofPrecision(units, precision, units.gradients(gradient));
    }

    /**
     * Candidates from log densities and gradients at the points {@link #around} a Gaussian, the last of which is
     * finite.
     */
    static CurvatureCandidates byDifferences(GaussianPosterior q, double[] values, double[] gradients) {
        int d = q.dimension();
        WhitenedFrame units = WhitenedFrame.of(q);
        double[] slopes = units.gradients(gradients);
        double[] precision = new double[d * d];
        for (int i = 0; i < d; i++) {
            boolean finite = Double.isFinite(values[i]);
            for (int j = 0; j < d; j++) {
                double change = (slopes[d * d + j] - slopes[i * d + j]) / STEP;
                precision[i * d + j] = finite ? change : i == j ? 1 : 0;
            }
        }
        double[] symmetric = io.credence.linalg.Products.symmetrize(precision, d);
        return ofPrecision(units, symmetric, Arrays.copyOfRange(slopes, d * d, (d + 1) * d));
    }

    private static CurvatureCandidates ofPrecision(WhitenedFrame units, double[] precision, double[] ascent) {
        GaussianPosterior q = units.q();
        int d = q.dimension();
        SymmetricEigen eigen = SymmetricEigen.decompose(precision, d);
        double[] found = eigen.eigenvalues();
        double largest = Arrays.stream(found).map(Math::abs).max().orElse(1);
        double[] kept = new double[d];
        double[] step = eigen.toBasis(ascent);
        boolean convex = true;
        double squares = 0;
        for (int j = 0; j < d; j++) {
            convex &= found[j] > 0;
            kept[j] = Math.max(Math.abs(found[j]), found[j] > 0 ? SymmetricEigen.NEGLIGIBLE * largest : 1);
            squares += step[j] * step[j] / kept[j];
            step[j] /= kept[j];
        }
        double length = Math.sqrt(squares);
        double share = Math.min(1, Math.sqrt(d) / length);
        double[] move = units.toParameters(eigen.fromBasis(step));
        double[] mean = q.mean().clone();
        for (int j = 0; j < d; j++) {
            mean[j] += share * move[j];
        }
        GaussianPosterior shaped = units.with(mean, eigen.matrixWithEigenvalues(kept));
        if (shaped == null) {
            return new CurvatureCandidates(List.of(), true);
        }
        GaussianPosterior here = shaped.withMean(q.mean());
        return new CurvatureCandidates(
                List.of(
                        shaped,
                        here,
                        RestartCount.withQuarterCovariance(shaped),
                        RestartCount.withQuarterCovariance(here)),
                convex && length < 1);
    }
}
