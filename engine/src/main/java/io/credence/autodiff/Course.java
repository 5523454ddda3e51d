package io.credence.autodiff;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * One way through a function: its operations in order. Slots 0, 1, … are the inputs, then the results of the steps. Its programs
 * are kept, for any thread.
 */
final class Course {

    private final int inputs;
    private final Step[] steps;
    private final int output;
    private final Step[] constants;
    private final Map<Derivatives, Program> programs = new EnumMap<>(Derivatives.class);
    private int varied = -1;

    private Course(int inputs, Step[] steps, int output) {
        this.inputs = inputs;
        this.steps = steps;
        this.output = output;
        this.constants = Arrays.stream(steps).filter(Step::hasConstant).toArray(Step[]::new);
    }

    /** The course that ends with that step and returns that slot. */
    static Course of(int inputs, Step last, int output) {
        Step[] steps = new Step[last.result.slot() + 1 - inputs];
        Step step = last;
        for (int k = steps.length - 1; k >= 0; k--) {
            steps[k] = step;
            step = Objects.requireNonNull(step.before);
        }
        return new Course(inputs, steps, output);
    }

    /** Number of inputs. */
    int inputs() {
        return inputs;
    }

    /** The operations. */
    Step[] steps() {
        return steps;
    }

    /** Slot of the result. */
    int output() {
        return output;
    }

    /** The steps that have a constant, in their order. */
    Step[] constants() {
        return constants;
    }

    /**
     * The program for some derivatives, made where there is none, or where a constant was found to vary since.
     *
     * @param varying number of inputs that vary by row
     */
    synchronized Program program(Derivatives derivatives, int varying) {
        int vary = (int) Arrays.stream(constants).filter(step -> step.varies).count();
        if (varied != vary) {
            varied = vary;
            programs.clear();
        }
        return programs.computeIfAbsent(derivatives, asked -> compile(asked, varying));
    }

    private Program compile(Derivatives derivatives, int varying) {
        Graph graph = new Graph();
        int[] nodes = new int[inputs];
        Arrays.setAll(nodes, j -> graph.input(j, j < varying));
        int value = graph.add(this, nodes);
        int[] outputs = derivatives.of(graph, value, nodes);
        Placement placement = new Placement(graph, outputs, inputs, constants.length);
        return new Program(placement, graph, outputs, value + 1);
    }
}
