package io.credence.network.dense;

import io.credence.linalg.DenseKernel;
import io.credence.network.row.NetworkRows;
import java.util.function.IntFunction;

/** Expected loss −log p of rows whose outputs are normal. */
public interface OutputLoss {

    /** Number of outputs of the network that the loss takes. */
    int outputs();

    /** Number of parameters without uncertainty. */
    default int points() {
        return 0;
    }

    /** Starting values of the parameters without uncertainty. */
    default double[] startingPoints() {
        return new double[0];
    }

    /**
     * Computes expected losses, and their slopes in the outputs' means and covariances and in the parameters without
     * uncertainty.
     *
     * @param labels label of each row
     * @param values parameters of the network
     * @param firstPoint index of the first point among them
     * @param normals so many standard normal numbers, equal ones at each request, for an expectation that is taken by
     *     draws
     * @param losses loss of each row; set
     * @param gradient gradient, to which slopes of the sum of the losses in the parameters without uncertainty are
     *     added
     */
    void expect(
            DenseKernel kernel,
            LayerSums outputs,
            NetworkRows.Batch labels,
            double[] values,
            int firstPoint,
            IntFunction<double[]> normals,
            double[] losses,
            double[] gradient);

    /**
     * Computes losses at given outputs.
     *
     * @param outputs one row of numbers per output, one column per row of data
     */
    void evaluate(
            DenseKernel kernel,
            double[] outputs,
            NetworkRows.Batch labels,
            double[] values,
            int firstPoint,
            double[] losses);
}
