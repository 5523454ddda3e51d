package io.credence.family.flow;

import io.credence.family.FamilyParameters;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** Invertible layer z ↦ y of a flow, which reads its parameters from a part of the flow's. */
interface FlowLayer extends Serializable {

    /** Replaces z by y. */
    void forward(double[] z);

    /** Replaces y by z. */
    void inverse(double[] y);

    /** Log determinant log |∂y/∂z| at z. */
    double logDeterminant(double[] input);

    /**
     * Pulls a gradient in the layer's output back to its input.
     *
     * @param input z
     * @param gradient in the output, d numbers; becomes the one in z
     * @param into receives the gradient in the layer's parameters
     */
    void pullBack(double[] input, double[] gradient, double[] into);

    /**
     * Converts the gradient of log q in the layer's input to one in its output, through the inverse. The gradient of
     * minus the log determinant is added.
     *
     * @param input z
     * @param output y
     * @param gradient in the input, d numbers; becomes the one in y
     * @param weight factor of the gradient that is added to {@code into}
     * @param into receives the gradient in the layer's parameters; null if that is not required
     */
    void pushForward(double[] input, double[] output, double[] gradient, double weight, double @Nullable [] into);

    /** Parameters of the layer by name. */
    FamilyParameters toFamilyParameters();
}
