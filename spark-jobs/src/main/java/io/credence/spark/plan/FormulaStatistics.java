package io.credence.spark.plan;

import io.credence.formula.CellFunction;
import io.credence.formula.ColumnStatistics;
import io.credence.spark.backend.RowPartitions;
import io.credence.spark.row.DataException;
import io.credence.spark.row.RowDecoder;
import io.credence.spark.row.RowPlan;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Statistics of a number that a formula computes, over the rows of a table; sums are added in the order of partitions.
 */
final class FormulaStatistics implements ColumnStatistics {

    private final RowPartitions rows;
    private final RowPlan plan;
    private final CellFunction number;

    /**
     * Creates the statistics of a number.
     *
     * @param plan plan that reads the cells of the number
     */
    FormulaStatistics(RowPartitions rows, RowPlan plan, CellFunction number) {
        this.rows = rows;
        this.plan = plan;
        this.number = number;
    }

    @Override
    public double[] sums(int count, Contribution summand) {
        RowPlan shipped = plan;
        CellFunction computed = number;
        double[] sums = new double[count];
        for (double[] part : rows.run((partition, cells) -> {
            double[] own = new double[count];
            finiteNumbers(cells, shipped, computed).forEach(x -> summand.add(x, own));
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
        OrderStatistics order = new OrderStatistics(this::countByPrefix);
        long count = order.count();
        if (count == 0) {
            throw new DataException("there are no rows", "at least one row", "none", "the formula");
        }
        long[] ranks = Arrays.stream(shares)
                .mapToLong(share -> (long) (share * (count - 1)))
                .flatMap(below -> LongStream.of(below, Math.min(count - 1, below + 1)))
                .toArray();
        double[] found = order.atRanks(ranks);
        double[] quantiles = new double[shares.length];
        for (int s = 0; s < shares.length; s++) {
            double above = shares[s] * (count - 1) - ranks[2 * s];
            quantiles[s] = found[2 * s] + above * (found[2 * s + 1] - found[2 * s]);
        }
        return quantiles;
    }

    private long[][] countByPrefix(long[] prefixes, int number) {
        RowPlan shipped = plan;
        CellFunction computed = this.number;
        List<long[][]> parts = rows.run(
                (partition, cells) -> OrderStatistics.count(finiteNumbers(cells, shipped, computed), prefixes, number));
        long[][] counts = OrderStatistics.count(DoubleStream.empty(), prefixes, number);
        for (long[][] part : parts) {
            for (int p = 0; p < counts.length; p++) {
                for (int k = 0; k < counts[p].length; k++) {
                    counts[p][k] += part[p][k];
                }
            }
        }
        return counts;
    }

    /** Finite values of the number in the rows that packing will keep. */
    private static DoubleStream finiteNumbers(Iterator<InternalRow> cells, RowPlan plan, CellFunction number) {
        RowDecoder decoder = new RowDecoder(plan, (category, level) -> {});
        DoubleStream.Builder numbers = DoubleStream.builder();
        while (cells.hasNext()) {
            if (decoder.decode(cells.next()) == RowDecoder.Outcome.KEPT) {
                double x = number.evaluate(decoder.row().values());
                if (Double.isFinite(x)) {
                    numbers.add(x);
                }
            }
        }
        return numbers.build();
    }
}
