package io.credence.mixed.site;

import io.credence.linalg.Triangular;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.VarianceComponents;
import io.credence.mixed.row.ArrowEntries;
import io.credence.mixed.row.ArrowGaussian;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Posterior mean and variance of a row's linear predictor, without its offset, under an {@link ArrowGaussian}. With a =
 * C⁻¹t for the row's local entries t, Var = |a|² + vᵀS⁻¹v where v is the row's global entries less X_gᵀa.
 *
 * @param localFactor factor of the local effects' covariance, k × k
 * @param eliminated local levels
 * @param globalMean mean of the global unknowns
 * @param globalCovariance covariance of the global unknowns
 */
public record PredictorMoments(
        EffectLayout layout,
        VarianceComponents components,
        double[] localFactor,
        EliminatedLevels eliminated,
        double[] globalMean,
        double[] globalCovariance)
        implements Serializable {

    /**
     * Local levels after their elimination.
     *
     * @param levels local levels that have rows, ascending
     * @param choleskyFactors C of each level
     * @param blocks X of each level, followed by C⁻¹h
     * @param offsets index in {@code blocks} of the first number of each level
     * @param columns global columns of each level
     */
    record EliminatedLevels(int[] levels, double[] choleskyFactors, double[] blocks, int[] offsets, int[][] columns)
            implements Serializable {

        private static EliminatedLevels of(ArrowGaussian gaussian) {
            int[] levels = gaussian.statistics().levels();
            int[] offsets = new int[levels.length];
            int[][] columns = new int[levels.length][];
            for (int g = 0; g < levels.length; g++) {
                offsets[g] = gaussian.reducedOffset(g);
                columns[g] = gaussian.globalColumns(g);
            }
            return new EliminatedLevels(
                    levels, gaussian.localCholeskyFactors(), gaussian.reducedBlocks(), offsets, columns);
        }
    }

    public static PredictorMoments of(ArrowGaussian gaussian) {
        EffectLayout layout = gaussian.statistics().layout();
        return new PredictorMoments(
                layout,
                gaussian.components(),
                gaussian.components().local(layout),
                EliminatedLevels.of(gaussian),
                gaussian.globalMean(),
                gaussian.globalCholesky().inverse());
    }

    /** Allocates a workspace for one row. */
    Workspace newWorkspace() {
        return new Workspace();
    }

    /** Workspace that computes mean and variance of one row after the other. Not thread-safe. */
    final class Workspace {

        private final double[] global = new double[globalMean.length];
        private final double[] a = new double[layout.localEffectsPerLevel()];
        private double[] entries = new double[0];
        private double[] spread = new double[0];
        private double rowMean;
        private double rowVariance;

        double mean() {
            return rowMean;
        }

        double variance() {
            return rowVariance;
        }

        /** Converts the row for the correction of its level. */
        LevelCorrection.RowTerms rowTerms(SiteRatio ratio) {
            return new LevelCorrection.RowTerms(a.clone(), entries, spread, ratio);
        }

        void moveTo(ArrowEntries row) {
            int g = Arrays.binarySearch(eliminated.levels, row.localLevel());
            int k = layout.localEffectsPerLevel();
            fillGlobalEntries(row);
            Triangular.multiplyTransposed(1, localFactor, k, row.local(), 0, 1, 1, a, 0, 1);
            Triangular.solve(eliminated.choleskyFactors, g * k * k, k, a, 0, 1);
            int[] own = eliminated.columns[g];
            double[] blocks = eliminated.blocks;
            int m = own.length;
            rowMean = 0;
            rowVariance = 0;
            for (int t = 0; t < k; t++) {
                int from = eliminated.offsets[g] + t * (m + 1);
                rowVariance += a[t] * a[t];
                rowMean += a[t] * blocks[from + m];
                for (int j = 0; j < m; j++) {
                    global[own[j]] -= a[t] * blocks[from + j];
                }
            }
            int n = globalMean.length;
            entries = new double[m];
            spread = new double[m];
            for (int i = 0; i < m; i++) {
                entries[i] = global[own[i]];
                rowMean += entries[i] * globalMean[own[i]];
                for (int other : own) {
                    spread[i] += globalCovariance[own[i] * n + other] * global[other];
                }
                rowVariance += entries[i] * spread[i];
            }
            for (int column : own) {
                global[column] = 0;
            }
        }

        /** Fills in the row's entries for the global unknowns. */
        private void fillGlobalEntries(ArrowEntries row) {
            for (int o = 0; o < layout.others().size(); o++) {
                int size = layout.otherEffects(o).size();
                int begin = layout.starts()[o] + row.otherLevel(o) * size;
                double[] factor = components.factors().get(layout.others().get(o));
                Triangular.multiplyTransposed(1, factor, size, row.otherValues(o), 0, 1, 1, global, begin, 1);
            }
            System.arraycopy(row.fixed(), 0, global, layout.globalRandomCount(), layout.fixedEffectCount());
        }
    }
}
