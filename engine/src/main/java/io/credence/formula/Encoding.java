package io.credence.formula;

import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;

/** How a variable of a formula becomes columns of the design matrix. */
sealed interface Encoding extends Serializable {

    /** What follows the variable's name in the names of its columns. */
    List<String> suffixes();

    /** Writes the columns of a row of cells. */
    void write(double[] cells, double[] into);

    /** What the names of the columns do not say of them, in words. */
    String meaning();

    /** A number as it is. */
    record Numeric(RowNumber number) implements Encoding {
        @Override
        public List<String> suffixes() {
            return List.of("");
        }

        @Override
        public void write(double[] cells, double[] into) {
            into[0] = number.of(cells);
        }

        @Override
        public String meaning() {
            return "a number";
        }
    }

    /** Functions of a number. */
    record Smooth(RowNumber number, Basis basis) implements Encoding {
        @Override
        public List<String> suffixes() {
            return basis.size() == 1
                    ? List.of("")
                    : IntStream.rangeClosed(1, basis.size())
                            .mapToObj(Integer::toString)
                            .toList();
        }

        @Override
        public void write(double[] cells, double[] into) {
            basis.write(number.of(cells), into, 0);
        }

        @Override
        public String meaning() {
            return basis.toString();
        }
    }

    /** Contrasts of a level, whose number is in a cell. */
    record Levels(int place, List<String> levels, Contrasts contrasts) implements Encoding {
        @Override
        public List<String> suffixes() {
            return contrasts.suffixes(levels);
        }

        @Override
        public void write(double[] cells, double[] into) {
            contrasts.write((int) cells[place], levels.size(), into);
        }

        @Override
        public String meaning() {
            return contrasts.meaning(levels);
        }
    }
}
