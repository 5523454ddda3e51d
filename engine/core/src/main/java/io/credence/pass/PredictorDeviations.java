package io.credence.pass;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.MatrixView;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Deviations of some draws of a posterior from its mean, with the changes of a row's linear predictors that they cause.
 *
 * @param drawDeviations draws less their mean, draws × (predictors · columns); empty where there are none
 * @param drawCount number of draws
 * @param columns number of coefficients of a linear predictor
 * @param predictorCount number of linear predictors of a row
 */
public record PredictorDeviations(double[] drawDeviations, int drawCount, int columns, int predictorCount)
        implements Serializable {

    /** No draws, with which all rows are alike. */
    public static final PredictorDeviations NONE = new PredictorDeviations(new double[0], 0, 0, 0);

    public PredictorDeviations {
        if (drawDeviations.length != drawCount * columns * predictorCount) {
            throw new IllegalArgumentException("moves are draws × predictors × columns: required "
                    + drawCount * columns * predictorCount + ", found " + drawDeviations.length);
        }
    }

    boolean isEmpty() {
        return drawCount == 0;
    }

    /** Workspace for the deviations of {@code rows} rows. */
    double[] newWorkspace(int rows) {
        return new double[drawCount * rows];
    }

    /**
     * Computes for each row the cube of the root mean square deviation of its predictors over the draws. The error of a
     * quadratic approximation of its loss is proportional to this cube.
     *
     * @param room workspace as {@link #newWorkspace} gives it
     * @param out takes one number for each of the rows
     */
    void writeCubedDeviations(RowBlock block, int first, int rows, DenseKernel kernel, double[] room, double[] out) {
        Arrays.fill(out, 0, rows, 0);
        for (int k = 0; k < predictorCount; k++) {
            MatrixView coefficients =
                    new MatrixView(drawDeviations, k * columns, drawCount, columns, predictorCount * columns);
            block.multiply(kernel, first, rows, coefficients, MatrixView.of(room, drawCount, rows));
            for (int s = 0; s < drawCount; s++) {
                for (int i = 0; i < rows; i++) {
                    out[i] += room[s * rows + i] * room[s * rows + i];
                }
            }
        }
        for (int i = 0; i < rows; i++) {
            double square = out[i] / drawCount;
            out[i] = square * Math.sqrt(square);
        }
    }
}
