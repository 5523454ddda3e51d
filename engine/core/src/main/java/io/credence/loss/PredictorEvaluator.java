package io.credence.loss;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.family.Blocks;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.model.CoefficientPlaces;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a likelihood of linear predictors at draws. One matrix product gives the predictors of all draws, and the
 * loss is evaluated at each.
 */
final class PredictorEvaluator implements DrawLoss.Evaluator {

    private final PredictorLoss model;
    private final DenseKernel kernel;
    private final double[][] thetas;
    private final RowLoss[] losses;
    private @Nullable LogDispersionSlopes scale;
    private DrawProducts products;
    private final boolean drawsDispersion;
    private final PredictorDraws points;
    private final @Nullable PredictorExpansion anchor;
    private @Nullable PredictorCurvature curvature;
    private double[] kept = new double[0];
    private boolean pullsBack = true;
    private @Nullable RowFactors separated;
    private @Nullable RowBlock block;
    private int first;

    PredictorEvaluator(PredictorLoss model, DenseKernel kernel, Draws drawn, @Nullable ExpansionPoint expansion) {
        this.model = model;
        this.kernel = kernel;
        this.thetas = new double[drawn.count()][model.dimension()];
        this.points = new PredictorDraws(thetas.length, model.likelihood().predictorCount());
        this.drawsDispersion = model.dispersion() == null;
        this.losses = new RowLoss[drawsDispersion ? thetas.length : 1];
        this.products = readDraws(drawn);
        this.anchor = expansion == null ? null : new PredictorExpansion(model, expansion);
    }

    private DrawProducts readDraws(Draws drawn) {
        for (int s = 0; s < thetas.length; s++) {
            drawn.fill(s, thetas[s]);
        }
        for (int s = 0; s < losses.length; s++) {
            losses[s] = model.rowLossAt(thetas[s]);
        }
        int k = model.likelihood().predictorCount();
        return new DrawProducts(kernel, thetas, CoefficientPlaces.ofAll(k, model.columns()));
    }

    @Override
    public boolean moveTo(Draws others) {
        if (others.count() != thetas.length || curvature != null || separated != null) {
            return false;
        }
        products = readDraws(others);
        scale = null;
        return true;
    }

    /** Slopes in the log dispersions of the draws, made when first needed. */
    private LogDispersionSlopes scale() {
        if (scale == null) {
            scale = new LogDispersionSlopes(model, thetas);
        }
        return scale;
    }

    @Override
    public int computeLosses(RowBlock rowsOf, int from, int count, double[] out) {
        block = rowsOf;
        first = from;
        points.moveTo(rowsOf.attributes().labels(), from, count, out);
        products.predict(rowsOf, from, count, points.predictors(), losses[0].predictorsWithOffset());
        if (!drawsDispersion) {
            losses[0].evaluateAtDraws(kernel, points, 0, thetas.length);
        } else {
            if (pullsBack) {
                scale().evaluate(kernel, points);
            }
            for (int s = 0; s < thetas.length; s++) {
                losses[s].evaluateAtDraws(kernel, points, s, s + 1);
            }
        }
        if (anchor != null) {
            subtractExpansion(anchor, rowsOf);
        }
        if (separated != null) {
            for (int at = 0; at < kept.length; at += PredictorChunk.CAPACITY) {
                System.arraycopy(out, at, kept, at, count);
            }
        }
        return count;
    }

    private void subtractExpansion(PredictorExpansion expansion, RowBlock rowsOf) {
        expansion.expandAt(kernel, rowsOf, first, points.rows());
        for (int s = 0; s < thetas.length; s++) {
            expansion.subtractFrom(points, s);
            if (drawsDispersion) {
                expansion.subtractDispersionTerms(points, s, thetas[s][model.coefficients()], scale().slopes());
            }
        }
    }

    @Override
    public void announceNoGradients() {
        pullsBack = false;
    }

    @Override
    public void addGradients(double[] weights, double[] gradients) {
        addGradients(weights, PredictorChunk.CAPACITY, gradients);
    }

    @Override
    public void addGradients(double[] rowWeights, double[] room, double[] gradients) {
        addGradients(rowWeights, 0, gradients);
    }

    private void addGradients(double[] weights, int stride, double[] gradients) {
        RowBlock evaluated = Objects.requireNonNull(block, "pullback before forward");
        int d = model.dimension();
        products.addGradients(evaluated, first, points.rows(), weights, stride, points.slopes(), gradients, d);
        if (!drawsDispersion) {
            return;
        }
        double[] slopes = scale().slopes();
        for (int s = 0; s < thetas.length; s++) {
            double slope = 0;
            for (int i = 0; i < points.rows(); i++) {
                slope += weights[s * stride + i] * slopes[s * PredictorChunk.CAPACITY + i];
            }
            gradients[s * d + d - 1] += slope;
        }
    }

    @Override
    public void addCurvature(double[] rowWeights) {
        RowBlock evaluated = Objects.requireNonNull(block, "second derivatives before forward");
        if (curvature == null) {
            curvature = new PredictorCurvature(model, kernel, thetas, losses);
        }
        curvature.add(evaluated, first, points, rowWeights);
    }

    @Override
    public double[] packedCurvatureSum() {
        return (curvature == null ? new PredictorCurvature(model, kernel, thetas, losses) : curvature).packedSum();
    }

    @Override
    public void announceBlankets(Blocks factors) {
        separated = new RowFactors(model, factors);
        kept = new double[Math.multiplyExact(thetas.length, PredictorChunk.CAPACITY)];
    }

    @Override
    public void addBlankets(double[] weights, double[] blankets) {
        RowFactors involved = Objects.requireNonNull(separated, "blankets of factors that were not separated");
        involved.findFactors(Objects.requireNonNull(block, "blankets before forward"), first, points.rows());
        for (int s = 0; s < thetas.length; s++) {
            for (int i = 0; i < points.rows(); i++) {
                int at = s * PredictorChunk.CAPACITY + i;
                involved.add(i, weights[at] * kept[at], blankets, s * involved.factorCount());
            }
        }
    }
}
