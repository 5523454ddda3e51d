package io.credence.autodiff;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One operation of a recording, linked to the operation before it. Recordings that begin alike share their first steps,
 * so steps form a tree; each way from its root is a path that the function took.
 */
final class Step {

    /** Slot number that marks the constant of this step. */
    static final int CONSTANT = -1;

    final Operation operation;
    final int a;
    final int b;
    /** Third argument, of operations of three numbers; else that of {@link #b}. */
    final int c;

    final @Nullable Step before;
    /** Number of constants in the steps before. */
    final int constants;

    final RecordingNumber result;
    /** Constant of the step in the first recording. */
    final double constant;
    /** Whether a later recording had another constant here. */
    boolean varies;

    private @Nullable Step first;
    private @Nullable Step next;
    private final List<RecordedPath> courses = new ArrayList<>(0);

    Step(Operation operation, int a, int b, int c, @Nullable Step before, double constant, RecordingNumber result) {
        this.operation = operation;
        this.a = a;
        this.b = b;
        this.c = c;
        this.before = before;
        this.constants = before == null ? 0 : before.constants + (before.hasConstant() ? 1 : 0);
        this.constant = constant;
        this.result = result;
    }

    boolean hasConstant() {
        return a == CONSTANT || b == CONSTANT;
    }

    /** The next step with the given operation and arguments, if one was recorded. */
    @Nullable
    Step findNext(Operation required, int left, int right, int third) {
        for (Step step = first; step != null; step = step.next) {
            if (step.operation == required && step.a == left && step.b == right && step.c == third) {
                return step;
            }
        }
        return null;
    }

    void add(Step step) {
        step.next = first;
        first = step;
    }

    /** The path that ends here with the result in the given slot, if one was recorded. */
    @Nullable
    RecordedPath findPath(int slot) {
        for (RecordedPath schedule : courses) {
            if (schedule.resultSlot() == slot) {
                return schedule;
            }
        }
        return null;
    }

    void add(RecordedPath schedule) {
        courses.add(schedule);
    }
}
