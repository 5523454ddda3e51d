package io.credence.likelihood.positive;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.quadrature.DispersionNodes;
import org.apache.commons.math3.special.Gamma;

/**
 * Loss of a gamma distributed response with log link and dispersion φ (variance φ·mean²): with shape k = 1/φ, k(η + y
 * e^{−η}) − k log k − (k − 1) log y + log Γ(k); in closed form since E e^{−η} = exp(−m + v/2).
 */
record GammaLoss(DispersionNodes dispersion) implements RowLoss {

    @Override
    public int dispersionTotalCount() {
        return dispersion.count();
    }

    @Override
    public void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
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
            double ratio = label * Math.exp(-chunk.predictorMeans()[i] + 0.5 * chunk.predictorCovariances()[i]);
            double logLabel = Math.log(label);
            double value = 0;
            for (int k = 0; k < count; k++) {
                double shape = 1 / dispersion.value(k);
                double atNode = shape * (chunk.predictorMeans()[i] + ratio) - (shape - 1) * logLabel + constants[k];
                value += dispersion.weight(k) * atNode;
                chunk.dispersionTotals()[k] += chunk.weight()[i] * atNode;
            }
            chunk.moments().value()[i] = value;
            chunk.moments().slope()[i] = meanShape * (1 - ratio);
            chunk.moments().curvature()[i] = meanShape * ratio;
        }
    }

    @Override
    public void evaluateAtDraws(DenseKernel kernel, PredictorDraws points, int from, int to) {
        if (dispersion.count() != 1) {
            points.expect(this, kernel, from, to);
            return;
        }
        double shape = 1 / dispersion.value(0);
        double constant = Gamma.logGamma(shape) - shape * Math.log(shape);
        double[] constants = new double[points.rows()];
        for (int i = 0; i < constants.length; i++) {
            constants[i] = constant - (shape - 1) * Math.log(points.label()[i]);
        }
        double[] minus = points.workspace(0);
        double[] ratio = points.workspace(1);
        for (int s = from; s < to; s++) {
            int at = points.predictorOffset(s, 0);
            for (int i = 0; i < constants.length; i++) {
                minus[i] = -points.predictors()[at + i];
            }
            kernel.exp(minus, 0, constants.length, ratio);
            for (int i = 0; i < constants.length; i++) {
                ratio[i] *= points.label()[i];
                points.losses()[at + i] = shape * (points.predictors()[at + i] + ratio[i]) + constants[i];
                points.slopes()[at + i] = shape * (1 - ratio[i]);
            }
        }
    }
}
