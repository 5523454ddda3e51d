package io.credence.autodiff;

import java.util.Arrays;
import org.hipparchus.Field;
import org.jspecify.annotations.Nullable;

/**
 * Records a function by running it on numbers that note the operations applied to them. A recording along an earlier
 * path makes no object. Constants, and which of the shared inputs are read, such as the effect of a row's own level,
 * may differ between recordings and are noted separately. For one thread.
 */
final class Recorder {

    private final RecordingNumber[] inputs;
    private final int varying;
    private final int mostSteps;
    private final int mostCourses;
    private final RecordedField field = new RecordedField(this);
    private final Step root;
    private Step last;
    private double[] constants = new double[16];
    /**
     * Shared inputs in the order in which this recording first read them. The next field is the position of each in
     * that order, −1 for none.
     */
    private final int[] read;

    private final int[] slotOf;
    private int reads;
    private int steps;
    private int courses;
    private @Nullable String requested;

    /**
     * A recorder of functions of {@code varying} inputs followed by {@code shared} ones, which paths do not
     * distinguish.
     */
    Recorder(int varying, int shared, int mostSteps, int mostCourses) {
        this.inputs = new RecordingNumber[varying + shared];
        Arrays.setAll(this.inputs, j -> RecordingNumber.variable(this, j));
        this.varying = varying;
        this.read = new int[shared];
        this.slotOf = new int[shared];
        Arrays.fill(slotOf, -1);
        this.mostSteps = mostSteps;
        this.mostCourses = mostCourses;
        this.root = new Step(Operation.SAME, 0, 0, 0, null, 0, RecordingNumber.variable(this, varying + shared - 1));
        this.last = root;
    }

    /** Arguments of the function: a new array of the same numbers. */
    RecordingNumber[] inputs() {
        return inputs.clone();
    }

    RecordedField field() {
        return field;
    }

    /** Begins a recording. */
    void begin() {
        last = root;
        requested = null;
        while (reads > 0) {
            slotOf[read[--reads]] = -1;
        }
    }

    /**
     * Ends a recording and returns its path. Its constants and the inputs it read are in {@link #constants} and
     * {@link #sharedInputsRead}.
     */
    RecordedPath end(RecordingNumber result) {
        RecordingNumber output =
                result.isConstant() ? recordStep(Operation.SAME, Step.CONSTANT, 0, result.constant()) : result;
        if (requested != null) {
            throw new UnrecordableException(requested);
        }
        requireOwn(output);
        int slot = pathSlot(output.slot());
        RecordedPath schedule = last.findPath(slot);
        if (schedule == null) {
            if (++courses > mostCourses) {
                throw new UnrecordableException("it takes more than " + mostCourses + " courses, depending on the row");
            }
            schedule = RecordedPath.of(varying, inputs.length, last, slot, Arrays.copyOf(read, reads));
            last.add(schedule);
        }
        schedule.noteSharedInputs(read);
        return schedule;
    }

    /** Shared inputs that the last recording read, in the order of its path. */
    int[] sharedInputsRead() {
        return read;
    }

    /** Slot on the path: shared inputs are numbered as they are read. */
    private int pathSlot(int slot) {
        if (slot < varying || slot >= inputs.length) {
            return slot;
        }
        int input = slot - varying;
        if (slotOf[input] < 0) {
            slotOf[input] = reads;
            read[reads++] = input;
        }
        return varying + slotOf[input];
    }

    /** Constants of the last recording, in their order. */
    double[] constants() {
        return constants;
    }

    /** Records that the function does what cannot be recorded. It is refused even if it catches the exception. */
    UnrecordableException refuse(String what) {
        requested = what;
        return new UnrecordableException(what);
    }

    RecordingNumber recordStep(Operation operation, int left, int right, double constant) {
        int a = pathSlot(left);
        int b = operation.isUnary() ? a : pathSlot(right);
        Step step = last.findNext(operation, a, b, b);
        if (step == null) {
            step = add(operation, a, b, b, constant);
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

    /** Records an operation of three numbers. Those that are constants take a step of their own. */
    RecordingNumber recordStep(
            Operation operation, RecordingNumber first, RecordingNumber second, RecordingNumber third) {
        int a = pathSlot(recordedSlot(first));
        int b = pathSlot(recordedSlot(second));
        int c = pathSlot(recordedSlot(third));
        Step step = last.findNext(operation, a, b, c);
        if (step == null) {
            step = add(operation, a, b, c, 0);
        }
        last = step;
        return step.result;
    }

    private int recordedSlot(RecordingNumber number) {
        if (number.isConstant()) {
            return recordStep(Operation.SAME, Step.CONSTANT, 0, number.constant())
                    .slot();
        }
        requireOwn(number);
        return number.slot();
    }

    private Step add(Operation operation, int a, int b, int c, double constant) {
        if (++steps > mostSteps) {
            throw refuse("it takes more than " + mostSteps + " operations");
        }
        RecordingNumber result = RecordingNumber.variable(this, last.result.slot() + 1);
        Step step = new Step(operation, a, b, c, last, constant, result);
        last.add(step);
        return step;
    }

    /** Refuses numbers of other recorders and of other recordings. */
    void requireOwn(RecordingNumber number) {
        if (number.recorder() != this || number.slot() > last.result.slot()) {
            throw refuse("it keeps numbers from one call to the next");
        }
    }

    /** Field of the numbers of one recorder. */
    static final class RecordedField implements Field<RecordingNumber> {

        private final Recorder recorder;

        RecordedField(Recorder recorder) {
            this.recorder = recorder;
        }

        @Override
        public RecordingNumber getZero() {
            return RecordingNumber.constant(recorder, 0);
        }

        @Override
        public RecordingNumber getOne() {
            return RecordingNumber.constant(recorder, 1);
        }

        @Override
        public Class<RecordingNumber> getRuntimeClass() {
            return RecordingNumber.class;
        }
    }
}
