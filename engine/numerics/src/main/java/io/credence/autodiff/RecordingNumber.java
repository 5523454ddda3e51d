package io.credence.autodiff;

import org.hipparchus.Field;

/**
 * Number under recording: an input, the result of an operation, or a constant. Only constants have a value; a request
 * for another value throws {@link UnrecordableException}. Sums of products are added in their order, without the higher
 * precision that other numbers of Hipparchus have there.
 */
public final class RecordingNumber extends ElementaryFunctions {

    private static final int NO_SLOT = Integer.MIN_VALUE;

    private final Recorder recorder;
    private final int slot;
    private final double constant;

    private RecordingNumber(Recorder recorder, int slot, double constant) {
        this.recorder = recorder;
        this.slot = slot;
        this.constant = constant;
    }

    static RecordingNumber variable(Recorder recorder, int slot) {
        return new RecordingNumber(recorder, slot, Double.NaN);
    }

    static RecordingNumber constant(Recorder recorder, double value) {
        return new RecordingNumber(recorder, NO_SLOT, value);
    }

    boolean isConstant() {
        return slot == NO_SLOT;
    }

    double constant() {
        return constant;
    }

    int slot() {
        return slot;
    }

    Recorder recorder() {
        return recorder;
    }

    @Override
    RecordingNumber record(Operation operation) {
        if (isConstant()) {
            return newInstance(operation.of(constant, 0));
        }
        recorder.requireOwn(this);
        return recorder.recordStep(operation, slot, 0, 0);
    }

    @Override
    RecordingNumber record(Operation operation, double b) {
        if (isConstant()) {
            return newInstance(operation.of(constant, b));
        }
        recorder.requireOwn(this);
        return recorder.recordStep(operation, slot, Step.CONSTANT, b);
    }

    @Override
    RecordingNumber record(Operation operation, RecordingNumber b) {
        if (b.isConstant()) {
            return record(operation, b.constant);
        }
        recorder.requireOwn(b);
        if (isConstant()) {
            return recorder.recordStep(operation, Step.CONSTANT, b.slot, constant);
        }
        recorder.requireOwn(this);
        return recorder.recordStep(operation, slot, b.slot, 0);
    }

    RecordingNumber record(Operation operation, RecordingNumber b, RecordingNumber c) {
        if (isConstant() && b.isConstant() && c.isConstant()) {
            return newInstance(operation.of(constant, b.constant, c.constant));
        }
        return (isConstant() ? b.isConstant() ? c : b : this).recorder.recordStep(operation, this, b, c);
    }

    private double requireConstant(String method) {
        if (!isConstant()) {
            throw recorder.refuse(
                    "it calls " + method + " of a number that depends on parameters" + alternativeAdvice());
        }
        return constant;
    }

    /** Advice on what to write in place of a function of Hipparchus that requested the value. */
    private static String alternativeAdvice() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> frame.getClassName().startsWith("org.hipparchus.special."))
                        .reduce((inner, outer) -> outer))
                .map(frame -> ", in " + frame.getMethodName() + " of " + frame.getClassName()
                        + "; io.credence.autodiff.SpecialFunctions has special functions that are recorded")
                .orElse("; special functions that are recorded are in io.credence.autodiff.SpecialFunctions");
    }

    @Override
    public double getReal() {
        return requireConstant("getReal()");
    }

    @Override
    public double norm() {
        return Math.abs(requireConstant("norm()"));
    }

    @Override
    public boolean isZero() {
        return requireConstant("isZero()") == 0;
    }

    @Override
    public int getExponent() {
        return Math.getExponent(requireConstant("getExponent()"));
    }

    @Override
    public boolean equals(Object other) {
        return requireConstant("equals()")
                == (other instanceof RecordingNumber that ? that.requireConstant("equals()") : Double.NaN);
    }

    @Override
    public int hashCode() {
        return Double.hashCode(requireConstant("hashCode()"));
    }

    @Override
    public Field<RecordingNumber> getField() {
        return recorder.field();
    }

    @Override
    public RecordingNumber newInstance(double value) {
        return constant(recorder, value);
    }

    @Override
    public RecordingNumber getPi() {
        return newInstance(Math.PI);
    }
}
