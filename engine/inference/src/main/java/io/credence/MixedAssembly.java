package io.credence;

import io.credence.config.ConfigurationException;
import io.credence.config.InferenceConfig;
import io.credence.config.MixedConfig;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.Algorithm;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitSettings;
import io.credence.formula.Smooth;
import io.credence.kind.GroupingFactor;
import io.credence.kind.RandomEffects;
import io.credence.kind.RowGrouping;
import io.credence.likelihood.Likelihood;
import io.credence.linalg.DenseKernel;
import io.credence.mixed.MixedAlgorithmChoice;
import io.credence.mixed.model.EffectsPrior;
import io.credence.mixed.model.FixedEffectsPrior;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.SmoothTerm;
import io.credence.prior.CoefficientPriors;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogGamma;
import io.credence.prior.ScalarDensity;
import io.credence.statistics.RowMoments;
import io.credence.summary.FittedModel;
import io.credence.summary.MixedSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Assembles the fit of a mixed model from its configuration and rows with levels of grouping factors. */
record MixedAssembly(
        InferenceConfig config, MixedConfig mixed, Rows rows, ExecutionBackend backend, DenseKernel kernel) {

    /** Assembles the fit. */
    PreparedFit assemble() {
        Likelihood likelihood = config.model().likelihood(rows.classes());
        RowGrouping grouping = rows.groups(mixed.terms());
        if (grouping == null) {
            throw new ConfigurationException("the rows have no levels and no smooths: required levels of "
                    + mixed.terms().stream().map(term -> term.factorName()).toList()
                    + ", or a formula with s(x), found none");
        }
        requireLevels(grouping);
        requireResiduals(likelihood, grouping);
        RowMoments moments = RequestedPrior.moments(rows, backend).get();
        MixedModel model = mixedModel(likelihood, grouping, moments);
        DriverMemory.ofThisProcess().requireRoom(model);
        FitSettings settings = SetupAssembly.fitSettings(config);
        Algorithm algorithm =
                MixedAlgorithmChoice.chooseAlgorithm(model, rows.scales().scales(), settings, backend, kernel);
        return new KindFit(
                FittedModel.of(config.model(), likelihood, likelihood, false),
                fixedColumnNames(grouping),
                reportedPrior(model),
                algorithm,
                result -> MixedSummary.of(model, grouping.smooths(), result),
                rowRefusal(model),
                notes(grouping, moments),
                config.seed());
    }

    /** Prior of the coefficients, flat for penalised ones: given their standard deviation they have another. */
    private static GaussianPrior reportedPrior(MixedModel model) {
        GaussianPrior prior = model.coefficientPrior();
        double[] precision = prior.precision().clone();
        for (int s = 0; s < model.smooths().size(); s++) {
            for (int j : model.smoothCoefficients(s)) {
                precision[j] = 0;
            }
        }
        return model.smooths().isEmpty() ? prior : new GaussianPrior(prior.mean(), precision);
    }

    private static String rowRefusal(MixedModel model) {
        if (model.factors().isEmpty()) {
            return "likelihoods of rows are not computed of models with smooths, whose standard deviations are integrated:"
                    + " required ns(x, df = 5) instead of s(x), found "
                    + model.smooths().stream().map(SmoothTerm::name).toList()
                    + "; credence compare weighs models with smooths by their log marginal likelihoods";
        }
        return "draws of coefficients alone do not predict rows of levels, whose effects are"
                + " integrated: required a model without grouping factors, found "
                + model.factors().stream().map(GroupingFactor::name).toList()
                + "; credence compare weighs mixed models by their log marginal likelihoods";
    }

    private static void requireLevels(RowGrouping grouping) {
        for (RandomEffects each : grouping.effects()) {
            if (grouping.factor(each.factor()).levels().size() < 2) {
                throw new IllegalArgumentException("the grouping factor '" + each.factor()
                        + "' has one level, whose effects the others already are: required at least two");
            }
        }
    }

    /**
     * Refuses a grouping factor with one row in each level. The effect of such a level cannot be told from the residual
     * of a normal response, and a label of 0 or 1 shows none.
     */
    private void requireResiduals(Likelihood likelihood, RowGrouping grouping) {
        boolean single = likelihood.outcomeCount() == 2
                && backend.summary().weight() == backend.summary().rows();
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

    private MixedModel mixedModel(Likelihood likelihood, RowGrouping grouping, RowMoments moments) {
        double unit = CoefficientPriors.WIDTH * RequestedPrior.responseUnit(likelihood.hasIdentityLink(), moments);
        ColumnUnits columns = new ColumnUnits(rows, moments);
        List<EffectsPrior> priors = grouping.effects().stream()
                .map(each -> mixed.effectsPrior(
                        each,
                        Arrays.stream(each.columns())
                                .mapToDouble(j -> unit / columns.columnUnit(j))
                                .toArray(),
                        columns.columnShift(each)))
                .toList();
        GaussianPrior all = RequestedPrior.of(config.prior(), likelihood, rows, () -> moments)
                .startingPrior();
        return new MixedModel(
                grouping.factors(),
                grouping.effects(),
                grouping.hasFixedCoefficient(),
                likelihood,
                new FixedEffectsPrior(fixedPrior(all, grouping), smoothTerms(grouping, unit, columns)),
                priors,
                residualPrior(likelihood, grouping, unit, moments),
                moments.labelMoments().mean(0));
    }

    /**
     * Penalised parts of the smooths. Their columns have variances that sum to 1, so that their sds are of the unit of the
     * predictor, or of that of a coefficient where a number multiplies them.
     */
    private List<SmoothTerm> smoothTerms(RowGrouping grouping, double unit, ColumnUnits units) {
        List<SmoothTerm> all = new ArrayList<>();
        for (Smooth smooth : grouping.smooths()) {
            for (Smooth.PenalisedColumns part : smooth.penalisedColumns()) {
                double size = smooth.isMultiplied() ? units.rootOfMeanSquares(part.columns()) : 1;
                all.add(new SmoothTerm(
                        part.name(), part.columns(), mixed.logSmoothSdDensity(smooth.term(), unit / size)));
            }
        }
        return all;
    }

    /** Prior of the logarithm of a residual standard deviation, or of a dispersion; null where there is neither. */
    private @Nullable ScalarDensity residualPrior(
            Likelihood likelihood, RowGrouping grouping, double unit, RowMoments moments) {
        if (likelihood.isNormal()) {
            return grouping.knowsSd() ? null : mixed.logResidualSdDensity(unit);
        }
        if (likelihood.dispersionName() == null) {
            return null;
        }
        DispersionPosterior.InverseGamma prior = new EarlierPrior(config).dispersionPrior(likelihood, () -> moments);
        return LogGamma.ofInverse(prior.shape(), prior.scale());
    }

    private static GaussianPrior fixedPrior(GaussianPrior all, RowGrouping grouping) {
        int[] columns = grouping.fixedColumns();
        double[] mean = new double[columns.length];
        double[] precision = new double[columns.length];
        for (int j = 0; j < columns.length; j++) {
            mean[j] = all.mean()[columns[j]];
            precision[j] = all.precision()[columns[j]];
        }
        return new GaussianPrior(mean, precision);
    }

    private List<String> fixedColumnNames(RowGrouping grouping) {
        List<String> names = new ArrayList<>();
        for (int column : grouping.fixedColumns()) {
            names.add(rows.names().get(column));
        }
        return names;
    }

    private List<String> notes(RowGrouping grouping, RowMoments moments) {
        List<String> notes = new ArrayList<>(farColumnNotes(grouping, moments));
        long effects = grouping.effects().stream()
                .mapToLong(each -> (long) each.size()
                        * grouping.factor(each.factor()).levels().size())
                .sum();
        if (effects >= backend.summary().rows()) {
            notes.add("there are " + effects + " effects of levels for "
                    + backend.summary().rows() + " rows: priors determine much of what is reported of single ones");
        }
        return notes;
    }

    /**
     * Notes on varying columns whose values are far from 0. The user's priors of correlated effects are stated at 0.
     */
    private List<String> farColumnNotes(RowGrouping grouping, RowMoments moments) {
        List<String> notes = new ArrayList<>();
        for (RandomEffects each : grouping.effects()) {
            boolean shifts = !each.correlated() || mixed.isInUnitsOfRows(each);
            for (int column : shifts ? new int[0] : each.columns()) {
                double distance = Math.abs(moments.columnMoments().mean(column))
                        / moments.columnMoments().sd(column);
                if (distance > MixedModel.FAR && distance < Double.POSITIVE_INFINITY) {
                    String name = rows.names().get(column);
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
