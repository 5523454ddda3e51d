package io.credence.mixed.model;

import io.credence.linalg.Products;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Triangular;
import java.io.Serializable;

/**
 * Linear map from effects of a level where columns are 0 to the effects where columns are at their origins, such as
 * their means. It is v = T u with ones on the diagonal of T. An intercept between years is then one in the middle of
 * the years, not in year 0.
 *
 * @param shiftMatrix T, k × k
 * @param inverseShift T⁻¹, k × k
 */
public record ColumnOriginShift(double[] shiftMatrix, double[] inverseShift) implements Serializable {
    public ColumnOriginShift {
        if (shiftMatrix.length != inverseShift.length) {
            throw new IllegalArgumentException("a shift and its inverse must have one order but have "
                    + shiftMatrix.length + " and " + inverseShift.length + " numbers");
        }
    }

    private static int order(double[] matrix) {
        return (int) Math.round(Math.sqrt(matrix.length));
    }

    /**
     * Cholesky factor of the covariance of the effects where columns are counted from 0, made from the one where they
     * are counted from the origins.
     */
    double[] factorAtZero(double[] factor) {
        return Triangular.ofOrthogonalizedRows(times(inverseShift, factor), order(inverseShift));
    }

    /**
     * Cholesky factor of the covariance of the effects where columns are counted from the origins, made from the one
     * where they are counted from 0.
     */
    double[] factorAtOrigins(double[] factor) {
        return Triangular.ofOrthogonalizedRows(times(shiftMatrix, factor), order(shiftMatrix));
    }

    /**
     * Variance at the origins of one of the effects. The effects' standard deviations at 0, then their correlations,
     * are in {@code components} from {@code first} on.
     */
    double varianceAtOrigins(int effect, double[] components, int first) {
        int k = order(shiftMatrix);
        double variance = 0;
        int pair = first + k;
        for (int i = 0; i < k; i++) {
            double own = shiftMatrix[effect * k + i] * components[first + i];
            variance += own * own;
            for (int j = 0; j < i; j++, pair++) {
                variance += 2 * components[pair] * own * shiftMatrix[effect * k + j] * components[first + j];
            }
        }
        return variance;
    }

    /**
     * Products of effects' standard normal numbers at the origins, given those at 0.
     *
     * @param factor lower triangular factor of the covariance at the origins
     * @param products k × k products of the numbers s of which u = L s
     */
    double[] productsAtOrigins(double[] factor, double[] products) {
        int k = order(inverseShift);
        double[] turn = times(inverseShift, factor);
        Triangular.ofOrthogonalizedRows(turn, k);
        double[] half = times(products, turn);
        return times(Products.transposed(turn, k, k), half);
    }

    /** Mean products of columns counted from their origins, given those of the columns. Only lower triangles count. */
    double[] columnProductsAtOrigins(double[] products) {
        int k = order(inverseShift);
        double[] whole = products.clone();
        Symmetric.fillUpper(whole, k);
        return times(Products.transposed(inverseShift, k, k), times(whole, inverseShift));
    }

    private static double[] times(double[] a, double[] b) {
        int k = order(a);
        double[] product = new double[a.length];
        Products.multiply(1, a, 0, k, k, b, 0, k, product, 0);
        return product;
    }
}
