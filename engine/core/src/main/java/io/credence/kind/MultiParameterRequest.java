package io.credence.kind;

import io.credence.family.law.DispersionPosterior.InverseGamma;
import io.credence.formula.PredictorTerms;
import io.credence.kind.SectionTable.Column;
import io.credence.likelihood.Likelihood;
import io.credence.model.PredictorModel;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Request for a model of rows with several parameters. Each is a function of a linear predictor with columns of its
 * own, or the same number for all rows. One design of all columns serves all predictors.
 */
public interface MultiParameterRequest extends ModelRequest {

    /** Identity of the model, which two fits of the same model have in common. */
    String identity();

    /** Name of the link of the likelihood of the catalogue that is fitted; null where the model is the user's own. */
    default @Nullable String link() {
        return null;
    }

    /** Likelihood of the catalogue that is fitted, by which the first predictor has its prior; null for none. */
    default @Nullable Likelihood likelihood() {
        return null;
    }

    /**
     * Copy with facts about the rows.
     *
     * @param classes number of classes; 0 where labels are numbers
     * @param classNames names of the classes; empty where they are numbers
     * @param dispersionPriors function to the prior of a likelihood's dispersion, in units of the rows
     */
    default MultiParameterRequest ofRows(
            int classes, List<String> classNames, Function<Likelihood, InverseGamma> dispersionPriors) {
        return this;
    }

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

    /**
     * Whether the columns of the rows have to be made by a formula: some predictor has terms of its own, or the model
     * reads columns itself.
     */
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

    /** Section of a report: the formula of each parameter, or that it is the same for all rows. */
    default Section section() {
        SectionTable table = SectionTable.of("", Column.ofTexts("parameter"), Column.ofTexts("formula"));
        for (PredictedParameter each : predicted()) {
            String formula = each.formula() == null ? "the formula or the features of the rows" : each.formula();
            table = table.withRow(TableCell.of(each.name()), TableCell.of(formula));
        }
        for (SharedParameter each : shared()) {
            table = table.withRow(TableCell.of(each.name()), TableCell.of("the same for all rows"));
        }
        return Section.of("parameters", "parameters").withTable(table);
    }

    /** Each predictor has columns of its own, so that none is left out for the sake of another. */
    @Override
    default boolean hasColumnCoefficients() {
        return false;
    }
}
