package io.credence.mixed.crossed;

import io.credence.family.FullGaussian;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Triangular;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.VarianceCoordinates;
import io.credence.mixed.result.EffectMoments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Second moments of crossed effects under a {@link CrossedGaussian}. A level's variance given the other levels is
 * exact, as is what the border adds. For a level of the first factor those of the second are given; for one of the
 * second the other levels of its own factor are, and the first factor is integrated out. Only the variance of the
 * conditional mean is averaged over the probes (Rao–Blackwell): over 16 it is some √(2/16) of itself off, which matters
 * little while it is a few per cent of the whole.
 */
final class CrossedMoments {

    private final CrossedGaussian gaussian;
    private final Factor first;
    private final Factor second;

    /**
     * Moments of one factor's effects s.
     *
     * @param mean levels × k
     * @param covariance levels × k × k
     * @param probes sum over levels of the squares of the conditional means of each probe, k × k each
     */
    private record Factor(
            CrossedLayout.Side side, double[] solution, double[] mean, double[] covariance, double[] probes) {

        /** Sum of E s sᵀ − I over levels. */
        double[] excessMoments() {
            int k = side.effectsPerLevel();
            double[] sum = new double[k * k];
            for (int level = 0; level < side.levels(); level++) {
                for (int i = 0; i < k; i++) {
                    for (int j = 0; j < k; j++) {
                        sum[i * k + j] += mean[level * k + i] * mean[level * k + j]
                                + covariance[(level * k + i) * k + j]
                                - (i == j ? 1 : 0);
                    }
                }
            }
            return sum;
        }

        /** Diagonal block of an entry of the model's effects in one of the k × k matrices. */
        double[] block(double[] matrix, int at, MixedModel model, int e) {
            int begin = side.entryOffset(model, e);
            int size = model.effects().get(e).size();
            double[] block = new double[size * size];
            for (int i = 0; i < size; i++) {
                System.arraycopy(matrix, at + (begin + i) * side.effectsPerLevel() + begin, block, i * size, size);
            }
            return block;
        }
    }

    private CrossedMoments(CrossedGaussian gaussian) {
        this.gaussian = gaussian;
        CrossedSystem system = gaussian.system();
        CrossedLayout layout = gaussian.layout();
        this.first = factor(
                layout.firstFactor(),
                system.firstInverses(),
                gaussian.firstRightSides(),
                gaussian.firstSolutions(),
                gaussian.firstMeans());
        this.second = factor(
                layout.secondFactor(),
                system.secondInverses(),
                gaussian.reducedRightSides(),
                gaussian.secondSolutions(),
                gaussian.secondMeans());
    }

    static CrossedMoments of(CrossedGaussian gaussian) {
        return new CrossedMoments(gaussian);
    }

    /**
     * Computes the moments of one factor's effects.
     *
     * @param known covariance of each level's effects given the other levels, k × k
     */
    private Factor factor(CrossedLayout.Side side, double[] known, double[] right, double[] solution, double[] mean) {
        int k = side.effectsPerLevel();
        int r = gaussian.columns();
        int b = gaussian.layout().borderSize();
        int count = r - b - 1;
        double[] covariance = known.clone();
        double[] probes = new double[count * k * k];
        double[] border = gaussian.border().inverse();
        double[] expected = new double[k * r];
        double[] spread = new double[b];
        for (int level = 0; level < side.levels(); level++) {
            int at = level * k * r;
            gaussian.fillConditionalMeans(known, right, solution, level, expected);
            for (int i = 0; i < k; i++) {
                multiplyBorderCovariance(border, solution, at + i * r, spread);
                for (int j = 0; j < k; j++) {
                    double sum = 0;
                    for (int s = b + 1; s < r; s++) {
                        double square = expected[i * r + s] * expected[j * r + s];
                        probes[((s - b - 1) * k + i) * k + j] += square;
                        sum += square;
                    }
                    double fixed = 0;
                    for (int c = 0; c < b; c++) {
                        fixed += spread[c] * solution[at + j * r + c];
                    }
                    covariance[(level * k + i) * k + j] += sum / Math.max(1, count) + fixed;
                }
            }
        }
        return new Factor(side, solution, mean, covariance, probes);
    }

