package io.credence.mixed.row;

import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.MixedModel;

/**
 * Entries of one row in the design matrices of local, other and fixed effects, in the units of the columns. The object
 * moves from row to row. Not thread-safe.
 */
public final class ArrowEntries {

    private final EffectLayout layout;
    private final double[] units;
    private final double[] cells;
    private final double[] local;
    private final double[] fixed;
    private final double[][] others;
    private final int[] otherLevels;
    private int localLevel;

    /**
     * @param units number by which each column of a block was divided
     */
    public ArrowEntries(EffectLayout layout, double[] units) {
        this.layout = layout;
        this.units = units;
        this.cells = new double[units.length];
        this.local = new double[layout.localEffectsPerLevel()];
        this.fixed = new double[layout.fixedEffectCount()];
        this.others = new double[layout.others().size()][];
        this.otherLevels = new int[others.length];
        for (int o = 0; o < others.length; o++) {
            others[o] = new double[layout.otherEffects(o).size()];
        }
    }

    public void moveTo(RowBlock block, int i) {
        block.copyRow(i, cells);
        for (int j = 0; j < cells.length; j++) {
            cells[j] *= units[j];
        }
        int[][] levels = levels(block.attributes(), layout.model());
        localLevel = layout.localFactorIndex() < 0 ? 0 : levels[layout.localFactorIndex()][i];
        pick(layout.localColumns(), local);
        pick(layout.fixedColumns(), fixed);
        for (int o = 0; o < others.length; o++) {
            otherLevels[o] = levels[layout.otherFactorIndex(o)][i];
            pick(layout.otherEffects(o).columns(), others[o]);
        }
    }

    /** Levels of the rows of a block by factor and row. */
    public static int[][] levels(RowAttributes attributes, MixedModel model) {
        int[][] levels = attributes.levels();
        int required = model.factors().size();
        if (required == 0) {
            return new int[0][];
        }
        if (levels == null || levels.length != required) {
            throw new IllegalArgumentException("rows of a mixed model must have the levels of " + required
                    + " grouping factors but have " + (levels == null ? 0 : levels.length));
        }
        return levels;
    }

    private void pick(int[] columns, double[] into) {
        for (int a = 0; a < columns.length; a++) {
            into[a] = cells[columns[a]];
        }
    }

    public int localLevel() {
        return localLevel;
    }

    public double[] local() {
        return local;
    }

    public double[] fixed() {
        return fixed;
    }

    public double[] otherValues(int o) {
        return others[o];
    }

    public int otherLevel(int o) {
        return otherLevels[o];
    }
}
