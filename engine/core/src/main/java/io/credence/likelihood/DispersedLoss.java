package io.credence.likelihood;

import io.credence.linalg.DenseKernel;
import io.credence.quadrature.DispersionNodes;
import java.util.Arrays;

/** A loss whose expectation is a mean of those at a few values of its dispersion. */
interface DispersedLoss extends RowLoss {

    /** The values. */
    DispersionNodes dispersion();

    /**
     * Expectations under η ~ N(mean, sd²) at one value of the dispersion.
     *
     * @param k its number
     * @param point three numbers, overwritten
     * @param sum receives value, slope and curvature
     */
    void expectAt(int k, double label, double mean, double sd, double[] point, double[] sum);

    @Override
    default int scaleTotals() {
        return dispersion().count();
    }

    @Override
    default void expect(DenseKernel kernel, Chunk chunk) {
        DispersionNodes nodes = dispersion();
        double[] point = new double[3];
        double[] sum = new double[3];
        double[] total = new double[3];
        for (int i = 0; i < chunk.rows(); i++) {
            Arrays.fill(total, 0);
            double sd = Math.sqrt(chunk.variance()[i]);
            for (int k = 0; k < nodes.count(); k++) {
                expectAt(k, chunk.label()[i], chunk.mean()[i], sd, point, sum);
                for (int m = 0; m < 3; m++) {
                    total[m] += nodes.weight(k) * sum[m];
                }
                chunk.scaleTotals()[k] += chunk.weight()[i] * sum[0];
            }
            chunk.moments().value()[i] = total[0];
            chunk.moments().slope()[i] = total[1];
            chunk.moments().curvature()[i] = total[2];
        }
    }
}
