package io.credence.mixed.component;

import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.RandomEffects;
import io.credence.mixed.model.SmallMatrix;
import io.credence.mixed.model.VarianceComponents;
import java.util.Arrays;
import java.util.List;

/**
 * Effects u and coefficients that are left once large factors are eliminated, r of them: small factors' effects entry
 * by entry, and the fixed ones behind them. What rows determine of them is a precision M and a shift h; variance
 * components enter by u = Ls alone.
 *
 * @param entries numbers of the small factors' entries of the model's effects
 * @param starts first unknown of each entry
 * @param r number of unknowns
 */
public record SchurComplement(MixedModel model, List<Integer> entries, int[] starts, int r) {

    private int effects() {
        return r - model.coefficients().dimension();
    }

    /** Prior precision of unknown {@code i}. */
    double precision(int i) {
        int j = i - effects();
        return j < 0 ? 1 : model.coefficients().precision()[j];
    }

    /** Prior precision of unknown {@code i} times its prior mean. */
    double shift(int i) {
        int j = i - effects();
        return j < 0 ? 0 : precision(i) * model.coefficients().mean()[j];
    }

    /**
     * Adds to {@code to} the lower triangle of M and then h, r × r and r numbers.
     *
     * @param factor factor of the precision of these unknowns with their prior, from {@code at}
     * @param half factor's transpose times their mean, from {@code first}
     */
    public void addRows(double[] factor, int at, int stride, double[] half, int first, double[] to) {
        for (int i = 0; i < r; i++) {
            int row = at + i * stride;
            for (int j = 0; j <= i; j++) {
                for (int t = 0; t <= j; t++) {
                    to[i * r + j] += factor[row + t] * factor[at + j * stride + t];
                }
            }
            for (int t = 0; t <= i; t++) {
                to[r * r + i] += factor[row + t] * half[first + t];
            }
            to[i * r + i] -= precision(i);
            to[r * r + i] -= shift(i);
        }
    }

    /**
     * Computes the quadratic form and the log-determinant of their precision under {@code components}; NaN where that
     * is not positive definite.
     *
     * @param rows M and h
     * @param scale number by which both are multiplied
     */
    public double[] forms(double[] rows, double scale, VarianceComponents components) {
        double[] matrix = new double[r * r];
        double[] shift = new double[r];
        for (int i = 0; i < r; i++) {
            for (int j = 0; j <= i; j++) {
                matrix[i * r + j] = scale * rows[i * r + j];
                matrix[j * r + i] = matrix[i * r + j];
            }
            shift[i] = scale * rows[r * r + i];
        }
        scaleEffects(components, matrix, shift);
        for (int i = 0; i < r; i++) {
            matrix[i * r + i] += precision(i);
            shift[i] += shift(i);
        }
        Cholesky root = Cholesky.of(JavaDenseKernel.INSTANCE, matrix, r);
        if (root == null) {
            return new double[] {Double.NaN, Double.NaN};
        }
        double quadratic =
                Arrays.stream(root.solveFactor(shift)).map(each -> each * each).sum();
        return new double[] {quadratic, root.logDeterminant()};
    }

    /** Replaces M by LᵀML and h by Lᵀh. */
    private void scaleEffects(VarianceComponents components, double[] matrix, double[] shift) {
        for (int o = 0; o < entries.size(); o++) {
            RandomEffects each = model.effects().get(entries.get(o));
            int size = each.size();
            double[] l = components.factors().get(entries.get(o));
            double[] block = new double[size * r];
            int levels = model.factors().get(model.factorOf(each)).levels().size();
            for (int level = 0; level < levels; level++) {
                int begin = starts[o] + level * size;
                SmallMatrix.timesLower(matrix, begin, r, r, l, size);
                SmallMatrix.timesLower(shift, begin, size, 1, l, size);
                SmallMatrix.transposedTimes(1, l, size, matrix, begin * r, r, r, block, 0, r);
                System.arraycopy(block, 0, matrix, begin * r, block.length);
            }
        }
    }
}
