package io.credence.mixed.model;

import io.credence.data.DataSummary;
import io.credence.formula.Smooth;
import io.credence.kind.RandomEffects;
import io.credence.kind.RowGrouping;
import io.credence.likelihood.Likelihood;
import io.credence.prior.GaussianPrior;
import io.credence.prior.ScalarDensity;
import io.credence.statistics.RowMoments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Draft of a mixed model: rows with levels of grouping factors, before effects have priors.
 *
 * @param grouping levels of the rows, columns whose coefficients vary, and smooths
 * @param likelihood likelihood of one linear predictor
 * @param names names of the columns
 * @param moments moments of columns and labels
 * @param summary number and weight of the rows
 */
public record MixedModelDraft(
        RowGrouping grouping, Likelihood likelihood, List<String> names, RowMoments moments, DataSummary summary) {

    public MixedModelDraft {
        names = List.copyOf(names);
    }

    /** Refuses rows whose levels have no effects that can be told. */
    public static void requireEffects(RowGrouping grouping, Likelihood likelihood, DataSummary summary) {
        requireLevels(grouping);
        requireResiduals(grouping, likelihood, summary);
    }

    private static void requireLevels(RowGrouping grouping) {
        for (RandomEffects each : grouping.effects()) {
            if (grouping.factor(each.factor()).levelCount() < 2) {
                throw new IllegalArgumentException("the grouping factor '" + each.factor()
                        + "' has one level, whose effects the others already are: required at least two");
            }
        }
    }

    /**
     * Refuses a grouping factor with one row in each level. The effect of such a level cannot be told from the residual
     * of a normal response, and a label of 0 or 1 shows none.
     */
    private static void requireResiduals(RowGrouping grouping, Likelihood likelihood, DataSummary summary) {
        boolean single = likelihood.outcomeCount() == 2 && summary.weight() == summary.rows();
        boolean residuals = likelihood.isNormal() && !grouping.knowsSd();
        for (int f = 0; f < grouping.factors().size() && (residuals || single); f++) {
            if (grouping.largestLevelSizes()[f] == 1) {
                throw new IllegalArgumentException("each row has a level of its own of '"
                        + grouping.factors().get(f).name()
                        + (residuals
                                ? "', whose effects are the residuals: required rows that share a level, or known standard"
                                        + " deviations of rows in data.sd"
                                : "', whose effects labels of 0 and 1 do not show: required rows that share a level, or counts"
                                        + " of data.trials"));
            }
        }
    }

    /**
     * Model with priors.
     *
     * @param all prior of all coefficients
     * @param unit standard deviation of the default prior of a coefficient whose column has unit 1
     * @param units units of the columns
     * @param dispersionPrior prior of the logarithm of a dispersion that is no residual variance; null where there is
     *     none
     */
    public MixedModel model(
            MixedRequest request,
            GaussianPrior all,
            double unit,
            PriorUnits units,
            @Nullable ScalarDensity dispersionPrior) {
        List<EffectsPrior> priors = grouping.effects().stream()
                .map(each -> request.effectsPrior(
                        each,
                        Arrays.stream(each.columns())
                                .mapToDouble(j -> unit / units.columnUnit(j))
                                .toArray(),
                        units.columnShift(each)))
                .toList();
        ScalarDensity residual = grouping.knowsSd() ? null : request.logResidualSdDensity(unit);
        return new MixedModel(
                grouping.factors(),
                grouping.effects(),
                grouping.hasFixedCoefficient(),
                likelihood,
                new FixedEffectsPrior(fixedPrior(all), smoothTerms(request, unit, units)),
                priors,
                likelihood.isNormal() ? residual : dispersionPrior,
                moments.labelMoments().mean(0));
    }

    /**
     * Penalised parts of the smooths. Their columns have variances that sum to 1, so that their sds are of the unit of the
     * predictor, or of that of a coefficient where a number multiplies them.
     */
    private List<SmoothTerm> smoothTerms(MixedRequest request, double unit, PriorUnits units) {
        List<SmoothTerm> all = new ArrayList<>();
        for (Smooth smooth : grouping.smooths()) {
            for (Smooth.PenalisedColumns part : smooth.penalisedColumns()) {
                double size = smooth.isMultiplied() ? units.rootOfMeanSquares(part.columns()) : 1;
                all.add(new SmoothTerm(
                        part.name(), part.columns(), request.logSmoothSdDensity(smooth.term(), unit / size)));
            }
        }
        return all;
    }

    private GaussianPrior fixedPrior(GaussianPrior all) {
        int[] columns = grouping.fixedColumns();
        double[] mean = new double[columns.length];
        double[] precision = new double[columns.length];
        for (int j = 0; j < columns.length; j++) {
            mean[j] = all.mean()[columns[j]];
            precision[j] = all.precision()[columns[j]];
        }
        return new GaussianPrior(mean, precision);
    }

    /** Names of the columns whose coefficients all rows share. */
    public List<String> fixedColumnNames() {
        List<String> fixed = new ArrayList<>();
        for (int column : grouping.fixedColumns()) {
            fixed.add(names.get(column));
        }
        return fixed;
    }

    /** Notes on priors that determine much of the answer. */
    public List<String> notes(MixedRequest request) {
        List<String> notes = new ArrayList<>(farColumnNotes(request));
        long effects = grouping.effects().stream()
                .mapToLong(each ->
                        (long) each.size() * grouping.factor(each.factor()).levelCount())
                .sum();
        if (effects >= summary.rows()) {
            notes.add("there are " + effects + " effects of levels for " + summary.rows()
                    + " rows: priors determine much of what is reported of single ones");
        }
        return notes;
    }

    /**
     * Notes on varying columns whose values are far from 0. The user's priors of correlated effects are stated at 0.
     */
    private List<String> farColumnNotes(MixedRequest request) {
        List<String> notes = new ArrayList<>();
        for (RandomEffects each : grouping.effects()) {
            boolean shifts = !each.correlated() || request.isInUnitsOfRows(each);
            for (int column : shifts ? new int[0] : each.columns()) {
                double distance = Math.abs(moments.columnMoments().mean(column))
                        / moments.columnMoments().sd(column);
                if (distance > MixedModel.FAR && distance < Double.POSITIVE_INFINITY) {
                    String name = names.get(column);
                    notes.add(String.format(
                            Locale.ROOT,
                            "%s lies %.0f of its standard deviations from 0, where the priors of the correlated effects of %s hold: they"
                                    + " favour effects that do not vary; subtract its mean from %s",
                            name,
                            distance,
                            each.factor(),
                            name));
                }
            }
        }
        return notes;
    }
}
