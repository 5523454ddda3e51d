package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.credence.expression.ExpressionModel.Expressions;
import io.credence.expression.Link;
import io.credence.expression.ModelParameter.Known;
import io.credence.formula.PredictorTerms;
import io.credence.kind.ExpressionRequest;
import io.credence.kind.ParameterConstraint;
import io.credence.kind.PredictedParameter;
import io.credence.kind.SharedParameter;
import io.credence.model.PredictorModel;
import io.credence.summary.FitReport;
import io.credence.summary.FittedModel.Features;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Description of a model whose log density is an expression.
 *
 * @param grammar version of the grammar
 * @param density log density of a row
 * @param mean expected response; null where none is predicted
 * @param draw new response; null where none is drawn
 * @param response name of the response beside {@code y}
 * @param parameters parameters, in the order of the posterior's numbers
 * @param columns names of the features from which predictors are made
 */
public record ExpressionSection(
        int grammar,
        String density,
        @Nullable String mean,
        @Nullable String draw,
        String response,
        List<ParameterSection> parameters,
        List<String> columns)
        implements ModelSection {

    /**
     * Parameter of the expressions.
     *
     * @param name name of the parameter
     * @param link link to its linear predictor; null where it is the same for all rows
     * @param formula terms of its predictor; null for those of the rows
     * @param columns names of the columns of its predictor
     * @param constraint constraint of a parameter that is the same for all rows; null for others
     * @param value known value; null where it is not known
     */
    public record ParameterSection(
            String name,
            @Nullable String link,
            @Nullable String formula,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> columns,
            @Nullable ParameterConstraint constraint,
            @Nullable Double value) {}

    public ExpressionSection {
        if (grammar < 1 || grammar > ExpressionRequest.GRAMMAR) {
            throw Refusal.of("model.grammar is not known", "a version from 1 to " + ExpressionRequest.GRAMMAR, grammar);
        }
    }

    static ExpressionSection of(FitReport report, ExpressionRequest request) {
        List<ParameterSection> parameters = new ArrayList<>();
        Features features = report.model().features();
        for (PredictedParameter each : request.predicted()) {
            parameters.add(new ParameterSection(
                    each.name(),
                    each.link().name().toLowerCase(Locale.ROOT),
                    each.formula(),
                    features.columns().getOrDefault(each.name(), List.of()),
                    null,
                    null));
        }
        for (SharedParameter each : request.shared()) {
            parameters.add(new ParameterSection(each.name(), null, null, List.of(), each.constraint(), null));
        }
        for (Known each : request.known()) {
            parameters.add(new ParameterSection(each.name(), null, null, List.of(), null, each.value()));
        }
        Expressions texts = request.expressions();
        return new ExpressionSection(
                ExpressionRequest.GRAMMAR,
                texts.density(),
                texts.mean(),
                texts.draw(),
                texts.response(),
                parameters,
                features.names());
    }

    @Override
    public String name() {
        return ExpressionRequest.NAME;
    }

    private List<List<String>> columnsByPredictor() {
        return parameters.stream()
                .filter(each -> each.link() != null)
                .map(ParameterSection::columns)
                .toList();
    }

    /** Names of the features of new rows: those of predictors, and columns that mean and draw read. */
    public List<String> columnsOfNewRows() {
        Set<String> needed = new HashSet<>();
        columnsByPredictor().forEach(needed::addAll);
        request().columnsOfNewRows().forEach(name -> needed.add(PredictorTerms.columnText(name)));
        return columns.stream().filter(needed::contains).toList();
    }

    /** Model of new rows. */
    public PredictorModel model() {
        return request().modelOfNewRows(columnsByPredictor());
    }

    @Override
    public String identity() {
        return request().identity();
    }

    /**
     * Request for the model that was fitted, without priors.
     *
     * @throws IllegalArgumentException if an expression cannot be read
     */
    public ExpressionRequest request() {
        List<PredictedParameter> predicted = new ArrayList<>();
        List<SharedParameter> shared = new ArrayList<>();
        List<Known> known = new ArrayList<>();
        for (ParameterSection each : parameters) {
            if (each.link() != null) {
                predicted.add(new PredictedParameter(each.name(), Link.named(each.link()), each.formula(), null));
            } else if (each.constraint() != null) {
                shared.add(new SharedParameter(each.name(), each.constraint(), null));
            } else if (each.value() != null) {
                known.add(new Known(each.name(), each.value()));
            } else {
                throw Refusal.of(
                        "model.parameters." + each.name() + " is not known", "a link, a constraint or a value", "none");
            }
        }
        return new ExpressionRequest(new Expressions(density, mean, draw, response), predicted, shared, known);
    }
}
