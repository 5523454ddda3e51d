package io.credence;

import io.credence.config.ConfigurationException;
import io.credence.config.InferenceConfig;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.Algorithm;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitSettings;
import io.credence.kind.RowGrouping;
import io.credence.likelihood.Likelihood;
import io.credence.linalg.DenseKernel;
import io.credence.mixed.MixedAlgorithmChoice;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.MixedModelDraft;
import io.credence.mixed.model.MixedRequest;
import io.credence.prior.CoefficientPriors;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogGamma;
import io.credence.prior.ScalarDensity;
import io.credence.statistics.RowMoments;
import io.credence.summary.FittedModel;
import io.credence.summary.MixedSummary;
import org.jspecify.annotations.Nullable;

/** Assembles the fit of a mixed model from its configuration and rows with levels of grouping factors. */
record MixedAssembly(
        InferenceConfig config, MixedRequest mixed, Rows rows, ExecutionBackend backend, DenseKernel kernel) {

    /** Assembles the fit. */
    PreparedFit assemble() {
        Likelihood likelihood = config.model().likelihood(rows.classes());
        RowGrouping grouping = rows.groups(mixed.terms());
        if (grouping == null) {
            throw new ConfigurationException("the rows have no levels and no smooths: required levels of "
                    + mixed.terms().stream().map(term -> term.factorName()).toList()
                    + ", or a formula with s(x), found none");
        }
        MixedModelDraft.requireEffects(grouping, likelihood, backend.summary());
        RowMoments moments = RequestedPrior.moments(rows, backend).get();
        MixedModelDraft draft = new MixedModelDraft(grouping, likelihood, rows.names(), moments, backend.summary());
        MixedModel model = model(draft);
        if (!MixedAlgorithmChoice.keepsLevelsApart(model)) {
            DriverMemoryCheck.ofThisProcess().requireRoom(model);
        }
        FitSettings settings = SetupAssembly.fitSettings(config);
        Algorithm algorithm =
                MixedAlgorithmChoice.chooseAlgorithm(model, rows.scales().scales(), settings, backend, kernel);
        return new KindFit(
                FittedModel.of(config.model(), likelihood, likelihood, false),
                draft.fixedColumnNames(),
                model.reportedPrior(),
                algorithm,
                result -> MixedSummary.of(model, grouping, result),
                model.rowRefusal(),
                draft.notes(mixed),
                config.seed());
    }

    private MixedModel model(MixedModelDraft draft) {
        Likelihood likelihood = draft.likelihood();
        RowMoments moments = draft.moments();
        double unit = CoefficientPriors.WIDTH * RequestedPrior.responseUnit(likelihood.hasIdentityLink(), moments);
        GaussianPrior all = RequestedPrior.of(config.prior(), likelihood, rows, () -> moments)
                .startingPrior();
        return draft.model(mixed, all, unit, new ColumnUnits(rows, moments), dispersionPrior(likelihood, moments));
    }

    /** Prior of the logarithm of a dispersion that is no residual variance; null where there is none. */
    private @Nullable ScalarDensity dispersionPrior(Likelihood likelihood, RowMoments moments) {
        if (likelihood.isNormal() || likelihood.dispersionName() == null) {
            return null;
        }
        DispersionPosterior.InverseGamma prior = new EarlierPrior(config).dispersionPrior(likelihood, () -> moments);
        return LogGamma.ofInverse(prior.shape(), prior.scale());
    }
}
