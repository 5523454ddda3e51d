package io.credence.mixed.levelwise;

import io.credence.fit.ExecutionBackend;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.mixed.component.TailCheck;
import io.credence.mixed.levelwise.LevelwiseEvaluation.DrawCorrection;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.VarianceCoordinates;
import io.credence.mixed.row.StartingComponents;
import io.credence.prior.GaussianPrior;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Posterior density of ψ = (β, coordinates of the variance components) given rows of many levels. The effects of each
 * level are integrated out by themselves.
 *
 * @param survey facts about the rows that a first pass found
 * @param seed seed of the draws of effects, and of the shares of levels
 */
public record LevelwiseDensity(
        EffectLayout layout,
        VarianceCoordinates coordinates,
        double[] units,
        RowLoss loss,
        ExecutionBackend backend,
        LevelwiseSurvey survey,
        long seed) {

    /**
     * Largest relative standard error of the standard deviation of a standard deviation. Of many levels it is 0.046 and
     * less; of two to four that show something, whose sds were 5 to 32 % short, it is 0.064 to 0.17.
     */
    private static final double MOST_ERROR = 0.055;

    /** Standard deviation of a linear predictor due to all effects together, at the start. */
    private static final double START = 0.5;

    private static final double LEAST = 1e-6;

    int dimension() {
        return layout.fixedEffectCount() + coordinates.dimension();
    }

    /** Check of how far into the tails of the variance components a design over ψ has to reach. */
    TailCheck tailCheck() {
        return new TailCheck(coordinates, layout.fixedEffectCount(), MOST_ERROR);
    }

    /** Point at which the search for the mode starts. */
    double[] startingPoint() {
        double[] start = Arrays.copyOf(survey.fixedEffectsEstimate(), dimension());
        double[] components = StartingComponents.startingValues(
                START / Math.sqrt(layout.localEffectsPerLevel()), survey.columns(), coordinates, 1);
        System.arraycopy(components, 0, start, layout.fixedEffectCount(), components.length);
        return start;
    }

    /** Coordinates of the variance components, taken from ψ. */
    double[] components(double[] psi) {
        return Arrays.copyOfRange(psi, layout.fixedEffectCount(), psi.length);
    }

    /**
     * Evaluates log p(y, ψ) with its gradient and curvature.
     *
     * @param draws number of draws of each level that correct expectation propagation; 0 for none
     */
    LevelwiseEvaluation evaluate(double[] psi, int draws) {
        return evaluate(psi, draws, 1, false);
    }

    /**
     * Evaluates log p(y, ψ) with its gradient at several points, without draws and curvature, in one pass.
     *
     * @param share share of the levels that are read
     */
    List<LevelwiseEvaluation> evaluateAll(List<double[]> psis, double share) {
        List<LevelwisePoint> points = new ArrayList<>();
        int[] numbers = new int[psis.size()];
        for (int s = 0; s < numbers.length; s++) {
            LevelwisePoint point = LevelwisePoint.of(layout, coordinates, psis.get(s));
            numbers[s] = point == null ? -1 : points.size();
            if (point != null) {
                points.add(point);
            }
        }
        LevelwisePointSums sums = points.isEmpty()
                ? new LevelwisePointSums(0, dimension())
                : backend.run(new LevelwisePointsPass(layout, units, loss, points, share, seed));
        return IntStream.range(0, numbers.length)
                .mapToObj(s -> numbers[s] < 0
                        ? LevelwiseEvaluation.withoutDensity(dimension(), 0)
                        : evaluation(psis.get(s), sums, numbers[s]))
                .toList();
    }

    private LevelwiseEvaluation evaluation(double[] psi, LevelwisePointSums sums, int s) {
        if (sums.failed(s) > 0 || !Double.isFinite(sums.value(s))) {
            return LevelwiseEvaluation.withoutDensity(psi.length, sums.rows());
        }
        double[] gradient = sums.score(s).clone();
        double value = sums.value(s) + logPrior(psi, gradient);
        return new LevelwiseEvaluation(value, gradient, new double[0], new double[0], sums.rows(), null);
    }

    /** Evaluates log p(y, ψ) without draws, with a curvature that also suits steps from far away. */
    LevelwiseEvaluation evaluateForClimb(double[] psi, double share) {
        return evaluate(psi, 0, share, true);
    }

    private LevelwiseEvaluation evaluate(double[] psi, int draws, double share, boolean climbs) {
        LevelwisePoint point = LevelwisePoint.of(layout, coordinates, psi);
        if (point == null) {
            return LevelwiseEvaluation.withoutDensity(psi.length, 0);
        }
        LevelwiseSums sums = backend.run(new LevelwisePass(layout, units, loss, point, draws, share, climbs, seed));
        if (sums.failed() > 0 || !Double.isFinite(sums.value())) {
            return LevelwiseEvaluation.withoutDensity(psi.length, sums.rows());
        }
        double[] gradient = sums.score().clone();
        double value = sums.value() + logPrior(psi, gradient);
        double[] information = Symmetric.unpack(sums.information(), psi.length);
        double[] curvature = climbs ? curvature(sums, information) : information.clone();
        addBoundaryCurvature(psi, sums.score(), curvature);
        coordinates.addPriorCurvature(components(psi), curvature, layout.fixedEffectCount());
        for (int j = 0; j < layout.fixedEffectCount(); j++) {
            curvature[j * (psi.length + 1)] += layout.model().coefficientPrior().precision()[j];
        }
        return new LevelwiseEvaluation(
                value, gradient, curvature, information, sums.rows(), draws == 0 ? null : drawCorrection(sums));
    }

    /**
     * Curvature from the outer products of the levels' gradients. Far from the mode these may be the square of a common
     * slope, and promise less than half of the gain that the sites' own information on β does; then it is that
     * information instead.
     */
    private double[] curvature(LevelwiseSums sums, double[] information) {
        int d = sums.score().length;
        int p = layout.fixedEffectCount();
        double[] outer = new double[p * p];
        for (int j = 0; j < p; j++) {
            System.arraycopy(information, j * d, outer, j * p, p);
        }
        double[] slope = Arrays.copyOf(sums.score(), p);
        double[] fixed = Symmetric.unpack(sums.fixedInformation(), p);
        double[] curvature = information.clone();
        if (!(newtonGain(outer, slope) < 0.5 * newtonGain(fixed, slope))) {
            return curvature;
        }
        for (int j = 0; j < p; j++) {
            System.arraycopy(fixed, j * p, curvature, j * d, p);
            for (int i = p; i < d; i++) {
                curvature[j * d + i] = 0;
                curvature[i * d + j] = 0;
            }
        }
        return curvature;
    }

    /**
     * Twice the gain in log density that a Newton step with the given precision promises; NaN if that is not positive
     * definite.
     */
    private static double newtonGain(double[] precision, double[] slope) {
        Cholesky root = Cholesky.of(JavaDenseKernel.INSTANCE, precision, slope.length);
        return root == null ? Double.NaN : Vectors.dot(slope, root.solve(slope));
    }

    private static DrawCorrection drawCorrection(LevelwiseSums sums) {
        double[] shift = sums.score().clone();
        Arrays.setAll(shift, j -> shift[j] - sums.uncorrectedScore()[j]);
        return new DrawCorrection(shift, sums.value() - sums.uncorrectedLogDensity(), sums.noise(), sums.bias());
    }

    /** Log prior density of ψ, whose gradient is added to {@code gradient}. */
    double logPrior(double[] psi, double[] gradient) {
        GaussianPrior prior = layout.model().coefficientPrior();
        double[] own = new double[coordinates.dimension()];
        double sum = coordinates.logPrior(components(psi), own);
        int p = layout.fixedEffectCount();
        for (int j = 0; j < p; j++) {
            double precision = prior.precision()[j];
            double away = psi[j] - prior.mean()[j];
            sum -= 0.5 * precision * away * away;
            sum += precision > 0 ? 0.5 * Math.log(precision / (2 * Math.PI)) : 0;
            gradient[j] -= precision * away;
        }
        for (int j = 0; j < own.length; j++) {
            gradient[p + j] += own[j];
        }
        return sum;
    }

    /**
     * Adds the curvature in standard deviations that the outer products lack. These are the curvature in the variance
     * φ⁶, in which levels are about as informative everywhere; in φ the slope there comes with it, which is not 0 where
     * the prior keeps a standard deviation from 0.
     */
    private void addBoundaryCurvature(double[] psi, double[] score, double[] curvature) {
        int d = psi.length;
        for (int j = layout.fixedEffectCount(); j < d; j++) {
            if (coordinates.isSd(j - layout.fixedEffectCount())) {
                curvature[j * d + j] += Math.max(0, -5 * score[j] / psi[j]);
            }
        }
    }

    /**
     * Shortens a step so that no logarithm of a standard deviation and no correlation's coordinate moves by more than
     * {@code longest}.
     */
    double[] capStep(double[] psi, double[] full, double longest) {
        double[] units = coordinates.units(components(psi));
        double largest = 0;
        int first = layout.fixedEffectCount();
        for (int j = 0; j < units.length; j++) {
            largest = Math.max(largest, Math.abs(full[first + j]) / units[j] * logSdSlope(j));
        }
        double share = Math.min(1, longest / largest);
        double[] step = full.clone();
        Arrays.setAll(step, j -> share * step[j]);
        return step;
    }

    /** Copy of the coordinates in which standard deviations below 0 are nearly 0. */
    double[] withPositiveSds(double[] x) {
        double[] inside = x.clone();
        Arrays.setAll(inside, j -> coordinates.isSd(j) ? Math.max(x[j], LEAST) : x[j]);
        return inside;
    }

    /** Whether every standard deviation is positive. */
    boolean hasPositiveSds(double[] psi) {
        for (int j = layout.fixedEffectCount(); j < psi.length; j++) {
            if (coordinates.isSd(j - layout.fixedEffectCount()) && !(psi[j] > 0)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Converts ψ to variances instead of cube roots of standard deviations. In these coordinates levels are about
     * equally informative everywhere.
     */
    double[] toVarianceScale(double[] psi) {
        double[] x = psi.clone();
        Arrays.setAll(
                x,
                j -> j >= layout.fixedEffectCount() && coordinates.isSd(j - layout.fixedEffectCount())
                        ? Math.pow(psi[j], 6)
                        : psi[j]);
        return x;
    }

    /** Derivatives in ψ of the {@link #toVarianceScale} coordinates. */
    double[] varianceScaleSlopes(double[] psi) {
        double[] slopes = new double[psi.length];
        Arrays.setAll(
                slopes,
                j -> j >= layout.fixedEffectCount() && coordinates.isSd(j - layout.fixedEffectCount())
                        ? 6 * Math.pow(psi[j], 5)
                        : 1);
        return slopes;
    }

    /**
     * Quadratic approximation of the log likelihood around the mode, in the {@link #toVarianceScale} coordinates.
     *
     * @param evaluated point near the mode
     * @param found evaluation at that point
     */
    QuadraticLikelihood quadratic(double[] mode, double[] evaluated, LevelwiseEvaluation found) {
        int d = mode.length;
        double[] slope = new double[d];
        logPrior(mode, slope);
        double[] atMode = varianceScaleSlopes(mode);
        Arrays.setAll(slope, j -> -slope[j] / atMode[j]);
        double[] own = varianceScaleSlopes(evaluated);
        double[] information = found.information().clone();
        Arrays.setAll(information, n -> information[n] / (own[n / d] * own[n % d]));
        return new QuadraticLikelihood(toVarianceScale(mode), slope, information);
    }

    /** Natural unit of each number of ψ: its own size for the cube root of a standard deviation, 1 for the others. */
    double[] coordinateUnits(double[] psi) {
        double[] all = Vectors.ones(psi.length);
        double[] own = coordinates.units(components(psi));
        System.arraycopy(own, 0, all, layout.fixedEffectCount(), own.length);
        return all;
    }

    /** Whether every standard deviation of effects is known to within a tenth of itself, given the covariance of ψ. */
    boolean hasSharpSds(double[] psi, double[] covariance) {
        return coordinates.hasSharpSds(components(psi), covariance, layout.fixedEffectCount());
    }

    private double logSdSlope(int j) {
        return coordinates.isSd(j) ? 3 : 1;
    }
}
