package io.credence.autodiff;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.MatrixView;
import io.credence.linalg.Vectors;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * Tape of reverse-mode differentiation over operations on whole matrices. An operation computes at once and leaves its
 * pullback on the tape; {@link #addGradient} goes through these from the last to the first. Products are those of the
 * dense kernel. Unlike formulas of single numbers, which are recorded once and replayed over rows ({@link Graph}), a
 * tape is written anew in each step, with {@link #clear} between. Not thread-safe.
 */
public final class MatrixTape {

    private final DenseKernel kernel;
    private final List<Step> steps = new ArrayList<>();
    private final List<Variable> variables = new ArrayList<>();
    private final List<double[]> lent = new ArrayList<>();
    private final Map<Integer, Deque<double[]>> free = new HashMap<>();

    /**
     * Backward rule of an operation: adds the slopes in its result, times its derivatives, to those of its operands.
     */
    @FunctionalInterface
    public interface Pullback {
        /** Adds to the slopes of the operands for the given slopes in the result. */
        void addOperandSlopes(double[] slopes);
    }

    private record Step(Matrix result, Pullback pullback) {}

    private record Variable(Matrix matrix, int offset) {}

    /** An empty tape that uses the given kernel. */
    public MatrixTape(DenseKernel kernel) {
        this.kernel = kernel;
    }

    /** The kernel used for products. */
    public DenseKernel kernel() {
        return kernel;
    }

    /** Forgets all operations; matrices of the tape may not be used any more. */
    public void clear() {
        steps.clear();
        variables.clear();
        lent.forEach(numbers ->
                free.computeIfAbsent(numbers.length, n -> new ArrayDeque<>()).push(numbers));
        lent.clear();
    }

    /** Workspace of {@code numbers} zeros, valid until the tape is cleared. */
    public double[] zeroWorkspace(int numbers) {
        double[] kept = borrowArray(numbers);
        Arrays.fill(kept, 0);
        return kept;
    }

    private double[] borrowArray(int numbers) {
        Deque<double[]> known = free.get(numbers);
        double[] taken = known == null || known.isEmpty() ? new double[numbers] : known.pop();
        lent.add(taken);
        return taken;
    }

    /** A constant matrix, in which no slope is requested. */
    public Matrix constant(double[] values, int rows, int columns) {
        return new Matrix(rows, columns, values, false);
    }

    /** A matrix of parameters, which begins at number {@code offset} of {@code all}. */
    public Matrix variable(double[] all, int offset, int rows, int columns) {
        double[] values = borrowArray(rows * columns);
        System.arraycopy(all, offset, values, 0, values.length);
        Matrix matrix = new Matrix(rows, columns, values, true);
        variables.add(new Variable(matrix, offset));
        return matrix;
    }

    /** The result of a user-defined operation. */
    public Matrix recordOperation(int rows, int columns, double[] values, Pullback pullback, Matrix... operands) {
        Matrix result =
                new Matrix(rows, columns, values, Arrays.stream(operands).anyMatch(Matrix::isActive));
        if (result.isActive()) {
            steps.add(new Step(result, pullback));
        }
        return result;
    }

    /** Slopes in an operand, to which a pullback adds; those of constants are not used. */
    public double[] slopes(Matrix operand) {
        double[] known = operand.slopes();
        if (known == null) {
            known = zeroWorkspace(operand.rows() * operand.columns());
            operand.setSlopes(known);
        }
        return known;
    }

    /**
     * Adds the gradient of a number in all variables to {@code gradient}, at their offsets.
     *
     * @param number the number, as a 1 × 1 matrix
     */
    public void addGradient(Matrix number, double[] gradient) {
        number.requireShape(1, 1);
        slopes(number)[0] = 1;
        for (int s = steps.size() - 1; s >= 0; s--) {
            double[] slopes = steps.get(s).result.slopes();
            if (slopes != null) {
                steps.get(s).pullback.addOperandSlopes(slopes);
            }
        }
        for (Variable variable : variables) {
            double[] slopes = slopes(variable.matrix);
            for (int j = 0; j < slopes.length; j++) {
                gradient[variable.offset + j] += slopes[j];
            }
        }
    }

    /** Matrix product A B. */
    public Matrix product(Matrix a, Matrix b) {
        b.requireShape(a.columns(), b.columns());
        double[] out = zeroWorkspace(a.rows() * b.columns());
        addProduct(a.panel(), b.values(), b.rows(), b.columns(), out);
        return recordOperation(
                a.rows(),
                b.columns(),
                out,
                slopes -> {
                    MatrixView of = MatrixView.of(slopes, a.rows(), b.columns());
                    if (a.isActive()) {
                        addTransposed(b.values(), b.rows(), b.columns(), of, a);
                    }
                    if (b.isActive()) {
                        kernel.addCrossProduct(
                                slopes,
                                0,
                                a.rows(),
                                b.columns(),
                                a.panel(),
                                MatrixView.of(slopes(b), b.rows(), b.columns()));
                    }
                },
                a,
                b);
    }

    /** Matrix product A Bᵀ. */
    public Matrix productTransposed(Matrix a, Matrix b) {
        b.requireShape(b.rows(), a.columns());
        double[] out = borrowArray(a.rows() * b.rows());
        kernel.multiply(b.values(), 0, b.rows(), b.columns(), a.panel(), MatrixView.of(out, a.rows(), b.rows()));
        return recordOperation(
                a.rows(),
                b.rows(),
                out,
                slopes -> {
                    MatrixView of = MatrixView.of(slopes, a.rows(), b.rows());
                    if (a.isActive()) {
                        addProduct(of, b.values(), b.rows(), b.columns(), slopes(a));
                    }
                    if (b.isActive()) {
                        MatrixView into = MatrixView.of(slopes(b), b.rows(), b.columns());
                        kernel.addCrossProduct(a.values(), 0, a.rows(), a.columns(), of, into);
                    }
                },
                a,
                b);
    }

    private void addProduct(MatrixView a, double[] b, int rows, int columns, double[] into) {
        kernel.addWeightedRows(b, 0, rows, columns, a, MatrixView.of(into, a.rows(), columns));
    }

    /** Adds A Bᵀ to the slopes of a matrix. */
    private void addTransposed(double[] b, int rows, int columns, MatrixView a, Matrix into) {
        double[] known = into.slopes();
        double[] product = borrowArray(a.rows() * rows);
        kernel.multiply(b, 0, rows, columns, a, MatrixView.of(product, a.rows(), rows));
        if (known == null) {
            into.setSlopes(product);
        } else {
            Vectors.addScaled(known, 1, product);
        }
    }

    /** Linear combination A + c B. */
    public Matrix linearCombination(Matrix a, double c, Matrix b) {
        b.requireShape(a.rows(), a.columns());
        double[] out = borrowArray(a.values().length);
        for (int i = 0; i < out.length; i++) {
            out[i] = a.values()[i] + c * b.values()[i];
        }
        return recordOperation(
                a.rows(),
                a.columns(),
                out,
                slopes -> {
                    if (a.isActive()) {
                        Vectors.addScaled(slopes(a), 1, slopes);
                    }
                    if (b.isActive()) {
                        Vectors.addScaled(slopes(b), c, slopes);
                    }
                },
                a,
                b);
    }

    /** Entry-wise product A ∘ B. */
    public Matrix times(Matrix a, Matrix b) {
        b.requireShape(a.rows(), a.columns());
        double[] out = borrowArray(a.values().length);
        for (int i = 0; i < out.length; i++) {
            out[i] = a.values()[i] * b.values()[i];
        }
        return recordOperation(
                a.rows(),
                a.columns(),
                out,
                slopes -> {
                    if (a.isActive()) {
                        addEntrywiseProduct(slopes, b.values(), slopes(a));
                    }
                    if (b.isActive()) {
                        addEntrywiseProduct(slopes, a.values(), slopes(b));
                    }
                },
                a,
                b);
    }

    private static void addEntrywiseProduct(double[] x, double[] y, double[] into) {
        for (int i = 0; i < into.length; i++) {
            into[i] += x[i] * y[i];
        }
    }

    /**
     * Result of a function applied to each entry.
     *
     * @param slope derivative of the function, from its argument and its value
     */
    public Matrix map(Matrix a, DoubleUnaryOperator function, DoubleBinaryOperator slope) {
        double[] out = borrowArray(a.values().length);
        for (int i = 0; i < out.length; i++) {
            out[i] = function.applyAsDouble(a.values()[i]);
        }
        return recordEntrywise(a, out, slope);
    }

    private Matrix recordEntrywise(Matrix a, double[] out, DoubleBinaryOperator slope) {
        return recordOperation(
                a.rows(),
                a.columns(),
                out,
                slopes -> {
                    double[] into = slopes(a);
                    for (int i = 0; i < into.length; i++) {
                        into[i] += slopes[i] * slope.applyAsDouble(a.values()[i], out[i]);
                    }
                },
                a);
    }

    /** Exponential of each entry. */
    public Matrix exp(Matrix a) {
        double[] out = borrowArray(a.values().length);
        kernel.exp(a.values(), 0, out.length, out);
        return recordEntrywise(a, out, (x, y) -> y);
    }

    /** Rectifier max(0, x) of each entry. */
    public Matrix relu(Matrix a) {
        return map(a, x -> Math.max(0, x), (x, y) -> x > 0 ? 1 : 0);
    }

    /** Square of each entry. */
    public Matrix square(Matrix a) {
        return map(a, x -> x * x, (x, y) -> 2 * x);
    }

    /** Linear function c x + shift of each entry. */
    public Matrix linear(Matrix a, double c, double shift) {
        return map(a, x -> c * x + shift, (x, y) -> c);
    }
}
