package io.credence.mixed.model;

import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.kind.GroupingFactor;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.JavaDenseKernel;
import io.credence.mixed.result.GoldenPosterior;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Rows in groups as a test writes them: cells row by row, a response, a column of words for each factor. */
public record MixedRows(int columns, double[] cells, double[] labels, List<String> factors, List<String[]> words) {

    public static final DenseKernel KERNEL = JavaDenseKernel.INSTANCE;

    /** Rows of a table, by an intercept and one of its columns, in the groups of another. */
    static MixedRows of(List<Map<String, String>> table, String response, String column, String factor) {
        double[] values = GoldenPosterior.numbers(table, column);
        double[] cells = new double[2 * values.length];
        for (int i = 0; i < values.length; i++) {
            cells[2 * i] = 1;
            cells[2 * i + 1] = values[i];
        }
        return new MixedRows(
                2,
                cells,
                GoldenPosterior.numbers(table, response),
                List.of(factor),
                List.<String[]>of(GoldenPosterior.words(table, factor)));
    }

    /** Levels of a factor, sorted. */
    public List<String> levels(int factor) {
        return List.copyOf(new TreeSet<>(Arrays.asList(words.get(factor))));
    }

    /** The factors with their numbers of levels. */
    public List<GroupingFactor> grouping() {
        List<GroupingFactor> all = new ArrayList<>();
        for (int f = 0; f < factors.size(); f++) {
            all.add(GroupingFactor.of(factors.get(f), levels(f)));
        }
        return all;
    }

    public RowBlock block(double @Nullable [] weights, double @Nullable [] offsets) {
        int[][] levels = new int[factors.size()][labels.length];
        for (int f = 0; f < levels.length; f++) {
            List<String> own = levels(f);
            for (int i = 0; i < labels.length; i++) {
                levels[f][i] = own.indexOf(words.get(f)[i]);
            }
        }
        return new DenseBlock(new RowAttributes(labels, weights, offsets, levels), columns, cells);
    }

    /** The block's rows in two partitions, every second row in the other. */
    public static List<List<RowBlock>> dealt(RowBlock block) {
        List<List<RowBlock>> partitions = new ArrayList<>();
        for (int part = 0; part < 2; part++) {
            int first = part;
            int[] rows = java.util.stream.IntStream.range(0, block.rows())
                    .filter(i -> i % 2 == first)
                    .toArray();
            partitions.add(List.of(block.select(rows)));
        }
        return partitions;
    }
}
