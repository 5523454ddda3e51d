package io.credence.autodiff;

import org.hipparchus.CalculusFieldElement;
import org.hipparchus.util.FieldSinCos;
import org.hipparchus.util.FieldSinhCosh;
import org.hipparchus.util.MathUtils;

/** Elementary functions of a number under recording, each recorded as one operation. */
abstract class ElementaryFunctions implements CalculusFieldElement<Recorded> {

    abstract Recorded record(Operation operation);

    abstract Recorded record(Operation operation, double b);

    abstract Recorded record(Operation operation, Recorded b);

    @Override
    public Recorded negate() {
        return record(Operation.NEGATE);
    }

    @Override
    public Recorded reciprocal() {
        return record(Operation.RECIPROCAL);
    }

    @Override
    public Recorded sqrt() {
        return record(Operation.SQUARE_ROOT);
    }

    @Override
    public Recorded cbrt() {
        return record(Operation.CUBE_ROOT);
    }

    @Override
    public Recorded square() {
        return record(Operation.SQUARE);
    }

    @Override
    public Recorded exp() {
        return record(Operation.EXP);
    }

    @Override
    public Recorded expm1() {
        return record(Operation.EXPM1);
    }

    @Override
    public Recorded log() {
        return record(Operation.LOG);
    }

    @Override
    public Recorded log1p() {
        return record(Operation.LOG1P);
    }

    @Override
    public Recorded log10() {
        return record(Operation.LOG10);
    }

    @Override
    public Recorded cos() {
        return record(Operation.COSINE);
    }

    @Override
    public Recorded sin() {
        return record(Operation.SINE);
    }

    @Override
    public Recorded tan() {
        return record(Operation.TANGENT);
    }

    @Override
    public Recorded acos() {
        return record(Operation.ARC_COSINE);
    }

    @Override
    public Recorded asin() {
        return record(Operation.ARC_SINE);
    }

    @Override
    public Recorded atan() {
        return record(Operation.ARC_TANGENT);
    }

    @Override
    public Recorded cosh() {
        return record(Operation.COSH);
    }

    @Override
    public Recorded sinh() {
        return record(Operation.SINH);
    }

    @Override
    public Recorded tanh() {
        return record(Operation.TANH);
    }

    @Override
    public Recorded acosh() {
        return record(Operation.AREA_COSH);
    }

    @Override
    public Recorded asinh() {
        return record(Operation.AREA_SINH);
    }

    @Override
    public Recorded atanh() {
        return record(Operation.AREA_TANH);
    }

    @Override
    public Recorded abs() {
        return record(Operation.ABSOLUTE);
    }

    @Override
    public Recorded sign() {
        return record(Operation.SIGN);
    }

    @Override
    public Recorded ceil() {
        return record(Operation.CEILING);
    }

    @Override
    public Recorded floor() {
        return record(Operation.FLOOR);
    }

    @Override
    public Recorded rint() {
        return record(Operation.ROUND);
    }

    @Override
    public Recorded ulp() {
        return record(Operation.ULP);
    }

    @Override
    public Recorded add(Recorded b) {
        return record(Operation.ADD, b);
    }

    @Override
    public Recorded subtract(Recorded b) {
        return record(Operation.SUBTRACT, b);
    }

    @Override
    public Recorded multiply(Recorded b) {
        return record(Operation.MULTIPLY, b);
    }

    @Override
    public Recorded divide(Recorded b) {
        return record(Operation.DIVIDE, b);
    }

    @Override
    public Recorded pow(Recorded b) {
        return record(Operation.POWER, b);
    }

    @Override
    public Recorded hypot(Recorded b) {
        return record(Operation.HYPOTENUSE, b);
    }

    @Override
    public Recorded atan2(Recorded b) {
        return record(Operation.ANGLE, b);
    }

    @Override
    public Recorded remainder(Recorded b) {
        return record(Operation.REMAINDER, b);
    }

    @Override
    public Recorded copySign(Recorded b) {
        return record(Operation.COPY_SIGN, b);
    }

    @Override
    public Recorded add(double b) {
        return record(Operation.ADD, b);
    }

    @Override
    public Recorded subtract(double b) {
        return record(Operation.SUBTRACT, b);
    }

    @Override
    public Recorded multiply(double b) {
        return record(Operation.MULTIPLY, b);
    }

    @Override
    public Recorded divide(double b) {
        return record(Operation.DIVIDE, b);
    }

    @Override
    public Recorded pow(double b) {
        return record(Operation.POWER, b);
    }

    @Override
    public Recorded remainder(double b) {
        return record(Operation.REMAINDER, b);
    }

    @Override
    public Recorded copySign(double b) {
        return record(Operation.COPY_SIGN, b);
    }

    @Override
    public Recorded multiply(int b) {
        return multiply((double) b);
    }

    @Override
    public Recorded pow(int b) {
        return pow((double) b);
    }

    @Override
    public Recorded rootN(int n) {
        return n == 2 ? sqrt() : n == 3 ? cbrt() : pow(1.0 / n);
    }

    /** The number times 2^n, as two factors, since 2^n alone may be out of range. */
    @Override
    public Recorded scalb(int n) {
        int half = n / 2;
        return multiply(Math.scalb(1.0, half)).multiply(Math.scalb(1.0, n - half));
    }

    @Override
    public FieldSinCos<Recorded> sinCos() {
        return new FieldSinCos<>(sin(), cos());
    }

    @Override
    public FieldSinhCosh<Recorded> sinhCosh() {
        return new FieldSinhCosh<>(sinh(), cosh());
    }

    @Override
    public Recorded linearCombination(Recorded[] a, Recorded[] b) {
        MathUtils.checkDimension(a.length, b.length);
        Recorded sum = a[0].multiply(b[0]);
        for (int j = 1; j < a.length; j++) {
            sum = sum.add(a[j].multiply(b[j]));
        }
        return sum;
    }

    @Override
    public Recorded linearCombination(Recorded a1, Recorded b1, Recorded a2, Recorded b2) {
        return a1.multiply(b1).add(a2.multiply(b2));
    }

    @Override
    public Recorded linearCombination(Recorded a1, Recorded b1, Recorded a2, Recorded b2, Recorded a3, Recorded b3) {
        return linearCombination(a1, b1, a2, b2).add(a3.multiply(b3));
    }

    @Override
    public Recorded linearCombination(
            Recorded a1, Recorded b1, Recorded a2, Recorded b2, Recorded a3, Recorded b3, Recorded a4, Recorded b4) {
        return linearCombination(a1, b1, a2, b2, a3, b3).add(a4.multiply(b4));
    }
}
