package io.credence.network;

import io.credence.linalg.DenseKernel;
import java.util.function.IntFunction;

/** The expected loss −log p of rows whose outputs are normal. */
interface OutputLoss {

    /** Number of outputs that it reads. */
    int outputs();

    /** Number of parameters without uncertainty. */
    default int points() {
        return 0;
    }

    /** Where those begin. */
    default double[] start() {
        return new double[0];
    }

    /**
     * Expected losses, and their slopes in the outputs' means and covariances and in the points.
     *
     * @param labels one per row
     * @param values a network's parameters
     * @param firstPoint where its points are
     * @param normals so many standard normal numbers, the same whenever requested, for an expectation that is taken by draws
     * @param losses set, one per row
     * @param gradient slopes of the sum of the losses in the points are added
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
     * Losses at outputs that are known.
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
