package io.credence.kind;

import io.credence.expression.ExpressionModel;
import io.credence.expression.ExpressionModel.Expressions;
import io.credence.expression.ExpressionNames;
import io.credence.expression.ModelParameter;
import io.credence.kind.SectionTable.Column;
import io.credence.model.PredictorModel;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Request for a model whose log density is an expression.
 *
 * @param expressions density, mean and draw
 * @param predicted parameters with linear predictors
 * @param shared parameters that are the same for all rows
 * @param known parameters whose values are known
 */
public record ExpressionRequest(
        Expressions expressions,
        List<PredictedParameter> predicted,
        List<SharedParameter> shared,
        List<ModelParameter.Known> known)
        implements MultiParameterRequest, Serializable {

    /** Version of the grammar, which saved models state. */
    public static final int GRAMMAR = 1;

    /** Name of such models in results. */
    public static final String NAME = "expression";

    /**
     * Request for a model.
     *
     * @throws ExpressionException if an expression cannot be read, or uses what is not known
     */
    public ExpressionRequest {
        predicted = new ArrayList<>(predicted);
        shared = new ArrayList<>(shared);
        known = new ArrayList<>(known);
    }

    @Override
    public String identity() {
        return NAME + " " + expressions.density();
    }

    @Override
    public String key() {
        return "model.density";
    }

    @Override
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (expressions.mean() == null) {
            notes.add("without model.mean no response is predicted: score has no prediction, and there are no effects");
        }
        if (expressions.draw() == null) {
            notes.add("without model.draw no response is drawn: there is no posterior predictive check, and score has"
                    + " no interval of a new response");
        }
        return notes;
    }

    @Override
    public Section section() {
        SectionTable table = SectionTable.of("", Column.ofTexts("of"), Column.ofTexts("expression"))
                .withRow(TableCell.of("log density"), TableCell.of(expressions.density()));
        if (expressions.mean() != null) {
            table = table.withRow(TableCell.of("mean"), TableCell.of(expressions.mean()));
        }
        if (expressions.draw() != null) {
            table = table.withRow(TableCell.of("draw"), TableCell.of(expressions.draw()));
        }
        return MultiParameterRequest.super.section().withTable(table);
    }

    @Override
    public List<String> numberColumns() {
        return expressions.columns(numberNames());
    }

    /** Names of columns that new rows must have, beside those of predictors. */
    public List<String> columnsOfNewRows() {
        return expressions.columnsOfNewRows(numberNames());
    }

    /** Names by which the expressions call the numbers of all parameters. */
    private List<String> numberNames() {
        return parameters(null).stream().flatMap(each -> each.names().stream()).toList();
    }

    private List<ModelParameter> parameters(@Nullable List<List<String>> columns) {
        List<ModelParameter> all = new ArrayList<>();
        for (int k = 0; k < predicted.size(); k++) {
            PredictedParameter each = predicted.get(k);
            all.add(new ModelParameter.Predicted(each.name(), each.link(), columns == null ? null : columns.get(k)));
        }
        shared.forEach(each -> all.add(new ModelParameter.Constant(each.parameter())));
        all.addAll(known);
        return all;
    }

    @Override
    public PredictorModel model(List<List<String>> columns) {
        return ExpressionModel.of(expressions, parameters(columns));
    }

    /**
     * Requires expressions that can be read and use only what is known.
     *
     * @throws io.credence.expression.ExpressionException if one cannot, or does not
     */
    public void requireReadable() {
        ExpressionModel.requireReadable(expressions, parameters(null));
    }

    /** Model of rows whose columns are not known yet. */
    public ExpressionModel model() {
        return ExpressionModel.of(expressions, parameters(null));
    }

    /** Model of new rows, which reads no column that only the density has. */
    public ExpressionModel modelOfNewRows(List<List<String>> columns) {
        return ExpressionModel.ofNewRows(expressions, parameters(columns));
    }

    @Override
    public void requireColumns(List<String> columns) {
        for (String name : numberColumns()) {
            if (!columns.contains(name)) {
                throw ExpressionNames.unknown(name, numberNames(), columns);
            }
        }
    }
}
