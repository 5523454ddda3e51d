package io.credence.loss;

import io.credence.model.PredictorModel;
import org.hipparchus.CalculusFieldElement;
import org.hipparchus.Field;
import org.hipparchus.analysis.differentiation.DSFactory;
import org.hipparchus.analysis.differentiation.DerivativeStructure;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.GradientField;
import org.hipparchus.analysis.differentiation.UnivariateDerivative1;
import org.hipparchus.analysis.differentiation.UnivariateDerivative1Field;
import org.hipparchus.util.Binary64;
import org.hipparchus.util.Binary64Field;
import org.hipparchus.util.MathArrays;

/** The loss −log p(y | η, extra) at one point, the predictors first, with derivatives in all n of its numbers. */
final class PredictorModelLossPoint {

    private final PredictorModel model;
    private final Inputs<Binary64> values;
    private final Inputs<UnivariateDerivative1> univariate;
    private final Inputs<Gradient> gradients;
    private final DSFactory second;
    private final Inputs<DerivativeStructure> structures;
    private final int size;

    PredictorModelLossPoint(PredictorModel model, int predictors, int extra) {
        this.model = model;
        this.size = predictors + extra;
        this.values = new Inputs<>(Binary64Field.getInstance(), predictors, extra);
        this.univariate = new Inputs<>(UnivariateDerivative1Field.getInstance(), predictors, extra);
        this.gradients = new Inputs<>(GradientField.getField(size), predictors, extra);
        this.second = new DSFactory(size, 2);
        this.structures = new Inputs<>(second.getDerivativeField(), predictors, extra);
    }

    /** The loss. */
    double value(double label, double[] at) {
        for (int k = 0; k < size; k++) {
            values.set(k, new Binary64(at[k]));
        }
        return -values.logLikelihood(model, label).getReal();
    }

    /** The loss, with its gradient written to {@code slopes}. */
    double slopes(double label, double[] at, double[] slopes) {
        if (size == 1) {
            univariate.set(0, new UnivariateDerivative1(at[0], 1));
            UnivariateDerivative1 result = univariate.logLikelihood(model, label);
            slopes[0] = -result.getFirstDerivative();
            return -result.getReal();
        }
        for (int k = 0; k < size; k++) {
            gradients.set(k, Gradient.variable(size, k, at[k]));
        }
        Gradient result = gradients.logLikelihood(model, label);
        for (int k = 0; k < size; k++) {
            slopes[k] = -result.getPartialDerivative(k);
        }
        return -result.getReal();
    }

    /** The loss, with gradient and Hessian (row-major), each written from the given position on. */
    double curvatures(double label, double[] at, double[] slopes, int slopesAt, double[] hessian, int hessianAt) {
        for (int k = 0; k < size; k++) {
            structures.set(k, second.variable(k, at[k]));
        }
        DerivativeStructure result = structures.logLikelihood(model, label);
        int[] orders = new int[size];
        for (int k = 0; k < size; k++) {
            orders[k]++;
            slopes[slopesAt + k] = -result.getPartialDerivative(orders);
            for (int l = 0; l < size; l++) {
                orders[l]++;
                hessian[hessianAt + k * size + l] = -result.getPartialDerivative(orders);
                orders[l]--;
            }
            orders[k]--;
        }
        return -result.getReal();
    }

    /** Arguments of the likelihood for one type of number. */
    private static final class Inputs<T extends CalculusFieldElement<T>> {
        private final T[] predictors;
        private final T[] extra;

        Inputs(Field<T> field, int predictors, int extra) {
            this.predictors = MathArrays.buildArray(field, predictors);
            this.extra = MathArrays.buildArray(field, extra);
        }

        void set(int k, T value) {
            if (k < predictors.length) {
                predictors[k] = value;
            } else {
                extra[k - predictors.length] = value;
            }
        }

        T logLikelihood(PredictorModel model, double label) {
            return model.logLikelihood(label, predictors, extra);
        }
    }
}