    private static void multiplyBorderCovariance(double[] border, double[] solution, int at, double[] spread) {
        int b = spread.length;
        for (int c = 0; c < b; c++) {
            double sum = 0;
            for (int t = 0; t < b; t++) {
                sum += border[c * b + t] * solution[at + t];
            }
            spread[c] = sum;
        }
    }

    /** Adds the gradient of log p(y) in the coordinates {@code x}. */
    void addGradient(VarianceCoordinates coordinates, double[] x, double[] gradient) {
        MixedModel model = coordinates.model();
        double[] one = first.excessMoments();
        double[] two = second.excessMoments();
        List<double[]> excess = new ArrayList<>();
        for (int e = 0; e < model.effects().size(); e++) {
            excess.add(excessMoments(model, e, one, 0, two, 0));
        }
        double residual = model.estimatesResidual()
                ? expectedSquaredResiduals() - gaussian.system().statistics().count()
                : 0;
        coordinates.addGradient(x, excess, residual, gradient);
    }

    private double[] excessMoments(MixedModel model, int e, double[] one, int at, double[] two, int beside) {
        if (first.side().entries().contains(e)) {
            return first.block(one, at, model, e);
        }
        return second.side().entries().contains(e) ? second.block(two, beside, model, e) : borderExcess(e);
    }

