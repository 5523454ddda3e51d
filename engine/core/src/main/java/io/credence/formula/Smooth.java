package io.credence.formula;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Smooth function among the terms of a design, with a column for each of its functions. Multiplied by a factor it is one
 * smooth for each level, and multiplied by a number it is how that number's coefficient varies.
 *
 * @param name name of the smooth, such as {@code s(x)} or {@code s(x):fb}, different from those of others
 * @param term text of its call, such as {@code s(x, k = 10)}
 * @param numbers texts of the numbers that it is a function of
 * @param functions functions of these numbers
 * @param columns index of the design's column of each function; -1 where that is left out as aliased
 * @param isMultiplied whether a number multiplies it, in whose units its columns are
 */
public record Smooth(
        String name,
        String term,
        List<String> numbers,
        SmoothFunctions functions,
        int[] columns,
        boolean isMultiplied) {

    public Smooth {
        numbers = List.copyOf(numbers);
    }

    /**
     * Columns whose coefficients share a standard deviation.
     *
     * @param name name of the smooth, or of its part
     */
    public record PenalisedColumns(String name, int[] columns) {}

    /** Penalised columns, one entry for each standard deviation. */
    public List<PenalisedColumns> penalisedColumns() {
        List<PenalisedColumns> all = new ArrayList<>();
        for (SmoothFunctions.PenalisedPart part : functions.penalisedParts()) {
            int[] own = Arrays.stream(part.functions()).map(j -> columns[j]).toArray();
            all.add(new PenalisedColumns(name + part.suffix(), own));
        }
        return all;
    }

    /** Number of columns without a common standard deviation. */
    public int freeColumnCount() {
        int penalised = functions.penalisedParts().stream()
                .mapToInt(part -> part.functions().length)
                .sum();
        int left = (int) Arrays.stream(columns).filter(column -> column >= 0).count();
        return left - penalised;
    }

    /** Coefficient of each column in the value of the smooth at a point, as a row of all columns. */
    public double[] rowAt(int columnCount, double... at) {
        double[] row = new double[columnCount];
        double[] values = functions.valuesAt(at);
        for (int j = 0; j < values.length; j++) {
            if (columns[j] >= 0) {
                row[columns[j]] = values[j];
            }
        }
        return row;
    }
}
