package io.credence.config;

import io.credence.formula.Formula;
import io.credence.formula.FormulaException;
import io.credence.formula.PredictorTerms;
import io.credence.kind.ParametersRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Formula of one design for all linear predictors of a model of several parameters. The terms of the first predictor
 * are its own, those of the section formula, or the features of the section data.
 */
final class ParameterDesign {

    private final Settings settings;
    private final ParametersRequest request;

    ParameterDesign(Settings settings, ParametersRequest request) {
        this.settings = settings;
        this.request = request;
    }

    /**
     * Formula of the design; null where rows have their features as they are.
     *
     * @param given the key formula; null where it is not set
     */
    @Nullable
    Formula formula(@Nullable Formula given) {
        String own = request.predicted().get(0).formula();
        if (given == null) {
            if (!request.needsDesign()) {
                return null;
            }
            String label = settings.text("data.label");
            return joined(PredictorTerms.withResponse(label, own == null ? "~ " + features() : own));
        }
        if (own != null) {
            throw settings.refusal(
                    "formula",
                    "has the terms of no parameter, since each has a formula of its own",
                    "data.label for the response, or a parameter without a formula");
        }
        return joined(given);
    }

    private Formula joined(Formula first) {
        if (!first.groupingTerms().isEmpty()) {
            throw settings.refusal(
                    "formula",
                    "has terms that vary between levels, beside " + request.key(),
                    "terms without (effects | factor), or model.family alone");
        }
        try {
            return first.withPredictors(request.furtherTerms(), request.numberColumns());
        } catch (FormulaException unusable) {
            throw settings.refusal(request.key(), request.key() + ": " + unusable.getMessage());
        }
    }

    /** Terms of the features of the section data. */
    private String features() {
        List<String> names = settings.texts("data.features");
        List<String> categorical = settings.texts("data.categorical");
        StringBuilder terms = new StringBuilder(settings.flag("data.intercept") ? "1" : "0");
        for (String name : names) {
            String text = name.equals(PredictorColumns.ALL) ? "." : PredictorTerms.columnText(name);
            terms.append(" + ").append(categorical.contains(name) ? "factor(" + text + ")" : text);
        }
        categorical.stream()
                .filter(name -> !names.contains(name))
                .forEach(name -> terms.append(" + factor(")
                        .append(PredictorTerms.columnText(name))
                        .append(")"));
        return terms.toString();
    }
}
