package io.credence.expression;

import io.credence.expression.ExpressionNames.Role;
import io.credence.expression.ModelParameter.Constant;
import io.credence.expression.ModelParameter.Known;
import io.credence.expression.ModelParameter.Predicted;
import io.credence.formula.PredictorTerms;
import io.credence.model.Parameter;
import io.credence.model.PredictorModel;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.hipparchus.CalculusFieldElement;
import org.hipparchus.util.Binary64;
import org.hipparchus.util.MathArrays;
import org.jspecify.annotations.Nullable;

/**
 * Model whose log-likelihood is an expression of a row's columns, its response and parameters. Each parameter is a
 * linear predictor under a link, or a number under a constraint. Columns that the expressions name are read from the
 * row.
 */
public final class ExpressionModel implements PredictorModel {

    private static final long serialVersionUID = 1;

    private final List<Predicted> predicted = new ArrayList<>();
    private final List<Constant> constants = new ArrayList<>();
    private final List<Known> known = new ArrayList<>();
    private final List<String> rowColumns;
    private final @Nullable ParsedExpression density;
    private final @Nullable ParsedExpression mean;
    private final @Nullable ParsedExpression draw;

    /**
     * Expressions of a model.
     *
     * @param density log density of a row, nats
     * @param mean expected response; null where none is predicted
     * @param draw a new response; null where none can be drawn
     * @param response name of the response beside {@code y}
     */
    public record Expressions(
            String density, @Nullable String mean, @Nullable String draw, String response) implements Serializable {

        /**
         * Names of columns in the expressions.
         *
         * @param parameters names of the numbers of all parameters
         */
        public List<String> columns(List<String> parameters) {
            return List.copyOf(columnsIn(parameters, null, response, density, mean, draw));
        }

        /** Names of columns in the expressions of new rows, which are all but the density. */
        public List<String> columnsOfNewRows(List<String> parameters) {
            return List.copyOf(columnsIn(parameters, null, response, mean, draw));
        }
    }

    /**
     * Model of a density.
     *
     * @param density log density of a row, nats
     * @param mean expected response; null where none is predicted
     * @param draw a new response; null where none can be drawn
     * @param columns names of the columns of rows; null where they are not known yet
     * @throws ExpressionException if an expression cannot be read, or uses what is not known
     */
    public ExpressionModel(
            String density,
            @Nullable String mean,
            @Nullable String draw,
            List<ModelParameter> parameters,
            @Nullable List<String> columns) {
        this(new Expressions(density, mean, draw, ExpressionNames.RESPONSE), parameters, columns, true);
    }

    /**
     * Requires expressions that can be read and use only what is known.
     *
     * @throws ExpressionException if one cannot, or does not
     */
    public static void requireReadable(Expressions expressions, List<ModelParameter> parameters) {
        if (of(expressions, parameters).predicted.isEmpty()) {
            throw new IllegalStateException("a model without predictors is refused");
        }
    }

    /** Model of expressions, of rows whose columns are those that these name. */
    public static ExpressionModel of(Expressions expressions, List<ModelParameter> parameters) {
        return new ExpressionModel(expressions, parameters, null, true);
    }

    /** Model for new rows, without a density and the columns that only that reads. */
    public static ExpressionModel ofNewRows(Expressions expressions, List<ModelParameter> parameters) {
        return new ExpressionModel(expressions, parameters, null, false);
    }

    private ExpressionModel(
            Expressions expressions,
            List<ModelParameter> parameters,
            @Nullable List<String> columns,
            boolean isFitted) {
        for (ModelParameter parameter : parameters) {
            if (parameter instanceof Predicted each) {
                predicted.add(each);
            } else if (parameter instanceof Constant each) {
                constants.add(each);
            } else if (parameter instanceof Known each) {
                known.add(each);
            }
        }
        if (predicted.isEmpty()) {
            throw new ExpressionException(
                    "has no parameter with a predictor", "at least one parameter with a formula", "none");
        }
        List<String> names = parameterNames();
        String density = expressions.density();
        String response = expressions.response();
        this.rowColumns = List.copyOf(
                columnsIn(names, columns, response, isFitted ? density : null, expressions.mean(), expressions.draw()));
        this.density = isFitted ? parsed(density, Role.DENSITY, names, response) : null;
        this.mean = parsed(expressions.mean(), Role.MEAN, names, response);
        this.draw = parsed(expressions.draw(), Role.DRAW, names, response);
        for (String name : names) {
            if (!ParsedExpression.namesIn(density).contains(name)) {
                throw new ExpressionException(
                        "does not use a parameter", "each of " + String.join(", ", names), "none of the name " + name);
            }
        }
    }

