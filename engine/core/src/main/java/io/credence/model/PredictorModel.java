package io.credence.model;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.hipparchus.CalculusFieldElement;
import org.jspecify.annotations.Nullable;

/**
 * Model that sees a row through K linear predictors η_k = x_iᵀθ_k, such as a regression with a user-defined likelihood.
 * It is written for any number type; first and second derivatives come from automatic differentiation.
 *
 * <p>θ holds one coefficient per predictor and column that it has, the one of predictor k (from 0) and column j at k ·
 * columns + j where all have all, and after them the {@link #extra} parameters. A row's offset is added to the first predictor.
 */
public interface PredictorModel extends Model {

    /** Names of the linear predictors, at least one; with only one, its coefficients are named like the columns. */
    default List<String> predictors() {
        return List.of("mean");
    }

    /**
     * Columns that a linear predictor is made of, among those of the rows; all of them by default.
     *
     * @param predictor name of the predictor
     * @param columns names of the features, the intercept's included
     */
    default List<String> columnsOf(String predictor, List<String> columns) {
        return columns;
    }

    /**
     * Names of the columns of a row, among its features, that the log-likelihood reads beside predictors and label, such
     * as the status of a censored time; none by default. They are read as the rows hold them.
     */
    default List<String> rowColumns() {
        return List.of();
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

    /**
     * Log-likelihood of one row by a model that reads columns of it; to be written where {@link #rowColumns} names some.
     *
     * @param rowColumns numbers of these columns, in their order; not to be changed or kept
     */
    default <T extends CalculusFieldElement<T>> T logLikelihood(
            double label, double[] rowColumns, T[] predictors, T[] extra) {
        return logLikelihood(label, predictors, extra);
    }

    /**
     * Explanation why the log-likelihood of a row is not finite, such as the part of it that is not, for messages; null,
     * the default, where none is known.
     */
    default @Nullable String explain(double label, double[] rowColumns, double[] predictors, double[] extra) {
        return null;
    }

    /** Expected response of a row by a model that reads columns of it, as {@link #rowColumns} names them. */
    default double mean(double[] rowColumns, double[] predictors, double[] extra) {
        return mean(predictors, extra);
    }

    /** A response of a row by a model that reads columns of it, as {@link #rowColumns} names them. */
    default double response(double[] rowColumns, double[] predictors, double[] extra, RandomGenerator random) {
        return response(predictors, extra, random);
    }

    /**
     * Whether the model draws responses that are numbers or counts, by {@link #response}: where the class writes it, by
     * default. Responses drawn from a fit are then compared with those observed, and its fits score new rows. Drawn
     * responses never change the fit. Labels that are classes are fully described by {@link #logLikelihood}.
     */
    default boolean drawsResponses() {
        return WrittenMethod.PREDICTOR_RESPONSE.isIn(this);
    }

    /**
     * Whether the model predicts expected responses: where it draws responses, by default. A model may predict without
     * drawing, and draw without predicting.
     */
    default boolean predictsResponses() {
        return drawsResponses();
    }

    /**
     * Expected response of a row given the parameters, of a model that {@link #drawsResponses}. NaN by default, for models
     * without a formula: the expected response is then the mean of drawn responses, without a standard deviation of its
     * own.
     *
     * @param predictors η_1 … η_K, the row's offset in the first; not to be changed or kept
     * @param extra constrained numbers of the extra parameters, in their order; not to be changed or kept
     */
    default double mean(double[] predictors, double[] extra) {
        return Double.NaN;
    }

    /**
     * A response of one row, drawn from the distribution whose log density is {@link #logLikelihood}; a density alone
     * does not define such draws. It is finite, and a label that the model does not refuse. Responses are counts where
     * {@link #refuse} refuses a label of 0.5. A response that is not as said, or an exception, costs a fit this check,
     * not its result.
     *
     * @param predictors η_1 … η_K, the row's offset in the first; not to be changed or kept
     * @param extra constrained numbers of the extra parameters, in their order; not to be changed or kept
     * @param random source of all randomness, so that the same fit draws the same responses
     */
    default double response(double[] predictors, double[] extra, RandomGenerator random) {
        throw WrittenMethod.PREDICTOR_RESPONSE.absence(this);
    }

    /**
     * Label of a new response of a row, where labels say more than the response, such as the number of trials or that a
     * time is censored; the response itself by default.
     *
     * @param like label of the row; NaN where a new row is predicted
     */
    default double label(
            double like, double[] rowColumns, double[] predictors, double[] extra, RandomGenerator random) {
        return response(rowColumns, predictors, extra, random);
    }

    /** Response that a label tells, or the bound on it; the label itself by default. */
    default double responseOf(double label) {
        return label;
    }

    /** Whether a label tells no more than a bound beyond which the response lies; false by default. */
    default boolean isBound(double label) {
        return false;
    }

    /** Number by which results show the response of a label; the label itself by default. */
    default double displayedResponse(double label) {
        return label;
    }

    @Override
    default List<Parameter> parameters(List<String> columns) {
        List<Parameter> parameters = new ArrayList<>();
        for (String predictor : predictors()) {
            for (String column : columnsOf(predictor, columns)) {
                parameters.add(Parameter.real(predictors().size() == 1 ? column : predictor + ":" + column));
            }
        }
        parameters.addAll(extra());
        return parameters;
    }
}
