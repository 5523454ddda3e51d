package io.credence.loss.model;

import io.credence.data.Draws;
import io.credence.model.Parameters;

/**
 * Draws θ_s with the model's constrained parameters, computed from their entries from position {@code at} on. For one
 * thread.
 */
public final class ModelLossDraws {

    private final Parameters parameters;
    private final int position;
    private final double[][] theta;
    private final double[][] values;

    public ModelLossDraws(Parameters parameters, Draws draws, int at) {
        int required = at + parameters.dimension();
        if (draws.dimension() != required) {
            throw new IllegalArgumentException(
                    "draws must have " + required + " parameters but have " + draws.dimension());
        }
        this.parameters = parameters;
        this.position = at;
        theta = new double[draws.count()][required];
        values = new double[draws.count()][parameters.constrainedCount()];
        for (int s = 0; s < theta.length; s++) {
            draws.fill(s, theta[s]);
            parameters.constrain(theta[s], at, values[s]);
        }
    }

    public int count() {
        return theta.length;
    }

    /** All draws θ_s, unconstrained, S × d. */
    public double[][] unconstrainedDraws() {
        return theta;
    }

    /** Draw θ_s, unconstrained. */
    public double[] unconstrainedDraw(int s) {
        return theta[s];
    }

    /** Constrained parameters of the model at draw s. */
    public double[] constrainedValues(int s) {
        return values[s];
    }

    /** Constrained parameters of the model at all draws. */
    public double[][] constrainedValues() {
        return values;
    }

    /** Number of constrained parameters of the model. */
    public int constrainedCount() {
        return parameters.constrainedCount();
    }

    /**
     * Adds the gradient in θ_s of a function of the model's parameters.
     *
     * @param slopes gradient in the constrained parameters
     * @param gradients S × d, row-major, to be added to
     */
    public void addPullback(int s, double[] slopes, double[] gradients) {
        parameters.addPullback(theta[s], position, slopes, gradients, s * theta[s].length + position);
    }

    /** Deviations θ_s − θ̄ of all draws, S × d. */
    public double[][] deviations(double[] point) {
        double[][] deviations = new double[theta.length][point.length];
        for (int s = 0; s < theta.length; s++) {
            for (int j = 0; j < point.length; j++) {
                deviations[s][j] = theta[s][j] - point[j];
            }
        }
        return deviations;
    }
}
