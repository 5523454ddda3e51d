package io.credence.autodiff;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Compiled graph: its nodes as instructions. Those that depend on the draw alone are executed once per draw, on
 * scalars; those that depend on the row alone once per row; only the others for every row and draw, column by column.
 */
final class Program {

    /** Kind of storage of an argument, in the two lowest bits of its slot. The other bits number it. */
    static final int SCALAR = 0;

    static final int ROWS = 1;
    static final int REGISTER = 2;

    private final InstructionList draws = new InstructionList();
    private final InstructionList rows = new InstructionList();
    private final InstructionList both = new InstructionList();
    private final double[] scalars;
    private final int[] inputs;
    private final int varying;
    private final int[] read;
    private final boolean[] changing;
    private final int[] constants;
    private final int rowColumns;
    private final int registers;
    private final int[] outputs;
    private int endOfValue;

    /**
     * Compiles the needed nodes of a graph, in order.
     *
     * @param outputs requested nodes
     * @param behindValue first node after the node of the value
     * @param varying number of inputs that vary by row
     * @param read indices of the shared inputs that follow the varying ones
     * @param changing for each of these, whether other rows read another input in its place
     */
    Program(
            SlotAssignment placement,
            Graph graph,
            int[] outputs,
            int behindValue,
            int varying,
            int[] read,
            boolean[] changing) {
        this.varying = varying;
        this.read = read;
        this.changing = changing;
        this.inputs = placement.inputSlots();
        this.constants = placement.constantSlots();
        this.scalars = placement.scalarValues();
        this.rowColumns = placement.rowColumnCount();
        this.outputs = Arrays.stream(outputs).map(placement::slot).toArray();
        for (int node = 0; node < graph.size(); node++) {
            if (placement.isNeeded(node)) {
                addInstruction(placement, graph, outputs, node);
            }
            if (node < behindValue) {
                endOfValue = both.size();
            }
        }
        this.registers = placement.registerCount();
    }

    private void addInstruction(SlotAssignment placement, Graph graph, int[] requested, int node) {
        if (graph.kind(node) >= 0) {
            InstructionList code = graph.dependence(node) == Graph.BY_BOTH
                    ? both
                    : graph.dependence(node) == Graph.BY_ROW ? rows : draws;
            int a = placement.slot(graph.firstArgument(node));
            int b = placement.slot(graph.secondArgument(node));
            int c = placement.slot(graph.thirdArgument(node));
            code.add(graph.kind(node), placement.assignResult(node), a, b, c);
        }
        for (int k = 0; k < requested.length; k++) {
            if (requested[k] == node && graph.dependence(node) == Graph.BY_BOTH) {
                both.add(InstructionList.STORE, k, placement.slot(node), 0, 0);
            }
        }
        placement.release(node);
    }

    /** Number of instructions that {@link #run} executes. */
    int size() {
        return both.size();
    }

    /** Number of registers that {@link #run} needs. */
    int registerCount() {
        return registers;
    }

    /** Index of the instruction after those of the value. */
    int valueEnd() {
        return endOfValue;
    }

    /** Values that depend on the draw alone, from the inputs that all rows share. */
    double[] computeDrawValues(double[] shared) {
        double[] values = scalars.clone();
        for (int k = 0; k < read.length; k++) {
            int slot = inputs[varying + k];
            if (slot >= 0 && !changing[k]) {
                values[slot >> 2] = shared[read[k]];
            }
        }
        for (int k = 0; k < draws.size(); k++) {
            Operation operation = Operation.of(draws.operation(k));
            values[draws.resultSlot(k) >> 2] = operation.of(
                    values[draws.firstSlot(k) >> 2], values[draws.secondSlot(k) >> 2], values[draws.thirdSlot(k) >> 2]);
        }
        return values;
    }

    /**
     * Columns that depend on the row alone.
     *
     * @param recorded gives the column of a constant over all rows
     */
    double[][] computeRowColumns(IntFunction<double[]> recorded, int count) {
        double[][] columns = new double[rowColumns][];
        for (int k = 0; k < constants.length; k++) {
            if (constants[k] >= 0) {
                columns[constants[k] >> 2] = recorded.apply(k);
            }
        }
        for (int k = 0; k < rows.size(); k++) {
            int result = rows.resultSlot(k) >> 2;
            columns[result] = new double[count];
            run(rows, k, columns[result], scalars, columns, columns, count);
        }
        return columns;
    }

