package io.credence.effect;

import io.credence.statistics.Sums;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Weighted sums of rows' expected values at each draw, by cells of rows that are averaged together. */
public final class EffectSums implements Sums<EffectSums> {

    private static final long serialVersionUID = 1;

    /**
     * Cell of rows that are averaged together.
     *
     * @param version index of the version of the rows
     * @param groupCells values of the rows in the columns by which they are grouped
     */
    public record AveragedCell(int version, List<String> groupCells) implements Serializable {
        public AveragedCell {
            groupCells = new ArrayList<>(groupCells);
        }
    }

    /**
     * Weighted sums over the rows of one cell.
     *
     * @param sums number k at draw s in {@code k · draws + s}
     * @param weightAndRowCount weight of the rows, and number of rows with a positive weight
     * @param newLevels rows with levels that had none in the fit
     */
    record CellSums(double[] sums, double[] weightAndRowCount, NewLevels newLevels) implements Serializable {

        CellSums(double[] sums, double[] weightAndRowCount) {
            this(sums, weightAndRowCount, new NewLevels());
        }

        void add(CellSums other) {
            for (int k = 0; k < sums.length; k++) {
                sums[k] += other.sums[k];
            }
            weightAndRowCount[0] += other.weightAndRowCount[0];
            weightAndRowCount[1] += other.weightAndRowCount[1];
            newLevels.add(other.newLevels);
        }

        /** Subtracts the sums of some of the rows; the rest is NaN, with its weight, where no row is left. Levels stay those of all. */
        void subtract(CellSums some) {
            boolean isAll = some.weightAndRowCount[1] == weightAndRowCount[1];
            for (int k = 0; k < sums.length; k++) {
                sums[k] = isAll ? Double.NaN : sums[k] - some.sums[k];
            }
            weightAndRowCount[0] -= isAll ? 0 : some.weightAndRowCount[0];
            weightAndRowCount[1] -= isAll ? 0 : some.weightAndRowCount[1];
        }

        void countRow(double weight, Map<String, String> levels) {
            weightAndRowCount[0] += weight;
            weightAndRowCount[1] += weight > 0 ? 1 : 0;
            newLevels.countRow(weight, levels);
        }
    }

    private final LinkedHashMap<AveragedCell, CellSums> cells = new LinkedHashMap<>();
    private final int draws;
    private final int outcomes;

    EffectSums(int draws, int outcomes) {
        this.draws = draws;
        this.outcomes = outcomes;
    }

    CellSums cellSums(AveragedCell cell) {
        return cells.computeIfAbsent(cell, any -> new CellSums(new double[outcomes * draws], new double[2]));
    }

    @Override
    public void merge(EffectSums other) {
        other.cells.forEach((cell, total) -> cellSums(cell).add(total));
    }

    /**
     * Part of the sums whose cells have a given value in their last group column, without that column.
     *
     * @param last value of the last group column
     */
    EffectSums withLastGroupCell(String last) {
        EffectSums part = new EffectSums(draws, outcomes);
        cells.forEach((cell, total) -> {
            int others = cell.groupCells().size() - 1;
            if (cell.groupCells().get(others).equals(last)) {
                part.cellSums(new AveragedCell(cell.version(), cell.groupCells().subList(0, others)))
                        .add(total);
            }
        });
        return part;
    }

    /** Sums over the groups of the last group column. */
    public EffectSums withoutLastGroupColumn() {
        EffectSums merged = new EffectSums(draws, outcomes);
        cells.forEach((cell, total) -> merged.cellSums(withoutLast(cell)).add(total));
        return merged;
    }

    /**
     * Sums over the groups of the last group column but one. Sums of a cell that has rows in that group alone are NaN.
     *
     * @param last value of the last group column of the group that is left out
     */
    EffectSums withoutGroup(String last) {
        EffectSums rest = withoutLastGroupColumn();
        cells.forEach((cell, total) -> {
            if (cell.groupCells().get(cell.groupCells().size() - 1).equals(last)) {
                rest.cellSums(withoutLast(cell)).subtract(total);
            }
        });
        return rest;
    }

    private static AveragedCell withoutLast(AveragedCell cell) {
        return new AveragedCell(
                cell.version(), cell.groupCells().subList(0, cell.groupCells().size() - 1));
    }

    /** Whether each cell of positive weight has rows of positive weight in other sums, too. */
    boolean isCoveredBy(EffectSums other) {
        return cells.keySet().stream().allMatch(cell -> weight(cell) == 0 || other.weight(cell) > 0);
    }

    /** Cells with at least one row. */
    Set<AveragedCell> cells() {
        return cells.keySet();
    }

    /** Number of rows of positive weight of the version that has most of them. */
    long mostRows() {
        return cells.entrySet().stream()
                .collect(Collectors.groupingBy(each -> each.getKey().version(), Collectors.summingLong(each ->
                        (long) each.getValue().weightAndRowCount()[1])))
                .values()
                .stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
    }

    /** Number of expected values of a row. */
    int outcomeCount() {
        return outcomes;
    }

    /** Weight of the rows of a cell; 0 where there are none. */
    double weight(AveragedCell cell) {
        CellSums total = cells.get(cell);
        return total == null ? 0 : total.weightAndRowCount[0];
    }

    /** Number of rows of a cell that have a positive weight. */
    long rowCount(AveragedCell cell) {
        CellSums total = cells.get(cell);
        return total == null ? 0 : (long) total.weightAndRowCount[1];
    }

    /** Text on the part of a cell's rows that have levels without rows in the fit; empty if there are none. */
    String newLevelsText(AveragedCell cell) {
        CellSums total = cells.get(cell);
        return total == null ? "" : total.newLevels.text(weight(cell));
    }

    /** Share of the weight of a cell's rows that have levels without rows in the fit. */
    double newLevelsShare(AveragedCell cell) {
        CellSums total = cells.get(cell);
        return total == null || weight(cell) == 0 ? 0 : total.newLevels.share(weight(cell));
    }

    /** Average of an expected value over the rows of a cell, at each draw. */
    double[] meanDraws(AveragedCell cell, int outcome) {
        CellSums total = cells.get(cell);
        if (total == null) {
            throw new IllegalArgumentException("there are no rows of " + cell);
        }
        double[] mean = new double[draws];
        for (int s = 0; s < draws; s++) {
            mean[s] = total.sums[outcome * draws + s] / total.weightAndRowCount[0];
        }
        return mean;
    }
}
