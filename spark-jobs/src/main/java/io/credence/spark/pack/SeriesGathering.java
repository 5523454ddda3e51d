package io.credence.spark.pack;

import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.spark.row.FeatureRow;
import io.credence.spark.row.RowPlan;
import io.credence.spark.row.RowTally;
import io.credence.spark.row.SeriesPlan;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Packing of the chunks of one partition, each series into one block in the order of its rows' positions. */
final class SeriesGathering extends PackedBlocks {

    /** Largest number of cells of a series: the length of the longest array that all Java machines allow. */
    private static final int MOST_CELLS = Integer.MAX_VALUE - 8;

    private final ChunkRows rows;
    private final RowPlan plan;
    private final SeriesPlan series;
    private final Precision precision;
    private final FeatureRow buffer;
    private final int[] order;
    private int begin;
    private int next;

    SeriesGathering(ChunkRows rows, RowPlan plan, SeriesPlan series, Precision precision, RowTally tally) {
        super(tally);
        this.rows = rows;
        this.plan = plan;
        this.series = series;
        this.precision = precision;
        this.buffer = new FeatureRow(plan);
        this.order = rows.sortedRows(
                Comparator.<Integer, String>comparing(rows::series).thenComparingLong(rows::position));
    }

    @Override
    @Nullable
    BlockBuilder fillBlock() {
        if (next == order.length) {
            return null;
        }
        begin = next;
        next = seriesEnd(begin);
        if (isRefused(begin, next)) {
            return null;
        }
        BlockBuilder builder = BlockBuilder.ofWholeSeries(
                plan.features().columns(), plan.features().sparse(), precision, next - begin);
        for (int k = begin; k < next; k++) {
            tally().addKept(buffer, rows.load(order[k], buffer));
            Packing.add(builder, buffer);
        }
        return builder;
    }

    @Override
    PackedBlock toPackedBlock(RowBlock block) {
        return new PackedBlock(block, null, series.series() == null ? null : rows.series(order[begin]));
    }

    private int seriesEnd(int begin) {
        String name = rows.series(order[begin]);
        int end = begin + 1;
        while (end < order.length && rows.series(order[end]).equals(name)) {
            end++;
        }
        return end;
    }

    private boolean isRefused(int begin, int end) {
        String name = series.describe(rows.series(order[begin]));
        long cells = rows.entryCount(order[begin]);
        for (int k = begin + 1; k < end; k++) {
            cells += rows.entryCount(order[k]);
            long position = rows.position(order[k]);
            if (position == rows.position(order[k - 1])) {
                tally().noteSeriesFault(new RowTally.SeriesFault(
                        "two rows of a series have the same position",
                        "distinct cells of column '" + series.order().column() + "' within " + name,
                        series.type().positionText(position) + " more than once"));
                return true;
            }
        }
        if (cells > MOST_CELLS) {
            tally().noteSeriesFault(new RowTally.SeriesFault(
                    "a series is too large",
                    "at most " + MOST_CELLS + " cells in " + name,
                    (end - begin) + " rows with " + cells + " cells"));
        }
        return cells > MOST_CELLS;
    }
}
