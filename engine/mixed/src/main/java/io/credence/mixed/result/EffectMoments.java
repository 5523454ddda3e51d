package io.credence.mixed.result;

import io.credence.family.FullGaussian;
import io.credence.kind.RandomEffects;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Triangular;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.VarianceComponents;
import io.credence.mixed.row.ArrowGaussian;
import io.credence.mixed.row.LevelMoments;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Posterior means and covariances of fixed effects and of the effects of all levels given variance components.
 *
 * @param fixedEffectsPosterior posterior of β
 * @param levelMoments moments of each entry of the model's effects
 * @param smoothDegrees effective degrees of freedom of each smooth's penalised coefficients: the trace of their part of
 *     the matrix (XᵀWX + P)⁻¹XᵀWX
 */
public record EffectMoments(FullGaussian fixedEffectsPosterior, List<Levels> levelMoments, double[] smoothDegrees)
        implements Serializable {

    /** Creates the moments of a model without smooths. */
    public EffectMoments(FullGaussian fixedEffectsPosterior, List<Levels> levelMoments) {
        this(fixedEffectsPosterior, levelMoments, new double[0]);
    }

    /**
     * Moments of the effects of an entry's levels.
     *
     * @param mean levels × k
     * @param covariance levels × k × k
     * @param cross covariances with the fixed effects, levels × k × p
     */
    public record Levels(double[] mean, double[] covariance, double[] cross) implements LevelPosteriors, Serializable {

        @Override
        public Levels collect() {
            return this;
        }

        @Override
        public LevelDigest digest() {
            return LevelDigest.of(this);
        }

        public static Levels allocate(int levels, int k, int p) {
            int effects = Math.multiplyExact(levels, k);
            return new Levels(
                    new double[effects],
                    new double[Math.multiplyExact(effects, k)],
                    new double[Math.multiplyExact(effects, p)]);
        }
    }

    public static EffectMoments of(ArrowGaussian gaussian, DenseKernel kernel) {
        EffectLayout layout = gaussian.statistics().layout();
        List<Levels> all = new ArrayList<>();
        for (int e = 0; e < layout.model().effects().size(); e++) {
            all.add(priorMoments(layout, gaussian.components(), e));
        }
        for (int g = 0; g < gaussian.statistics().localLevelCount(); g++) {
            fillLocal(gaussian, g, all);
        }
        for (int o = 0; o < layout.others().size(); o++) {
            fillOther(gaussian, o, all.get(layout.others().get(o)));
        }
        return new EffectMoments(
                fixedEffectsPosterior(gaussian, kernel),
                List.copyOf(all),
                gaussian.smoothMoments().degrees());
    }

    /**
     * Posterior of the fixed effects. The factor of its precision is the last p rows and columns of the factor for all
     * global unknowns.
     */
    private static FullGaussian fixedEffectsPosterior(ArrowGaussian gaussian, DenseKernel kernel) {
        EffectLayout layout = gaussian.statistics().layout();
        int p = layout.fixedEffectCount();
        int q = layout.globalRandomCount();
        int n = layout.globalCount();
        double[] factor = new double[p * p];
        for (int i = 0; i < p; i++) {
            System.arraycopy(gaussian.globalCholesky().factor(), (q + i) * n + q, factor, i * p, p);
        }
        return FullGaussian.ofFactor(kernel, Arrays.copyOfRange(gaussian.globalMean(), q, n), factor);
    }

    /** Prior moments of the effects, which levels without rows keep. */
    public static Levels priorMoments(EffectLayout layout, VarianceComponents components, int e) {
        RandomEffects effects = layout.model().effects().get(e);
        int levels = layout.model()
                .factors()
                .get(layout.model().factorIndex(effects))
                .levelCount();
        int k = effects.size();
        double[] covariance = new double[Math.multiplyExact(levels, k * k)];
        double[] prior = Symmetric.scaledIdentity(k, 1);
        Triangular.congruence(components.factors().get(e), k, prior, 0, k, covariance, 0);
        for (int level = 1; layout.local().contains(e) && level < levels; level++) {
            System.arraycopy(covariance, 0, covariance, level * k * k, k * k);
        }
        return new Levels(
                new double[levels * k],
                covariance,
                new double[Math.multiplyExact(levels, k * layout.fixedEffectCount())]);
    }

    private static void fillLocal(ArrowGaussian gaussian, int g, List<Levels> all) {
        EffectLayout layout = gaussian.statistics().layout();
        int k = layout.localEffectsPerLevel();
        int p = layout.fixedEffectCount();
        int level = gaussian.statistics().levels()[g];
        double[] mean = gaussian.localMean(g);
        double[] covariance = LevelMoments.covariance(gaussian, g);
        double[] cross = cross(gaussian, g);
        int begin = 0;
        for (int e : layout.local()) {
            int size = layout.model().effects().get(e).size();
            double[] l = gaussian.components().factors().get(e);
            Levels to = all.get(e);
            Triangular.multiply(l, size, mean, begin, 1, 1, to.mean(), level * size);
            Triangular.congruence(l, size, covariance, begin * k + begin, k, to.covariance(), level * size * size);
            Triangular.multiply(l, size, cross, begin * p, p, p, to.cross(), level * size * p);
            begin += size;
        }
    }

    /** Covariances −A⁻¹B S⁻¹ of a level's effects s with the fixed effects, k × p. */
    private static double[] cross(ArrowGaussian gaussian, int g) {
        EffectLayout layout = gaussian.statistics().layout();
        int k = layout.localEffectsPerLevel();
        int p = layout.fixedEffectCount();
        int n = layout.globalCount();
        int[] columns = gaussian.globalColumns(g);
        double[] global = gaussian.globalCholesky().inverse();
        double[] cross = new double[k * p];
        for (int t = 0; t < k; t++) {
            int row = gaussian.reducedOffset(g) + t * (columns.length + 1);
            for (int i = 0; i < columns.length; i++) {
                double x = gaussian.reducedBlocks()[row + i];
                int base = columns[i] * n + layout.globalRandomCount();
                for (int j = 0; j < p; j++) {
                    cross[t * p + j] -= x * global[base + j];
                }
            }
        }
        Triangular.solveTransposed(gaussian.localCholeskyFactors(), g * k * k, k, cross, 0, p);
        return cross;
    }

    private static void fillOther(ArrowGaussian gaussian, int o, Levels to) {
        EffectLayout layout = gaussian.statistics().layout();
        double[] l = gaussian.components().factors().get(layout.others().get(o));
        fillDenseLevels(
                l,
                gaussian.globalMean(),
                gaussian.globalCholesky().inverse(),
                layout.starts()[o],
                layout.globalRandomCount(),
                layout.fixedEffectCount(),
                to);
    }

    /**
     * Fills in the moments of levels whose effects are part of a dense Gaussian.
     *
     * @param l factor of the covariance of a level's effects
     * @param mean mean of the Gaussian
     * @param covariance covariance of the Gaussian
     * @param start index of the first effect of the levels
     * @param fixed index of the first of the {@code p} fixed effects
     */
    public static void fillDenseLevels(
            double[] l, double[] mean, double[] covariance, int start, int fixed, int p, Levels to) {
        int size = to.covariance().length / to.mean().length;
        int n = mean.length;
        for (int level = 0; level < to.mean().length / size; level++) {
            int begin = start + level * size;
            Triangular.multiply(l, size, mean, begin, 1, 1, to.mean(), level * size);
            Triangular.congruence(l, size, covariance, begin * n + begin, n, to.covariance(), level * size * size);
            Triangular.multiply(l, size, covariance, begin * n + fixed, n, p, to.cross(), level * size * p);
        }
    }
}