    private double[] borderExcess(int e) {
        CrossedLayout layout = gaussian.layout();
        int o = layout.border().indexOf(e);
        int size = layout.borderEntry(o).size();
        int b = layout.borderSize();
        double[] covariance = gaussian.border().inverse();
        double[] mean = gaussian.borderMean();
        double[] sum = new double[size * size];
        for (int level = 0; level < layout.borderLevels(o); level++) {
            int begin = layout.starts()[o] + level * size;
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    sum[i * size + j] += mean[begin + i] * mean[begin + j]
                            + covariance[(begin + i) * b + begin + j]
                            - (i == j ? 1 : 0);
                }
            }
        }
        return sum;
    }

    /** Expected weighted sum of squared residuals, E Σ w(y − η)²/σ². */
    private double expectedSquaredResiduals() {
        CrossedLayout layout = gaussian.layout();
        int b = layout.borderSize();
        int r = gaussian.columns();
        double sum = gaussian.system().residualPrecision()
                * gaussian.system().statistics().responseSquares();
        sum += factorResidual(first, gaussian.firstRightSides(), b, r)
                + factorResidual(second, gaussian.secondRightSides(), b, r);
        double[] mean = gaussian.borderMean();
        double[] covariance = gaussian.border().inverse();
        for (int i = 0; i < b; i++) {
            double prior = CrossedGaussian.priorPrecision(layout, i);
            sum -= gaussian.borderProducts()[i * (b + 1) + b] * mean[i];
            sum += prior * (CrossedGaussian.priorMean(layout, i) - mean[i]) * mean[i];
            sum += 1 - prior * covariance[i * (b + 1)];
        }
        return sum;
    }

    private static double factorResidual(Factor factor, double[] right, int b, int r) {
        double sum = 0;
        int k = factor.side().effectsPerLevel();
        for (int i = 0; i < factor.mean().length; i++) {
            double mean = factor.mean()[i];
            sum += 1 - factor.covariance()[i * k + i % k] - mean * mean - right[i * r + b] * mean;
        }
        return sum;
    }

    /** Contribution of each probe to the gradient. The gradient contains the mean of these. */
    List<double[]> probeGradients(VarianceCoordinates coordinates, double[] x) {
        MixedModel model = coordinates.model();
        int one = first.side().effectsPerLevel() * first.side().effectsPerLevel();
        int two = second.side().effectsPerLevel() * second.side().effectsPerLevel();
        List<double[]> gradients = new ArrayList<>();
        for (int s = 0; s < first.probes().length / one; s++) {
            List<double[]> excess = new ArrayList<>();
            for (int e = 0; e < model.effects().size(); e++) {
                int size = model.effects().get(e).size();
                excess.add(
                        gaussian.layout().border().contains(e)
                                ? new double[size * size]
                                : excessMoments(model, e, first.probes(), s * one, second.probes(), s * two));
            }
            double[] gradient = new double[x.length];
            double residual = model.estimatesResidual() ? -trace(first, s) - trace(second, s) : 0;
            coordinates.addGradient(x, excess, residual, gradient);
            gradients.add(gradient);
        }
        return gradients;
    }

    private static double trace(Factor factor, int s) {
        int k = factor.side().effectsPerLevel();
        double trace = 0;
        for (int i = 0; i < k; i++) {
            trace += factor.probes()[(s * k + i) * k + i];
        }
        return trace;
    }

    /** Means and covariances of all effects u = Ls, and the posterior of β. */
    EffectMoments effectMoments(DenseKernel kernel) {
        CrossedLayout layout = gaussian.layout();
        List<EffectMoments.Levels> all = new ArrayList<>();
        for (int e = 0; e < layout.model().effects().size(); e++) {
            double[] l = gaussian.components().factors().get(e);
            if (layout.border().contains(e)) {
                all.add(borderLevels(e, l));
            } else {
                all.add(levels(first.side().entries().contains(e) ? first : second, e, l));
            }
        }
        int p = layout.fixedEffectCount();
        int q = layout.borderEffects();
        int b = layout.borderSize();
        double[] root = new double[p * p];
        for (int i = 0; i < p; i++) {
            System.arraycopy(gaussian.border().factor(), (q + i) * b + q, root, i * p, p);
        }
        return new EffectMoments(
                FullGaussian.ofFactor(kernel, Arrays.copyOfRange(gaussian.borderMean(), q, b), root), List.copyOf(all));
    }

    private EffectMoments.Levels levels(Factor factor, int e, double[] l) {
        CrossedLayout layout = gaussian.layout();
        int k = factor.side().effectsPerLevel();
        int size = layout.model().effects().get(e).size();
        int begin = factor.side().entryOffset(layout.model(), e);
        int p = layout.fixedEffectCount();
        int levels = factor.side().levels();
        EffectMoments.Levels to = EffectMoments.Levels.allocate(levels, size, p);
        double[] border = gaussian.border().inverse();
        double[] spread = new double[layout.borderSize()];
        double[] cross = new double[size * p];
        for (int level = 0; level < levels; level++) {
            for (int i = 0; i < size; i++) {
                multiplyBorderCovariance(
                        border, factor.solution(), (level * k + begin + i) * gaussian.columns(), spread);
                for (int j = 0; j < p; j++) {
                    cross[i * p + j] = -spread[layout.borderEffects() + j];
                }
            }
            Triangular.multiply(l, size, factor.mean(), level * k + begin, 1, 1, to.mean(), level * size);
            Triangular.congruence(
                    l,
                    size,
                    factor.covariance(),
                    (level * k + begin) * k + begin,
                    k,
                    to.covariance(),
                    level * size * size);
            Triangular.multiply(l, size, cross, 0, p, p, to.cross(), level * size * p);
        }
        return to;
    }

    private EffectMoments.Levels borderLevels(int e, double[] l) {
        CrossedLayout layout = gaussian.layout();
        int o = layout.border().indexOf(e);
        EffectMoments.Levels to = EffectMoments.Levels.allocate(
                layout.borderLevels(o), layout.borderEntry(o).size(), layout.fixedEffectCount());
        EffectMoments.fillDenseLevels(
                l,
                gaussian.borderMean(),
                gaussian.border().inverse(),
                layout.starts()[o],
                layout.borderEffects(),
                layout.fixedEffectCount(),
                to);
        return to;
    }
}
