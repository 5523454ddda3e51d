package io.credence.spark.job.round;

import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.data.RowBlock;
import io.credence.data.RowDigest;
import io.credence.network.train.NetworkBandit;
import io.credence.spark.PackedRows;
import io.credence.spark.RowPacker;
import io.credence.spark.plan.ColumnRoles;
import io.credence.spark.read.Table;
import io.credence.spark.row.DataException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Rounds of a bandit, in the driver and in the order in which they are played.
 *
 * @param names names of the columns of a row
 * @param rows features of each round, the intercept first, with rewards and order among them
 * @param contexts indices of the columns of a context
 * @param arms indices of the columns of rewards, by arm
 * @param notes notes for users, one sentence each
 */
public record RoundTable(List<String> names, List<double[]> rows, int[] contexts, int[] arms, List<String> notes) {

    private static final double GIGABYTE = 1L << 30;

    /** Reads the rounds of a table. */
    public static RoundTable of(Table table, FitConfig config, NetworkBandit.Rounds rounds) {
        ColumnRoles roles = new ColumnRoles(table, config.data());
        rounds.rewards().forEach(name -> roles.requireKnown("bandit.rewards", name));
        roles.requireKnown("bandit.order", rounds.order());
        new RewardSources(table).requireOtherContexts(config.data().predictors(), rounds);
        try (PackedRows packed = RowPacker.of(config).pack(table, config.data())) {
            List<String> names = packed.names();
            int[] arms = rounds.rewards().stream()
                    .mapToInt(name -> column(name, "bandit.rewards", names, table))
                    .toArray();
            int order = column(rounds.order(), "bandit.order", names, table);
            int[] contexts = IntStream.range(1, names.size())
                    .filter(j -> j != order && IntStream.of(arms).noneMatch(arm -> arm == j))
                    .toArray();
            if (contexts.length == 0) {
                throw new ConfigurationException("rounds have no context: required data.features beside"
                        + " bandit.rewards, found none (" + table.where() + ")");
            }
            requireRoom(
                    packed.rowsRead(),
                    packed.bytes(),
                    names.size(),
                    Runtime.getRuntime().maxMemory());
            List<double[]> rows = rows(packed, names.size());
            rows.sort(Comparator.comparingDouble(row -> row[order]));
            requireOrder(rows, order, rounds.order(), table);
            return new RoundTable(names, rows, contexts, arms, packed.notes());
        }
    }

    private static int column(String name, String key, List<String> names, Table table) {
        int found = names.indexOf(name);
        if (found < 0) {
            throw new DataException(
                    "column '" + name + "' has no number for each round, required by " + key,
                    "a column of numbers",
                    "categories or a vector",
                    table.where());
        }
        return found;
    }

    /**
     * Refuses rows that do not fit into the driver. The least memory is counted that they need at once: as Spark packed
     * them, and as rows.
     */
    static void requireRoom(long rows, long packedBytes, int columns, long heapBytes) {
        double needed = packedBytes + (double) Double.BYTES * rows * columns;
        if (needed > heapBytes) {
            throw new ConfigurationException(String.format(
                    Locale.ROOT,
                    "the rounds do not fit into the driver, in which they are played: required at least %.1f GB of heap, or"
                            + " fewer rows or columns, found %.1f GB for %d rows of %d columns",
                    needed / GIGABYTE,
                    heapBytes / GIGABYTE,
                    rows,
                    columns));
        }
    }

    private static List<double[]> rows(PackedRows packed, int columns) {
        List<double[]> rows = new ArrayList<>();
        for (List<RowBlock> partition : packed.collectedBlocks()) {
            for (RowBlock block : partition) {
                for (int i = 0; i < block.rows(); i++) {
                    double[] row = new double[columns];
                    block.copyRow(i, row);
                    rows.add(row);
                }
            }
        }
        return rows;
    }

    /** Refuses rounds that no number orders: the order of the rows of files and partitions may be another each time. */
    private static void requireOrder(List<double[]> rows, int order, String name, Table table) {
        for (int t = 1; t < rows.size(); t++) {
            if (rows.get(t)[order] == rows.get(t - 1)[order]) {
                throw new DataException(
                        "rounds have no order: column '" + name + "' of bandit.order has equal numbers",
                        "another number in each round",
                        rows.get(t)[order] + " more than once",
                        table.where());
            }
        }
    }

    /** Number of rounds. */
    public int count() {
        return rows.size();
    }

    /** Number of columns of a context. */
    public int columns() {
        return contexts.length;
    }

    /** Context of a round. */
    public double[] context(int round) {
        return IntStream.of(contexts).mapToDouble(j -> rows.get(round)[j]).toArray();
    }

    /** What each arm would have paid in a round. */
    public double[] rewards(int round) {
        return IntStream.of(arms).mapToDouble(j -> rows.get(round)[j]).toArray();
    }

    /** Digest of the context and the rewards of a round with their names, in hexadecimal digits. */
    String digest(int round) {
        double[] row = rows.get(round);
        long sum = RowDigest.mix(names.hashCode());
        for (int j : contexts) {
            sum += RowDigest.entryHash(j, row[j]);
        }
        for (int j : arms) {
            sum += RowDigest.entryHash(j, row[j]);
        }
        return Long.toHexString(RowDigest.storedRowDigest(sum, false));
    }
}
