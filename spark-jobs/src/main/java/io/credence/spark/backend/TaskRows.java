package io.credence.spark.backend;

import io.credence.data.Precision;
import io.credence.spark.pack.Packing;
import io.credence.spark.pack.RowShuffle;
import io.credence.spark.pack.RunIterator;
import io.credence.spark.row.RowPlan;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import scala.Tuple2;

/** Rows in the memory of a task, as a table with a single partition. */
public record TaskRows(List<InternalRow> elements) implements TaskPartition<InternalRow>, RowPartitions {

    @Override
    public List<InternalRow> readFirst(int count) {
        return elements.subList(0, Math.min(count, elements.size()));
    }

    @Override
    public BlockPartitions pack(RowPlan plan, Precision precision) {
        return TaskBlocks.of(new Packing(elements.iterator(), plan, precision));
    }

    @Override
    public BlockPartitions pack(RowShuffle shuffle) {
        return TaskBlocks.of(
                shuffle.gatherBlocks(RunIterator.mapIterator(shuffle.split(elements.iterator()), Tuple2::_2)));
    }
}
