package io.credence.mixed.row;

import io.credence.linalg.Triangular;
import io.credence.mixed.model.EffectLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Second moments of the effects of all levels under an {@link ArrowGaussian}. They are Σ E s sᵀ − I over the levels of
 * each entry of the model's effects: the gradient of log p(y) in the entry's covariance.
 */
public final class LevelMoments {

    private final ArrowGaussian gaussian;
    private final EffectLayout layout;
    private final double[] local;
    private final double[][] others;
    private double localTrace;
    private double localSquares;
    private double shiftTimesMean;

    private LevelMoments(ArrowGaussian gaussian) {
        this.gaussian = gaussian;
        this.layout = gaussian.statistics().layout();
        int k = layout.localEffectsPerLevel();
        this.local = new double[k * k];
        this.others = new double[layout.others().size()][];
    }

    public static LevelMoments of(ArrowGaussian gaussian) {
        LevelMoments moments = new LevelMoments(gaussian);
        moments.addLocal();
        for (int o = 0; o < moments.others.length; o++) {
            moments.others[o] = moments.otherExcess(o);
        }
        moments.addShifts();
        return moments;
    }

    /** Sum over the levels of the largest factor that have rows of tr Cov s, s the standardised effects of a level. */
    double localTrace() {
        return localTrace;
    }

    /** Sum over the levels of the largest factor of |E s|², s the standardised effects of a level. */
    double localSquares() {
        return localSquares;
    }

    /** Product of the rows' shifts with the means. */
    double shiftTimesMean() {
        return shiftTimesMean;
    }

    /**
     * Sums of E s sᵀ − I over the levels of each entry of the model's effects, k × k each, and of E s² − 1 over the
     * coefficients of each smooth.
     */
    public List<double[]> excessMoments() {
        List<double[]> all = new ArrayList<>();
        for (int e = 0; e < layout.model().effects().size(); e++) {
            int o = layout.others().indexOf(e);
            all.add(o >= 0 ? others[o] : localExcess(e));
        }
        all.addAll(gaussian.smoothMoments().excess());
        return all;
    }

    private double[] localExcess(int e) {
        int begin = 0;
        for (int each : layout.local()) {
            if (each == e) {
                break;
            }
            begin += layout.model().effects().get(each).size();
        }
        int size = layout.model().effects().get(e).size();
        double[] own = new double[size * size];
        for (int i = 0; i < size; i++) {
            System.arraycopy(local, (begin + i) * layout.localEffectsPerLevel() + begin, own, i * size, size);
        }
        return own;
    }

    private void addLocal() {
        int k = layout.localEffectsPerLevel();
        for (int g = 0; g < gaussian.statistics().localLevelCount(); g++) {
            double[] mean = gaussian.localMean(g);
            double[] covariance = covariance(gaussian, g);
            for (int i = 0; i < k; i++) {
                localTrace += covariance[i * k + i];
                localSquares += mean[i] * mean[i];
                for (int j = 0; j < k; j++) {
                    local[i * k + j] += mean[i] * mean[j] + covariance[i * k + j] - (i == j ? 1 : 0);
                }
            }
        }
    }

    /** Covariance A⁻¹B S⁻¹BᵀA⁻¹ + A⁻¹ of the effects s of local level number {@code g}, k × k. */
    public static double[] covariance(ArrowGaussian gaussian, int g) {
        int k = gaussian.statistics().layout().localEffectsPerLevel();
        int[] columns = gaussian.globalColumns(g);
        int m = columns.length;
        double[] inner = new double[k * k];
        double[] global = gaussian.globalCholesky().inverse();
        int n = gaussian.globalCholesky().order();
        double[] product = new double[m];
        for (int t = 0; t < k; t++) {
            int row = gaussian.reducedOffset(g) + t * (m + 1);
            for (int i = 0; i < m; i++) {
                int base = columns[i] * n;
                double sum = 0;
                for (int j = 0; j < m; j++) {
                    sum += global[base + columns[j]] * gaussian.reducedBlocks()[row + j];
                }
                product[i] = sum;
            }
            for (int other = 0; other <= t; other++) {
                int beside = gaussian.reducedOffset(g) + other * (m + 1);
                double sum = t == other ? 1 : 0;
                for (int i = 0; i < m; i++) {
                    sum += product[i] * gaussian.reducedBlocks()[beside + i];
                }
                inner[t * k + other] = sum;
                inner[other * k + t] = sum;
            }
        }
        // C⁻ᵀ (I + X S⁻¹ Xᵀ) C⁻¹
        Triangular.solveTransposed(gaussian.localCholeskyFactors(), g * k * k, k, inner, 0, k);
        transpose(inner, k);
        Triangular.solveTransposed(gaussian.localCholeskyFactors(), g * k * k, k, inner, 0, k);
        return inner;
    }

    private static void transpose(double[] a, int k) {
        for (int i = 0; i < k; i++) {
            for (int j = 0; j < i; j++) {
                double kept = a[i * k + j];
                a[i * k + j] = a[j * k + i];
                a[j * k + i] = kept;
            }
        }
    }

    private double[] otherExcess(int o) {
        int size = layout.otherEffects(o).size();
        double[] sum = new double[size * size];
        double[] covariance = gaussian.globalCholesky().inverse();
        double[] mean = gaussian.globalMean();
        int n = mean.length;
        for (int level = 0; level < layout.otherLevels(o); level++) {
            int begin = layout.starts()[o] + level * size;
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    sum[i * size + j] += mean[begin + i] * mean[begin + j]
                            + covariance[(begin + i) * n + begin + j]
                            - (i == j ? 1 : 0);
                }
            }
        }
        return sum;
    }

    /**
     * Computes hᵀm, the quadratic form less the part that the prior of β adds to h. It is |C⁻¹h|² over local levels
     * plus the global part.
     */
    private void addShifts() {
        double[] precision = gaussian.coefficientPrior().precision();
        double[] centre = gaussian.coefficientPrior().mean();
        shiftTimesMean = gaussian.quadratic();
        for (int j = 0; j < precision.length; j++) {
            shiftTimesMean -= precision[j] * centre[j] * gaussian.globalMean()[layout.globalRandomCount() + j];
        }
    }
}
