package io.credence.formula;

import java.io.Serializable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Encoding of a variable of a formula as columns of the design matrix. */
sealed interface Encoding extends Serializable {

    /** Suffixes that the columns' names add to the variable's name. */
    List<String> suffixes();

    /** Writes the columns for a row of cells. */
    void writeColumns(double[] cells, double[] into);

    /**
     * Factor of one of the columns, as a function of a column of the table.
     *
     * @param at index of the column among those of {@link #suffixes}
     * @throws FormulaException if the factor is computed from more than one column, or by another function
     */
    ColumnFactor columnFactor(int at);

    /** Description of what the names of the columns do not state. */
    String meaning();

    /** Functions of a smooth that the columns are; null where they are none. */
    default @Nullable SmoothFunctions smoothFunctions() {
        return null;
    }

    /** Texts of the numbers that a smooth is a function of. */
    default List<String> smoothNumbers() {
        return List.of();
    }

    /** Whether the columns are contrasts of levels or intervals, instead of numbers. */
    default boolean hasLevels() {
        return false;
    }

    /** Whether in each row exactly one of the columns is 1 and the others are 0. */
    default boolean isFullIndicator() {
        return false;
    }

    private static String bareColumn(Expression of) {
        if (of instanceof Expression.Name name) {
            return name.name();
        }
        throw new FormulaException(
                "has a column that is computed, which is no number of the table", "a bare column", of.text());
    }

    /** Encoding of a number as itself. */
    record NumberEncoding(CellFunction number, Expression expression) implements Encoding {
        @Override
        public List<String> suffixes() {
            return List.of("");
        }

        @Override
        public void writeColumns(double[] cells, double[] into) {
            into[0] = number.evaluate(cells);
        }

        @Override
        public ColumnFactor columnFactor(int at) {
            return new ColumnFactor.Identity(bareColumn(expression));
        }

        @Override
        public String meaning() {
            return "a number";
        }
    }

    /** Encoding of a number by basis functions. */
    record BasisEncoding(CellFunction number, Expression expression, Basis basis) implements Encoding {
        @Override
        public List<String> suffixes() {
            return basis.size() == 1
                    ? List.of("")
                    : IntStream.rangeClosed(1, basis.size())
                            .mapToObj(Integer::toString)
                            .toList();
        }

        @Override
        public void writeColumns(double[] cells, double[] into) {
            basis.writeValues(number.evaluate(cells), into, 0);
        }

        @Override
        public @Nullable SmoothFunctions smoothFunctions() {
            return basis instanceof SmoothFunctions smooth ? smooth : null;
        }

        @Override
        public List<String> smoothNumbers() {
            return List.of(expression.text());
        }

        @Override
        public ColumnFactor columnFactor(int at) {
            return new ColumnFactor.Piecewise(bareColumn(expression), basis.polynomialPieces(at));
        }

        @Override
        public String meaning() {
            return basis.parameters().entrySet().stream()
                    .map(each -> each.getKey() + " " + each.getValue())
                    .collect(Collectors.joining(", ", "functions with ", ""));
        }
    }

    /** Encoding of two numbers by the functions of a surface. */
    record SurfaceEncoding(List<CellFunction> numbers, SurfaceFunctions functions) implements Encoding {
        @Override
        public List<String> suffixes() {
            return IntStream.rangeClosed(1, functions.size())
                    .mapToObj(Integer::toString)
                    .toList();
        }

        @Override
        public void writeColumns(double[] cells, double[] into) {
            double[] values = functions.valuesAt(
                    numbers.get(0).evaluate(cells), numbers.get(1).evaluate(cells));
            System.arraycopy(values, 0, into, 0, values.length);
        }

        @Override
        public SmoothFunctions smoothFunctions() {
            return functions;
        }

        @Override
        public List<String> smoothNumbers() {
            return functions.names();
        }

        @Override
        public ColumnFactor columnFactor(int at) {
            throw new FormulaException(
                    "has a surface, whose columns are of two numbers",
                    "smooths of one number",
                    String.join(", ", functions.names()));
        }

        @Override
        public String meaning() {
            return "surface of a " + functions.first() + " and a " + functions.second();
        }
    }

    /** Encoding of levels by contrasts. */
    sealed interface ContrastEncoding extends Encoding {

        List<String> levels();

        ContrastCoding contrasts();

        @Override
        default List<String> suffixes() {
            return contrasts().suffixes(levels());
        }

        @Override
        default boolean hasLevels() {
            return true;
        }

        @Override
        default boolean isFullIndicator() {
            return contrasts() == ContrastCoding.FULL;
        }

        @Override
        default String meaning() {
            return contrasts().columnMeaning(levels());
        }
    }

    /** Encoding of a number by contrasts of the interval that it lies in; NaN where it lies in none. */
    record Intervals(
            CellFunction number,
            Expression expression,
            List<Double> breaks,
            boolean isRightClosed,
            ContrastCoding contrasts)
            implements ContrastEncoding {
        @Override
        public List<String> levels() {
            return CutCall.intervalNames(breaks, isRightClosed);
        }

        @Override
        public void writeColumns(double[] cells, double[] into) {
            double x = number.evaluate(cells);
            int below = (int) breaks.stream()
                    .filter(bound -> isRightClosed ? bound < x : bound <= x)
                    .count();
            int intervals = breaks.size() - 1;
            if (below == 0 || below > intervals || Double.isNaN(x)) {
                Arrays.fill(into, 0, contrasts.columnCount(intervals), Double.NaN);
            } else {
                contrasts.writeRow(below - 1, intervals, into);
            }
        }

        @Override
        public ColumnFactor columnFactor(int at) {
            throw new FormulaException(
                    "has intervals, which are no number of the table", "a bare column", expression.text());
        }
    }

    /** Encoding of a level by contrasts. The index of the level is in a cell. */
    record LevelEncoding(int cellIndex, String column, List<String> levels, ContrastCoding contrasts)
            implements ContrastEncoding {
        @Override
        public void writeColumns(double[] cells, double[] into) {
            contrasts.writeRow((int) cells[cellIndex], levels.size(), into);
        }

        /** Whether each column is the indicator of one level. */
        boolean isIndicator() {
            return contrasts == ContrastCoding.FULL || contrasts == ContrastCoding.TREATMENT;
        }

        @Override
        public ColumnFactor columnFactor(int at) {
            Map<String, Double> values = new LinkedHashMap<>();
            for (int level = 0; level < levels.size(); level++) {
                values.put(levels.get(level), contrasts.entry(level, at, levels.size()));
            }
            return new ColumnFactor.LevelValues(column, values);
        }
    }
}
