package io.credence.autodiff;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Computational graph: operations in the order in which they are executed, each at most once. Those of derivatives come
 * after the recorded ones. Constants are folded.
 */
final class Graph {

    /** Kind of a node that is an input; its first argument a is the input's index. */
    static final int INPUT = -1;
    /**
     * Kind of a node whose number is a constant that differs from row to row; its first argument a is the constant's
     * index.
     */
    static final int ROW = -2;
    /** Kind of a node whose number is the same for all rows. */
    static final int NUMBER = -3;

    /** Dependence of a node on the row, the draw or both; 0 for neither. */
    static final int BY_ROW = 1;

    static final int BY_DRAW = 2;
    static final int BY_BOTH = 3;

    private record Key(int kind, int a, int b, int c, long number) {}

    private final Map<Key, Integer> known = new HashMap<>();
    private int size;
    private int[] kind = new int[64];
    private int[] a = new int[64];
    private int[] b = new int[64];
    private int[] c = new int[64];
    private double[] number = new double[64];
    private byte[] level = new byte[64];

    int size() {
        return size;
    }

    /** Kind of a node: the ordinal of an operation, or one of the three other kinds. */
    int kind(int node) {
        return kind[node];
    }

    int firstArgument(int node) {
        return a[node];
    }

    int secondArgument(int node) {
        return b[node];
    }

    /** Third argument, of operations of three numbers; else the second. */
    int thirdArgument(int node) {
        return c[node];
    }

    double constantValue(int node) {
        return number[node];
    }

    int dependence(int node) {
        return level[node];
    }

    /** Adds an input, which depends on the draw, and on the row as well if {@code byRow}. */
    int addInput(int index, boolean byRow) {
        return add(INPUT, index, 0, 0, 0, byRow ? BY_BOTH : BY_DRAW);
    }

    int addRowConstant(int index) {
        return add(ROW, index, 0, 0, 0, BY_ROW);
    }

    int addConstant(double value) {
        return add(NUMBER, 0, 0, 0, value, 0);
    }

    int addOperation(Operation operation, int x) {
        boolean undone = operation == Operation.LOG && kind[x] == Operation.EXP.ordinal();
        return operation == Operation.SAME ? x : undone ? a[x] : addOperation(operation, x, x);
    }

    int addOperation(Operation operation, int x, int y) {
        if (kind[x] == NUMBER && kind[y] == NUMBER) {
            return addConstant(operation.of(number[x], number[y]));
        }
        if (kind[y] == NUMBER && !operation.isUnary()) {
            int simpler = addSimplified(operation, x, number[y]);
            if (simpler >= 0) {
                return simpler;
            }
        }
        if ((operation == Operation.ADD || operation == Operation.MULTIPLY) && kind[x] == NUMBER) {
            return addOperation(operation, y, x);
        }
        int second = operation.isUnary() ? x : y;
        return add(operation.ordinal(), x, second, second, 0, level[x] | level[y]);
    }

    int addOperation(Operation operation, int x, int y, int z) {
        if (kind[x] == NUMBER && kind[y] == NUMBER && kind[z] == NUMBER) {
            return addConstant(operation.of(number[x], number[y], number[z]));
        }
        return add(operation.ordinal(), x, y, z, 0, level[x] | level[y] | level[z]);
    }

    /**
     * Adds a simpler node with the same result; −1 if none is known. The result is identical to the bit, or to rounding
     * where it is a power.
     */
    private int addSimplified(Operation operation, int x, double y) {
        return switch (operation) {
            case ADD, SUBTRACT -> y == 0 ? x : -1;
            case MULTIPLY, DIVIDE -> y == 1 ? x : y == -1 ? addOperation(Operation.NEGATE, x) : -1;
            case POWER -> addSimplifiedPower(x, y);
            default -> -1;
        };
    }

    private int addSimplifiedPower(int x, double y) {
        if (y == 0) {
            return addConstant(1);
        }
        if (y == 1) {
            return x;
        }
        return y == 2 ? addOperation(Operation.SQUARE, x) : y == -1 ? addOperation(Operation.RECIPROCAL, x) : -1;
    }

    private int add(int newKind, int newA, int newB, int newC, double value, int newLevel) {
        Key key = new Key(newKind, newA, newB, newC, Double.doubleToRawLongBits(value));
        Integer before = known.putIfAbsent(key, size);
        if (before != null) {
            return before;
        }
        if (size == kind.length) {
            kind = Arrays.copyOf(kind, 2 * size);
            a = Arrays.copyOf(a, 2 * size);
            b = Arrays.copyOf(b, 2 * size);
            c = Arrays.copyOf(c, 2 * size);
            number = Arrays.copyOf(number, 2 * size);
            level = Arrays.copyOf(level, 2 * size);
        }
        kind[size] = newKind;
        a[size] = newA;
        b[size] = newB;
        c[size] = newC;
        number[size] = value;
        level[size] = (byte) newLevel;
        return size++;
    }

    /**
     * Adds the operations of a recorded path.
     *
     * @param inputs nodes of the path's inputs, as far as they are read
     * @return node of the path's result
     */
    int add(RecordedPath schedule, int[] inputs) {
        int[] nodes = Arrays.copyOf(inputs, schedule.inputCount() + schedule.steps().length);
        int at = schedule.inputCount();
        for (Step step : schedule.steps()) {
            int constant =
                    !step.hasConstant() ? 0 : step.varies ? addRowConstant(step.constants) : addConstant(step.constant);
            int left = step.a == Step.CONSTANT ? constant : nodes[step.a];
            int right = step.b == Step.CONSTANT ? constant : nodes[step.b];
            nodes[at++] = step.operation.isUnary()
                    ? addOperation(step.operation, left)
                    : step.operation.isTernary()
                            ? addOperation(step.operation, left, right, nodes[step.c])
                            : addOperation(step.operation, left, right);
        }
        return nodes[schedule.resultSlot()];
    }
}
