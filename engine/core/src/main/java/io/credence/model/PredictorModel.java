package io.credence.model;

import java.util.ArrayList;
import java.util.List;
import org.hipparchus.CalculusFieldElement;
import org.jspecify.annotations.Nullable;

/**
 * Model that sees a row through K linear predictors η_k = x_iᵀθ_k, such as a regression with a user-defined likelihood.
 * It is written for any number type; first and second derivatives come from automatic differentiation.
 *
 * <p>θ holds one coefficient per predictor and column, the one of predictor k (from 0) and column j at k · columns + j,
 * and after them the {@link #extra} parameters. A row's offset is added to the first predictor.
 */
public interface PredictorModel extends Model {

    /** Names of the linear predictors, at least one; with only one, its coefficients are named like the columns. */
    default List<String> predictors() {
        return List.of("mean");
    }

    /** Parameters besides the coefficients, such as a scale; none by default. */
    default List<Parameter> extra() {
        return List.of();
    }

    /**
     * Number of classes, where labels are classes 0, 1, …; 0, the default, where they are numbers. Classes drawn from a
     * fit of the model are compared with those observed, with probabilities proportional to the likelihood of each as
     * label.
     */
    default int classes() {
        return 0;
    }

    /** Whether classes are ordered, so that cumulative frequencies are compared; false by default. */
    default boolean isOrdered() {
        return false;
    }

    @Override
    default @Nullable String refuse(double label) {
        if (classes() == 0) {
            return Model.super.refuse(label);
        }
        return label >= 0 && label < classes() && label == Math.rint(label)
                ? null
                : "must be a class 0 to " + (classes() - 1);
    }

    /**
     * Log-likelihood log p(y_i | η, extra) of one row, nats; finite. Use the methods of {@code T}, such as
     * {@code
     * eta.subtract(label)}, {@code z.exp()}, {@code a.multiply(b)}. Branches on the label cost nothing; branches
     * on values of predictors or parameters, by {@code getReal()}, make evaluation many times slower.
     *
     * @param predictors linear predictors η_1 … η_K
     * @param extra constrained numbers of the extra parameters, in their order
     */
    <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra);

    @Override
    default List<Parameter> parameters(List<String> columns) {
        List<Parameter> parameters = new ArrayList<>();
        for (String predictor : predictors()) {
            for (String column : columns) {
                parameters.add(Parameter.real(predictors().size() == 1 ? column : predictor + ":" + column));
            }
        }
        parameters.addAll(extra());
        return parameters;
    }
}
