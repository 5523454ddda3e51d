package io.credence.spark.job.round;

import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.data.RowBlock;
import io.credence.network.train.NetworkBandit;
import io.credence.spark.PackedRows;
import io.credence.spark.RowPacker;
import io.credence.spark.plan.ColumnRoles;
import io.credence.spark.read.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Rounds of a bandit, in the driver and in the order in which they are played.
 *
 * @param rows features of each round, the intercept first, with rewards and order among them
 * @param contexts indices of the columns of a context
 * @param arms indices of the columns of rewards, by arm
 * @param notes notes for users, one sentence each
 */
public record RoundTable(List<double[]> rows, int[] contexts, int[] arms, List<String> notes) {

    /** Reads the rounds of a table. */
    public static RoundTable of(Table table, FitConfig config, NetworkBandit.Rounds rounds) {
        ColumnRoles roles = new ColumnRoles(table, config.data());
        rounds.rewards().forEach(name -> roles.requireKnown("bandit.rewards", name));
        Stream.ofNullable(rounds.order()).forEach(name -> roles.requireKnown("bandit.order", name));
        try (PackedRows packed = RowPacker.of(config).pack(table, config.data())) {
            List<String> names = packed.names();
            int[] arms = rounds.rewards().stream()
                    .mapToInt(name -> column(name, "bandit.rewards", names))
                    .toArray();
            int order = rounds.order() == null ? -1 : column(rounds.order(), "bandit.order", names);
            int[] contexts = IntStream.range(1, names.size())
                    .filter(j -> j != order && IntStream.of(arms).noneMatch(arm -> arm == j))
                    .toArray();
            if (contexts.length == 0) {
                throw new ConfigurationException("rounds have no context: required data.features beside"
                        + " bandit.rewards, found none (" + table.where() + ")");
            }
            List<double[]> rows = rows(packed, names.size());
            if (order >= 0) {
                rows.sort(Comparator.comparingDouble(row -> row[order]));
            }
            return new RoundTable(rows, contexts, arms, packed.notes());
        }
    }

    private static int column(String name, String key, List<String> names) {
        int found = names.indexOf(name);
        if (found < 0) {
            throw new ConfigurationException(key + " is not of numbers: required columns of numbers, found " + name);
        }
        return found;
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
}
