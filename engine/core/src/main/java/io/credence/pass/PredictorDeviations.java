package io.credence.pass;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.MatrixView;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Deviations of some draws of a posterior from its mean, with the changes of a row's linear predictors that they cause.
 *
 * @param moves draws less their mean, draws × (predictors · columns); empty where there are none
 * @param draws number of draws
 * @param columns number of coefficients of a linear predictor
 * @param predictors number of linear predictors of a row
 */
public record PredictorDeviations(double[] moves, int draws, int columns, int predictors) implements Serializable {

    /** No draws: all rows are alike. */
    public static final PredictorDeviations NONE = new PredictorDeviations(new double[0], 0, 0, 0);

    public PredictorDeviations {
        if (moves.length != draws * columns * predictors) {
            throw new IllegalArgumentException("moves are draws × predictors × columns: required "
                    + draws * columns * predictors + ", found " + moves.length);
        }
    }

    boolean isNone() {
        return draws == 0;
    }

    /** Workspace for the moves of {@code rows} rows. */
    double[] room(int rows) {
        return new double[draws * rows];
    }

    /**
     * Computes for each row the cube of the root mean square, over the draws, of its predictors' move, to which the
     * error of a quadratic approximation of its loss is proportional.
     *
     * @param room workspace as {@link #room} gives it
     * @param out takes one number for each of the rows
     */
    void cubes(RowBlock block, int first, int rows, DenseKernel kernel, double[] room, double[] out) {
        Arrays.fill(out, 0, rows, 0);
        for (int k = 0; k < predictors; k++) {
            MatrixView coefficients = new MatrixView(moves, k * columns, draws, columns, predictors * columns);
            block.multiply(kernel, first, rows, coefficients, MatrixView.of(room, draws, rows));
            for (int s = 0; s < draws; s++) {
                for (int i = 0; i < rows; i++) {
                    out[i] += room[s * rows + i] * room[s * rows + i];
                }
            }
        }
        for (int i = 0; i < rows; i++) {
            double square = out[i] / draws;
            out[i] = square * Math.sqrt(square);
        }
    }
}
