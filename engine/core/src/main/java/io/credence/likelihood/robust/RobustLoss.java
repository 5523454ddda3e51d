package io.credence.likelihood.robust;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.quadrature.QuadratureRule;
import java.util.Arrays;

/**
 * Robust β- or γ-loss of a density of one linear predictor, with expectations by quadrature.
 *
 * @param form which of the two
 * @param order β or γ
 * @param density the density
 */
public record RobustLoss(RobustForm form, double order, PowerDensity density) implements RowLoss {

    /** Step of the quadrature rules for a function of width 1. */
    private static final double UNIT_STEP = 0.55;

    @Override
    public void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
        double[] log = new double[3];
        double[] integral = new double[3];
        double[] point = new double[3];
        double[] sum = new double[3];
        for (int i = 0; i < chunk.rows(); i++) {
            double label = chunk.label()[i];
            double sd = Math.sqrt(chunk.predictorCovariances()[i]);
            QuadratureRule rule =
                    QuadratureRule.forGrowth(sd * UNIT_STEP / density.nodeSpacing(label), sd * density.growth(label));
            Arrays.fill(sum, 0);
            for (int k = 0; k < rule.nodes().length; k++) {
                double eta = chunk.predictorMeans()[i] + sd * rule.nodes()[k];
                density.writeLogDensity(label, eta, log);
                density.writeLogIntegral(eta, integral);
                form.writeLoss(order, log, integral, point);
                for (int m = 0; m < 3; m++) {
                    sum[m] += rule.weights()[k] * point[m];
                }
            }
            chunk.moments().value()[i] = sum[0];
            chunk.moments().slope()[i] = sum[1];
            chunk.moments().curvature()[i] = sum[2];
        }
    }
}
