package io.credence.spark;

import io.credence.data.Precision;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.InternalRow;
import scala.Tuple2;

/** Rows in the memory of a task, as the one partition of a table of their own. */
record TaskRows(List<InternalRow> rows) implements RowPartitions {

    @Override
    public <U> void each(Task<InternalRow, U> task, Consumer<? super U> taker) {
        taker.accept(task.run(0, rows.iterator()));
    }

    @Override
    public <U> void each(Task<InternalRow, U> task, int[] partitions, Consumer<? super U> taker) {
        IntStream.of(partitions).forEach(partition -> each(task, taker));
    }

    @Override
    public BlockPartitions pack(RowPlan plan, Precision precision) {
        return TaskBlocks.of(new Packing(rows.iterator(), plan, precision));
    }

    @Override
    public BlockPartitions pack(RowShuffle shuffle) {
        return TaskBlocks.of(shuffle.gather(Runs.mapped(shuffle.split(rows.iterator()), Tuple2::_2)));
    }
}
