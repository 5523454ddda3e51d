package io.credence.mixed.levelwise;

import io.credence.linalg.Triangular;
import io.credence.mixed.component.ComponentScoreMap;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.result.MixedPosterior.PartitionMoments;
import java.util.Arrays;

/**
 * Computes the moments of the effects of one level after the other, for {@link LevelwiseEffects}. All are in s = L⁻¹u,
 * and multiplied by L at the end. Not thread-safe.
 */
final class LevelwiseMoments {

    private final EffectLayout layout;
    private final LevelwisePoint point;
    private final double[] covariance;
    private final LevelWorkspace room;
    private final int k;
    private final int p;
    private final int d;
    private final double[] mean;
    private final double[] inner;
    private final double[] half;
    private final double[] slopes;
    private final double[] spread;
    private final double[] crossed;
    private int[] levels = new int[64];
    private double[] numbers = new double[0];
    private int size;

    LevelwiseMoments(EffectLayout layout, LevelwisePoint point, double[] covariance, LevelWorkspace room) {
        this.layout = layout;
        this.point = point;
        this.covariance = covariance;
        this.room = room;
        this.k = layout.localEffectsPerLevel();
        this.p = layout.fixedEffectCount();
        this.d = point.dimension();
        this.mean = new double[k];
        this.inner = new double[k * k];
        this.half = new double[k * Math.max(k, p)];
        this.slopes = new double[k * d];
        this.spread = new double[k * d];
        this.crossed = new double[k * p];
    }

    PartitionMoments result() {
        return new PartitionMoments(
                layout,
                Arrays.copyOf(levels, size),
                Arrays.copyOf(numbers, size * PartitionMoments.numbersPerLevel(layout)));
    }

    void addLevel(int g) {
        int width = PartitionMoments.numbersPerLevel(layout);
        if (size == levels.length || numbers.length == 0) {
            levels = Arrays.copyOf(levels, 2 * levels.length);
            numbers = Arrays.copyOf(numbers, Math.multiplyExact(levels.length, width));
        }
        levels[size] = room.level[g];
        int at = size++ * width;
        fillMean(g);
        fillInner(g);
        fillFixedSlopes(g);
        fillComponentSlopes();
        addParameterUncertainty();
        Triangular.multiply(point.covarianceFactor(), k, mean, 0, 1, 1, numbers, at);
        Triangular.congruence(point.covarianceFactor(), k, inner, 0, k, numbers, at + k);
        Triangular.multiply(point.covarianceFactor(), k, crossed, 0, p, p, numbers, at + k * (1 + k));
    }

    /** Computes the mean E s = Qξ̂. */
    private void fillMean(int g) {
        int r = room.rank[g];
        for (int i = 0; i < k; i++) {
            mean[i] = 0;
            for (int a = 0; a < r; a++) {
                mean[i] += room.bases[room.basisAt[g] + i * r + a] * room.unknowns[room.unknownAt(g) + a];
            }
        }
    }

    /** Computes the covariance V = I − QQᵀ + (C⁻¹Qᵀ)ᵀ(C⁻¹Qᵀ), half of it and its mirror. */
    private void fillInner(int g) {
        int r = room.rank[g];
        int q = room.basisAt[g];
        for (int i = 0; i < k; i++) {
            for (int a = 0; a < r; a++) {
                double sum = 0;
                for (int b = 0; b <= a; b++) {
                    sum += room.roots[room.rootAt[g] + a * r + b] * room.bases[q + i * r + b];
                }
                half[i * r + a] = sum;
            }
        }
        for (int i = 0; i < k; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = i == j ? 1 : 0;
                for (int a = 0; a < r; a++) {
                    sum += half[i * r + a] * half[j * r + a] - room.bases[q + i * r + a] * room.bases[q + j * r + a];
                }
                inner[i * k + j] = sum;
                inner[j * k + i] = sum;
            }
        }
    }

    /** Computes the derivatives of the mean in β, −Q P⁻¹ FᵀW X: P⁻¹Fᵀ is C⁻ᵀ times the rows C⁻¹f of F. */
    private void fillFixedSlopes(int g) {
        int r = room.rank[g];
        Arrays.fill(half, 0);
        for (int i = 0; i < room.count(g); i++) {
            int row = room.first[g] + i;
            for (int a = 0; a < r; a++) {
                double own = room.precisions[row] * room.turned[room.factorAt[g] + i * r + a];
                for (int j = 0; j < p; j++) {
                    half[a * p + j] += own * room.fixed[row * p + j];
                }
            }
        }
        for (int a = 0; a < r; a++) {
            for (int j = 0; j < p; j++) {
                double sum = 0;
                for (int t = a; t < r; t++) {
                    sum += room.roots[room.rootAt[g] + t * r + a] * half[t * p + j];
                }
                half[a * p + j] = sum;
            }
        }
        for (int i = 0; i < k; i++) {
            for (int j = 0; j < p; j++) {
                double sum = 0;
                for (int a = 0; a < r; a++) {
                    sum -= room.bases[room.basisAt[g] + i * r + a] * half[a * p + j];
                }
                slopes[i * d + j] = sum;
            }
        }
    }

    /**
     * Computes the derivatives of the mean in each coordinate, V D E s. D holds the weights of the coordinate's score,
     * twice those on the diagonal.
     */
    private void fillComponentSlopes() {
        ComponentScoreMap scores = point.scores();
        for (int t = 0; t < scores.dimension(); t++) {
            Arrays.fill(half, 0, k, 0.0);
            for (int n = scores.starts()[t]; n < scores.starts()[t + 1]; n++) {
                int i = scores.rows()[scores.entries()[n]];
                int j = scores.columns()[scores.entries()[n]];
                half[i] += scores.weights()[n] * mean[j];
                half[j] += scores.weights()[n] * mean[i];
            }
            for (int i = 0; i < k; i++) {
                double sum = 0;
                for (int j = 0; j < k; j++) {
                    sum += inner[i * k + j] * half[j];
                }
                slopes[i * d + p + t] = sum;
            }
        }
    }

    /** Adds J Cov(ψ) Jᵀ to V, and computes J Cov(ψ, β), with J the derivatives of the mean. */
    private void addParameterUncertainty() {
        for (int i = 0; i < k; i++) {
            for (int j = 0; j < d; j++) {
                double sum = 0;
                for (int t = 0; t < d; t++) {
                    sum += slopes[i * d + t] * covariance[j * d + t];
                }
                spread[i * d + j] = sum;
            }
            System.arraycopy(spread, i * d, crossed, i * p, p);
        }
        for (int i = 0; i < k; i++) {
            for (int j = 0; j < k; j++) {
                double sum = 0;
                for (int t = 0; t < d; t++) {
                    sum += spread[i * d + t] * slopes[j * d + t];
                }
                inner[i * k + j] += sum;
            }
        }
    }
}
