package io.credence.gradient;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Panel;
import java.io.Serializable;

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
     * Mean over the draws of the cubed distance, which is what a quadratic leaves of a row's loss goes with.
     *
     * @param room as {@link #room} gives it
     * @param out one for each of the rows
     */
    void cubes(RowBlock block, int first, int rows, DenseKernel kernel, double[] room, double[] out) {
        double[] squares = new double[draws * rows];
        for (int k = 0; k < predictors; k++) {
            Panel coefficients = new Panel(moves, k * columns, draws, columns, predictors * columns);
            block.multiply(kernel, first, rows, coefficients, Panel.of(room, draws, rows));
            for (int at = 0; at < squares.length; at++) {
                squares[at] += room[at] * room[at];
            }
        }
        for (int i = 0; i < rows; i++) {
            double sum = 0;
            for (int at = i; at < squares.length; at += rows) {
                sum += squares[at] * Math.sqrt(squares[at]);
            }
            out[i] = sum / draws;
        }
    }
}
