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
     * Assigns slots to all nodes but the results of operations that depend on both row and draw, which get theirs as
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
                assignFixed(node);
            }
        }
    }

    private void findLastUses() {
        for (int output : outputs) {
            lastUse[output] = Math.max(lastUse[output], output);
        }
        for (int node = slot.length - 1; node >= 0; node--) {
            if (isNeeded(node) && graph.kind(node) >= 0) {
                lastUse[graph.a(node)] = Math.max(lastUse[graph.a(node)], node);
                lastUse[graph.b(node)] = Math.max(lastUse[graph.b(node)], node);
            }
        }
    }

    private void assignFixed(int node) {
        int kind = graph.kind(node);
        switch (graph.level(node)) {
            case Graph.BY_BOTH -> {
                if (kind == Graph.INPUT) {
                    slot[node] = registers++ << 2 | Program.REGISTER;
                    inputs[graph.a(node)] = slot[node];
                }
            }
            case Graph.BY_ROW -> {
                slot[node] = rowColumns++ << 2 | Program.ROWS;
                if (kind == Graph.ROW) {
                    constants[graph.a(node)] = slot[node];
                }
            }
            default -> {
                slot[node] = scalars++ << 2 | Program.SCALAR;
                numbers.add(graph.number(node));
                if (kind == Graph.INPUT) {
                    inputs[graph.a(node)] = slot[node];
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

    /** Slot of the result of an operation; never that of one of its arguments. */
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
            free(graph.a(node), node);
            if (graph.b(node) != graph.a(node)) {
                free(graph.b(node), node);
            }
        }
        free(node, node);
    }

    private void free(int node, int reader) {
        if (lastUse[node] == reader && (slot[node] & 3) == Program.REGISTER) {
            free.push(slot[node] >> 2);
        }
    }

    double[] scalars() {
        return numbers.stream().mapToDouble(Double::doubleValue).toArray();
    }

    int rowColumns() {
        return rowColumns;
    }

    int registers() {
        return registers;
    }

    int[] inputs() {
        return inputs;
    }

    int[] constants() {
        return constants;
    }
}
