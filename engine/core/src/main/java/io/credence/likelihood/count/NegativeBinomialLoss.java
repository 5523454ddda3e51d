package io.credence.likelihood.count;

import io.credence.likelihood.LogFactorial;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Moments;
import io.credence.quadrature.DispersionNodes;
import org.hipparchus.special.Gamma;

/**
 * Loss of overdispersed counts with log link and dispersion φ, whose variance is μ + φμ². With size r = 1/φ it is (y +
 * r) softplus(x) − yx − log Γ(y + r) + log Γ(r) + log y! at x = η − log r. Where x > 0, softplus(−x) + x replaces
 * softplus(x): no term is then negative, and counts of 10⁹ lose no digits.
 */
public record NegativeBinomialLoss(DispersionNodes dispersion) implements RowLoss {

    /** Count below which constants are taken from a table. */
    private static final int SMALL = 64;

    @Override
    public int dispersionTotalCount() {
        return dispersion.count();
    }

    @Override
    public void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
        Moments sum = chunk.moments();
        Moments atNode = Moments.ofCapacity(chunk.rows());
        double[] folded = new double[chunk.rows()];
        for (int i = 0; i < chunk.rows(); i++) {
            sum.value()[i] = 0;
            sum.slope()[i] = 0;
            sum.curvature()[i] = 0;
        }
        for (int k = 0; k < dispersion.count(); k++) {
            double size = 1 / dispersion.value(k);
            double logSize = Math.log(size);
            for (int i = 0; i < folded.length; i++) {
                folded[i] = -Math.abs(chunk.predictorMeans()[i] - logSize);
            }
            chunk.softplus().expect(kernel, folded, chunk.predictorCovariances(), 0, folded.length, atNode);
            addNode(chunk, k, size, atNode);
        }
    }

    private void addNode(PredictorChunk chunk, int k, double size, Moments atNode) {
        double share = dispersion.weight(k);
        double logSize = Math.log(size);
        double logGammaSize = Gamma.logGamma(size);
        for (int i = 0; i < chunk.rows(); i++) {
            double label = chunk.label()[i];
            double x = chunk.predictorMeans()[i] - logSize;
            double rising = (label + size) * atNode.slope()[i];
            double value = (label + size) * atNode.value()[i]
                    + (x > 0 ? size * x : -label * x)
                    + logGammaSize
                    - LogFactorial.logGammaRatio(label, size);
            chunk.moments().value()[i] += share * value;
            chunk.moments().slope()[i] += share * (x > 0 ? size - rising : rising - label);
            chunk.moments().curvature()[i] += share * (label + size) * atNode.curvature()[i];
            chunk.dispersionTotals()[k] += chunk.weight()[i] * value;
        }
    }

    @Override
    public void evaluateAtDraws(DenseKernel kernel, PredictorDraws points, int from, int to) {
        if (dispersion.count() != 1) {
            points.expect(this, kernel, from, to);
            return;
        }
        double size = 1 / dispersion.value(0);
        double logSize = Math.log(size);
        double[] constants = rowConstants(points, size);
        double[] shifted = points.workspace(0);
        double[] value = points.workspace(1);
        double[] slope = new double[constants.length];
        for (int s = from; s < to; s++) {
            int at = points.predictorOffset(s, 0);
            for (int i = 0; i < constants.length; i++) {
                shifted[i] = points.predictors()[at + i] - logSize;
            }
            kernel.softplus(shifted, 0, constants.length, value, slope);
            for (int i = 0; i < constants.length; i++) {
                double label = points.label()[i];
                points.losses()[at + i] = (label + size) * value[i] - label * shifted[i] + constants[i];
                points.slopes()[at + i] = (label + size) * slope[i] - label;
            }
        }
    }

    /**
     * Constants log Γ(r) − log Γ(y + r) + log y! of each row. Those of small counts are sums of few logarithms, which
     * rows share.
     */
    private static double[] rowConstants(PredictorDraws points, double size) {
        double[] constants = new double[points.rows()];
        double[] ofCount = new double[SMALL];
        int known = 1;
        double logGammaSize = Gamma.logGamma(size);
        for (int i = 0; i < constants.length; i++) {
            double label = points.label()[i];
            if (label >= SMALL) {
                constants[i] = logGammaSize - LogFactorial.logGammaRatio(label, size);
                continue;
            }
            for (; known <= label; known++) {
                ofCount[known] = ofCount[known - 1] + Math.log(known / (known - 1 + size));
            }
            constants[i] = ofCount[(int) label];
        }
        return constants;
    }
}
