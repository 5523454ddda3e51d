package io.credence.autodiff;

import org.hipparchus.CalculusFieldElement;
import org.hipparchus.util.FieldSinCos;
import org.hipparchus.util.FieldSinhCosh;
import org.hipparchus.util.MathUtils;

/** Elementary functions of a number under recording, each recorded as one operation. */
abstract class ElementaryFunctions implements CalculusFieldElement<RecordingNumber> {

    abstract RecordingNumber record(Operation operation);

    abstract RecordingNumber record(Operation operation, double b);

    abstract RecordingNumber record(Operation operation, RecordingNumber b);

    @Override
    public RecordingNumber negate() {
        return record(Operation.NEGATE);
    }

    @Override
    public RecordingNumber reciprocal() {
        return record(Operation.RECIPROCAL);
    }

    @Override
    public RecordingNumber sqrt() {
        return record(Operation.SQUARE_ROOT);
    }

    @Override
    public RecordingNumber cbrt() {
        return record(Operation.CUBE_ROOT);
    }

    @Override
    public RecordingNumber square() {
        return record(Operation.SQUARE);
    }

    @Override
    public RecordingNumber exp() {
        return record(Operation.EXP);
    }

    @Override
    public RecordingNumber expm1() {
        return record(Operation.EXPM1);
    }

    @Override
    public RecordingNumber log() {
        return record(Operation.LOG);
    }

    @Override
    public RecordingNumber log1p() {
        return record(Operation.LOG1P);
    }

    @Override
    public RecordingNumber log10() {
        return record(Operation.LOG10);
    }

    @Override
    public RecordingNumber cos() {
        return record(Operation.COSINE);
    }

    @Override
    public RecordingNumber sin() {
        return record(Operation.SINE);
    }

    @Override
    public RecordingNumber tan() {
        return record(Operation.TANGENT);
    }

    @Override
    public RecordingNumber acos() {
        return record(Operation.ARC_COSINE);
    }

    @Override
    public RecordingNumber asin() {
        return record(Operation.ARC_SINE);
    }

    @Override
    public RecordingNumber atan() {
        return record(Operation.ARC_TANGENT);
    }

    @Override
    public RecordingNumber cosh() {
        return record(Operation.COSH);
    }

    @Override
    public RecordingNumber sinh() {
        return record(Operation.SINH);
    }

    @Override
    public RecordingNumber tanh() {
        return record(Operation.TANH);
    }

    @Override
    public RecordingNumber acosh() {
        return record(Operation.AREA_COSH);
    }

    @Override
    public RecordingNumber asinh() {
        return record(Operation.AREA_SINH);
    }

    @Override
    public RecordingNumber atanh() {
        return record(Operation.AREA_TANH);
    }

    @Override
    public RecordingNumber abs() {
        return record(Operation.ABSOLUTE);
    }

    @Override
    public RecordingNumber sign() {
        return record(Operation.SIGN);
    }

    @Override
    public RecordingNumber ceil() {
        return record(Operation.CEILING);
    }

    @Override
    public RecordingNumber floor() {
        return record(Operation.FLOOR);
    }

    @Override
    public RecordingNumber rint() {
        return record(Operation.ROUND);
    }

    @Override
    public RecordingNumber ulp() {
        return record(Operation.ULP);
    }

    @Override
    public RecordingNumber add(RecordingNumber b) {
        return record(Operation.ADD, b);
    }

    @Override
    public RecordingNumber subtract(RecordingNumber b) {
        return record(Operation.SUBTRACT, b);
    }

    @Override
    public RecordingNumber multiply(RecordingNumber b) {
        return record(Operation.MULTIPLY, b);
    }

    @Override
    public RecordingNumber divide(RecordingNumber b) {
        return record(Operation.DIVIDE, b);
    }

    @Override
    public RecordingNumber pow(RecordingNumber b) {
        return record(Operation.POWER, b);
    }

    @Override
    public RecordingNumber hypot(RecordingNumber b) {
        return record(Operation.HYPOTENUSE, b);
    }

    @Override
    public RecordingNumber atan2(RecordingNumber b) {
        return record(Operation.ANGLE, b);
    }

    @Override
    public RecordingNumber remainder(RecordingNumber b) {
        return record(Operation.REMAINDER, b);
    }

    @Override
    public RecordingNumber copySign(RecordingNumber b) {
        return record(Operation.COPY_SIGN, b);
    }

    @Override
    public RecordingNumber add(double b) {
        return record(Operation.ADD, b);
    }

    @Override
    public RecordingNumber subtract(double b) {
        return record(Operation.SUBTRACT, b);
    }

    @Override
    public RecordingNumber multiply(double b) {
        return record(Operation.MULTIPLY, b);
    }

    @Override
    public RecordingNumber divide(double b) {
        return record(Operation.DIVIDE, b);
    }

    @Override
    public RecordingNumber pow(double b) {
        return record(Operation.POWER, b);
    }

    @Override
    public RecordingNumber remainder(double b) {
        return record(Operation.REMAINDER, b);
    }

    @Override
    public RecordingNumber copySign(double b) {
        return record(Operation.COPY_SIGN, b);
    }

    @Override
    public RecordingNumber multiply(int b) {
        return multiply((double) b);
    }

    @Override
    public RecordingNumber pow(int b) {
        return pow((double) b);
    }

    @Override
    public RecordingNumber rootN(int n) {
        return n == 2 ? sqrt() : n == 3 ? cbrt() : pow(1.0 / n);
    }

    /** The number times 2^n, as two factors, since 2^n alone may be out of range. */
    @Override
    public RecordingNumber scalb(int n) {
        int half = n / 2;
        return multiply(Math.scalb(1.0, half)).multiply(Math.scalb(1.0, n - half));
    }

    @Override
    public FieldSinCos<RecordingNumber> sinCos() {
        return new FieldSinCos<>(sin(), cos());
    }

    @Override
    public FieldSinhCosh<RecordingNumber> sinhCosh() {
        return new FieldSinhCosh<>(sinh(), cosh());
    }

    @Override
    public RecordingNumber linearCombination(RecordingNumber[] a, RecordingNumber[] b) {
        MathUtils.checkDimension(a.length, b.length);
        RecordingNumber sum = a[0].multiply(b[0]);
        for (int j = 1; j < a.length; j++) {
            sum = sum.add(a[j].multiply(b[j]));
        }
        return sum;
    }

    @Override
    public RecordingNumber linearCombination(
            RecordingNumber a1, RecordingNumber b1, RecordingNumber a2, RecordingNumber b2) {
        return a1.multiply(b1).add(a2.multiply(b2));
    }

    @Override
    public RecordingNumber linearCombination(
            RecordingNumber a1,
            RecordingNumber b1,
            RecordingNumber a2,
            RecordingNumber b2,
            RecordingNumber a3,
            RecordingNumber b3) {
        return linearCombination(a1, b1, a2, b2).add(a3.multiply(b3));
    }

    @Override
    public RecordingNumber linearCombination(
            RecordingNumber a1,
            RecordingNumber b1,
            RecordingNumber a2,
            RecordingNumber b2,
            RecordingNumber a3,
            RecordingNumber b3,
            RecordingNumber a4,
            RecordingNumber b4) {
        return linearCombination(a1, b1, a2, b2, a3, b3).add(a4.multiply(b4));
    }
}
