package io.credence.spark.read;

import io.credence.config.ConfigurationException;
import io.credence.config.Roles;
import io.credence.effect.EffectRequest;
import io.credence.effect.RowWeighting;
import io.credence.formula.CellFunction;
import io.credence.formula.Formula;
import io.credence.part.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;
import scala.collection.Seq;

/**
 * Weights of the rows of a table in averages over them.
 *
 * @param weighting description of the weights
 * @param trialsFunction sum of the successes and failures of {@code cbind}; null where no formula counts trials by it
 * @param trialColumns columns from which {@code trialsFunction} is computed
 * @param weightColumns columns whose numbers multiply the trials
 */
public record RowWeights(
        RowWeighting weighting,
        @Nullable CellFunction trialsFunction,
        List<String> trialColumns,
        List<String> weightColumns) {

    /**
     * Chooses the requested weights.
     *
     * @param roles roles of the columns in the fit
     * @param formula formula of the fit; null where it had none
     * @param known columns of the rows
     * @throws ConfigurationException if a column is missing, or a word is also the name of one
     */
    public static RowWeights of(EffectRequest request, Roles roles, @Nullable Formula formula, List<String> known) {
        String requested = request.averaging().weights();
        boolean isWord = requested.equals(EffectRequest.AUTO) || requested.equals(EffectRequest.ROWS);
        if (requested.equals(EffectRequest.ROWS) && known.contains(requested)) {
            throw new ConfigurationException(
                    "weights = " + requested + " counts each row once, and a column has this name:"
                            + " required another name of the column, found columns " + known);
        }
        if (!isWord && !known.contains(requested)) {
            throw new ConfigurationException("the rows have no column " + requested + " of weights: required "
                    + EffectRequest.AUTO + ", " + EffectRequest.ROWS + " or one of "
                    + Spelling.suggest(requested, known));
        }
        return switch (requested) {
            case EffectRequest.AUTO -> ofFit(roles, formula, known);
            case EffectRequest.ROWS -> new RowWeights(RowWeighting.ROWS, null, List.of(), List.of());
            default -> new RowWeights(RowWeighting.byColumn(requested), null, List.of(), List.of(requested));
        };
    }

    /** Weights that are the product of trials and weight, as far as rows have these columns. */
    private static RowWeights ofFit(Roles roles, @Nullable Formula formula, List<String> known) {
        List<String> cells = formula == null || roles.response().trials() != null || !formula.countsTrials()
                ? List.of()
                : formula.responseColumns();
        List<String> wanted = Stream.concat(
                        cells.stream(), Stream.of(roles.response().trials(), roles.weight()))
                .filter(name -> name != null)
                .distinct()
                .toList();
        List<String> missing =
                wanted.stream().filter(name -> !known.contains(name)).toList();
        boolean isBound = !cells.isEmpty() && known.containsAll(cells);
        List<String> factors = Stream.of(roles.response().trials(), roles.weight())
                .filter(name -> name != null && known.contains(name))
                .toList();
        List<String> columns = new ArrayList<>(factors);
        if (isBound) {
            columns.add(0, String.join(" and ", cells));
        }
        boolean trials = isBound
                || roles.response().trials() != null
                        && known.contains(roles.response().trials());
        return new RowWeights(
                new RowWeighting(trials, columns, missing),
                isBound && formula != null ? formula.trialsNumber() : null,
                isBound ? cells : List.of(),
                factors);
    }

    /** Names of the columns that are read. */
    Stream<String> columnNames() {
        return Stream.concat(trialColumns.stream(), weightColumns.stream());
    }

    /** Column of the weight of each row of a table. */
    Column weightColumn(Table rows) {
        Column weight = functions.lit(1.0);
        for (String name : weightColumns) {
            weight = weight.multiply(rows.number(name));
        }
        return trialsFunction == null ? weight : weight.multiply(trialsColumn(trialsFunction, rows));
    }

    private Column trialsColumn(CellFunction number, Table rows) {
        UDF1<Seq<Double>, Double> computed = row -> {
            double[] all = new double[row.size()];
            for (int j = 0; j < all.length; j++) {
                Double cell = row.apply(j);
                all[j] = cell == null ? Double.NaN : cell;
            }
            return number.evaluate(all);
        };
        Column[] numbers = trialColumns.stream().map(rows::number).toArray(Column[]::new);
        return functions.udf(computed, DataTypes.DoubleType).apply(functions.array(numbers));
    }
}
