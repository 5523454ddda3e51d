package io.credence.gradient;

import io.credence.family.Blocks;
import io.credence.family.GaussianPosterior;
import io.credence.linalg.Symmetric;

/** Operations on symmetric matrices in the packed form of {@link Blocks}. */
final class SymmetricBlocks {

    private SymmetricBlocks() {}

    /** Product of the symmetric matrix and a vector. */
    static double[] times(Blocks blocks, double[] packed, double[] vector) {
        double[] product = new double[vector.length];
        for (int b = 0; b < blocks.count(); b++) {
            int first = blocks.firstCoefficient(b);
            int at = blocks.packedOffset(b);
            for (int i = 0; i < blocks.size(b); i++) {
                double sum = 0;
                double own = vector[first + i];
                for (int j = 0; j < i; j++, at++) {
                    sum += packed[at] * vector[first + j];
                    product[first + j] += packed[at] * own;
                }
                product[first + i] += sum + packed[at++] * own;
            }
        }
        return product;
    }

    /** Trace tr(MS) with the posterior's covariance S. */
    static double traceOfProduct(GaussianPosterior q, double[] packed) {
        if (q.isMeanField()) {
            double sum = 0;
            for (int j = 0; j < packed.length; j++) {
                sum += packed[j] / q.precision()[j];
            }
            return sum;
        }
        Blocks blocks = q.blocks();
        double sum = 0;
        for (int b = 0; b < blocks.count(); b++) {
            int at = blocks.packedOffset(b);
            for (int i = 0; i < blocks.size(b); i++) {
                double[] column = q.covarianceColumn(blocks.firstCoefficient(b) + i);
                for (int j = 0; j <= i; j++, at++) {
                    sum += (j < i ? 2 : 1) * packed[at] * column[blocks.firstCoefficient(b) + j];
                }
            }
        }
        return sum;
    }

    /** Adds ½w(xyᵀ + yxᵀ) within the blocks. */
    static void addProduct(Blocks blocks, double w, double[] x, double[] y, double[] packed) {
        for (int b = 0; b < blocks.count(); b++) {
            int first = blocks.firstCoefficient(b);
            int at = blocks.packedOffset(b);
            for (int i = 0; i < blocks.size(b); i++) {
                double a = 0.5 * w * x[first + i];
                double c = 0.5 * w * y[first + i];
                for (int j = 0; j <= i; j++) {
                    packed[at + j] += a * y[first + j] + c * x[first + j];
                }
                at += i + 1;
            }
        }
    }

    /** Adds w M, packed by its own blocks, to a sum that is packed by the same blocks or as one block. */
    static void addWithin(Blocks blocks, Blocks own, double w, double[] packed, double[] sum) {
        boolean same = own.equals(blocks);
        for (int b = 0, from = 0; b < own.count(); b++) {
            for (int i = 0; i < own.size(b); i++) {
                int row = own.firstCoefficient(b) + i;
                int to = same ? from : Symmetric.packedLength(row) + own.firstCoefficient(b);
                for (int j = 0; j <= i; j++) {
                    sum[to + j] += w * packed[from + j];
                }
                from += i + 1;
            }
        }
    }

    /**
     * Squared size of ½(v yᵀ + y vᵀ) in the metric of the posterior. It is Σ ½(‖ε_b‖² yᵀS_b y + (δᵀ_b y)²) over blocks.
     *
     * @param standard standard normal numbers ε
     * @param deviation deviation δ of that draw
     * @param spread product S y
     */
    static double squaredProduct(Blocks blocks, double[] standard, double[] deviation, double[] y, double[] spread) {
        double sum = 0;
        for (int b = 0; b < blocks.count(); b++) {
            double norm = 0;
            double size = 0;
            double inner = 0;
            for (int j = blocks.firstCoefficient(b); j < blocks.firstCoefficient(b) + blocks.size(b); j++) {
                norm += standard[j] * standard[j];
                size += y[j] * spread[j];
                inner += deviation[j] * y[j];
            }
            sum += 0.5 * (norm * size + inner * inner);
        }
        return sum;
    }
}
