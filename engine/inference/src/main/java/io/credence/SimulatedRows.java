package io.credence;

import io.credence.data.RowBlock;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.InProcessBackend;
import io.credence.formula.ColumnProduct;
import io.credence.kind.ColumnScales;
import io.credence.linalg.Kernels;
import java.util.List;

/** Rows in this process whose labels were replaced by simulated ones. */
record SimulatedRows(Rows original, List<List<RowBlock>> partitions) implements Rows {

    @Override
    public List<String> names() {
        return original.names();
    }

    @Override
    public int classes() {
        return original.classes();
    }

    @Override
    public List<String> classNames() {
        return original.classNames();
    }

    @Override
    public List<ColumnProduct> products() {
        return original.products();
    }

    @Override
    public ColumnScales scales() {
        return original.scales();
    }

    @Override
    public ExecutionBackend toBackend(String kernel) {
        return new InProcessBackend(partitions, Kernels.named(kernel), 1);
    }
}
