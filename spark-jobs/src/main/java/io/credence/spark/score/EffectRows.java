package io.credence.spark.score;

import io.credence.config.ConfigurationException;
import io.credence.config.DataConfig;
import io.credence.config.Roles;
import io.credence.effect.EffectDraws;
import io.credence.effect.EffectPlan;
import io.credence.effect.EffectRequest;
import io.credence.effect.EffectRequest.Scale;
import io.credence.effect.EffectSums;
import io.credence.effect.EffectTable;
import io.credence.effect.LinearisedEffects;
import io.credence.effect.ModelColumn;
import io.credence.effect.ModelColumn.Range;
import io.credence.formula.Design;
import io.credence.pass.Lazy;
import io.credence.result.SavedPosterior;
import io.credence.spark.backend.SharedValue;
import io.credence.spark.read.ColumnSuggestion;
import io.credence.spark.read.ReadFailure;
import io.credence.spark.read.RowVersions;
import io.credence.spark.read.RowWeights;
import io.credence.spark.read.Table;
import io.credence.spark.row.DataException;
import io.credence.spark.row.Fault;
import io.credence.summary.LevelEffects;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.jspecify.annotations.Nullable;

/**
 * Rows over which expected responses of a posterior are averaged. A request takes one pass over few rows, whatever it
 * compares, after one for the range of numbers if a slope or a grid needs that. Over many rows it takes one pass at few
 * points and passes over samples at the draws.
 */
public final class EffectRows {

    /** Number of rows that are averaged at each draw first; to so few rows averages are not linearised. */
    private static final int SAMPLED_ROWS = 4096;

    /**
     * Factor by which a sample grows where it was too small. Samples before the last together have at most a seventh of
     * its rows.
     */
    private static final int SAMPLE_GROWTH = 8;

    /** Least number of draws for each point at which linearised averages are computed. */
    private static final int LEAST_GAIN = 4;

    private final Table table;
    private final DataConfig data;
    private final Roles roles;
    private final SavedPosterior posterior;
    private final EffectScoring scoring;
    private final List<ModelColumn> variables;
    private final Lazy<Long> rowCount;

    /**
     * Creates the rows of a table.
     *
     * @param data configuration by which their columns are read
     * @param fitted roles that columns had in the fit
     * @param scoring draws of the posterior
     */
    public EffectRows(Table table, DataConfig data, Roles fitted, SavedPosterior posterior, EffectScoring scoring) {
        this.table = table;
        this.data = data.withoutSd();
        this.roles = fitted;
        this.posterior = posterior;
        this.scoring = scoring;
        this.rowCount = new Lazy<>(() -> table.rows().count());
        List<String> known = Arrays.asList(table.rows().columns());
        this.variables = ModelColumn.of(posterior, scoring.features()).stream()
                .filter(each -> known.contains(each.name()))
                .toList();
    }

    private EffectDraws draws(EffectRequest request) {
        String parameter = request.parameter();
        if (parameter == null) {
            return (request.scale() == Scale.LINK ? scoring.onLinkScale() : scoring).draws();
        } else if (request.scale() == Scale.LINK) {
            throw new ConfigurationException(
                    "scale = link cannot be used with a parameter: required scale = response, found parameter = "
                            + parameter);
        }
        return scoring.draws().ofParameter(posterior, parameter);
    }

    /**
     * Computes the averages that a request asks for.
     *
     * @throws ConfigurationException if the request does not fit the model or the columns
     * @throws DataException if a row cannot be used
     */
    public EffectTable effectTable(EffectRequest request) {
        request.by().forEach(this::requireColumn);
        Design design = posterior.fittedColumns().design();
        RowWeights weights = RowWeights.of(
                request,
                roles,
                design == null ? null : design.formula(),
                Arrays.asList(table.rows().columns()));
        EffectDraws draws = draws(request);
        EffectPlan plan = EffectPlan.of(request, variables, ranges(EffectPlan.rangeColumns(request, variables)));
        RowVersions versions = new RowVersions(table, plan.versions(), variables, request, weights);
        Function<EffectSums, EffectTable> effects =
                sums -> EffectTable.of(request, plan, sums, weights.weighting(), variables, posterior.classNames());
        EffectTable linearised = linearised(draws, versions, weights, effects);
        return linearised != null
                ? linearised
                : effects.apply(requireSums(result(versions.versionedTable(), versions, weights, draws)));
    }

