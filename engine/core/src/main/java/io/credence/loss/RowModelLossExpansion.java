package io.credence.loss;

import io.credence.linalg.Vectors;
import io.credence.loss.model.ModelLossDraws;
import io.credence.model.GradientModel;
import io.credence.model.Parameters;
import io.credence.model.Row;
import io.credence.model.RowModel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** First-order expansion of a row's loss around θ̄, in the unconstrained parameters. For one thread. */
final class RowModelLossExpansion {

    private final RowModel model;
    private final @Nullable GradientModel differentiable;
    private final Parameters parameters;
    private final double[] point;
    private final double[] values;
    private final double[][] deviations;
    private final double[] slopes;
    private final double[] gradient;
    private final double[][] above;
    private final double[][] below;
    private double value;

    RowModelLossExpansion(RowModelLoss loss, double[] point, ModelLossDraws draws) {
        this.model = loss.model();
        this.differentiable = loss.gradients();
        this.parameters = loss.parameters();
        this.point = point;
        this.values = parameters.constrain(point);
        this.deviations = draws.deviations(point);
        this.slopes = new double[values.length];
        this.gradient = new double[point.length];
        int shifted = differentiable != null ? 0 : point.length;
        this.above = new double[shifted][];
        this.below = new double[shifted][];
        for (int j = 0; j < shifted; j++) {
            above[j] = shifted(j, 1);
            below[j] = shifted(j, -1);
        }
    }

    private double[] shifted(int j, int sign) {
        double[] theta = point.clone();
        theta[j] += sign * Parameters.differenceStep(point[j]);
        return parameters.constrain(theta);
    }

    /** Moves the expansion to a row. */
    void expandAt(Row row) {
        if (differentiable != null) {
            Arrays.fill(slopes, 0);
            Arrays.fill(gradient, 0);
            value = -differentiable.logLikelihood(row, values, slopes);
            parameters.addPullback(point, 0, slopes, gradient, 0);
            for (int j = 0; j < gradient.length; j++) {
                gradient[j] = -gradient[j];
            }
        } else {
            value = -model.logLikelihood(row, values);
            for (int j = 0; j < gradient.length; j++) {
                double rise = model.logLikelihood(row, above[j]) - model.logLikelihood(row, below[j]);
                gradient[j] = -rise / (2 * Parameters.differenceStep(point[j]));
            }
        }
    }

    /** Value of the expansion at draw s: ℓ(θ̄) + ∇ℓ(θ̄)ᵀ(θ_s − θ̄). */
    double expansion(int s) {
        return value + Vectors.dot(gradient, deviations[s]);
    }

    /** Expansion point θ̄. */
    double[] point() {
        return point;
    }

    /** Gradient of the log-likelihood at θ̄ in the constrained parameters, for a model that supplies it. */
    double[] slopes() {
        return slopes;
    }
}
