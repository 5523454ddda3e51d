package io.credence.kind;

import io.credence.formula.PredictorTerms;
import io.credence.model.PredictorModel;
import java.util.List;

/**
 * Request for a model of rows with several parameters. Each is a function of a linear predictor with columns of its
 * own, or the same number for all rows. One design of all columns serves all predictors.
 */
public interface ParametersRequest extends ModelRequest {

    /** Identity of the model, which two fits of the same model have in common. */
    String identity();

    /** Key of the configuration by which such a model is asked for. */
    String key();

    /** Parameters with linear predictors, at least one; only one may have the terms of the rows' own formula. */
    List<PredictedParameter> predicted();

    /** Parameters that are the same for all rows. */
    List<SharedParameter> shared();

    /** Names of the columns of rows that the model reads as numbers, beside those of predictors. */
    default List<String> numberColumns() {
        return List.of();
    }

    /**
     * Model of rows whose columns are known.
     *
     * @param columns names of the columns of each linear predictor, in the order of {@link #predicted}
     */
    PredictorModel model(List<List<String>> columns);

    /**
     * Refuses names that are columns of no row, before any row is read.
     *
     * @param columns names of the columns of the table
     */
    default void requireColumns(List<String> columns) {}

    /** Notes for users on what the model leaves out, one sentence each. */
    default List<String> notes() {
        return List.of();
    }

    /** Whether some predictor has terms of its own, or columns are read, so that a formula makes the design. */
    default boolean needsDesign() {
        return !numberColumns().isEmpty() || predicted().stream().anyMatch(each -> each.formula() != null);
    }

    /** Terms of the predictors after the first, as a design takes them. */
    default List<PredictorTerms> furtherTerms() {
        return predicted().stream()
                .skip(1)
                .map(each -> PredictorTerms.parse(each.name(), each.formula() == null ? "~ 1" : each.formula()))
                .toList();
    }

    /** Each predictor has columns of its own, so that none is left out for the sake of another. */
    @Override
    default boolean hasColumnCoefficients() {
        return false;
    }
}
