package io.credence;

import io.credence.data.RowBlock;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.InProcessBackend;
import io.credence.formula.ColumnProduct;
import io.credence.linalg.Kernels;
import java.util.List;

/** Rows in this process with other labels. */
record SimulatedRows(Rows of, List<List<RowBlock>> partitions) implements Rows {

    @Override
    public List<String> names() {
        return of.names();
    }

    @Override
    public int classes() {
        return of.classes();
    }

    @Override
    public List<String> classNames() {
        return of.classNames();
    }

    @Override
    public List<ColumnProduct> products() {
        return of.products();
    }

    @Override
    public ColumnScales scales() {
        return of.scales();
    }

    @Override
    public ExecutionBackend toBackend(String kernel) {
        return new InProcessBackend(partitions, Kernels.named(kernel), 1);
    }
}
