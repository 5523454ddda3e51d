package io.credence.pass;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Panel;
import java.io.Serializable;
import java.util.Arrays;

/**
 * How far some draws of a posterior move the linear predictors of a row from where its mean puts them.
 *
 * @param moves draws less their mean, draws × (predictors · columns); empty where there is nothing to go by
 * @param draws number of draws
 * @param columns coefficients of a linear predictor
 * @param predictors linear predictors of a row
 */
public record PredictorMoves(double[] moves, int draws, int columns, int predictors) implements Serializable {

    /** Of no draws: all rows are alike. */
    public static final PredictorMoves NONE = new PredictorMoves(new double[0], 0, 0, 0);

    public PredictorMoves {
        if (moves.length != draws * columns * predictors) {
            throw new IllegalArgumentException("moves are draws × predictors × columns: required "
                    + draws * columns * predictors + ", found " + moves.length);
        }
    }

    boolean isNone() {
        return draws == 0;
    }

    /** Room for the moves of so many rows. */
    double[] room(int rows) {
        return new double[draws * rows];
    }

    /**
     * The cube of the root mean square, over the draws, of the distance: what a quadratic leaves of a row's loss goes with that.
     *
     * @param room as {@link #room} gives it
     * @param out one for each of the rows
     */
    void cubes(RowBlock block, int first, int rows, DenseKernel kernel, double[] room, double[] out) {
        Arrays.fill(out, 0, rows, 0);
        for (int k = 0; k < predictors; k++) {
            Panel coefficients = new Panel(moves, k * columns, draws, columns, predictors * columns);
            block.multiply(kernel, first, rows, coefficients, Panel.of(room, draws, rows));
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
