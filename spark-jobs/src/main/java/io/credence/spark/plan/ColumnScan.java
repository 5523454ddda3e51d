package io.credence.spark.plan;

import io.credence.spark.backend.RowPartitions;
import io.credence.spark.row.DataException;
import io.credence.spark.row.FeatureRow;
import io.credence.spark.row.FeatureSource;
import io.credence.spark.row.RowDecoder;
import io.credence.spark.row.RowOrigin;
import io.credence.spark.row.RowPlan;
import io.credence.statistics.ColumnMoments;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Scan of the rows before packing, which finds levels of categorical columns with their weights, and the spread of
 * columns to be standardised. It sees exactly the rows that packing will keep.
 */
final class ColumnScan implements Serializable {

    /** Largest number of levels; more are taken for a mistake. */
    static final int MOST_LEVELS = 100_000;

    private static final long serialVersionUID = 1;

    private final List<Map<UTF8String, Double>> levels = new ArrayList<>();
    private final ColumnMoments moments;
    private boolean refused;

    private ColumnScan(RowPlan plan) {
        for (FeatureSource source : plan.features().sources()) {
            if (source instanceof FeatureSource.Category) {
                levels.add(new HashMap<>());
            }
        }
        this.moments =
                new ColumnMoments(plan.features().columns(), plan.features().sparse());
    }

    /**
     * Scans the rows in one job.
     *
     * @param plan plan of the rows, whose categorical columns are scanned, not turned into features
     * @param origin origin of the rows, to report the one that cannot be used
     * @throws DataException naming the first row that is not allowed
     */
    static ColumnScan run(RowPartitions rows, RowPlan plan, boolean spread, RowOrigin origin) {
        ColumnScan all = new ColumnScan(plan);
        for (ColumnScan part : rows.run((partition, cells) -> scan(cells, plan, spread))) {
            all.merge(part);
        }
        if (all.refused) {
            throw origin.refusedRowException(plan);
        }
        return all;
    }

    private static ColumnScan scan(Iterator<InternalRow> rows, RowPlan plan, boolean spread) {
        ColumnScan scan = new ColumnScan(plan);
        UTF8String[] levels = new UTF8String[scan.levels.size()];
        RowDecoder decoder = new RowDecoder(plan, (category, level) -> levels[category] = level);
        while (!scan.refused && rows.hasNext()) {
            RowDecoder.Outcome outcome = decoder.decode(rows.next());
            scan.refused = outcome == RowDecoder.Outcome.REFUSED;
            if (outcome == RowDecoder.Outcome.KEPT) {
                scan.countLevels(levels, decoder.row().weight());
                if (spread) {
                    scan.add(decoder.row());
                }
            }
        }
        return scan;
    }

    private void countLevels(UTF8String[] found, double weight) {
        for (int c = 0; c < found.length; c++) {
            Map<UTF8String, Double> known = levels.get(c);
            Double before = known.get(found[c]);
            if (before != null) {
                known.put(found[c], before + weight);
            } else if (known.size() <= MOST_LEVELS) {
                known.put(found[c].copy(), weight);
            }
        }
    }

    private void add(FeatureRow row) {
        if (row.isSparse()) {
            moments.add(row.indices(), row.values(), row.entryCount(), row.weight());
        } else {
            moments.add(row.values(), row.weight());
        }
    }

    private void merge(ColumnScan other) {
        refused |= other.refused;
        moments.merge(other.moments);
        for (int c = 0; c < levels.size(); c++) {
            Map<UTF8String, Double> known = levels.get(c);
            other.levels.get(c).forEach((level, weight) -> known.merge(level, weight, Double::sum));
        }
    }

    /** Scale by which column {@code j} of the plan is divided to have unit spread; 1 where it does not vary. */
    double scale(int j) {
        return scaleFromSd(moments.sd(j));
    }

    /**
     * Scale for a standard deviation, rounded to single precision. The last bits of a spread depend on the order of
     * summation; those of the blocks must not.
     */
    static double scaleFromSd(double sd) {
        float rounded = (float) sd;
        return rounded > 0 && Float.isFinite(rounded) ? rounded : 1;
    }

    /** Levels of a categorical column, ascending: as numbers if all of them are, else as text. */
    List<String> levels(int category) {
        return Levels.sortedLevels(levels.get(category).keySet());
    }

    /** Share of a level in the weight of all rows. */
    double levelShare(int category, String level, double weight) {
        return levels.get(category).getOrDefault(UTF8String.fromString(level), 0.0) / weight;
    }

    /** Weight of all rows that have a level. */
    double levelWeight(int category) {
        return levels.get(category).values().stream()
                .sorted()
                .mapToDouble(Double::doubleValue)
                .sum();
    }
}
