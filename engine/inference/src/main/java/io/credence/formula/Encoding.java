package io.credence.formula;

import java.io.Serializable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Encoding of a variable of a formula as columns of the design matrix. */
sealed interface Encoding extends Serializable {

    /** Suffixes of the variable's name in the names of its columns. */
    List<String> suffixes();

    /** Writes the columns for a row of cells. */
    void writeColumns(double[] cells, double[] into);

    /**
     * Factor by which a column of the table enters one of the columns.
     *
     * @param at index of the column among those of {@link #suffixes}
     * @throws FormulaException if it is computed from more than one, or by a function
     */
    ColumnFactor columnFactor(int at);

    /** Description of the columns beyond their names. */
    String meaning();

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

    /** Encoding by contrasts of the interval that a number lies in; a number in none of them gives NaN. */
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

    /** Encoding by contrasts of a level, whose index is in a cell. */
    record LevelEncoding(int cellIndex, String column, List<String> levels, ContrastCoding contrasts)
            implements ContrastEncoding {
        @Override
        public void writeColumns(double[] cells, double[] into) {
            contrasts.writeRow((int) cells[cellIndex], levels.size(), into);
        }

        /** Whether the columns are indicators of single levels. */
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
