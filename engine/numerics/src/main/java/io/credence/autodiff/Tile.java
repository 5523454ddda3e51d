package io.credence.autodiff;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of one path, with their constants and the shared inputs they read. Constants and inputs that do not differ
 * between rows need no column.
 */
final class Tile {

    /** Largest number of rows. */
    static final int LANES = 256;

    private final RecordedPath schedule;
    private final int[] rows = new int[LANES];
    private final @Nullable double[][] constants;
    private final int[] @Nullable [] read;
    private int count;

    Tile(RecordedPath schedule) {
        this.schedule = schedule;
        this.constants = new double[schedule.constantSteps().length][];
        this.read = new int[schedule.sharedInputCount()][];
    }

    RecordedPath path() {
        return schedule;
    }

    int count() {
        return count;
    }

    boolean isFull() {
        return count == LANES;
    }

    /** Adds a row with the constants that were recorded for it, and the inputs it read. */
    void add(int row, double[] recorded, int[] inputs) {
        for (int k = 0; k < read.length; k++) {
            if (schedule.isSharedInputChanging(k)) {
                int[] column = sharedInputsRead(k);
                column[count] = inputs[k];
                read[k] = column;
            }
        }
        Step[] steps = schedule.constantSteps();
        for (int k = 0; k < steps.length; k++) {
            if (steps[k].varies) {
                double[] column = column(k);
                column[count] = recorded[k];
                constants[k] = column;
            }
        }
        rows[count++] = row;
    }

    /** Column of a constant over all rows. Rows from before it began to vary have the first value. */
    double[] column(int k) {
        double[] column = constants[k];
        if (column == null) {
            column = new double[LANES];
            Arrays.fill(column, schedule.constantSteps()[k].constant);
        }
        return column;
    }

    /**
     * Indices of the shared inputs that the rows read as number {@code k}. Rows from before these began to differ read
     * the first one.
     */
    int[] sharedInputsRead(int k) {
        int[] column = read[k];
        if (column == null) {
            column = new int[LANES];
            Arrays.fill(column, schedule.sharedInput(k));
        }
        return column;
    }

    /** Index of the row in the given lane. */
    int row(int lane) {
        return rows[lane];
    }

    /** Count of numbers that are held. */
    int size() {
        int size = LANES / 2;
        for (double[] column : constants) {
            size += column == null ? 0 : LANES;
        }
        for (int[] column : read) {
            size += column == null ? 0 : LANES / 2;
        }
        return size;
    }

    private boolean isContiguous() {
        return rows[count - 1] - rows[0] == count - 1;
    }

    /** Gathers the numbers of these rows from a column over all rows. */
    void gather(double[] from, int at, double[] to) {
        if (isContiguous()) {
            System.arraycopy(from, at + rows[0], to, 0, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            to[i] = from[at + rows[i]];
        }
    }

    /** Scatters the results of these rows to a column over all rows. */
    void scatter(double[] from, double[] to) {
        if (isContiguous()) {
            System.arraycopy(from, 0, to, rows[0], count);
            return;
        }
        for (int i = 0; i < count; i++) {
            to[rows[i]] = from[i];
        }
    }
}
