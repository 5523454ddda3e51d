package io.credence.likelihood.real;

import io.credence.likelihood.DispersedLoss;
import io.credence.likelihood.PredictorDraws;
import io.credence.linalg.DenseKernel;
import io.credence.quadrature.DispersionNodes;
import io.credence.quadrature.QuadratureRule;
import java.util.Arrays;
import org.apache.commons.math3.special.Gamma;

/**
 * Loss of a Student-t response with identity link, ν degrees of freedom and dispersion φ = scale²: ½(ν + 1) log(1 + (y
 * − η)²/(νφ)) + constant. Its curvature is negative for outlying rows.
 *
 * @param degreesOfFreedom ν, positive
 */
record StudentLoss(double degreesOfFreedom, DispersionNodes dispersion) implements DispersedLoss {

    @Override
    public void expectAt(int k, double label, double mean, double sd, double[] point, double[] sum) {
        double residual = mean - label;
        double spread = degreesOfFreedom * dispersion.value(k);
        double half = 0.5 * (degreesOfFreedom + 1);
        // The logarithm is singular at residual = ±i sqrt(νφ).
        QuadratureRule rule = QuadratureRule.forWidth(sd * Math.PI / Math.sqrt(spread));
        Arrays.fill(sum, 0);
        for (int node = 0; node < rule.nodes().length; node++) {
            double r = residual + sd * rule.nodes()[node];
            double denominator = spread + r * r;
            double weight = rule.weights()[node];
            sum[0] += weight * half * Math.log1p(r * r / spread);
            sum[1] += weight * 2 * half * r / denominator;
            sum[2] += weight * 2 * half * (spread - r * r) / (denominator * denominator);
        }
        sum[0] += Gamma.logGamma(0.5 * degreesOfFreedom) - Gamma.logGamma(half) + 0.5 * Math.log(Math.PI * spread);
    }

    @Override
    public void evaluateAtDraws(DenseKernel kernel, PredictorDraws points, int from, int to) {
        if (dispersion.count() != 1) {
            points.expect(this, kernel, from, to);
            return;
        }
        double spread = degreesOfFreedom * dispersion.value(0);
        double half = 0.5 * (degreesOfFreedom + 1);
        double constant =
                Gamma.logGamma(0.5 * degreesOfFreedom) - Gamma.logGamma(half) + 0.5 * Math.log(Math.PI * spread);
        double[] ratio = points.workspace(0);
        double[] log = points.workspace(1);
        for (int s = from; s < to; s++) {
            int at = points.predictorOffset(s, 0);
            for (int i = 0; i < points.rows(); i++) {
                double r = points.predictors()[at + i] - points.label()[i];
                ratio[i] = r * r / spread;
                points.slopes()[at + i] = 2 * half * r / (spread + r * r);
            }
            kernel.log1p(ratio, 0, points.rows(), log);
            for (int i = 0; i < points.rows(); i++) {
                points.losses()[at + i] = half * log[i] + constant;
            }
        }
    }
}
