package io.credence.mixed.component;

import io.credence.kind.RandomEffects;
import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Triangular;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.VarianceComponents;
import java.util.Arrays;
import java.util.List;

/**
 * Unknowns that are left once large factors are eliminated, r of them. They are the effects u of small factors, entry
 * by entry, and the fixed effects behind them. What rows determine of them is a precision M and a shift h; variance
 * components enter by u = Ls alone.
 *
 * @param entries numbers of the small factors' entries of the model's effects
 * @param starts first unknown of each entry
 * @param unknownCount number of unknowns
 */
public record SchurComplement(MixedModel model, List<Integer> entries, int[] starts, int unknownCount) {

    private int effectCount() {
        return unknownCount - model.fixedEffectsPrior().normal().dimension();
    }

    /** Prior precision of unknown {@code i}. */
    double priorPrecision(int i) {
        int j = i - effectCount();
        return j < 0 ? 1 : model.coefficientPrior().precision()[j];
    }

    /** Prior precision of unknown {@code i} times its prior mean. */
    double priorShift(int i) {
        int j = i - effectCount();
        return j < 0 ? 0 : priorPrecision(i) * model.coefficientPrior().mean()[j];
    }

    /**
     * Adds the rows' information on the unknowns to {@code to}: the lower triangle of M, r × r, then h, r numbers.
     *
     * @param factor factor of the precision of these unknowns with their prior, from {@code at}
     * @param half factor's transpose times their mean, from {@code first}
     */
    public void addRowInformation(double[] factor, int at, int stride, double[] half, int first, double[] to) {
        for (int i = 0; i < unknownCount; i++) {
            int row = at + i * stride;
            for (int j = 0; j <= i; j++) {
                for (int t = 0; t <= j; t++) {
                    to[i * unknownCount + j] += factor[row + t] * factor[at + j * stride + t];
                }
            }
            for (int t = 0; t <= i; t++) {
                to[unknownCount * unknownCount + i] += factor[row + t] * half[first + t];
            }
            to[i * unknownCount + i] -= priorPrecision(i);
            to[unknownCount * unknownCount + i] -= priorShift(i);
        }
    }

    /**
     * Computes the quadratic form and the log-determinant of the unknowns' precision under {@code components}; NaN
     * where that is not positive definite.
     *
     * @param rows M and h
     * @param scale number by which both are multiplied
     */
    public double[] quadraticAndLogDeterminant(double[] rows, double scale, VarianceComponents components) {
        double[] matrix = new double[unknownCount * unknownCount];
        double[] shift = new double[unknownCount];
        for (int i = 0; i < unknownCount; i++) {
            for (int j = 0; j <= i; j++) {
                matrix[i * unknownCount + j] = scale * rows[i * unknownCount + j];
                matrix[j * unknownCount + i] = matrix[i * unknownCount + j];
            }
            shift[i] = scale * rows[unknownCount * unknownCount + i];
        }
        scaleEffects(components, matrix, shift);
        for (int i = 0; i < unknownCount; i++) {
            matrix[i * unknownCount + i] += priorPrecision(i);
            shift[i] += priorShift(i);
        }
        Cholesky root = Cholesky.of(JavaDenseKernel.INSTANCE, matrix, unknownCount);
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
            double[] block = new double[size * unknownCount];
            int levels = model.factors().get(model.factorIndex(each)).levelCount();
            for (int level = 0; level < levels; level++) {
                int begin = starts[o] + level * size;
                Triangular.multiplyFromRight(matrix, begin, unknownCount, unknownCount, l, size);
                Triangular.multiplyFromRight(shift, begin, size, 1, l, size);
                Triangular.multiplyTransposed(
                        1, l, size, matrix, begin * unknownCount, unknownCount, unknownCount, block, 0, unknownCount);
                System.arraycopy(block, 0, matrix, begin * unknownCount, block.length);
            }
        }
    }
}
