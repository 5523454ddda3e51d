package io.credence.mixed.levelwise;

import io.credence.linalg.Cholesky;
import io.credence.linalg.Triangular;
import io.credence.linalg.Vectors;
import java.util.Arrays;

/**
 * Factorisation F Qᵀ, with Q orthonormal, of the local columns Z of a level times the factor L of the covariance of its
 * effects. Not thread-safe.
 */
final class LevelBasis {

    private double[] l;
    private final LevelWorkspace room;
    private boolean diagonal;
    private final double[] square;
    private final double[] direction;

    LevelBasis(LevelWorkspace room) {
        this.l = new double[room.k * room.k];
        this.room = room;
        this.square = new double[room.k * room.k];
        this.direction = new double[room.k];
    }

    /** Takes another factor L. */
    void useFactor(double[] factor) {
        l = factor;
        diagonal = isDiagonal(factor, room.k);
    }

    private static boolean isDiagonal(double[] l, int k) {
        for (int i = 0; i < k; i++) {
            for (int j = 0; j < i; j++) {
                if (l[i * k + j] != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Factorises Z L = F Qᵀ for the local columns Z of a level's rows and the factor L of the covariance of the
     * effects. F is the Cholesky factor of the Gram matrix of the rows where these are fewer than effects; else Q = I.
     *
     * @return whether the Gram matrix could be factorised
     */
    boolean computeBasis(int g) {
        int k = room.k;
        int n = room.count(g);
        int r = room.rank[g];
        int z = room.first[g] * k;
        int f = room.factorAt[g];
        int q = room.basisAt[g];
        scale(z, n);
        if (n >= k) {
            System.arraycopy(room.scaled, z, room.factors, f, n * k);
            Arrays.fill(room.bases, q, q + k * k, 0.0);
            for (int a = 0; a < k; a++) {
                room.bases[q + a * k + a] = 1;
            }
            return true;
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                room.factors[f + i * r + j] = Vectors.dot(room.scaled, z + i * k, room.scaled, z + j * k, k);
            }
            // Rows that are alike: their difference gets a direction of length 0 instead of a failure
            room.factors[f + i * r + i] = room.factors[f + i * r + i] * (1 + 1e-12) + 1e-14;
        }
        boolean isPositive = Cholesky.factorInPlace(room.factors, f, n) == 0;
        Triangular.invert(room.factors, f, n, square, 0);
        for (int j = 0; j < n; j++) {
            Arrays.fill(direction, 0.0);
            for (int i = 0; i <= j; i++) {
                double own = square[j * n + i];
                for (int a = 0; a < k; a++) {
                    direction[a] += room.scaled[z + i * k + a] * own;
                }
            }
            for (int a = 0; a < k; a++) {
                room.bases[q + a * r + j] = direction[a];
            }
        }
        return isPositive;
    }

    private void scale(int z, int n) {
        int k = room.k;
        System.arraycopy(room.local, z, room.scaled, z, n * k);
        if (!diagonal) {
            Triangular.multiplyFromRight(room.scaled, z, k, n, l, k);
            return;
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < k; j++) {
                room.scaled[z + i * k + j] *= l[j * k + j];
            }
        }
    }
}
