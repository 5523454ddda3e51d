package io.credence.kind;

import io.credence.expression.ExpressionModel.Expressions;
import io.credence.expression.ExpressionNames;
import io.credence.expression.ExpressionNames.Role;
import io.credence.expression.ModelParameter;
import io.credence.expression.ParsedExpression;
import io.credence.model.Transform;
import io.credence.part.Spelling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.util.Binary64;
import org.jspecify.annotations.Nullable;

/**
 * Evaluation of a model's expressions at rows and given values of the parameters, to look at before any fit. A
 * parameter whose value is not given is that of a linear predictor of 0, or of unconstrained numbers of 0.
 */
public final class ExpressionCheck {

    private final List<String> names = new ArrayList<>();
    private final double[] values;
    private final List<String> columns;
    private final ParsedExpression density;
    private final @Nullable ParsedExpression mean;
    private final @Nullable ParsedExpression draw;

    /**
     * Values at a row.
     *
     * @param logDensity log density, nats
     * @param gradient its derivatives by the parameters
     * @param mean expected response; NaN where none is predicted
     * @param draw a response that was drawn; NaN where none is
     * @param problem innermost part that is not finite, with the value of every name in it; empty where all are
     */
    public record RowValues(double logDensity, double[] gradient, double mean, double draw, String problem) {}

    private ExpressionCheck(ExpressionRequest request, Map<String, Double> given) {
        List<Double> all = new ArrayList<>();
        for (PredictedParameter each : request.predicted()) {
            names.add(each.name());
            all.add(each.link().inverse(new Binary64(0)).getReal());
        }
        for (SharedParameter each : request.shared()) {
            Transform transform = each.parameter().transform();
            double[] numbers = new double[transform.constrained()];
            transform.constrain(new double[transform.unconstrained()], 0, numbers, 0);
            names.addAll(new ModelParameter.Constant(each.parameter()).names());
            Arrays.stream(numbers).forEach(all::add);
        }
        for (ModelParameter.Known each : request.known()) {
            names.add(each.name());
            all.add(each.value());
        }
        given.forEach((name, value) -> {
            if (!names.contains(name)) {
                throw new IllegalArgumentException("a value is given to no parameter: required one of "
                        + Spelling.suggest(name, names) + ", found " + name);
            }
            all.set(names.indexOf(name), value);
        });
        this.values = all.stream().mapToDouble(Double::doubleValue).toArray();
        Expressions texts = request.expressions();
        this.columns = request.numberColumns();
        this.density = ParsedExpression.of(
                texts.density(), new ExpressionNames(Role.DENSITY, names, columns, texts.response()));
        this.mean = parsed(texts.mean(), Role.MEAN, texts.response());
        this.draw = parsed(texts.draw(), Role.DRAW, texts.response());
    }

    private @Nullable ParsedExpression parsed(@Nullable String text, Role role, String response) {
        return text == null ? null : ParsedExpression.of(text, new ExpressionNames(role, names, columns, response));
    }

    /**
     * Check of a model.
     *
     * @param values values of parameters, by the names of their numbers
     * @throws IllegalArgumentException if an expression cannot be read, or a value is of no parameter
     */
    public static ExpressionCheck of(ExpressionRequest request, Map<String, Double> values) {
        request.requireReadable();
        return new ExpressionCheck(request, values);
    }

    /** Names of the numbers of all parameters. */
    public List<String> parameterNames() {
        return List.copyOf(names);
    }

    /** Values of the numbers of all parameters, by {@link #parameterNames}. */
    public double[] parameterValues() {
        return values.clone();
    }

    /** Names of the columns that the expressions read. */
    public List<String> columns() {
        return columns;
    }

    /**
     * Values at a row.
     *
     * @param row numbers of {@link #columns}
     * @param label response
     * @param address address of the response that is drawn
     */
    public RowValues valuesAt(double[] row, double label, long address) {
        Gradient[] variables = new Gradient[values.length];
        Arrays.setAll(variables, k -> Gradient.variable(values.length, k, values[k]));
        Gradient found = density.evaluate(row, label, variables);
        return new RowValues(
                found.getValue(),
                found.getGradient(),
                mean == null ? Double.NaN : mean.evaluate(row, Double.NaN, values),
                draw == null ? Double.NaN : draw.draw(row, values, address),
                density.findNonFinite(row, label, values)
                        .map(ParsedExpression.NonFinitePart::description)
                        .orElse(""));
    }
}