    /**
     * Executes instructions that depend on both row and draw, from one to another.
     *
     * @param to takes the results
     */
    void run(int from, int end, double[] values, double[][] columns, double[][] lanes, int count, ResultReceiver to) {
        for (int k = from; k < end; k++) {
            if (both.operation(k) == InstructionList.STORE) {
                to.store(both.resultSlot(k), lanes[both.firstSlot(k) >> 2], count);
            } else {
                run(both, k, lanes[both.resultSlot(k) >> 2], values, columns, lanes, count);
            }
        }
    }

    private static void run(
            InstructionList code,
            int k,
            double[] out,
            double[] values,
            double[][] columns,
            double[][] lanes,
            int count) {
        int a = code.firstSlot(k);
        int b = code.secondSlot(k);
        Operation operation = Operation.of(code.operation(k));
        if (operation.isTernary()) {
            int c = code.thirdSlot(k);
            ColumnOperations.apply(
                    operation,
                    filledColumn(a, values, columns, lanes, count),
                    filledColumn(b, values, columns, lanes, count),
                    filledColumn(c, values, columns, lanes, count),
                    out,
                    count);
        } else if ((a & 3) == SCALAR) {
            ColumnOperations.apply(operation, values[a >> 2], slotColumn(b, columns, lanes), out, count);
        } else if ((b & 3) == SCALAR) {
            ColumnOperations.apply(operation, slotColumn(a, columns, lanes), values[b >> 2], out, count);
        } else {
            ColumnOperations.apply(operation, slotColumn(a, columns, lanes), slotColumn(b, columns, lanes), out, count);
        }
    }

    /** Column of a slot; of a scalar, one filled with it. Operations of three numbers cost far more than that. */
    private static double[] filledColumn(int slot, double[] values, double[][] columns, double[][] lanes, int count) {
        if ((slot & 3) != SCALAR) {
            return slotColumn(slot, columns, lanes);
        }
        double[] filled = new double[count];
        Arrays.fill(filled, values[slot >> 2]);
        return filled;
    }

    private static double[] slotColumn(int slot, double[][] columns, double[][] lanes) {
        return (slot & 3) == ROWS ? columns[slot >> 2] : lanes[slot >> 2];
    }

    /** Number of inputs that are read. */
    int inputCount() {
        return inputs.length;
    }

    /**
     * Whether rows may have different numbers for an input. Either the input varies, or other rows read another shared
     * input in its place.
     */
    boolean inputVariesByRow(int input) {
        return input < varying || changing[input - varying];
    }

    /** Register of an input that differs by row; negative if it is not needed. */
    int inputRegister(int input) {
        return inputs[input] < 0 ? -1 : inputs[input] >> 2;
    }

    /** Hands out the results that do not depend on both row and draw. */
    void storeConstantOutputs(double[] values, double[][] columns, double[] filled, int count, ResultReceiver to) {
        for (int k = 0; k < outputs.length; k++) {
            int slot = outputs[k];
            if ((slot & 3) == ROWS) {
                to.store(k, columns[slot >> 2], count);
            } else if ((slot & 3) == SCALAR) {
                Arrays.fill(filled, 0, count, values[slot >> 2]);
                to.store(k, filled, count);
            }
        }
    }

    /** Receiver of results. */
    interface ResultReceiver {
        /** Takes the first {@code count} numbers of a column as output {@code k}. */
        void store(int k, double[] column, int count);
    }

    /** Sequence of instructions: operation, slot of the result, slots of the arguments. */
    static final class InstructionList {

        /** Code in place of an operation for an instruction that hands out a result. */
        static final int STORE = -1;

        private static final int WORDS = 5;

        private int size;
        private int[] words = new int[16 * WORDS];

        int size() {
            return size;
        }

        void add(int operation, int result, int a, int b, int c) {
            int at = WORDS * size++;
            if (at == words.length) {
                words = Arrays.copyOf(words, 2 * at);
            }
            words[at] = operation;
            words[at + 1] = result;
            words[at + 2] = a;
            words[at + 3] = b;
            words[at + 4] = c;
        }

        int operation(int k) {
            return words[WORDS * k];
        }

        int resultSlot(int k) {
            return words[WORDS * k + 1];
        }

        int firstSlot(int k) {
            return words[WORDS * k + 2];
        }

        int secondSlot(int k) {
            return words[WORDS * k + 3];
        }

        int thirdSlot(int k) {
            return words[WORDS * k + 4];
        }
    }
}
