package io.credence.mixed.levelwise;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Triangular;
import io.credence.linalg.Vectors;
import io.credence.mixed.site.TiltedMoments;
import java.util.Arrays;

/**
 * Expectation propagation over the effects of levels, each by itself. Sites exp(b(η − m₀) − ½W(η − m₀)²) of the rows
 * give q(ξ) = N(ξ̂, P⁻¹), P = I + FᵀWF. Not thread-safe.
 */
final class LevelSites {

    private static final int MOST_ITERATIONS = 100;
    /**
     * Change of a row's mean in its standard deviations, or of the logarithm of its variance, below which sites have
     * settled.
     */
    private static final double STILL = 1e-5;

    private static final double LEAST_PRECISION = 1e-10;
    /**
     * Smallest variance of a linear predictor, relative to the inverse of its site's precision. Below it the predictor
     * counts as known, since removing its site would divide 0 by 0.
     */
    private static final double LEAST_VARIANCE = 1e-8;

    private static final double LEAST_SHARE = 0.2;
    private static final double SMALLER = 0.7;

    private final LevelWorkspace room;
    private final TiltedMoments tilted;
    private final int[] slots = new int[PredictorChunk.CAPACITY];
    private final double[] square;
    private final double[] vector;
    private int count;

    LevelSites(LevelWorkspace room, RowLoss loss, DenseKernel kernel) {
        this.room = room;
        this.tilted = new TiltedMoments(loss, kernel);
        this.square = new double[room.k * room.k];
        this.vector = new double[room.k];
    }

    /** Removes all levels. */
    void clear() {
        count = 0;
    }

    /**
     * Adds a level.
     *
     * @param continues whether its iteration begins with the sites in the workspace
     */
    void add(int g, boolean continues) {
        boolean isPositive = !room.failed[g];
        if (!continues || !(refit(g) < Double.POSITIVE_INFINITY)) {
            clearSites(g);
            room.failed[g] = !isPositive;
        }
        room.share[g] = 1;
        room.lastMove[g] = Double.POSITIVE_INFINITY;
        room.order[count++] = g;
    }

    /** Iterates to the fixed point of each level; marks levels without one as failed. */
    void integrate() {
        int active = count;
        int[] order = room.order;
        for (int iteration = 0; iteration < MOST_ITERATIONS && active > 0; iteration++) {
            updateSites(active);
            int kept = 0;
            for (int a = 0; a < active; a++) {
                int g = order[a];
                double move = refit(g);
                if (!(move < STILL) && !room.failed[g]) {
                    order[kept++] = g;
                }
            }
            active = kept;
        }
        for (int a = 0; a < active; a++) {
            room.failed[order[a]] = true;
        }
    }

    private void clearSites(int g) {
        int r = room.rank[g];
        for (int i = 0; i < room.count(g); i++) {
            int at = room.first[g] + i;
            int f = room.factorAt[g] + i * r;
            room.means[at] = room.centres[at];
            room.variances[at] = Vectors.dot(room.factors, f, room.factors, f, r);
            room.precisions[at] = 0;
            room.shifts[at] = 0;
        }
    }

    /** Computes new sites of the rows of the first {@code active} levels in order. */
    private void updateSites(int active) {
        int used = 0;
        for (int a = 0; a < active; a++) {
            int g = room.order[a];
            for (int at = room.first[g]; at < room.first[g + 1]; at++) {
                if (used == slots.length) {
                    updateChunkSites(used);
                    used = 0;
                }
                double variance = boundedVariance(at, room.variances[at]);
                double precision = Math.max(1 / variance - room.precisions[at], LEAST_PRECISION);
                double shift = (room.means[at] - room.centres[at]) / variance - room.shifts[at];
                tilted.set(
                        used,
                        room.labels[at],
                        room.weights[at],
                        0,
                        room.centres[at] + shift / precision,
                        1 / precision);
                room.damping[at] = room.share[g];
                slots[used++] = at;
            }
        }
        updateChunkSites(used);
    }

