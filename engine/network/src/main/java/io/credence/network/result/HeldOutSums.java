package io.credence.network.result;

import io.credence.network.train.HeldOutPass;
import io.credence.statistics.Sums;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Rows that were held out, with each member's predictions of them. */
public final class HeldOutSums implements Sums<HeldOutSums> {

    private static final long serialVersionUID = 1;

    /**
     * Row that was held out.
     *
     * @param label label in the units of the training
     * @param predicted predictions of each member, as {@link HeldOutPass} computes them for a row
     */
    record Row(double label, double[][] predicted) implements Serializable {}

    private final ArrayList<Row> rows = new ArrayList<>();

    public void add(double label, double[][] predicted) {
        rows.add(new Row(label, predicted));
    }

    @Override
    public void merge(HeldOutSums other) {
        rows.addAll(other.rows);
    }

    public List<Row> rows() {
        return rows;
    }
}
