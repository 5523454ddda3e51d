package io.credence.spark.score;

import io.credence.config.ConfigurationException;
import io.credence.config.DataConfig;
import io.credence.config.Roles;
import io.credence.effect.EffectDraws;
import io.credence.effect.EffectPlan;
import io.credence.effect.EffectRequest;
import io.credence.effect.EffectRequest.Kind;
import io.credence.effect.EffectRequest.Scale;
import io.credence.effect.EffectSums;
import io.credence.effect.EffectTable;
import io.credence.effect.LinearisedEffects;
import io.credence.effect.ModelColumn;
import io.credence.effect.ModelColumn.Range;
import io.credence.effect.SamplingErrors;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.jspecify.annotations.Nullable;

/**
 * Rows over which expected responses of a posterior are averaged. A request takes one pass over few rows, whatever it
 * compares, after one for the range of numbers if a change of numbers or a grid needs that. Over many rows it takes one pass at few
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

    /** Number of rows whose time is stated beside that of all rows. */
    private static final int SUGGESTED_ROWS = 10_000;

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
        Set<String> known = new HashSet<>(Arrays.asList(table.rows().columns()));
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
        EffectPlan plan = EffectPlan.of(request, variables, ranges(request));
        RowVersions all = new RowVersions(table, plan.versions(), variables, request, weights);
        double share = sampledShare(request);
        AveragedRows rows = new AveragedRows(
                share < 1 ? all.ofSample(share, posterior.seed()) : all,
                share < 1 ? request.averaging().rows() : rowCount.get(),
                share < 1);
        Function<EffectSums, EffectTable> effects =
                sums -> EffectTable.of(request, plan, sums, weights.weighting(), variables, posterior.classNames());
        return switch (request.averaging().method()) {
            case DRAWS -> byDraws(draws, rows, effects);
            case DELTA -> byDelta(draws, rows, effects);
            case AUTO -> {
                EffectTable found = isLinearised(draws, rows) ? linearised(draws, rows, effects) : null;
                yield found == null ? byDraws(draws, rows, effects) : found;
            }
        };
    }

    /** Probability of a row to be averaged; 1 where the request is for all rows, or for more rows than there are. */
    private double sampledShare(EffectRequest request) {
        int rows = request.averaging().rows();
        return rows == 0 || rows >= rowCount.get() ? 1 : (double) rows / rowCount.get();
    }

    /**
     * Rows that are averaged.
     *
     * @param versions versions of the rows
     * @param count number of the rows
     * @param isSample whether they are a sample
     */
    private record AveragedRows(RowVersions versions, long count, boolean isSample) {}

    private EffectTable byDraws(EffectDraws draws, AveragedRows rows, Function<EffectSums, EffectTable> effects) {
        EffectSums found = everywhere(draws, rows);
        return withSamplingErrors(effects.apply(ungrouped(found, rows)), found, rows, effects);
    }

    /** Sums over all rows that are averaged, of a sample by its groups. */
    private EffectSums everywhere(EffectDraws draws, AveragedRows rows) {
        announceEstimate(draws, rows);
        Table versions = rows.isSample()
                ? rows.versions().groupedTable(SamplingErrors.GROUPS, posterior.seed())
                : rows.versions().versionedTable();
        return requireSums(result(versions, rows, draws));
    }

    private static EffectSums ungrouped(EffectSums sums, AveragedRows rows) {
        return rows.isSample() ? sums.withoutLastGroupColumn() : sums;
    }

    private EffectTable withSamplingErrors(
            EffectTable found, EffectSums everywhere, AveragedRows rows, Function<EffectSums, EffectTable> effects) {
        return rows.isSample() ? found.ofSample(everywhere, effects, rowCount.get()) : found;
    }

    private EffectTable byDelta(EffectDraws draws, AveragedRows rows, Function<EffectSums, EffectTable> effects) {
        if (draws.levelDraws() != null) {
            throw new ConfigurationException(
                    "method = delta cannot be used with effects of levels, which are no function"
                            + " of the coefficients: required method = draws, and rows = 10000 for an answer in short, found a"
                            + " mixed model");
        }
        LinearisedEffects approximation = LinearisedEffects.of(draws);
        EffectSums everywhere = everywhere(approximation.points(), rows);
        EffectTable found = approximation.uncorrectedTable(ungrouped(everywhere, rows), effects);
        return withSamplingErrors(found, everywhere, rows, effects);
    }

    /** Whether averages at all draws cost much more than linearised ones. */
    private static boolean isLinearised(EffectDraws draws, AveragedRows rows) {
        return draws.levelDraws() == null
                && LEAST_GAIN * LinearisedEffects.pointCount(draws) <= draws.drawCount()
                && rows.count() > SAMPLED_ROWS;
    }

    /** Table by linearised averages that a sample of the rows corrects; null where no sample will do. */
    private @Nullable EffectTable linearised(
            EffectDraws draws, AveragedRows rows, Function<EffectSums, EffectTable> effects) {
        LinearisedEffects approximation = LinearisedEffects.of(draws);
        EffectSums everywhere = everywhere(approximation.points(), rows);
        EffectSums whole = ungrouped(everywhere, rows);
        EffectTable found = null;
        for (double share = (double) SAMPLED_ROWS / rows.count(); found == null && share < 1; share *= SAMPLE_GROWTH) {
            EffectSums sample = result(
                            rows.versions().sampledTable(share, posterior.seed()), rows, approximation.drawsAndPoints())
                    .sums();
            found = sample == null ? null : approximation.tableOrNull(whole, sample, effects);
        }
        return found == null ? null : withSamplingErrors(found, everywhere, rows, effects);
    }

    /** Announces how long averages will take, if that is long, by the time that the first rows take. */
    private void announceEstimate(EffectDraws draws, AveragedRows rows) {
        long versions = rows.versions().count();
        if (versions * rows.count() <= RunTimeEstimate.PROBED_ROWS) {
            return;
        }
        int probed = (int) Math.max(1, RunTimeEstimate.PROBED_ROWS / versions);
        EffectTask.Result probe = result(rows.versions().firstRowsTable(probed), rows, draws);
        new RunTimeEstimate(
                        String.format(
                                Locale.ROOT,
                                "%,d versions × %,d rows × %,d %s",
                                versions,
                                rows.count(),
                                draws.drawCount(),
                                draws.drawCount() == scoring.draws().drawCount() ? "draws" : "points"),
                        versions * rows.count(),
                        probe.secondsPerRow())
                .announce(rows.isSample() ? 0 : versions * SUGGESTED_ROWS, "rows = " + SUGGESTED_ROWS);
    }

    /** Sums at draws over versions of rows. */
    private EffectTask.Result result(Table changed, AveragedRows averaged, EffectDraws draws) {
        ScoringTable rows = scoringTable(changed);
        Column[] beside = averaged.versions().helperColumns(changed);
        SharedValue<EffectDraws> shared = rows.share(draws);
        EffectTask task = new EffectTask(
                rows.plan(),
                rows.readColumnCount(),
                beside.length - 2,
                averaged.versions().weights().weighting().productText(),
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
        return scoring.effects().isEmpty()
                ? plain
                : plain.withFactorLevels(data, scoring.effects(), scoring.allowsNewLevels());
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

    /** Ranges of the columns for which a request needs them, with quantiles where predictions have a grid. */
    private Map<String, Range> ranges(EffectRequest request) {
        Set<String> names = EffectPlan.rangeColumns(request, variables);
        if (names.isEmpty()) {
            return Map.of();
        }
        boolean grid = request.kind() == Kind.PREDICTIONS;
        List<Column> numbers = new ArrayList<>();
        for (String name : names) {
            Column cell = table.number(name);
            numbers.add(functions.min(cell));
            numbers.add(functions.max(cell));
            for (double share : new double[] {0.05, 0.95}) {
                numbers.add(
                        grid
                                ? functions.percentile_approx(cell, functions.lit(share), functions.lit(10000))
                                : functions.lit(Double.NaN));
            }
            numbers.add(
                    functions.max(functions.abs(cell.multiply(functions.lit(1).minus(cell)))));
        }
        Row found = table.rows().select(numbers.toArray(new Column[0])).first();
        Map<String, Range> ranges = new HashMap<>();
        int at = 0;
        for (String name : names) {
            if (found.isNullAt(at)) {
                throw new ConfigurationException(
                        "the column " + name + " has no numbers: required at least one, found none");
            }
            double minimum = found.getDouble(at);
            double maximum = found.getDouble(at + 1);
            ranges.put(
                    name,
                    new Range(
                            minimum,
                            maximum,
                            found.getDouble(at + 2),
                            found.getDouble(at + 3),
                            minimum == 0 && maximum == 1 && found.getDouble(at + 4) == 0));
            at += 5;
        }
        return ranges;
    }
}
