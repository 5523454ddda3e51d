package io.credence.mixed.levelwise;

import io.credence.data.RowAttributes;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Vectors;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.row.ArrowEntries;
import io.credence.mixed.row.LevelRows;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Batch of levels whose effects are integrated out, each level by itself, given β and the covariance of the effects, at
 * one point of these after the other. It holds a few levels at a time, so that their rows fill the loops over
 * likelihoods; at a point the work begins with what was found at the one before. With Z the level's local columns and
 * Z L = F Qᵀ, Q orthonormal of r = min(n, k) columns, effects are L(Qξ + rest), ξ ~ N(0, I) before the rows, and linear
 * predictors m₀ + Fξ: all work is of order r. Where r is 1, the integral is taken by quadrature, else by expectation
 * propagation. Not thread-safe.
 */
final class LevelBatch {

    private final EffectLayout layout;
    private final List<LevelwisePoint> points;
    private final LevelBasis basis;
    private final LevelSites sites;
    private final LevelQuadrature quadrature;
    final LevelWorkspace room;
    private int levelCount;
    private int rows;

    LevelBatch(EffectLayout layout, List<LevelwisePoint> points, RowLoss loss, DenseKernel kernel) {
        this.layout = layout;
        this.points = points;
        this.room = new LevelWorkspace(layout.localEffectsPerLevel(), layout.fixedEffectCount());
        this.basis = new LevelBasis(room);
        this.sites = new LevelSites(room, loss, kernel);
        this.quadrature = new LevelQuadrature(room, loss, kernel);
    }

    /**
     * Integrates over the effects of each level of a partition, as many levels at a time as fill a chunk. The taker gets
     * the number of the point at which those of the batch were integrated.
     */
    static void solvePartition(LevelRows source, LevelBatch batch, IntConsumer taker) {
        for (int from = 0; from < source.size(); ) {
            int end = source.levelEnd(from);
            if (!batch.hasRoomFor(end - from)) {
                batch.finish(taker);
            }
            batch.add(source, from, end);
            from = end;
        }
        batch.finish(taker);
    }

    private void finish(IntConsumer taker) {
        for (int s = 0; s < points.size(); s++) {
            solve(points.get(s), s > 0);
            taker.accept(s);
        }
        levelCount = 0;
        rows = 0;
    }

    int levelCount() {
        return levelCount;
    }

    /** Whether one more level of so many rows fits into the chunk. */
    private boolean hasRoomFor(int count) {
        return rows == 0 || rows + count <= PredictorChunk.CAPACITY;
    }

    /** Adds the level of the rows in positions {@code from} to {@code end}, exclusive. */
    private void add(LevelRows source, int from, int end) {
        int n = end - from;
        room.require(levelCount + 1, rows + n);
        room.openLevel(levelCount, source.level(from), rows, n);
        for (int i = 0; i < n; i++) {
            ArrowEntries row = source.row(from + i);
            RowAttributes attributes = source.block(from + i).attributes();
            int number = source.rowInBlock(from + i);
            int at = rows + i;
            room.labels[at] = attributes.labels()[number];
            room.weights[at] = attributes.weight(number);
            room.offsets[at] = attributes.offset(number);
            int p = layout.fixedEffectCount();
            System.arraycopy(row.fixed(), 0, room.fixed, at * p, p);
            System.arraycopy(
                    row.local(), 0, room.local, at * layout.localEffectsPerLevel(), layout.localEffectsPerLevel());
        }
        rows += n;
        levelCount++;
    }

    /** Computes linear predictors without effects at a point. Sites stay the functions of the predictors that they are. */
    private void moveTo(LevelwisePoint point) {
        int p = point.fixed().length;
        for (int at = 0; at < rows; at++) {
            double centre = room.offsets[at] + Vectors.dot(room.fixed, at * p, point.fixed(), 0, p);
            room.shifts[at] -= room.precisions[at] * (centre - room.centres[at]);
            room.centres[at] = centre;
        }
        basis.useFactor(point.covarianceFactor());
    }

    /** Whether a level is integrated by quadrature, without error worth mention. */
    boolean isExact(int g) {
        return room.rank[g] == 1;
    }

    /**
     * Integrates over the effects of each level at a point; marks levels without a fixed point as failed.
     *
     * @param continues whether to begin with what was found at another point
     */
    private void solve(LevelwisePoint point, boolean continues) {
        moveTo(point);
        sites.clear();
        quadrature.clear();
        for (int g = 0; g < levelCount; g++) {
            boolean isKnown = continues && !room.failed[g];
            room.failed[g] = !basis.computeBasis(g);
            if (isExact(g)) {
                quadrature.add(g, isKnown ? room.modes[g] : 0);
            } else {
                sites.add(g, isKnown);
            }
        }
        sites.integrate();
        quadrature.integrate();
    }
}
