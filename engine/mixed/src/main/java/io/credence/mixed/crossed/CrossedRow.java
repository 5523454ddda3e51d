package io.credence.mixed.crossed;

import io.credence.data.RowBlock;
import io.credence.mixed.row.ArrowEntries;

/**
 * Entries of one row in a {@link CrossedLayout}, in the units of the columns. They are its levels of the two large
 * factors, the columns that their effects multiply, and the entries of the border that are not 0, with the response
 * last. Moves from row to row. Not thread-safe.
 */
final class CrossedRow {

    private final CrossedLayout layout;
    private final double[] units;
    private final double[] cells;
    private final double[] own;
    private final int[] positions;
    private final double[] values;
    private int first;
    private int second;

    /**
     * @param units number by which each column of a block was divided
     */
    CrossedRow(CrossedLayout layout, double[] units) {
        this.layout = layout;
        this.units = units;
        this.cells = new double[units.length];
        this.own = new double[layout.effectColumns().length];
        int count = layout.fixedEffectCount() + 1;
        for (int o = 0; o < layout.border().size(); o++) {
            count += layout.borderEntry(o).size();
        }
        this.positions = new int[count];
        this.values = new double[count];
        for (int j = 0; j <= layout.fixedEffectCount(); j++) {
            positions[count - layout.fixedEffectCount() - 1 + j] = layout.borderEffects() + j;
        }
    }

    void moveTo(RowBlock block, int i) {
        block.copyRow(i, cells);
        for (int j = 0; j < cells.length; j++) {
            cells[j] *= units[j];
        }
        int[][] levels = ArrowEntries.levels(block.attributes(), layout.model());
        first = levels[layout.firstFactor().factorIndex()][i];
        second = levels[layout.secondFactor().factorIndex()][i];
        for (int a = 0; a < own.length; a++) {
            own[a] = cells[layout.effectColumns()[a]];
        }
        int count = 0;
        for (int o = 0; o < layout.border().size(); o++) {
            int[] columns = layout.borderEntry(o).columns();
            int begin = layout.starts()[o] + levels[layout.borderFactorIndex(o)][i] * columns.length;
            for (int a = 0; a < columns.length; a++) {
                positions[count] = begin + a;
                values[count++] = cells[columns[a]];
            }
        }
        for (int column : layout.fixedColumns()) {
            values[count++] = cells[column];
        }
        values[count] = block.attributes().labels()[i] - block.attributes().offset(i);
    }

    /** Replaces the response. */
    void setResponse(double response) {
        values[values.length - 1] = response;
    }

    /** Level of the first factor. */
    int firstLevel() {
        return first;
    }

    /** Level of the second factor. */
    int secondLevel() {
        return second;
    }

    /** Values of the m columns of the layout. */
    double[] effectColumnValues() {
        return own;
    }

    /** Positions in the border of the row's {@link #values}. */
    int[] positions() {
        return positions;
    }

    /** Entries of the border that are not 0, the response last. */
    double[] values() {
        return values;
    }
}
