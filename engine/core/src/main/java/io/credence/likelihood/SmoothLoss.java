package io.credence.likelihood;

import io.credence.linalg.DenseKernel;
import io.credence.quadrature.QuadratureRule;
import java.util.Arrays;

/**
 * Loss of one linear predictor whose value and derivatives can be evaluated at a point. Expectations are taken by
 * quadrature.
 */
public abstract class SmoothLoss implements RowLoss {

    private static final long serialVersionUID = 1;

    /**
     * Writes value, slope and curvature at {@code eta} into {@code out[0..2]}. The value is without the
     * {@link #constant}.
     */
    public abstract void evaluateAt(double label, double eta, double[] out);

    /** Part of the value that does not depend on the predictor. */
    protected double constant(double label) {
        return 0;
    }

    /** Distance of the nearest singularity in η from the real line, divided by π. */
    public abstract double singularityWidth();

    @Override
    public void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
        double[] point = new double[3];
        double[] sum = new double[3];
        for (int i = 0; i < chunk.rows(); i++) {
            expect(chunk.label()[i], chunk.predictorMeans()[i], Math.sqrt(chunk.predictorCovariances()[i]), point, sum);
            chunk.moments().value()[i] = sum[0];
            chunk.moments().slope()[i] = sum[1];
            chunk.moments().curvature()[i] = sum[2];
        }
    }

    /**
     * Writes expected value, slope and curvature under η ~ N(mean, sd²) into {@code sum[0..2]}; {@code point} is
     * overwritten.
     */
    public final void expect(double label, double mean, double sd, double[] point, double[] sum) {
        QuadratureRule rule = QuadratureRule.forWidth(sd / singularityWidth());
        Arrays.fill(sum, 0);
        for (int k = 0; k < rule.nodes().length; k++) {
            evaluateAt(label, mean + sd * rule.nodes()[k], point);
            for (int m = 0; m < 3; m++) {
                sum[m] += rule.weights()[k] * point[m];
            }
        }
        sum[0] += constant(label);
    }
}
