package io.credence.spark.row;

import java.io.Serializable;
import java.util.Arrays;
import java.util.BitSet;

/** Search for columns that have the same value in every row. Costs next to nothing, since most columns soon vary. */
public final class ConstantColumnSearch implements Serializable {
    // Candidates are the columns of the first row that have had its value ever since. A sparse row names only its other
    // than zero cells, so that there a column of zeros is one that was never seen.

    private static final long serialVersionUID = 1;

    private final int columns;
    private final boolean sparse;
    private final BitSet observed = new BitSet();
    private int[] candidates = new int[0];
    private double[] values = new double[0];
    private int count;
    private boolean empty = true;

    ConstantColumnSearch(int columns, boolean sparse) {
        this.columns = columns;
        this.sparse = sparse;
    }

    void add(FeatureRow row) {
        if (sparse) {
            for (int k = 0; k < row.entryCount(); k++) {
                observed.set(row.indices()[k]);
            }
        }
        if (empty) {
            startCandidates(row);
        } else if (count > 0) {
            int kept = 0;
            int at = 0;
            for (int c = 0; c < count; c++) {
                int column = candidates[c];
                while (sparse && at < row.entryCount() && row.indices()[at] < column) {
                    at++;
                }
                int position = sparse ? at : column;
                boolean present = !sparse || (at < row.entryCount() && row.indices()[at] == column);
                if (present && row.values()[position] == values[c]) {
                    keepCandidate(kept++, c);
                }
            }
            count = kept;
        }
    }

    private void startCandidates(FeatureRow row) {
        empty = false;
        count = row.entryCount();
        values = Arrays.copyOf(row.values(), count);
        candidates = sparse ? Arrays.copyOf(row.indices(), count) : new int[count];
        for (int j = 0; !sparse && j < count; j++) {
            candidates[j] = j;
        }
    }

    private void keepCandidate(int to, int from) {
        candidates[to] = candidates[from];
        values[to] = values[from];
    }

    /** Adds another partition's rows. */
    void merge(ConstantColumnSearch other) {
        if (other.empty) {
            return;
        }
        observed.or(other.observed);
        if (empty) {
            empty = false;
            count = other.count;
            candidates = Arrays.copyOf(other.candidates, count);
            values = Arrays.copyOf(other.values, count);
            return;
        }
        int kept = 0;
        int at = 0;
        for (int c = 0; c < count; c++) {
            while (at < other.count && other.candidates[at] < candidates[c]) {
                at++;
            }
            if (at < other.count && other.candidates[at] == candidates[c] && other.values[at] == values[c]) {
                keepCandidate(kept++, c);
            }
        }
        count = kept;
    }

    /** Columns that are constant, ascending. */
    public BitSet columns() {
        BitSet constant = new BitSet();
        if (sparse) {
            constant.set(0, columns);
            constant.andNot(observed);
        }
        for (int c = 0; c < count; c++) {
            constant.set(candidates[c]);
        }
        return constant;
    }
}
