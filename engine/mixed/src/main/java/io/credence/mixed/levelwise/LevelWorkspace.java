package io.credence.mixed.levelwise;

import io.credence.likelihood.PredictorChunk;
import java.util.Arrays;

/**
 * Arrays of the levels of a {@link LevelBatch}, one level behind the other. There are arrays by level, by row, by row
 * and column, and of small square matrices. They grow with the largest level and are never given back. The factorisation
 * Z L = F Qᵀ of a level's columns is that of {@link LevelBasis}, C the factor of its precision in that basis.
 */
final class LevelWorkspace {

    final int k;
    private final int p;

    int[] level = new int[0];
    /** First row of each level, and the end of the last. */
    int[] first = new int[0];
    /** Rank r of each level. */
    int[] rank = new int[0];

    int[] factorAt = new int[0];
    int[] basisAt = new int[0];
    int[] rootAt = new int[0];
    int[] order = new int[0];
    boolean[] failed = new boolean[0];
    double[] share = new double[0];
    double[] lastMove = new double[0];
    /** Log p(y_g | ψ) of each level. */
    double[] values = new double[0];
    /** Mode of ξ of each level of rank 1. */
    double[] modes = new double[0];
    /** Mean ξ̂ of each level, k apart. */
    double[] unknowns = new double[0];

    double[] labels = new double[0];
    double[] weights = new double[0];
    double[] offsets = new double[0];
    /** Linear predictor m₀ of each row without effects, offset included. */
    double[] centres = new double[0];

    double[] means = new double[0];
    double[] variances = new double[0];
    /** Precision W of each row's site. */
    double[] precisions = new double[0];
    /** Shift b of each row's site. */
    double[] shifts = new double[0];

    double[] logs = new double[0];
    double[] damping = new double[0];
    /** Fixed columns of the rows, p numbers each. */
    double[] fixed = new double[0];
    /** Local columns of the rows, k numbers each. */
    double[] local = new double[0];
    /** Local columns of the rows times L, k numbers each. */
    double[] scaled = new double[0];
    /** Rows of F, r numbers each. */
    double[] factors = new double[0];
    /** Rows of F times C⁻¹, r numbers each. */
    double[] turned = new double[0];
    /** Basis Q of each level, k × r. */
    double[] bases = new double[0];
    /** Inverse C⁻¹ of the factor of each level's precision, r × r. */
    double[] roots = new double[0];

    double logDeterminant;

    LevelWorkspace(int k, int p) {
        this.k = k;
        this.p = p;
        resizeLevels(64);
        resizeRows(PredictorChunk.CAPACITY);
    }

    void require(int levels, int rows) {
        if (levels > rank.length) {
            resizeLevels(Math.max(levels, 2 * rank.length));
        }
        if (rows > labels.length) {
            resizeRows(Math.max(rows, 2 * labels.length));
        }
    }

    private void resizeLevels(int count) {
        level = Arrays.copyOf(level, count);
        first = Arrays.copyOf(first, count + 1);
        rank = Arrays.copyOf(rank, count);
        factorAt = Arrays.copyOf(factorAt, count + 1);
        basisAt = Arrays.copyOf(basisAt, count + 1);
        rootAt = Arrays.copyOf(rootAt, count + 1);
        order = Arrays.copyOf(order, count);
        failed = Arrays.copyOf(failed, count);
        share = Arrays.copyOf(share, count);
        lastMove = Arrays.copyOf(lastMove, count);
        values = Arrays.copyOf(values, count);
        modes = Arrays.copyOf(modes, count);
        unknowns = Arrays.copyOf(unknowns, Math.multiplyExact(count, k));
    }

    private void resizeRows(int count) {
        labels = Arrays.copyOf(labels, count);
        weights = Arrays.copyOf(weights, count);
        offsets = Arrays.copyOf(offsets, count);
        centres = Arrays.copyOf(centres, count);
        means = Arrays.copyOf(means, count);
        variances = Arrays.copyOf(variances, count);
        precisions = Arrays.copyOf(precisions, count);
        shifts = Arrays.copyOf(shifts, count);
        logs = Arrays.copyOf(logs, count);
        damping = Arrays.copyOf(damping, count);
        fixed = Arrays.copyOf(fixed, Math.multiplyExact(count, p));
        int wide = Math.multiplyExact(count, k);
        local = Arrays.copyOf(local, wide);
        scaled = Arrays.copyOf(scaled, wide);
        factors = Arrays.copyOf(factors, wide);
        turned = Arrays.copyOf(turned, wide);
        bases = Arrays.copyOf(bases, wide);
        roots = Arrays.copyOf(roots, wide);
    }

    /** Allocates the arrays of a level of n rows, behind those of earlier levels. */
    void openLevel(int g, int ofLevel, int row, int n) {
        int r = Math.min(n, k);
        level[g] = ofLevel;
        rank[g] = r;
        failed[g] = false;
        first[g] = row;
        first[g + 1] = row + n;
        if (g == 0) {
            factorAt[0] = 0;
            basisAt[0] = 0;
            rootAt[0] = 0;
        }
        factorAt[g + 1] = factorAt[g] + n * r;
        basisAt[g + 1] = basisAt[g] + k * r;
        rootAt[g + 1] = rootAt[g] + r * r;
    }

    /** Number of rows of a level. */
    int count(int g) {
        return first[g + 1] - first[g];
    }

    int unknownAt(int g) {
        return g * k;
    }
}
