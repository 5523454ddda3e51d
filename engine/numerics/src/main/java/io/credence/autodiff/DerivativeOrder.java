package io.credence.autodiff;

/**
 * Order up to which derivatives of a function are requested. Second derivatives are a square matrix, row-major, after
 * value and slopes.
 */
public enum DerivativeOrder {
    /** Value alone. */
    NONE,
    /** Value and the derivative in each input. */
    FIRST,
    /** Value, first and second derivatives. */
    SECOND;

    /** Number of outputs for a function of {@code inputs} numbers. */
    public int outputCount(int inputs) {
        return switch (this) {
            case NONE -> 1;
            case FIRST -> 1 + inputs;
            case SECOND -> 1 + inputs + inputs * inputs;
        };
    }

    /** Adds the nodes of the derivatives to the graph, and returns the nodes of all outputs. */
    int[] addOutputs(Graph graph, int value, int[] inputs) {
        int[] nodes = new int[outputCount(inputs.length)];
        nodes[0] = value;
        if (this == NONE) {
            return nodes;
        }
        int[] slopes = ReverseMode.gradient(graph, value, inputs);
        System.arraycopy(slopes, 0, nodes, 1, slopes.length);
        for (int j = 0; this == SECOND && j < slopes.length; j++) {
            int[] second = ReverseMode.gradient(graph, slopes[j], inputs);
            for (int k = 0; k <= j; k++) {
                nodes[1 + inputs.length + j * inputs.length + k] = second[k];
                nodes[1 + inputs.length + k * inputs.length + j] = second[k];
            }
        }
        return nodes;
    }
}
