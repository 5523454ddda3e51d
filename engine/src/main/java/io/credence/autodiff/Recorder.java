package io.credence.autodiff;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Records a function by letting it work on numbers that note what is done with them. A recording that goes the way of an earlier
 * one makes no object. Constants, which may differ from recording to recording, are noted beside. For one thread.
 */
final class Recorder {

    private final Recorded[] inputs;
    private final int mostSteps;
    private final int mostCourses;
    private final RecordedField field = new RecordedField(this);
    private final Step root;
    private Step last;
    private double[] constants = new double[16];
    private int steps;
    private int courses;
    private @Nullable String asked;

    Recorder(int inputs, int mostSteps, int mostCourses) {
        this.inputs = new Recorded[inputs];
        Arrays.setAll(this.inputs, j -> Recorded.variable(this, j));
        this.mostSteps = mostSteps;
        this.mostCourses = mostCourses;
        this.root = new Step(Operation.SAME, 0, 0, null, 0, Recorded.variable(this, inputs - 1));
        this.last = root;
    }

    /** The arguments of the function: a new array of the same numbers. */
    Recorded[] inputs() {
        return inputs.clone();
    }

    RecordedField field() {
        return field;
    }

    /** Begins a recording. */
    void begin() {
        last = root;
        asked = null;
    }

    /** Ends a recording; the constants of this one are in {@link #constants}. */
    Course end(Recorded result) {
        Recorded output = result.isConstant() ? next(Operation.SAME, Step.CONSTANT, 0, result.constant()) : result;
        if (asked != null) {
            throw new ValueAsked(asked);
        }
        own(output);
        Course course = last.course(output.slot());
        if (course == null) {
            if (++courses > mostCourses) {
                throw new ValueAsked("it takes more than " + mostCourses + " courses, depending on the row");
            }
            course = Course.of(inputs.length, last, output.slot());
            last.add(course);
        }
        return course;
    }

    /** Constants of the last recording, in their order. */
    double[] constants() {
        return constants;
    }

    /** Notes that the function does what cannot be recorded; it is refused even if it catches what is thrown. */
    ValueAsked refuse(String what) {
        asked = what;
        return new ValueAsked(what);
    }

    Recorded next(Operation operation, int a, int b, double constant) {
        Step step = last.after(operation, a, b);
        if (step == null) {
            step = add(operation, a, b, constant);
        }
        if (step.hasConstant()) {
            int at = step.constants;
            if (at == constants.length) {
                constants = Arrays.copyOf(constants, 2 * at);
            }
            constants[at] = constant;
            step.varies |= Double.doubleToRawLongBits(constant) != Double.doubleToRawLongBits(step.constant);
        }
        last = step;
        return step.result;
    }

    private Step add(Operation operation, int a, int b, double constant) {
        if (++steps > mostSteps) {
            throw refuse("it takes more than " + mostSteps + " operations");
        }
        Recorded result = Recorded.variable(this, last.result.slot() + 1);
        Step step = new Step(operation, a, b, last, constant, result);
        last.add(step);
        return step;
    }

    /** Refuses numbers of other recorders and of other recordings. */
    void own(Recorded number) {
        if (number.recorder() != this || number.slot() > last.result.slot()) {
            throw refuse("it keeps numbers from one call to the next");
        }
    }
}
