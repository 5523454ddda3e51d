package io.credence.loss;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.family.Blocks;
import io.credence.linalg.DenseKernel;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Evaluates a likelihood of linear predictors at draws: a product per draw, then the loss at each predictor. */
final class PredictorEvaluator implements DrawLoss.Evaluator {
    // A point is a normal of variance zero, so that the losses' expectations serve for values, slopes and curvatures.

    private final PredictorLoss model;
    private final DenseKernel kernel;
    private final int draws;
    private final int k;
    private final PointLoss[] points;
    private final @Nullable PointLoss anchor;
    private final boolean curved;
    private final double[] pulled = new double[Chunk.CAPACITY];
    private double[] kept = new double[0];
    private @Nullable RowFactors told;
    private @Nullable RowBlock block;
    private int first;
    private int rows;

    PredictorEvaluator(PredictorLoss model, DenseKernel kernel, Draws drawn, @Nullable Anchor expansion) {
        this.model = model;
        this.kernel = kernel;
        this.draws = drawn.count();
        this.k = model.likelihood().predictors();
        this.points = new PointLoss[draws];
        double[] any = new double[model.dimension()];
        drawn.fill(0, any);
        PointLoss.Scratch shared = PointLoss.Scratch.of(model, any);
        for (int s = 0; s < draws; s++) {
            double[] theta = new double[model.dimension()];
            drawn.fill(s, theta);
            points[s] = new PointLoss(model, theta, shared);
        }
        this.anchor = expansion == null
                ? null
                : new PointLoss(model, expansion.point(), PointLoss.Scratch.of(model, expansion.point()));
        this.curved = expansion != null && expansion.order() == 2;
    }

    @Override
    public int forward(RowBlock rowsOf, int from, int count, double[] losses) {
        block = rowsOf;
        first = from;
        rows = count;
        if (anchor != null) {
            anchor.evaluate(kernel, rowsOf, first, rows);
        }
        for (int s = 0; s < draws; s++) {
            PointLoss point = points[s];
            point.evaluate(kernel, rowsOf, first, rows);
            if (anchor != null) {
                point.subtract(anchor, curved);
            }
            System.arraycopy(point.values(), 0, losses, s * Chunk.CAPACITY, rows);
            if (told != null) {
                System.arraycopy(point.values(), 0, kept, s * Chunk.CAPACITY, rows);
            }
        }
        return rows;
    }

    @Override
    public void pullback(double[] weights, double[] gradients) {
        RowBlock evaluated = Objects.requireNonNull(block, "pullback before forward");
        int d = model.dimension();
        double[] sum = new double[model.columns()];
        for (int s = 0; s < draws; s++) {
            for (int a = 0; a < k; a++) {
                for (int i = 0; i < rows; i++) {
                    pulled[i] = weights[s * Chunk.CAPACITY + i] * points[s].slopes()[i * k + a];
                }
                Arrays.fill(sum, 0);
                evaluated.addWeightedRows(kernel, first, rows, pulled, sum);
                for (int j = 0; j < sum.length; j++) {
                    gradients[s * d + a * sum.length + j] += sum[j];
                }
            }
            if (model.dispersion() == null) {
                double scaleSlope = 0;
                for (int i = 0; i < rows; i++) {
                    scaleSlope += weights[s * Chunk.CAPACITY + i] * points[s].scaleSlopes()[i];
                }
                gradients[s * d + d - 1] += scaleSlope;
            }
        }
    }

    @Override
    public void tellApart(Blocks factors) {
        told = new RowFactors(model, factors);
        kept = new double[Math.multiplyExact(draws, Chunk.CAPACITY)];
    }

    @Override
    public void addBlankets(double[] weights, double[] blankets) {
        RowFactors involved = Objects.requireNonNull(told, "blankets of factors that were not told apart");
        involved.look(Objects.requireNonNull(block, "blankets before forward"), first, rows);
        for (int s = 0; s < draws; s++) {
            for (int i = 0; i < rows; i++) {
                int at = s * Chunk.CAPACITY + i;
                involved.add(i, weights[at] * kept[at], blankets, s * involved.factors());
            }
        }
    }
}
