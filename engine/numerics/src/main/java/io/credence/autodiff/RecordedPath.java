package io.credence.autodiff;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * One execution path through a function: its operations in order. Slots 0, 1, … are the varying inputs and then the
 * shared ones in the order in which they are read; after slots for all inputs follow the results of the steps. Its
 * compiled programs are kept, for any thread.
 */
final class RecordedPath {

    private final int varying;
    private final int inputs;
    private final Step[] steps;
    private final int output;
    private final Step[] constants;
    private final int[] read;
    private final boolean[] changing;
    private final Map<DerivativeOrder, Program> programs = new EnumMap<>(DerivativeOrder.class);
    private int varied = -1;

    private RecordedPath(int varying, int inputs, Step[] steps, int output, int[] read) {
        this.varying = varying;
        this.inputs = inputs;
        this.steps = steps;
        this.output = output;
        this.constants = Arrays.stream(steps).filter(Step::hasConstant).toArray(Step[]::new);
        this.read = read;
        this.changing = new boolean[read.length];
    }

    /**
     * The path that ends with the given step and returns the given slot.
     *
     * @param inputs number of inputs, of which the first are varying
     * @param read indices of the shared inputs that the first recording read
     */
    static RecordedPath of(int varying, int inputs, Step last, int output, int[] read) {
        Step[] steps = new Step[last.result.slot() + 1 - inputs];
        Step step = last;
        for (int k = steps.length - 1; k >= 0; k--) {
            steps[k] = step;
            step = Objects.requireNonNull(step.before);
        }
        return new RecordedPath(varying, inputs, steps, output, read);
    }

    /** Number of inputs, read or not. */
    int inputCount() {
        return inputs;
    }

    /** Number of shared inputs that are read. */
    int sharedInputCount() {
        return read.length;
    }

    /** Index of the shared input that the first recording read as number {@code k}. */
    int sharedInput(int k) {
        return read[k];
    }

    /** Whether a later recording read another shared input in its place. */
    boolean isSharedInputChanging(int k) {
        return changing[k];
    }

    /** Records which shared inputs another recording read. */
    void noteSharedInputs(int[] others) {
        for (int k = 0; k < read.length; k++) {
            changing[k] |= others[k] != read[k];
        }
    }

    /** Operations of the path. */
    Step[] steps() {
        return steps;
    }

    /** Slot of the result. */
    int resultSlot() {
        return output;
    }

    /** Steps that have a constant, in their order. */
    Step[] constantSteps() {
        return constants;
    }

    /**
     * The program for some derivatives. It is compiled if there is none, or if a constant or an input was found to
     * change since.
     */
    synchronized Program program(DerivativeOrder derivatives) {
        int vary = (int) Arrays.stream(constants).filter(step -> step.varies).count();
        for (boolean changed : changing) {
            vary += changed ? 1 : 0;
        }
        if (varied != vary) {
            varied = vary;
            programs.clear();
        }
        return programs.computeIfAbsent(derivatives, this::compile);
    }

    private Program compile(DerivativeOrder derivatives) {
        Graph graph = new Graph();
        boolean[] changed = changing.clone();
        int[] nodes = new int[varying + read.length];
        Arrays.setAll(nodes, j -> graph.addInput(j, j < varying || changed[j - varying]));
        int value = graph.add(this, nodes);
        int[] outputs = derivatives.addOutputs(graph, value, nodes);
        SlotAssignment placement = new SlotAssignment(graph, outputs, nodes.length, constants.length);
        return new Program(placement, graph, outputs, value + 1, varying, read, changed);
    }
}
