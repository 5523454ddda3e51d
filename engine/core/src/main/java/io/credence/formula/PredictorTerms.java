package io.credence.formula;

import io.credence.formula.Expression.Call;
import java.io.Serializable;
import java.util.List;
import java.util.Set;

/**
 * Terms of one more linear predictor of a model, beside those of its formula, as {@code ~ z} for the logarithm of a
 * standard deviation.
 *
 * @param name name of the predictor
 * @param text text of its formula
 * @param side terms, as parsed
 */
public record PredictorTerms(String name, String text, Expression side) implements Serializable {

    /**
     * Parses the formula of a predictor.
     *
     * @param text {@code ~ terms}, without a response
     * @throws FormulaException if it cannot be read, or has what only the first predictor may have
     */
    public static PredictorTerms parse(String name, String text) {
        PredictorTerms parsed = new PredictorTerms(name, text, side(text));
        if (!Terms.of(parsed.side, List.of()).offsets().isEmpty()) {
            throw new FormulaException("has an offset", "offsets of the first linear predictor alone", text);
        }
        return parsed;
    }

    /**
     * Formula of a response and the terms of a predictor.
     *
     * @param response name of the column that is the response
     * @param text {@code ~ terms}, without a response
     * @throws FormulaException if it cannot be read
     */
    public static Formula withResponse(String response, String text) {
        side(text);
        return Formula.parse(new Expression.Name(response).text() + " " + text.strip());
    }

    /** Name of a column as formulas write it: between backticks where it is no plain word. */
    public static String columnText(String column) {
        return new Expression.Name(column).text();
    }

    private static Expression side(String text) {
        Expression whole = FormulaParser.parse(text);
        if (!(whole instanceof Call call) || !call.function().equals("~") || !call.isOperator()) {
            throw new FormulaException("has no ~", "~ terms", text);
        }
        if (call.arguments().size() > 1) {
            throw new FormulaException(
                    "has a response", "~ terms; the response is that of the model, in formula or data.label", text);
        }
        GroupingTerm.SplitTerms sides = GroupingTerm.SplitTerms.split(call.argumentValue(0));
        if (!sides.groupingTerms().isEmpty()) {
            throw new FormulaException("has terms that vary between levels", "terms without (effects | factor)", text);
        }
        if (Terms.of(sides.fixedTerms(), List.of()).variables().stream().anyMatch(SmoothTerms::isSmooth)) {
            throw new FormulaException(
                    "has a smooth, beside other linear predictors", "a spline such as ns(x, df = 4)", text);
        }
        return sides.fixedTerms();
    }

    /** Names of the columns in the terms. */
    public Set<String> columns(List<String> others) {
        return terms(others).columns();
    }

    /**
     * Terms, multiplied out.
     *
     * @param others columns that {@code .} means
     */
    Terms terms(List<String> others) {
        return Terms.of(side, others);
    }
}
