package io.credence.autodiff;

import io.credence.autodiff.MatrixTape.Pullback;
import io.credence.linalg.Vectors;

/** Operations of a tape between matrices and their rows, columns and sums. */
public final class MatrixReductions {

    private final MatrixTape tape;

    /** The operations of the given tape. */
    public MatrixReductions(MatrixTape tape) {
        this.tape = tape;
    }

    /** Sum of A and a row vector, which is added to each of its rows. */
    public Matrix addRow(Matrix a, Matrix row) {
        row.requireShape(1, a.columns());
        int columns = a.columns();
        double[] out = tape.zeroWorkspace(a.values().length);
        for (int i = 0, at = 0; i < a.rows(); i++) {
            for (int j = 0; j < columns; j++, at++) {
                out[at] = a.values()[at] + row.values()[j];
            }
        }
        Pullback pullback = slopes -> {
            if (a.isActive()) {
                Vectors.addScaled(tape.slopes(a), 1, slopes);
            }
            if (row.isActive()) {
                double[] into = tape.slopes(row);
                for (int at = 0; at < slopes.length; at++) {
                    into[at % columns] += slopes[at];
                }
            }
        };
        return tape.recordOperation(a.rows(), columns, out, pullback, a, row);
    }

    /** Copy of A with each row repeated {@code times} times, one after the other. */
    public Matrix repeated(Matrix a, int times) {
        int columns = a.columns();
        double[] out = tape.zeroWorkspace(a.values().length * times);
        for (int i = 0; i < a.rows() * times; i++) {
            System.arraycopy(a.values(), i / times * columns, out, i * columns, columns);
        }
        Pullback pullback = slopes -> {
            double[] into = tape.slopes(a);
            for (int i = 0, at = 0; i < a.rows() * times; i++) {
                for (int j = 0, to = i / times * columns; j < columns; j++, to++, at++) {
                    into[to] += slopes[at];
                }
            }
        };
        return tape.recordOperation(a.rows() * times, columns, out, pullback, a);
    }

    /** Submatrix of {@code count} columns from {@code first} on. */
    public Matrix columns(Matrix a, int first, int count) {
        double[] out = tape.zeroWorkspace(a.rows() * count);
        for (int i = 0; i < a.rows(); i++) {
            System.arraycopy(a.values(), i * a.columns() + first, out, i * count, count);
        }
        Pullback pullback = slopes -> {
            double[] into = tape.slopes(a);
            for (int i = 0, at = 0; i < a.rows(); i++) {
                for (int j = 0, to = i * a.columns() + first; j < count; j++, to++, at++) {
                    into[to] += slopes[at];
                }
            }
        };
        return tape.recordOperation(a.rows(), count, out, pullback, a);
    }

    /** Sums over each row, as a column. */
    public Matrix rowSums(Matrix a) {
        int columns = a.columns();
        double[] out = tape.zeroWorkspace(a.rows());
        for (int i = 0, at = 0; i < a.rows(); i++) {
            for (int j = 0; j < columns; j++, at++) {
                out[i] += a.values()[at];
            }
        }
        Pullback pullback = slopes -> {
            double[] into = tape.slopes(a);
            for (int i = 0, at = 0; i < a.rows(); i++) {
                for (int j = 0; j < columns; j++, at++) {
                    into[at] += slopes[i];
                }
            }
        };
        return tape.recordOperation(a.rows(), 1, out, pullback, a);
    }

    /** Concatenation of matrices with equally many rows, side by side. */
    public Matrix concatenateColumns(Matrix... parts) {
        int rows = parts[0].rows();
        int columns = 0;
        for (Matrix part : parts) {
            part.requireShape(rows, part.columns());
            columns += part.columns();
        }
        int all = columns;
        double[] out = tape.zeroWorkspace(rows * all);
        int first = 0;
        for (Matrix part : parts) {
            for (int i = 0; i < rows; i++) {
                System.arraycopy(part.values(), i * part.columns(), out, i * all + first, part.columns());
            }
            first += part.columns();
        }
        Pullback pullback = slopes -> {
            int at = 0;
            for (Matrix part : parts) {
                double[] into = tape.slopes(part);
                for (int k = 0; k < into.length; k++) {
                    into[k] += slopes[k / part.columns() * all + at + k % part.columns()];
                }
                at += part.columns();
            }
        };
        return tape.recordOperation(rows, all, out, pullback, parts);
    }

    /** Sum of all entries. */
    public Matrix sum(Matrix a) {
        double sum = 0;
        for (double value : a.values()) {
            sum += value;
        }
        Pullback pullback = slopes -> {
            double[] into = tape.slopes(a);
            for (int i = 0; i < into.length; i++) {
                into[i] += slopes[0];
            }
        };
        return tape.recordOperation(1, 1, new double[] {sum}, pullback, a);
    }
}