    private void updateChunkSites(int used) {
        tilted.compute(used);
        for (int i = 0; i < used; i++) {
            int at = slots[i];
            double rest = tilted.cavityPrecision(i);
            double away = tilted.cavityMean(i) - room.centres[at];
            double precision = Math.max(1 / tilted.variance(i) - rest, LEAST_PRECISION);
            double shift = (tilted.mean(i) - room.centres[at]) * (precision + rest) - away * rest;
            room.precisions[at] += room.damping[at] * (precision - room.precisions[at]);
            room.shifts[at] += room.damping[at] * (shift - room.shifts[at]);
            // Of the site as it is, damped or not: errors of the value are then of second order
            double whole = room.precisions[at] + rest;
            double sum = room.shifts[at] + away * rest;
            room.logs[at] =
                    tilted.logIntegral(i) + 0.5 * (Math.log(whole / rest) + away * away * rest - sum * sum / whole);
        }
    }

    /** Computes the normal density of a level under its sites; returns the largest move of its rows. */
    private double refit(int g) {
        int r = room.rank[g];
        int first = room.first[g];
        int n = room.count(g);
        int root = room.rootAt[g];
        if (room.failed[g] || !invertRoot(g, n, r, root)) {
            room.failed[g] = true;
            return Double.NaN;
        }
        double[] inverse = room.roots;
        Arrays.fill(vector, 0, r, 0.0);
        for (int i = 0; i < n; i++) {
            double shift = room.shifts[first + i];
            for (int a = 0; a < r; a++) {
                vector[a] += shift * room.factors[room.factorAt[g] + i * r + a];
            }
        }
        double value = -0.5 * room.logDeterminant;
        double[] mean = room.unknowns;
        int to = room.unknownAt(g);
        Arrays.fill(mean, to, to + r, 0.0);
        for (int a = 0; a < r; a++) {
            double half = Vectors.dot(inverse, root + a * r, vector, 0, a + 1);
            value += 0.5 * half * half;
            for (int b = 0; b <= a; b++) {
                mean[to + b] += inverse[root + a * r + b] * half;
            }
        }
        double move = 0;
        for (int i = 0; i < n; i++) {
            value += room.logs[first + i];
            move = Math.max(move, updateRowMoments(g, first + i, room.factorAt[g] + i * r, r));
        }
        room.values[g] = value;
        if (move > room.lastMove[g]) {
            room.share[g] = Math.max(LEAST_SHARE, SMALLER * room.share[g]);
        }
        room.lastMove[g] = move;
        return move;
    }

    /** Computes C⁻¹ with CCᵀ = P into {@code room.roots} from {@code root} on. */
    private boolean invertRoot(int g, int n, int r, int root) {
        Arrays.fill(square, 0, r * r, 0.0);
        for (int i = 0; i < n; i++) {
            int f = room.factorAt[g] + i * r;
            double precision = room.precisions[room.first[g] + i];
            for (int a = 0; a < r; a++) {
                double own = precision * room.factors[f + a];
                for (int b = 0; b <= a; b++) {
                    square[a * r + b] += own * room.factors[f + b];
                }
            }
        }
        for (int a = 0; a < r; a++) {
            square[a * r + a] += 1;
        }
        if (Cholesky.factorInPlace(square, 0, r) != 0) {
            return false;
        }
        room.logDeterminant = 0;
        for (int a = 0; a < r; a++) {
            room.logDeterminant += 2 * Math.log(square[a * r + a]);
        }
        Triangular.invert(square, 0, r, room.roots, root);
        return true;
    }

    private double boundedVariance(int at, double variance) {
        return Math.max(variance, LEAST_VARIANCE / Math.max(1, room.precisions[at]));
    }

    private double updateRowMoments(int g, int at, int f, int r) {
        double mean = room.centres[at];
        double variance = 0;
        int root = room.rootAt[g];
        for (int a = 0; a < r; a++) {
            mean += room.factors[f + a] * room.unknowns[room.unknownAt(g) + a];
            double turned = Vectors.dot(room.roots, root + a * r, room.factors, f, a + 1);
            room.turned[f + a] = turned;
            variance += turned * turned;
        }
        double before = boundedVariance(at, room.variances[at]);
        double move = Math.max(
                Math.abs(mean - room.means[at]) / Math.sqrt(before),
                Math.abs(boundedVariance(at, variance) - before) / before);
        room.means[at] = mean;
        room.variances[at] = variance;
        return move;
    }
}
