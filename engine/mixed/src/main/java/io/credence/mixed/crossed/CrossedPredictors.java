package io.credence.mixed.crossed;

import io.credence.mixed.model.VarianceComponents;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Posterior means and variances of rows' linear predictors, without their offsets, under a {@link CrossedGaussian}.
 * Given the border, a row's predictor is au + cv, with a and c its entries for the effects of its two levels. Of the
 * first, h = aᵀA⁻¹a is the variance given those of the second factor; with τ the precision of the row's own site, (1 −
 * τh)cv is what its own level adds, of which the variance given the other levels of the second factor is cᵀS_jj⁻¹c,
 * and all the rest, the mean of that and of the other levels' share, is averaged over the probes (Rao–Blackwell): exact
 * on average where no other row has both levels. The border adds tᵀC⁻¹t, exactly.
 *
 * @param first moments of the first factor's effects
 * @param second moments of the second factor's effects
 * @param secondProbeEffects second factor's effects of each probe, levels × k × probes
 * @param borderMean means of the b unknowns of the border
 * @param borderCovariance C⁻¹, b × b
 */
record CrossedPredictors(
        CrossedLayout layout,
        VarianceComponents components,
        FactorMoments first,
        FactorMoments second,
        double[] secondProbeEffects,
        double[] borderMean,
        double[] borderCovariance)
        implements Serializable {

    /**
     * Moments of the effects s of one factor.
     *
     * @param covarianceFactor L of u = Ls, k × k
     * @param mean levels × k
     * @param covariance covariance of a level's effects, levels × k × k: of the first factor given those of the second,
     *     of the second given the other levels of its own factor, with the first factor integrated out
     * @param borderSlopes change of their means by each unknown of the border, levels × k × b
     * @param conditionalProbeMeans means given in each probe what {@code covariance} is given, levels × k × probes
     */
    record FactorMoments(
            double[] covarianceFactor,
            double[] mean,
            double[] covariance,
            double[] borderSlopes,
            double[] conditionalProbeMeans)
            implements Serializable {}

    static CrossedPredictors of(CrossedGaussian gaussian) {
        CrossedSystem system = gaussian.system();
        return new CrossedPredictors(
                gaussian.layout(),
                gaussian.components(),
                factorMoments(
                        gaussian,
                        system.firstCovarianceFactor(),
                        gaussian.firstMeans(),
                        system.firstInverses(),
                        gaussian.firstRightSides(),
                        gaussian.firstSolutions()),
                factorMoments(
                        gaussian,
                        system.secondCovarianceFactor(),
                        gaussian.secondMeans(),
                        system.secondInverses(),
                        gaussian.reducedRightSides(),
                        gaussian.secondSolutions()),
                probes(gaussian, gaussian.secondSolutions()),
                gaussian.borderMean(),
                gaussian.border().inverse());
    }

    private static FactorMoments factorMoments(
            CrossedGaussian gaussian, double[] root, double[] mean, double[] known, double[] right, double[] solution) {
        double[] expected = new double[solution.length];
        double[] own = new double[(int) Math.round(Math.sqrt(root.length)) * gaussian.columns()];
        for (int level = 0; level < solution.length / own.length; level++) {
            gaussian.fillConditionalMeans(known, right, solution, level, own);
            System.arraycopy(own, 0, expected, level * own.length, own.length);
        }
        double[] border =
                columns(solution, gaussian.columns(), 0, gaussian.layout().borderSize());
        return new FactorMoments(root, mean, known, border, probes(gaussian, expected));
    }

    /** Columns of the probes, which are behind those of the border and the response. */
    private static double[] probes(CrossedGaussian gaussian, double[] solution) {
        int before = gaussian.layout().borderSize() + 1;
        return columns(solution, gaussian.columns(), before, gaussian.columns() - before);
    }

    private static double[] columns(double[] solution, int r, int from, int count) {
        double[] some = new double[Math.multiplyExact(solution.length / r, count)];
        for (int i = 0; i < solution.length / r; i++) {
            System.arraycopy(solution, i * r + from, some, i * count, count);
        }
        return some;
    }

    /** Allocates a workspace for one row. */
    Workspace newWorkspace() {
        return new Workspace();
    }

    /** Workspace that computes the predictor of one row after the other. Not thread-safe. */
    final class Workspace {

        private final double[] a = new double[layout.firstFactor().effectsPerLevel()];
        private final double[] c = new double[layout.secondFactor().effectsPerLevel()];
        private final double[] t = new double[layout.borderSize()];
        private double mean;
        private double variance;

        double mean() {
            return mean;
        }

        double variance() {
            return variance;
        }

        /**
         * Computes mean and variance of a row's predictor.
         *
         * @param precision precision of the row's site
         */
        void moveTo(CrossedRow row, double precision) {
            fill(layout.firstFactor(), first, row, a);
            fill(layout.secondFactor(), second, row, c);
            double h = square(first.covariance(), row.firstLevel(), a);
            double own = 1 - precision * h;
            variance = h + own * own * square(second.covariance(), row.secondLevel(), c);
            int probes = secondProbeEffects.length / second.mean().length;
            for (int s = 0; s < probes; s++) {
                double others = probePredictor(first.conditionalProbeMeans(), row.firstLevel(), a, s, probes)
                        + (1 - own) * probePredictor(secondProbeEffects, row.secondLevel(), c, s, probes);
                double all =
                        others + own * probePredictor(second.conditionalProbeMeans(), row.secondLevel(), c, s, probes);
                variance += all * all / probes;
            }
            fillBorder(row);
            mean = product(t, borderMean, 0);
            addLevel(first, row.firstLevel(), a);
            addLevel(second, row.secondLevel(), c);
            variance += square(borderCovariance, 0, t);
            double most = square(a) + square(c);
            if (precision > 0 && variance * (precision + 1 / most) > 1) {
                // Where the site itself knows nearly all, probes may leave the rest less than the prior, or less than
                // nothing
                fillBorder(row);
                most += square(borderCovariance, 0, t);
                variance = Math.min(variance, 1 / (precision + 1 / most));
            }
        }

        private double square(double[] entries) {
            return product(entries, entries, 0);
        }

        private void fill(CrossedLayout.Side side, FactorMoments effects, CrossedRow row, double[] into) {
            int k = into.length;
            Arrays.fill(into, 0);
            for (int i = 0; i < k; i++) {
                double value = row.effectColumnValues()[side.columns()[i]];
                for (int j = 0; j <= i; j++) {
                    into[j] += effects.covarianceFactor()[i * k + j] * value;
                }
            }
        }

        private void fillBorder(CrossedRow row) {
            Arrays.fill(t, 0);
            for (int i = 0; i < row.positions().length - 1; i++) {
                t[row.positions()[i]] = row.values()[i];
            }
            CrossedGaussian.scaleBorder(layout, components, t, 0);
        }

        private void addLevel(FactorMoments effects, int level, double[] entries) {
            int b = t.length;
            for (int i = 0; i < entries.length; i++) {
                int at = level * entries.length + i;
                mean += entries[i] * effects.mean()[at];
                for (int j = 0; j < b; j++) {
                    t[j] -= entries[i] * effects.borderSlopes()[at * b + j];
                }
            }
        }

        private double probePredictor(double[] numbers, int level, double[] entries, int s, int probes) {
            double sum = 0;
            for (int i = 0; i < entries.length; i++) {
                sum += entries[i] * numbers[(level * entries.length + i) * probes + s];
            }
            return sum;
        }

        private double square(double[] matrices, int level, double[] entries) {
            int k = entries.length;
            double sum = 0;
            for (int i = 0; i < k; i++) {
                sum += entries[i] * product(entries, matrices, (level * k + i) * k);
            }
            return sum;
        }

        private double product(double[] x, double[] y, int at) {
            double sum = 0;
            for (int i = 0; i < x.length; i++) {
                sum += x[i] * y[at + i];
            }
            return sum;
        }
    }
}
