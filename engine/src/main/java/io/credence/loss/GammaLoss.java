package io.credence.loss;

import io.credence.linalg.DenseKernel;
import org.apache.commons.math3.special.Gamma;

/**
 * Positive response with log link and dispersion φ (variance φ·mean²): with shape k = 1/φ,
 * k(η + y e^{−η}) − k log k − (k − 1) log y + log Γ(k); in closed form since E e^{−η} = exp(−m + v/2).
 */
public record GammaLoss(DispersionNodes dispersion) implements RowLoss {

    @Override
    public int scaleTotals() {
        return dispersion.count();
    }

    @Override
    public void expect(DenseKernel kernel, Chunk chunk) {
        int count = dispersion.count();
        double[] constants = new double[count];
        double meanShape = 0;
        for (int k = 0; k < count; k++) {
            double shape = 1 / dispersion.value(k);
            constants[k] = Gamma.logGamma(shape) - shape * Math.log(shape);
            meanShape += dispersion.weight(k) * shape;
        }
        for (int i = 0; i < chunk.rows(); i++) {
            double label = chunk.label()[i];
            double ratio = label * Math.exp(-chunk.mean()[i] + 0.5 * chunk.variance()[i]);
            double logLabel = Math.log(label);
            double value = 0;
            for (int k = 0; k < count; k++) {
                double shape = 1 / dispersion.value(k);
                double atNode = shape * (chunk.mean()[i] + ratio) - (shape - 1) * logLabel + constants[k];
                value += dispersion.weight(k) * atNode;
                chunk.scaleTotals()[k] += chunk.weight()[i] * atNode;
            }
            chunk.moments().value()[i] = value;
            chunk.moments().slope()[i] = meanShape * (1 - ratio);
            chunk.moments().curvature()[i] = meanShape * ratio;
        }
    }
}