    private @Nullable ParsedExpression parsed(
            @Nullable String text, Role role, List<String> parameters, String response) {
        return text == null
                ? null
                : ParsedExpression.of(text, new ExpressionNames(role, parameters, rowColumns, response));
    }

    /** Names of the numbers of all parameters: those with predictors, those of constants, those that are known. */
    private List<String> parameterNames() {
        List<String> names = new ArrayList<>();
        predicted.forEach(each -> names.addAll(each.names()));
        constants.forEach(each -> names.addAll(each.names()));
        known.forEach(each -> names.addAll(each.names()));
        if (new LinkedHashSet<>(names).size() < names.size()) {
            throw new ExpressionException(
                    "has two parameters of one name", "parameters of different names", String.join(", ", names));
        }
        return names;
    }

    /** Columns that some expressions name. */
    private static Set<String> columnsIn(
            List<String> parameters, @Nullable List<String> known, String response, @Nullable String... texts) {
        Set<String> found = new LinkedHashSet<>();
        for (String text : texts) {
            if (text != null) {
                found.addAll(ParsedExpression.namesIn(text));
            }
        }
        parameters.forEach(found::remove);
        found.remove(ExpressionNames.RESPONSE);
        found.remove(response);
        if (known == null || !known.contains(ExpressionNames.PI)) {
            found.remove(ExpressionNames.PI);
        }
        for (String name : found) {
            if (known != null && !known.contains(name)) {
                throw ExpressionNames.unknown(name, parameters, known);
            }
        }
        return found;
    }

    @Override
    public List<String> predictors() {
        return predicted.stream().map(Predicted::name).toList();
    }

    @Override
    public List<String> columnsOf(String predictor, List<String> columns) {
        List<String> own = predicted.stream()
                .filter(each -> each.name().equals(predictor))
                .findFirst()
                .map(Predicted::columns)
                .orElse(null);
        return own != null
                ? own
                : columns.stream()
                        .filter(column -> !rowColumns().contains(column))
                        .toList();
    }

    @Override
    public List<String> rowColumns() {
        return rowColumns.stream().map(PredictorTerms::columnText).toList();
    }

    @Override
    public List<Parameter> extra() {
        return constants.stream().map(Constant::parameter).toList();
    }

    @Override
    public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
        if (!rowColumns.isEmpty()) {
            throw new IllegalStateException("the expression reads the columns " + rowColumns + " of a row");
        }
        return logLikelihood(label, new double[0], predictors, extra);
    }

    @Override
    public <T extends CalculusFieldElement<T>> T logLikelihood(double label, double[] row, T[] predictors, T[] extra) {
        int numbers = predictors.length + extra.length;
        T[] values = MathArrays.buildArray(predictors[0].getField(), numbers + known.size());
        for (int k = 0; k < predictors.length; k++) {
            values[k] = predicted.get(k).link().inverse(predictors[k]);
        }
        System.arraycopy(extra, 0, values, predictors.length, extra.length);
        for (int k = 0; k < known.size(); k++) {
            values[numbers + k] = predictors[0].newInstance(known.get(k).value());
        }
        return density().evaluate(row, label, values);
    }

    private ParsedExpression density() {
        return Objects.requireNonNull(density, "a model for new rows has no density");
    }

    @Override
    public boolean drawsResponses() {
        return draw != null;
    }

    @Override
    public boolean predictsResponses() {
        return mean != null;
    }

    @Override
    public double mean(double[] row, double[] predictors, double[] extra) {
        return mean == null ? Double.NaN : mean.evaluate(row, Double.NaN, values(predictors, extra));
    }

    @Override
    public double response(double[] row, double[] predictors, double[] extra, RandomGenerator random) {
        return Objects.requireNonNull(draw).draw(row, values(predictors, extra), random.nextLong());
    }

    @Override
    public @Nullable String explain(double label, double[] row, double[] predictors, double[] extra) {
        return density()
                .findNonFinite(row, label, values(predictors, extra))
                .map(ParsedExpression.NonFinitePart::description)
                .orElse(null);
    }

    /** Numbers of all parameters: those of predictors by their links, then the others. */
    private double[] values(double[] predictors, double[] extra) {
        double[] values = Arrays.copyOf(predictors, predictors.length + extra.length + known.size());
        for (int k = 0; k < predictors.length; k++) {
            values[k] =
                    predicted.get(k).link().inverse(new Binary64(predictors[k])).getReal();
        }
        System.arraycopy(extra, 0, values, predictors.length, extra.length);
        for (int k = 0; k < known.size(); k++) {
            values[predictors.length + extra.length + k] = known.get(k).value();
        }
        return values;
    }
}
