package credence.ml;

import io.credence.config.ConfigReader;
import io.credence.config.ConfigurationException;
import io.credence.config.Parts;
import io.credence.kind.ExpressionCheck;
import io.credence.kind.ExpressionCheck.RowValues;
import io.credence.kind.ExpressionRequest;
import io.credence.spark.backend.DriverTable;
import io.credence.spark.row.SqlText;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Likelihood written as an expression of a row's columns, its response and parameters.
 *
 * <pre>{@code
 * LikelihoodExpression likelihood = LikelihoodExpression.of("gaussian_lpdf(y, mu, sigma)", Map.of(
 *     "mu", "~ age", "sigma", Map.of("constraint", "positive"))).withMean("mu").withDraw("mu + sigma * normal()");
 * }</pre>
 *
 * @param density log density of a row, nats
 * @param parameters each parameter's formula, number, or settings as in {@code model.parameters}, by its name
 * @param mean expected response; null where none is predicted
 * @param draw a new response; null where none is drawn
 */
public record LikelihoodExpression(
        String density,
        Map<String, Object> parameters,
        @Nullable String mean,
        @Nullable String draw) implements Serializable {

    public LikelihoodExpression {
        parameters = new LinkedHashMap<>(parameters);
    }

    /** Likelihood that predicts and draws no responses. */
    public static LikelihoodExpression of(String density, Map<String, ?> parameters) {
        return new LikelihoodExpression(density, new LinkedHashMap<>(parameters), null, null);
    }

    /** Copy with an expected response. */
    public LikelihoodExpression withMean(String expression) {
        return new LikelihoodExpression(density, parameters, expression, draw);
    }

    /** Copy with a new response. */
    public LikelihoodExpression withDraw(String expression) {
        return new LikelihoodExpression(density, parameters, mean, expression);
    }

    /** Keys of a configuration. */
    Map<String, Object> keys() {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("model.density", density);
        keys.put("model.parameters", parameters);
        if (mean != null) {
            keys.put("model.mean", mean);
        }
        if (draw != null) {
            keys.put("model.draw", draw);
        }
        return keys;
    }

    /**
     * Evaluates the expressions at the first rows of a table, before any fit. There is one row for each, with the response,
     * the columns that expressions read, the parameters, {@code logDensity}, its derivatives {@code gradient_NAME},
     * {@code mean}, {@code draw}, and {@code problem}: the innermost part that is not finite, with the value of every
     * name in it.
     *
     * @param rows table with the columns that expressions read
     * @param label column of the response
     * @param at values of parameters by name; those of linear predictors of 0 otherwise
     * @param count number of rows
     * @throws ConfigurationException if an expression cannot be read, or uses what is not known
     */
    public Dataset<Row> check(Dataset<?> rows, String label, Map<String, Double> at, int count) {
        Map<String, Object> keys = keys();
        keys.put("data.path", "the data frame");
        keys.put("data.label", label);
        keys.put("output.path", "the model");
        ExpressionRequest request = Objects.requireNonNull(
                ConfigReader.read(keys, Parts.STANDARD).model().request(ExpressionRequest.class));
        List<String> known = Arrays.asList(rows.columns());
        ExpressionCheck check;
        try {
            request.requireColumns(known);
            check = ExpressionCheck.of(request, at);
        } catch (IllegalArgumentException refused) {
            throw new ConfigurationException("model.density: " + refused.getMessage(), refused);
        }
        if (!known.contains(label)) {
            throw new ConfigurationException(
                    "the rows have no response: required a column " + label + ", found " + String.join(", ", known));
        }
        List<Column> read = new ArrayList<>();
        read.add(number(rows, label));
        check.columns().forEach(name -> read.add(number(rows, name)));
        List<Row> found = new ArrayList<>();
        for (Row row : rows.toDF().select(read.toArray(new Column[0])).takeAsList(count)) {
            found.add(cells(check, row, found.size()));
        }
        return DriverTable.of(schema(check, label), found).toDataFrame(rows.sparkSession());
    }

    private static Column number(Dataset<?> rows, String name) {
        if (rows.schema().apply(name).dataType().equals(DataTypes.StringType)) {
            throw new ConfigurationException("column '" + name
                    + "' holds text: required numbers where an expression reads a column, found text");
        }
        return SqlText.column(name).cast("double");
    }

    private static Row cells(ExpressionCheck check, Row row, int number) {
        double[] numbers = new double[check.columns().size()];
        double label = row.isNullAt(0) ? Double.NaN : row.getDouble(0);
        List<Object> cells = new ArrayList<>(List.of(label));
        for (int k = 0; k < numbers.length; k++) {
            numbers[k] = row.isNullAt(k + 1) ? Double.NaN : row.getDouble(k + 1);
            cells.add(numbers[k]);
        }
        RowValues values = check.valuesAt(numbers, label, number);
        Arrays.stream(check.parameterValues()).forEach(cells::add);
        cells.add(values.logDensity());
        Arrays.stream(values.gradient()).forEach(cells::add);
        cells.add(values.mean());
        cells.add(values.draw());
        cells.add(values.problem());
        return RowFactory.create(cells.toArray());
    }

    private static StructType schema(ExpressionCheck check, String label) {
        List<String> names = new ArrayList<>(List.of(label));
        names.addAll(check.columns());
        names.addAll(check.parameterNames());
        names.add("logDensity");
        check.parameterNames().forEach(name -> names.add("gradient_" + name));
        names.add("mean");
        names.add("draw");
        StructType schema = new StructType();
        for (String name : names) {
            schema = schema.add(name, DataTypes.DoubleType);
        }
        return schema.add("problem", DataTypes.StringType);
    }
}
