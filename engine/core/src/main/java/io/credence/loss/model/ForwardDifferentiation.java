package io.credence.loss.model;

import io.credence.autodiff.DerivativeOrder;
import io.credence.model.Binary64Arrays;
import org.hipparchus.Field;
import org.hipparchus.analysis.differentiation.DSFactory;
import org.hipparchus.analysis.differentiation.DerivativeStructure;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.GradientField;
import org.hipparchus.analysis.differentiation.UnivariateDerivative1;
import org.hipparchus.analysis.differentiation.UnivariateDerivative1Field;
import org.hipparchus.util.MathArrays;

/** Evaluates a formula at one row and point with the number types of Hipparchus: slow, but right for any formula. */
final class ForwardDifferentiation {

    private final LossFormula formula;
    private final int size;
    private final Field<Gradient> gradients;

    /** An evaluator of a formula of {@code size} inputs. */
    ForwardDifferentiation(LossFormula formula, int size) {
        this.formula = formula;
        this.size = size;
        this.gradients = GradientField.getField(size);
    }

    /** Computes value and derivatives at a row and a point. */
    void evaluate(DerivativeOrder derivatives, int row, double[] at, double[] out) {
        switch (derivatives) {
            case NONE -> value(row, at, out);
            case FIRST -> slopes(row, at, out);
            case SECOND -> curvatures(row, at, out);
        }
    }

    private void value(int row, double[] at, double[] out) {
        out[0] = formula.loss(row, Binary64Arrays.toBinary64(at)).getReal();
    }

    private void slopes(int row, double[] at, double[] out) {
        if (size == 1) {
            UnivariateDerivative1[] inputs = MathArrays.buildArray(UnivariateDerivative1Field.getInstance(), 1);
            inputs[0] = new UnivariateDerivative1(at[0], 1);
            UnivariateDerivative1 result = formula.loss(row, inputs);
            out[0] = result.getReal();
            out[1] = result.getFirstDerivative();
            return;
        }
        Gradient[] inputs = MathArrays.buildArray(gradients, size);
        for (int k = 0; k < size; k++) {
            inputs[k] = Gradient.variable(size, k, at[k]);
        }
        Gradient result = formula.loss(row, inputs);
        out[0] = result.getReal();
        for (int k = 0; k < size; k++) {
            out[1 + k] = result.getPartialDerivative(k);
        }
    }

    private void curvatures(int row, double[] at, double[] out) {
        DSFactory factory = new DSFactory(size, 2);
        DerivativeStructure[] inputs = MathArrays.buildArray(factory.getDerivativeField(), size);
        for (int k = 0; k < size; k++) {
            inputs[k] = factory.variable(k, at[k]);
        }
        DerivativeStructure result = formula.loss(row, inputs);
        out[0] = result.getReal();
        int[] orders = new int[size];
        for (int k = 0; k < size; k++) {
            orders[k]++;
            out[1 + k] = result.getPartialDerivative(orders);
            for (int l = 0; l < size; l++) {
                orders[l]++;
                out[1 + size + k * size + l] = result.getPartialDerivative(orders);
                orders[l]--;
            }
            orders[k]--;
        }
    }
}
