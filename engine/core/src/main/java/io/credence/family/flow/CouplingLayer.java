package io.credence.family.flow;

import io.credence.family.FamilyParameters;
import io.credence.family.FreeParameterAlgebra;
import java.util.Arrays;
import org.hipparchus.util.FastMath;
import org.jspecify.annotations.Nullable;

/**
 * Affine coupling layer of a flow (Dinh, Sohl-Dickstein and Bengio 2017): half of the coordinates, a, stay, and the
 * others, b, become b ∘ exp s(a) + t(a). The artanh of s and the sinh of t are linear in hidden units tanh(Wa + w).
 * Inverse and determinant are closed whatever s and t are; bounds on them keep large weights from losing b's digits, by
 * which a search would raise log q without end.
 *
 * <p>Its parameters are W and w by unit, then for each coordinate that moves the weights and constant of its s, and
 * those of its t. Both ways to halve an odd number of coordinates have as many parameters as the larger one needs; the
 * rest are 0 and do nothing.
 */
final class CouplingLayer implements FlowLayer {

    private final double[] parameters;
    private final int at;
    private final int d;
    private final int hidden;
    private final boolean exchanged;

    /**
     * Layer whose parameters begin at {@code at}.
     *
     * @param exchanged whether the first half is transformed, else the second
     */
    CouplingLayer(double[] parameters, int at, int d, int hidden, boolean exchanged) {
        this.parameters = parameters;
        this.at = at;
        this.d = d;
        this.hidden = hidden;
        this.exchanged = exchanged;
    }

    /** Number of parameters of a layer that keeps {@code kept} of d coordinates. */
    static int parameterCount(int kept, int d, int hidden) {
        return hidden * (kept + 1) + 2 * (d - kept) * (hidden + 1);
    }

    /** Number of coordinates that stay. */
    int kept() {
        return exchanged ? d - d / 2 : d / 2;
    }

    /** Index of the first coordinate that stays. */
    private int firstKept() {
        return exchanged ? d / 2 : 0;
    }

    private int firstMoved() {
        return exchanged ? 0 : d / 2;
    }

    private int moved() {
        return d - kept();
    }

    /** Length of W and w. */
    int conditionerLength() {
        return hidden * (kept() + 1);
    }

    /** Index of a hidden unit's row of W, followed by its constant. */
    private int unitOffset(int h) {
        return at + h * (kept() + 1);
    }

    /** Index of the weights of s, or of t, of a coordinate that moves, followed by their constant. */
    private int shapeOffset(int k, boolean shift) {
        return at + conditionerLength() + (2 * k + (shift ? 1 : 0)) * (hidden + 1);
    }

    private double[] hiddenUnits(double[] z) {
        double[] units = new double[hidden];
        for (int h = 0; h < hidden; h++) {
            double sum = FreeParameterAlgebra.dot(parameters, unitOffset(h), z, firstKept(), kept());
            units[h] = Math.tanh(sum + parameters[unitOffset(h) + kept()]);
        }
        return units;
    }

    private double linearOutput(double[] units, int k, boolean shift) {
        int from = shapeOffset(k, shift);
        return FreeParameterAlgebra.dot(parameters, from, units, 0, hidden) + parameters[from + hidden];
    }

    private double logStretch(double[] units, int k) {
        return Math.tanh(linearOutput(units, k, false));
    }

    /**
     * Hidden units, scales and shifts computed from the coordinates that stay.
     *
     * @param shapes s and sinh t of each coordinate that moves
     */
    private record ConditionerOutput(double[] hiddenUnits, double[] shapes) {
        double logStretch(int k) {
            return shapes[2 * k];
        }

        double shift(int k) {
            return FastMath.asinh(shapes[2 * k + 1]);
        }
    }

    private ConditionerOutput conditionerOutput(double[] z) {
        double[] units = hiddenUnits(z);
        double[] shapes = new double[2 * moved()];
        for (int k = 0; k < moved(); k++) {
            shapes[2 * k] = logStretch(units, k);
            shapes[2 * k + 1] = linearOutput(units, k, true);
        }
        return new ConditionerOutput(units, shapes);
    }

