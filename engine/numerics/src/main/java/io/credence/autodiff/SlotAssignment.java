package io.credence.autodiff;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Assignment of the nodes of a graph to slots that hold their values. Registers are reused once their value has been
 * read for the last time.
 */
final class SlotAssignment {

    private static final int NOWHERE = -1;

    private final Graph graph;
    private final int[] outputs;
    private final int[] slot;
    private final int[] lastUse;
    private final int[] inputs;
    private final int[] constants;
    private final List<Double> numbers = new ArrayList<>();
    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private int scalars;
    private int rowColumns;
    private int registers;

    /**
     * Assigns slots to all nodes but the results of operations that depend on both row and draw. These get theirs as
     * they are compiled.
     *
     * @param outputs nodes that are requested
     * @param inputs number of inputs
     * @param constants number of constants
     */
    SlotAssignment(Graph graph, int[] outputs, int inputs, int constants) {
        this.graph = graph;
        this.outputs = outputs;
        this.slot = new int[graph.size()];
        this.lastUse = new int[graph.size()];
        this.inputs = new int[inputs];
        this.constants = new int[constants];
        Arrays.fill(slot, NOWHERE);
        Arrays.fill(lastUse, NOWHERE);
        Arrays.fill(this.inputs, NOWHERE);
        Arrays.fill(this.constants, NOWHERE);
        findLastUses();
        for (int node = 0; node < slot.length; node++) {
            if (isNeeded(node)) {
                assignUncomputed(node);
            }
        }
    }

    private void findLastUses() {
        for (int output : outputs) {
            lastUse[output] = Math.max(lastUse[output], output);
        }
        for (int node = slot.length - 1; node >= 0; node--) {
            if (isNeeded(node) && graph.kind(node) >= 0) {
                lastUse[graph.firstArgument(node)] = Math.max(lastUse[graph.firstArgument(node)], node);
                lastUse[graph.secondArgument(node)] = Math.max(lastUse[graph.secondArgument(node)], node);
                lastUse[graph.thirdArgument(node)] = Math.max(lastUse[graph.thirdArgument(node)], node);
            }
        }
    }

    private void assignUncomputed(int node) {
        int kind = graph.kind(node);
        switch (graph.dependence(node)) {
            case Graph.BY_BOTH -> {
                if (kind == Graph.INPUT) {
                    slot[node] = registers++ << 2 | Program.REGISTER;
                    inputs[graph.firstArgument(node)] = slot[node];
                }
            }
            case Graph.BY_ROW -> {
                slot[node] = rowColumns++ << 2 | Program.ROWS;
                if (kind == Graph.ROW) {
                    constants[graph.firstArgument(node)] = slot[node];
                }
            }
            default -> {
                slot[node] = scalars++ << 2 | Program.SCALAR;
                numbers.add(graph.constantValue(node));
                if (kind == Graph.INPUT) {
                    inputs[graph.firstArgument(node)] = slot[node];
                }
            }
        }
    }

    boolean isNeeded(int node) {
        return lastUse[node] != NOWHERE;
    }

    int slot(int node) {
        return slot[node];
    }

    /** Assigns a slot to the result of an operation; never that of one of its arguments. */
    int assignResult(int node) {
        if (slot[node] == NOWHERE) {
            int register = free.isEmpty() ? registers++ : free.pop();
            slot[node] = register << 2 | Program.REGISTER;
        }
        return slot[node];
    }

    /** Frees the registers that are not read any more after this node. */
    void release(int node) {
        if (graph.kind(node) >= 0) {
            releaseAfterLastUse(graph.firstArgument(node), node);
            if (graph.secondArgument(node) != graph.firstArgument(node)) {
                releaseAfterLastUse(graph.secondArgument(node), node);
            }
            if (graph.thirdArgument(node) != graph.secondArgument(node)
                    && graph.thirdArgument(node) != graph.firstArgument(node)) {
                releaseAfterLastUse(graph.thirdArgument(node), node);
            }
        }
        releaseAfterLastUse(node, node);
    }

    private void releaseAfterLastUse(int node, int reader) {
        if (lastUse[node] == reader && (slot[node] & 3) == Program.REGISTER) {
            free.push(slot[node] >> 2);
        }
    }

    double[] scalarValues() {
        return numbers.stream().mapToDouble(Double::doubleValue).toArray();
    }

    int rowColumnCount() {
        return rowColumns;
    }

    int registerCount() {
        return registers;
    }

    int[] inputSlots() {
        return inputs;
    }

    int[] constantSlots() {
        return constants;
    }
}
