package io.credence.network.dense;

import io.credence.linalg.DenseKernel;
import io.credence.network.row.NetworkRows;

/** Loss of normal labels, whose variance is a parameter without uncertainty or an output of the network. */
public interface GaussianNoiseLoss extends OutputLoss {

    double LOG_TWO_PI = Math.log(2 * Math.PI);

    /**
     * Variance of a label at given outputs.
     *
     * @param row number of the row among the columns of {@code outputs}
     */
    double noise(double[] outputs, int rows, int row, double[] values, int firstPoint);

    @Override
    default void evaluate(
            DenseKernel kernel,
            double[] outputs,
            NetworkRows.Batch labels,
            double[] values,
            int firstPoint,
            double[] losses) {
        int rows = labels.rows();
        for (int i = 0; i < rows; i++) {
            double apart = outputs[labels.output(i) * rows + i] - labels.label()[i];
            double noise = noise(outputs, rows, i, values, firstPoint);
            losses[i] = 0.5 * (LOG_TWO_PI + Math.log(noise) + apart * apart / noise);
        }
    }
}
