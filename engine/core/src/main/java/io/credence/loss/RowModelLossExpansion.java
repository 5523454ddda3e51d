package io.credence.loss;

import io.credence.linalg.Vectors;
import io.credence.loss.model.ModelLossDraws;
import io.credence.model.Parameters;
import io.credence.model.Row;
import io.credence.model.RowModel;

/** First-order expansion of a row's loss around θ̄, in the unconstrained parameters. For one thread. */
final class RowModelLossExpansion {

    private final RowModel model;
    private final Parameters parameters;
    private final double[] point;
    private final double[] values;
    private final double[][] deviations;
    private final double[] gradient;
    private final double[][] above;
    private final double[][] below;
    private double value;

    RowModelLossExpansion(RowModelLoss loss, double[] point, ModelLossDraws draws) {
        this.model = loss.model();
        this.parameters = loss.parameters();
        this.point = point;
        this.values = parameters.constrain(point);
        this.deviations = draws.deviations(point);
        this.gradient = new double[point.length];
        this.above = new double[point.length][];
        this.below = new double[point.length][];
        for (int j = 0; j < point.length; j++) {
            above[j] = shiftedParameters(j, 1);
            below[j] = shiftedParameters(j, -1);
        }
    }

    private double[] shiftedParameters(int j, int sign) {
        double[] theta = point.clone();
        theta[j] += sign * Parameters.differenceStep(point[j]);
        return parameters.constrain(theta);
    }

    /** Moves the expansion to a row. */
    void expandAt(Row row) {
        value = -model.logLikelihood(row, values);
        for (int j = 0; j < gradient.length; j++) {
            double rise = model.logLikelihood(row, above[j]) - model.logLikelihood(row, below[j]);
            gradient[j] = -rise / (2 * Parameters.differenceStep(point[j]));
        }
    }

    /** Value of the expansion at draw s: ℓ(θ̄) + ∇ℓ(θ̄)ᵀ(θ_s − θ̄). */
    double valueAtDraw(int s) {
        return value + Vectors.dot(gradient, deviations[s]);
    }
}
