package io.credence.likelihood;

import io.credence.linalg.DenseKernel;
import io.credence.quadrature.DispersionNodes;
import io.credence.quadrature.QuadratureRule;
import org.apache.commons.math3.special.Gamma;

/**
 * Student-t response with identity link, ν degrees of freedom and dispersion φ = scale²:
 * ½(ν + 1) log(1 + (y − η)²/(νφ)) + constant. Its curvature is negative for outlying rows.
 *
 * @param degreesOfFreedom ν, positive
 */
record StudentLoss(double degreesOfFreedom, DispersionNodes dispersion) implements RowLoss {

    @Override
    public int scaleTotals() {
        return dispersion.count();
    }

    @Override
    public void expect(DenseKernel kernel, Chunk chunk) {
        double[] sum = new double[3];
        double[] total = new double[3];
        for (int i = 0; i < chunk.rows(); i++) {
            java.util.Arrays.fill(total, 0);
            double residual = chunk.mean()[i] - chunk.label()[i];
            double sd = Math.sqrt(chunk.variance()[i]);
            for (int k = 0; k < dispersion.count(); k++) {
                expectRow(residual, sd, dispersion.value(k), sum);
                for (int m = 0; m < 3; m++) {
                    total[m] += dispersion.weight(k) * sum[m];
                }
                chunk.scaleTotals()[k] += chunk.weight()[i] * sum[0];
            }
            chunk.moments().value()[i] = total[0];
            chunk.moments().slope()[i] = total[1];
            chunk.moments().curvature()[i] = total[2];
        }
    }

    private void expectRow(double residual, double sd, double scale2, double[] sum) {
        double spread = degreesOfFreedom * scale2;
        double half = 0.5 * (degreesOfFreedom + 1);
        // The logarithm is singular at residual = ±i sqrt(νφ).
        QuadratureRule rule = QuadratureRule.forWidth(sd * Math.PI / Math.sqrt(spread));
        java.util.Arrays.fill(sum, 0);
        for (int k = 0; k < rule.nodes().length; k++) {
            double r = residual + sd * rule.nodes()[k];
            double denominator = spread + r * r;
            double weight = rule.weights()[k];
            sum[0] += weight * half * Math.log1p(r * r / spread);
            sum[1] += weight * 2 * half * r / denominator;
            sum[2] += weight * 2 * half * (spread - r * r) / (denominator * denominator);
        }
        sum[0] += Gamma.logGamma(0.5 * degreesOfFreedom) - Gamma.logGamma(half) + 0.5 * Math.log(Math.PI * spread);
    }

    @Override
    public void evaluate(DenseKernel kernel, DrawPoints points, int from, int to) {
        if (dispersion.count() != 1) {
            points.expect(this, kernel, from, to);
            return;
        }
        double spread = degreesOfFreedom * dispersion.value(0);
        double half = 0.5 * (degreesOfFreedom + 1);
        double constant =
                Gamma.logGamma(0.5 * degreesOfFreedom) - Gamma.logGamma(half) + 0.5 * Math.log(Math.PI * spread);
        double[] ratio = points.scratch(0);
        double[] log = points.scratch(1);
        for (int s = from; s < to; s++) {
            int at = points.at(s, 0);
            for (int i = 0; i < points.rows(); i++) {
                double r = points.eta()[at + i] - points.label()[i];
                ratio[i] = r * r / spread;
                points.slope()[at + i] = 2 * half * r / (spread + r * r);
            }
            kernel.log1p(ratio, 0, points.rows(), log);
            for (int i = 0; i < points.rows(); i++) {
                points.value()[at + i] = half * log[i] + constant;
            }
        }
    }
}
