package io.credence.likelihood;

import io.credence.linalg.DenseKernel;
import io.credence.quadrature.DispersionNodes;
import java.util.Arrays;

/** Loss whose expectation is a weighted mean of its expectations at a few values of the dispersion. */
public interface DispersionAveragedLoss extends RowLoss {

    /** Values of the dispersion with their weights. */
    DispersionNodes dispersion();

    /**
     * Computes expected value, slope and curvature under η ~ N(mean, sd²) at one value of the dispersion.
     *
     * @param k number of the dispersion's value
     * @param point workspace of three numbers
     * @param sum receives value, slope and curvature
     */
    void expectAt(int k, double label, double mean, double sd, double[] point, double[] sum);

    @Override
    default int dispersionTotalCount() {
        return dispersion().count();
    }

    @Override
    default void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
        DispersionNodes nodes = dispersion();
        double[] point = new double[3];
        double[] sum = new double[3];
        double[] total = new double[3];
        for (int i = 0; i < chunk.rows(); i++) {
            Arrays.fill(total, 0);
            double sd = Math.sqrt(chunk.predictorCovariances()[i]);
            for (int k = 0; k < nodes.count(); k++) {
                expectAt(k, chunk.label()[i], chunk.predictorMeans()[i], sd, point, sum);
                for (int m = 0; m < 3; m++) {
                    total[m] += nodes.weight(k) * sum[m];
                }
                chunk.dispersionTotals()[k] += chunk.weight()[i] * sum[0];
            }
            chunk.moments().value()[i] = total[0];
            chunk.moments().slope()[i] = total[1];
            chunk.moments().curvature()[i] = total[2];
        }
    }
}