    @Override
    public void forward(double[] z) {
        ConditionerOutput by = conditionerOutput(z);
        for (int k = 0; k < moved(); k++) {
            int j = firstMoved() + k;
            z[j] = z[j] * Math.exp(by.logStretch(k)) + by.shift(k);
        }
    }

    @Override
    public void inverse(double[] y) {
        ConditionerOutput by = conditionerOutput(y);
        for (int k = 0; k < moved(); k++) {
            int j = firstMoved() + k;
            y[j] = (y[j] - by.shift(k)) * Math.exp(-by.logStretch(k));
        }
    }

    /** Log determinant of the layer, Σ s over the coordinates that move. */
    @Override
    public double logDeterminant(double[] input) {
        double[] units = hiddenUnits(input);
        double sum = 0;
        for (int k = 0; k < moved(); k++) {
            sum += logStretch(units, k);
        }
        return sum;
    }

    @Override
    public void pullBack(double[] input, double[] gradient, double[] into) {
        ConditionerOutput by = conditionerOutput(input);
        double[] slopes = new double[2 * moved()];
        for (int k = 0; k < moved(); k++) {
            int j = firstMoved() + k;
            slopes[2 * k + 1] = gradient[j];
            gradient[j] *= Math.exp(by.logStretch(k));
            slopes[2 * k] = gradient[j] * input[j];
        }
        addConditioner(input, by, slopes, 1, gradient, 1, into);
    }

    @Override
    public void pushForward(
            double[] input, double[] output, double[] gradient, double weight, double @Nullable [] into) {
        ConditionerOutput by = conditionerOutput(input);
        double[] slopes = new double[2 * moved()];
        for (int k = 0; k < moved(); k++) {
            int j = firstMoved() + k;
            slopes[2 * k] = gradient[j] * input[j] + 1;
            gradient[j] *= Math.exp(-by.logStretch(k));
            slopes[2 * k + 1] = gradient[j];
        }
        addConditioner(input, by, slopes, -1, gradient, -weight, into);
    }

    /**
     * Adds multiples of the gradient in s and t, pulled back to the coordinates that stay and to the layer's
     * parameters.
     *
     * @param slopes derivatives in s and t of each coordinate that moves
     */
    private void addConditioner(
            double[] z,
            ConditionerOutput by,
            double[] slopes,
            double sign,
            double[] gradient,
            double weight,
            double @Nullable [] into) {
        double[] units = by.hiddenUnits();
        double[] ofUnits = new double[hidden];
        for (int e = 0; e < slopes.length; e++) {
            boolean shift = e % 2 == 1;
            int from = shapeOffset(e / 2, shift);
            double square = by.shapes()[e] * by.shapes()[e];
            double ofLinear = slopes[e] * (shift ? 1 / Math.sqrt(1 + square) : 1 - square);
            FreeParameterAlgebra.add(ofUnits, 0, ofLinear, parameters, from, hidden);
            if (into != null) {
                FreeParameterAlgebra.add(into, from, weight * ofLinear, units, 0, hidden);
                into[from + hidden] += weight * ofLinear;
            }
        }
        for (int h = 0; h < hidden; h++) {
            double slope = ofUnits[h] * (1 - units[h] * units[h]);
            FreeParameterAlgebra.add(gradient, firstKept(), sign * slope, parameters, unitOffset(h), kept());
            if (into != null) {
                FreeParameterAlgebra.add(into, unitOffset(h), weight * slope, z, firstKept(), kept());
                into[unitOffset(h) + kept()] += weight * slope;
            }
        }
    }

    @Override
    public FamilyParameters toFamilyParameters() {
        int shapes = at + conditionerLength();
        int end = at + Math.max(parameterCount(d / 2, d, hidden), parameterCount(d - d / 2, d, hidden));
        return FamilyParameters.NONE
                .with("hidden", Arrays.copyOfRange(parameters, at, shapes))
                .with("shapes", Arrays.copyOfRange(parameters, shapes, end));
    }
}