    /**
     * Table by linearised averages; null where averages at all draws are as cheap, or no sample of the rows will do.
     */
    private @Nullable EffectTable linearised(
            EffectDraws draws, RowVersions versions, RowWeights weights, Function<EffectSums, EffectTable> effects) {
        if (draws.levelDraws() != null) {
            return null;
        }
        if (LEAST_GAIN * LinearisedEffects.pointCount(draws) > draws.drawCount() || rowCount.get() <= SAMPLED_ROWS) {
            return null;
        }
        LinearisedEffects approximation = LinearisedEffects.of(draws);
        EffectSums everywhere =
                requireSums(result(versions.versionedTable(), versions, weights, approximation.points()));
        EffectTable found = null;
        for (double share = (double) SAMPLED_ROWS / rowCount.get();
                found == null && share < 1;
                share *= SAMPLE_GROWTH) {
            EffectSums sample = result(
                            versions.sampledTable(share, posterior.seed()),
                            versions,
                            weights,
                            approximation.drawsAndPoints())
                    .sums();
            found = sample == null ? null : approximation.tableOrNull(everywhere, sample, effects);
        }
        return found;
    }

    /** Sums at draws over the versions of rows. */
    private EffectTask.Result result(Table changed, RowVersions versions, RowWeights weights, EffectDraws draws) {
        ScoringTable rows = scoringTable(changed);
        Column[] beside = versions.helperColumns(changed);
        SharedValue<EffectDraws> shared = rows.share(draws);
        EffectTask task = new EffectTask(
                rows.plan(),
                rows.readColumnCount(),
                beside.length - 2,
                weights.weighting().productText(),
                shared,
                scoring.kernel());
        EffectTask.Result all = new EffectTask.Result();
        try {
            rows.select(beside).collectEach(task, all::merge);
        } catch (Exception failed) {
            throw ReadFailure.of(failed, table.where());
        } finally {
            shared.release();
        }
        requireUsable(all);
        return all;
    }

    private static EffectSums requireSums(EffectTask.Result all) {
        EffectSums sums = all.sums();
        if (sums == null) {
            throw new ConfigurationException("there is nothing to average: required at least one row, found none");
        }
        return sums;
    }

    private ScoringTable scoringTable(Table rows) {
        ScoringTable plain = ScoringTable.of(rows, data, scoring.features(), posterior.fittedColumns());
        List<LevelEffects> effects = scoring.effects();
        return effects.isEmpty() ? plain : plain.withFactorLevels(data, effects, scoring.allowsNewLevels());
    }

    private void requireColumn(String name) {
        List<String> known = Arrays.asList(table.rows().columns());
        if (!known.contains(name)) {
            throw new ConfigurationException("the rows have no column " + name + ": required one of the columns, found "
                    + ColumnSuggestion.suggestion(table, name, known));
        }
    }

    /** Throws the error of the first row that cannot be used. It is searched for in the original rows. */
    private void requireUsable(EffectTask.Result all) {
        Fault fault = all.fault();
        if (fault != null) {
            scoringTable(table).countRows();
            throw new DataException(fault.kind().problem(), fault.required(), fault.found(), table.where());
        }
    }

    private Map<String, Range> ranges(Set<String> names) {
        if (names.isEmpty()) {
            return Map.of();
        }
        List<Column> numbers = new ArrayList<>();
        for (String name : names) {
            Column cell = table.number(name);
            numbers.add(functions.min(cell));
            numbers.add(functions.max(cell));
            for (double share : new double[] {0.05, 0.95}) {
                numbers.add(functions.percentile_approx(cell, functions.lit(share), functions.lit(10000)));
            }
        }
        Row found = table.rows().select(numbers.toArray(new Column[0])).first();
        Map<String, Range> ranges = new HashMap<>();
        int at = 0;
        for (String name : names) {
            if (found.isNullAt(at)) {
                throw new ConfigurationException(
                        "the column " + name + " has no numbers: required at least one, found none");
            }
            ranges.put(
                    name,
                    new Range(
                            found.getDouble(at),
                            found.getDouble(at + 1),
                            found.getDouble(at + 2),
                            found.getDouble(at + 3)));
            at += 4;
        }
        return ranges;
    }
}
