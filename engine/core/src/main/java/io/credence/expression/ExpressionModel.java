package io.credence.expression;

import io.credence.expression.ExpressionNames.Role;
import io.credence.expression.ModelParameter.Constant;
import io.credence.expression.ModelParameter.Predicted;
import io.credence.model.Parameter;
import io.credence.model.PredictorModel;
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
    private final List<String> rowColumns;
    private final ParsedExpression density;
    private final @Nullable ParsedExpression mean;
    private final @Nullable ParsedExpression draw;

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
        for (ModelParameter parameter : parameters) {
            if (parameter instanceof Predicted each) {
                predicted.add(each);
            } else if (parameter instanceof Constant each) {
                constants.add(each);
            }
        }
        if (predicted.isEmpty()) {
            throw new ExpressionException(
                    "has no parameter with a predictor", "at least one parameter with a formula", "none");
        }
        List<String> names = parameterNames();
        this.rowColumns = List.copyOf(columnsIn(names, columns, density, mean, draw));
        this.density = ParsedExpression.of(density, new ExpressionNames(Role.DENSITY, names, rowColumns));
        this.mean = mean == null ? null : ParsedExpression.of(mean, new ExpressionNames(Role.MEAN, names, rowColumns));
        this.draw = draw == null ? null : ParsedExpression.of(draw, new ExpressionNames(Role.DRAW, names, rowColumns));
        for (String name : names) {
            if (!ParsedExpression.namesIn(density).contains(name)) {
                throw new ExpressionException(
                        "does not use a parameter", "each of " + String.join(", ", names), "none of the name " + name);
            }
        }
    }

    /** Names of the numbers of all parameters: those with predictors, then the others. */
    private List<String> parameterNames() {
        List<String> names = new ArrayList<>();
        predicted.forEach(each -> names.addAll(each.names()));
        constants.forEach(each -> names.addAll(each.names()));
        if (new LinkedHashSet<>(names).size() < names.size()) {
            throw new ExpressionException(
                    "has two parameters of one name", "parameters of different names", String.join(", ", names));
        }
        return names;
    }

    /** Columns that some expressions name. */
    private static Set<String> columnsIn(
            List<String> parameters, @Nullable List<String> known, @Nullable String... texts) {
        Set<String> found = new LinkedHashSet<>();
        for (String text : texts) {
            if (text != null) {
                found.addAll(ParsedExpression.namesIn(text));
            }
        }
        parameters.forEach(found::remove);
        found.remove(ExpressionNames.RESPONSE);
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
                        .filter(column -> !rowColumns.contains(column))
                        .toList();
    }

    @Override
    public List<String> rowColumns() {
        return rowColumns;
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
        T[] values = MathArrays.buildArray(predictors[0].getField(), predictors.length + extra.length);
        for (int k = 0; k < predictors.length; k++) {
            values[k] = predicted.get(k).link().inverse(predictors[k]);
        }
        System.arraycopy(extra, 0, values, predictors.length, extra.length);
        return density.evaluate(row, label, values);
    }

    @Override
    public boolean drawsResponses() {
        return draw != null;
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
        return density.findNonFinite(row, label, values(predictors, extra))
                .map(ParsedExpression.NonFinitePart::description)
                .orElse(null);
    }

    /** Numbers of all parameters: those of predictors by their links, then the others. */
    private double[] values(double[] predictors, double[] extra) {
        double[] values = Arrays.copyOf(predictors, predictors.length + extra.length);
        for (int k = 0; k < predictors.length; k++) {
            values[k] =
                    predicted.get(k).link().inverse(new Binary64(predictors[k])).getReal();
        }
        System.arraycopy(extra, 0, values, predictors.length, extra.length);
        return values;
    }
}
