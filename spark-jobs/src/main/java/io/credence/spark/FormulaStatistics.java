package io.credence.spark;

import io.credence.formula.ColumnStatistics;
import io.credence.formula.RowNumber;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.DoubleStream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.catalyst.InternalRow;

/** A number that a formula computes, over the rows of a table; sums are added in the order of partitions. */
final class FormulaStatistics implements ColumnStatistics {

    private final JavaRDD<InternalRow> rows;
    private final RowPlan plan;
    private final RowNumber number;

    /**
     * A number over rows.
     *
     * @param plan reads the cells of the number
     */
    FormulaStatistics(JavaRDD<InternalRow> rows, RowPlan plan, RowNumber number) {
        this.rows = rows;
        this.plan = plan;
        this.number = number;
    }

    @Override
    public double[] sums(int count, Summand summand) {
        RowPlan shipped = plan;
        RowNumber computed = number;
        double[] sums = new double[count];
        for (double[] part : PartitionJob.run(rows, (partition, cells) -> {
            double[] own = new double[count];
            numbers(cells, shipped, computed).forEach(x -> summand.add(x, own));
            return own;
        })) {
            for (int k = 0; k < count; k++) {
                sums[k] += part[k];
            }
        }
        return sums;
    }

    @Override
    public double[] quantiles(double... shares) {
        RowPlan shipped = plan;
        RowNumber computed = number;
        JavaRDD<Double> all = rows.mapPartitions(
                cells -> numbers(cells, shipped, computed).boxed().iterator());
        JavaPairRDD<Double, Long> ranked =
                all.sortBy(x -> x, true, rows.getNumPartitions()).zipWithIndex();
        long count = ranked.count();
        if (count == 0) {
            throw new DataException("there are no rows", "at least one row", "none", "the formula");
        }
        List<Long> wanted = new ArrayList<>();
        for (double share : shares) {
            long below = (long) (share * (count - 1));
            wanted.add(below);
            wanted.add(Math.min(count - 1, below + 1));
        }
        var found = ranked.filter(pair -> wanted.contains(pair._2()))
                .mapToPair(scala.Tuple2::swap)
                .collectAsMap();
        return Arrays.stream(shares)
                .map(share -> {
                    long below = (long) (share * (count - 1));
                    double low = found.getOrDefault(below, Double.NaN);
                    double high = found.getOrDefault(Math.min(count - 1, below + 1), Double.NaN);
                    return low + (share * (count - 1) - below) * (high - low);
                })
                .toArray();
    }

    /** The finite numbers of the rows that packing will keep. */
    private static DoubleStream numbers(Iterator<InternalRow> cells, RowPlan plan, RowNumber number) {
        RowDecoder decoder = new RowDecoder(plan, (category, level) -> {});
        DoubleStream.Builder numbers = DoubleStream.builder();
        while (cells.hasNext()) {
            if (decoder.decode(cells.next()) == RowDecoder.Outcome.KEPT) {
                double x = number.of(decoder.row().values());
                if (Double.isFinite(x)) {
                    numbers.add(x);
                }
            }
        }
        return numbers.build();
    }
}
