package io.credence.family.flow;

import io.credence.family.FamilyParameters;
import io.credence.family.FreeParameterAlgebra;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Planar layer z ↦ z + û tanh(wᵀz + b) of a flow (Rezende and Mohamed 2015, eq. 10), which reads u, w and b from the
 * flow's parameters. It is invertible since û is u moved along w until c = wᵀû = m(wᵀu) &gt; −1.
 */
final class PlanarLayer implements FlowLayer {
    // The paper's m(a) = log(1 + eᵃ) − 1 has m(0) < 0, so that u = 0 would not be the identity; here
    // m(a) = log(1 + (e − 1)eᵃ) − 1, with m(0) = 0. The inverse needs one number, α = wᵀz + b, the root of
    // α + c tanh α = wᵀy + b, whose left side increases.

    private static final double SHIFT = Math.log(Math.E - 1);
    private static final double PRECISION = 1e-14;
    private static final int MOST_ITERATIONS = 200;

    private final double[] parameters;
    private final int at;
    private final int d;
    private final double squaredNorm;
    private final double product;
    private final double shift;
    private final double c;

    /** Layer whose u, w and b, 2d + 1 numbers, begin at {@code at}. */
    PlanarLayer(double[] parameters, int at, int d) {
        this.parameters = parameters;
        this.at = at;
        this.d = d;
        this.squaredNorm = FreeParameterAlgebra.dot(parameters, at + d, parameters, at + d, d);
        this.product = FreeParameterAlgebra.dot(parameters, at, parameters, at + d, d);
        this.c = squaredNorm > 0 ? product + excess(product) : 0;
        this.shift = squaredNorm > 0 ? excess(product) / squaredNorm : 0;
    }

    @Override
    public void forward(double[] z) {
        addDirection(Math.tanh(preactivation(z)), z);
    }

    @Override
    public void inverse(double[] y) {
        addDirection(-Math.tanh(preactivationOfOutput(y)), y);
    }

    @Override
    public double logDeterminant(double[] input) {
        return Math.log(determinant(preactivation(input)));
    }

    @Override
    public FamilyParameters toFamilyParameters() {
        return FamilyParameters.NONE
                .with("u", Arrays.copyOfRange(parameters, at, at + d))
                .with("w", Arrays.copyOfRange(parameters, at + d, at + 2 * d))
                .with("b", parameters[at + 2 * d]);
    }

    /** Excess m(a) − a of the function m, by which u is moved along w. */
    private static double excess(double a) {
        double moved = a + SHIFT;
        double rest = Math.log1p(Math.exp(-Math.abs(moved)));
        return moved > 0 ? SHIFT - 1 + rest : rest - 1 - a;
    }

    /** Derivative m′(a) − 1 of the excess. */
    private static double excessSlope(double a) {
        return -1 / (1 + Math.exp(a + SHIFT));
    }

    private double directionEntry(int j) {
        return parameters[at + j] + shift * parameters[at + d + j];
    }

    /** Angle wᵀz + b. */
    double preactivation(double[] z) {
        return FreeParameterAlgebra.dot(parameters, at + d, z, 0, d) + parameters[at + 2 * d];
    }

    /** Adds {@code weight} times the direction û. */
    void addDirection(double weight, double[] into) {
        FreeParameterAlgebra.add(into, 0, weight, parameters, at, d);
        FreeParameterAlgebra.add(into, 0, weight * shift, parameters, at + d, d);
    }

    /** Determinant of the layer's Jacobian where the angle is α: 1 + c (1 − tanh²α). */
    double determinant(double angle) {
        double cosh = Math.cosh(angle);
        return 1 + c / (cosh * cosh);
    }

    /**
     * Angle α at the input z whose output is y. Newton's method finds it within a bracket, which is halved where a step
     * would leave it or shrink it too slowly.
     */
    double preactivationOfOutput(double[] y) {
        double sum = preactivation(y);
        double low = sum - Math.abs(c);
        double high = sum + Math.abs(c);
        double angle = sum - c * Math.tanh(sum / Math.max(1, 1 + c));
        double before = high - low;
        double move = before;
        for (int i = 0; i < MOST_ITERATIONS && Math.abs(move) > PRECISION * Math.max(1, Math.abs(angle)); i++) {
            double excess = angle + c * Math.tanh(angle) - sum;
            if (excess > 0) {
                high = angle;
            } else {
                low = angle;
            }
            double next = angle - excess / determinant(angle);
            if (!(next >= low && next <= high && Math.abs(next - angle) <= 0.5 * Math.abs(before))) {
                next = 0.5 * (low + high);
            }
            before = move;
            move = next - angle;
            angle = next;
        }
        return angle;
    }

    @Override
    public void pullBack(double[] input, double[] gradient, double[] into) {
        double angle = preactivation(input);
        double tanh = Math.tanh(angle);
        double back = 0;
        for (int j = 0; j < d; j++) {
            back += gradient[j] * directionEntry(j);
        }
        back *= 1 - tanh * tanh;
        addDirectionGradient(tanh, gradient, 0, into);
        FreeParameterAlgebra.add(into, at + d, back, input, 0, d);
        into[at + 2 * d] += back;
        FreeParameterAlgebra.add(gradient, 0, back, parameters, at + d, d);
    }

    /** Converts the gradient of log q in the input to one in the output, by the implicit function α(y). */
    @Override
    public void pushForward(
            double[] input, double[] output, double[] gradient, double weight, double @Nullable [] into) {
        double tanh = Math.tanh(preactivation(input));
        double slope = 1 - tanh * tanh;
        double determinant = 1 + c * slope;
        double along = 0;
        for (int j = 0; j < d; j++) {
            along += gradient[j] * directionEntry(j);
        }
        double inSum = (2 * c * tanh * slope / determinant - along * slope) / determinant;
        double inC = -slope / determinant - tanh * inSum;
        if (into != null) {
            addDirectionGradient(-weight * tanh, gradient, weight * inC, into);
            FreeParameterAlgebra.add(into, at + d, weight * inSum, output, 0, d);
            for (int j = 0; j < d; j++) {
                into[at + d + j] += weight * inC * directionEntry(j);
            }
            into[at + 2 * d] += weight * inSum;
        }
        FreeParameterAlgebra.add(gradient, 0, inSum, parameters, at + d, d);
    }

    /** Adds the gradient in u and w of êᵀû, where ê = factor · vector + alongW · w is held fixed. */
    private void addDirectionGradient(double factor, double[] vector, double alongW, double[] into) {
        FreeParameterAlgebra.add(into, at, factor, vector, 0, d);
        FreeParameterAlgebra.add(into, at, alongW, parameters, at + d, d);
        if (squaredNorm == 0) {
            return;
        }
        double inner = factor * FreeParameterAlgebra.dot(vector, 0, parameters, at + d, d) + alongW * squaredNorm;
        double turn = excessSlope(product) * inner / squaredNorm;
        FreeParameterAlgebra.add(into, at, turn, parameters, at + d, d);
        FreeParameterAlgebra.add(into, at + d, turn, parameters, at, d);
        FreeParameterAlgebra.add(into, at + d, shift * factor, vector, 0, d);
        FreeParameterAlgebra.add(into, at + d, shift * (alongW - 2 * inner / squaredNorm), parameters, at + d, d);
    }
}
